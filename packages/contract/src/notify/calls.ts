import { z } from 'zod'

import { calls } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf, longListOf, longPageOf, pageOf } from '../kernel/paging.ts'
import { inboxCalls } from './inbox-calls.ts'
import {
  AddRobot,
  bindChannels,
  BindUrl,
  Delivery,
  DeliveryFilter,
  EditNotify,
  NewBind,
  Notify,
  NotifyFilter,
  notifyPageSize,
  Scene,
} from './schemas.ts'

const nothing = z.strictObject({})

const receiverCalls = calls({
  getNotifyList: {
    path: '/api/v1/u/getNotifyList',
    access: 'main',
    input: pageOf(NotifyFilter, notifyPageSize),
    output: listOf(Notify),
  },
  /** The chat app of the channel may be asked for the code. */
  getNotifyBindUrl: {
    path: '/api/v1/u/getNotifyBindUrl',
    access: 'main',
    outside: true,
    input: NewBind,
    output: BindUrl,
    perMinute: 20,
    errors: ['channelOff', 'codeFailed'],
  },
  /** The channels that a code can be for here, those that fit the merchant's country first. */
  getNotifyChannels: {
    path: '/api/v1/u/getNotifyChannels',
    access: 'main',
    extension: true,
    input: nothing,
    output: z.object({ channels: z.array(z.enum(bindChannels)) }),
  },
  editNotify: {
    path: '/api/v1/u/editNotify',
    access: 'main',
    changes: true,
    input: EditNotify,
    output: Notify,
    errors: ['notFound', 'bindAgain'],
  },
  /** Makes a robot or the merchant's own server a receiver of everything. */
  addRobot: {
    path: '/api/v1/u/addRobot',
    access: 'main',
    extension: true,
    changes: true,
    perMinute: 10,
    input: AddRobot,
    output: Notify,
    errors: ['tooManyReceivers'],
  },
  delNotify: {
    path: '/api/v1/u/delNotify',
    access: 'main',
    changes: true,
    input: z.strictObject({ notify_id: Id }),
    output: z.object({}),
    errors: ['notFound'],
  },
  testNotify: {
    path: '/api/v1/u/testNotify',
    access: 'main',
    extension: true,
    changes: true,
    perMinute: 10,
    input: z.strictObject({ notify_id: Id }),
    output: Delivery,
    errors: ['notFound', 'resumeFirst', 'bindAgain'],
  },
  /** What the page behind the QR code says before the caller agrees. */
  getNotifyBind: {
    path: '/api/v1/u/getNotifyBind',
    access: 'signedIn',
    extension: true,
    perMinute: 30,
    input: z.strictObject({ scene: Scene }),
    output: z.object({ expires_at: BindUrl.shape.expires_at, is_bound: z.boolean() }),
    errors: ['bindExpired'],
  },
  /** Makes the caller's inbox a receiver. */
  bindNotify: {
    path: '/api/v1/u/bindNotify',
    access: 'signedIn',
    extension: true,
    changes: true,
    perMinute: 30,
    input: z.strictObject({ scene: Scene }),
    output: z.object({ notify_id: Id }),
    errors: ['bindExpired', 'tooManyReceivers'],
  },
  getNotices: {
    path: '/api/v1/u/getNotices',
    access: 'main',
    extension: true,
    input: longPageOf(DeliveryFilter),
    output: longListOf(Delivery),
    errors: ['narrowFilter'],
  },
  resendNotice: {
    path: '/api/v1/u/resendNotice',
    access: 'main',
    extension: true,
    changes: true,
    input: z.strictObject({ notice: Id }),
    output: Delivery,
    errors: ['notFound'],
  },
})

/** Notifications: who is told of what, the notices on their way, and the console's own inbox. */
export const notifyCalls = { ...receiverCalls, ...inboxCalls }
