import { z } from 'zod'

import { calls } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf, longListOf, longPageOf, pageOf } from '../kernel/paging.ts'
import {
  AddKey,
  AddWebhook,
  ApiKey,
  EventDelivery,
  EventDeliveryFilter,
  eventDeliveryReasons,
  EditKey,
  EditWebhook,
  eventsPageSize,
  GetEvents,
  ResendEvents,
  StoredEvent,
  Webhook,
} from './schemas.ts'

const done = z.object({})
const everything = z.strictObject({})
const oneKey = z.strictObject({ key_id: Id })
const oneWebhook = z.strictObject({ webhook_id: Id })

/** Keys and webhooks for systems of the merchant. Only people make and change them. */
export const integrationCalls = calls({
  getKeys: {
    path: '/api/v1/u/getKeys',
    access: 'main',
    extension: true,
    input: pageOf(everything, 50),
    output: listOf(ApiKey),
  },
  addKey: {
    path: '/api/v1/u/addKey',
    access: 'main',
    sign: true,
    extension: true,
    changes: true,
    secretAnswer: true,
    perMinute: 20,
    input: AddKey,
    output: ApiKey.extend({
      /** The key itself, this one time. */
      secret: z.string(),
    }),
    errors: ['tooManyKeys'],
  },
  /** Takes effect with the next call of the key. An expired key that gets new days works again. */
  editKey: {
    path: '/api/v1/u/editKey',
    access: 'main',
    sign: true,
    extension: true,
    changes: true,
    perMinute: 60,
    input: EditKey,
    output: ApiKey,
    errors: ['notFound', 'tooManyKeys'],
  },
  /** Ends a key at once and for good. */
  revokeKey: {
    path: '/api/v1/u/revokeKey',
    access: 'main',
    extension: true,
    changes: true,
    input: oneKey,
    output: ApiKey,
    errors: ['notFound'],
  },

  getWebhooks: {
    path: '/api/v1/u/getWebhooks',
    access: 'main',
    extension: true,
    input: pageOf(everything, 50),
    output: listOf(Webhook),
  },
  addWebhook: {
    path: '/api/v1/u/addWebhook',
    access: 'main',
    sign: true,
    extension: true,
    changes: true,
    secretAnswer: true,
    perMinute: 20,
    input: AddWebhook,
    output: Webhook.extend({
      /** Signs what is sent; shown this one time. */
      secret: z.string(),
    }),
    errors: ['tooManyWebhooks'],
  },
  /** Enabled again, an address goes on with the events that come; earlier ones can be sent again. */
  editWebhook: {
    path: '/api/v1/u/editWebhook',
    access: 'main',
    extension: true,
    changes: true,
    input: EditWebhook,
    output: Webhook,
    errors: ['notFound'],
  },
  delWebhook: {
    path: '/api/v1/u/delWebhook',
    access: 'main',
    extension: true,
    changes: true,
    input: oneWebhook,
    output: done,
    errors: ['notFound'],
  },
  /** Sends a signed body of the kind `ping` and says what was answered. */
  testWebhook: {
    path: '/api/v1/u/testWebhook',
    access: 'main',
    extension: true,
    outside: true,
    perMinute: 10,
    input: oneWebhook,
    output: z.object({
      ok: z.boolean(),
      status: z.int().nullable(),
      why: z.enum(eventDeliveryReasons).nullable(),
    }),
    errors: ['notFound'],
  },
  getDeliveries: {
    path: '/api/v1/u/getDeliveries',
    access: 'main',
    extension: true,
    input: longPageOf(EventDeliveryFilter, eventsPageSize),
    output: longListOf(EventDelivery),
    errors: ['narrowFilter'],
  },
  /** Sends events to an address again: those of its kinds, from one number to another. */
  resendEvents: {
    path: '/api/v1/u/resendEvents',
    access: 'main',
    extension: true,
    changes: true,
    perMinute: 10,
    input: ResendEvents,
    output: z.object({ count: z.int() }),
    errors: ['notFound', 'tooManyEvents'],
  },
  /**
   * The events of the last 30 days after a number, oldest first: for systems that ask, or were down. One call looks at a
   * limited number of events, so that `data` may be empty although `more` is true.
   */
  getEvents: {
    path: '/api/v1/u/getEvents',
    access: ['order.buyBill', 'device.manage'],
    extension: true,
    input: GetEvents,
    output: z.object({
      data: z.array(StoredEvent),
      /** Where the next call begins: `after` of it. It grows even where the caller may see none of the events. */
      next: z.string(),
      /** Whether to ask again at once. */
      more: z.boolean(),
    }),
  },
})
