import { faultCodes } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { alertKinds } from '../alerts/schemas.ts'
import { BuyBill, RefundBill } from '../bills/schemas.ts'
import { Id, Ids, requiredText, Sign, text } from '../kernel/fields.ts'
import type { Permission } from '../kernel/permissions.ts'
import { Sn } from '../kernel/sn.ts'
import { Instant } from '../kernel/time.ts'
import { somethingChosen } from '../staff/schemas.ts'

/** The most keys of a merchant that are not revoked, and the most endpoints. */
export const keysAtMost = 20
export const webhooksAtMost = 10

/** How a key begins, so that people and scanners of code recognise it. */
export const keyPrefix = 'sk_'

const scopeFields = {
  /** True for all stores and devices, false for the chosen areas, stores and devices only. */
  all_device: z.boolean().default(true),
  area: Ids.default([]),
  store: Ids.default([]),
  device: z.array(Sn).max(999).default([]),
}

/** A key by which a system of the merchant makes calls. The key itself is never shown again. */
export const ApiKey = z.object({
  key_id: Id,
  name: z.string(),
  /** Its last characters, by which people tell keys apart. */
  tail: z.string(),
  roleid: Id,
  role_name: z.string(),
  ...scopeFields,
  area_names: z.array(z.string()),
  store_names: z.array(z.string()),
  device_names: z.array(z.string()),
  created_at: Instant,
  expires_at: Instant.nullable(),
  /** Precise to some minutes. */
  last_used_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const keyStates = ['active', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]
export const keyStateOf = (
  { revoked_at: revoked, expires_at: expires }: Pick<ApiKey, 'revoked_at' | 'expires_at'>,
  now: Date,
): KeyState =>
  revoked !== null ? 'revoked' : expires !== null && new Date(expires) <= now ? 'expired' : 'active'

const keyFields = {
  name: requiredText(40),
  /** What it may do, as a sub-account with this role, without what is reserved to people. */
  roleid: Id,
  ...scopeFields,
  /** After how many days it expires; null for never. */
  days: z.int().min(1).max(3650).nullable().default(null),
}
export const AddKey = z.strictObject({ ...keyFields, sign: Sign }).check(somethingChosen)
export const AddKeyForm = z.strictObject(keyFields).check(somethingChosen)

const keyEditFields = {
  ...keyFields,
  key_id: Id,
  /** From now on; left out, the key expires when it did before. */
  days: keyFields.days.unwrap().optional(),
}
/** The key itself stays as it is. */
export const EditKey = z.strictObject({ ...keyEditFields, sign: Sign }).check(somethingChosen)
export const EditKeyForm = z.strictObject(keyEditFields).check(somethingChosen)

/** What happens and is told to systems of the merchant. */
export const eventKinds = ['sale', 'refund', 'fault_begin', 'fault_end'] as const
export type EventKind = (typeof eventKinds)[number]
/** What a caller needs to read events of a kind. */
export const eventPermissions: Readonly<Record<EventKind, Permission>> = {
  sale: 'order.buyBill',
  refund: 'order.buyBill',
  fault_begin: 'device.manage',
  fault_end: 'device.manage',
}

/** A row of getBuyBill without what depends on its reader, and without remarks, which may name people. */
export const SaleEventData = BuyBill.omit({ canRefund: true, remarks: true })
export type SaleEventData = z.infer<typeof SaleEventData>
/** A row of getRefundBill without the person and the texts of people. */
export const RefundEventData = RefundBill.omit({ username: true, remarks: true, why: true })
export type RefundEventData = z.infer<typeof RefundEventData>
export const FaultEventData = z.object({
  alert: Id,
  kind: z.enum(alertKinds),
  sn: Sn,
  dev_title: z.string(),
  store: Id.nullable(),
  store_name: z.string().nullable(),
  /** When the trouble began or ended. */
  at: Instant,
  /** Of low stock that begins: the number of low slots. */
  low: z.int(),
  /** Of an abnormal machine: the codes of its faults. */
  faults: z.array(z.enum(faultCodes)),
})
export type FaultEventData = z.infer<typeof FaultEventData>

/** The version of the bodies of events; it changes only when a field changes its meaning or goes away. */
export const eventVersion = 1

/** The number of an event. It grows, and stays the same however often the event is sent. */
const EventNumber = Id
const eventFields = { event: EventNumber, version: z.int(), created_at: Instant }

/** What is sent. */
export const IntegrationEvent = z.discriminatedUnion('kind', [
  z.object({ ...eventFields, kind: z.literal('sale'), data: SaleEventData }),
  z.object({ ...eventFields, kind: z.literal('refund'), data: RefundEventData }),
  z.object({ ...eventFields, kind: z.literal('fault_begin'), data: FaultEventData }),
  z.object({ ...eventFields, kind: z.literal('fault_end'), data: FaultEventData }),
])
export type IntegrationEvent = z.infer<typeof IntegrationEvent>

/** What getEvents answers: bodies as they were sent, also those of an older schema. The second is for the document alone. */
export const StoredEvent = z.union([z.custom<IntegrationEvent>(), IntegrationEvent])

export const GetEvents = z.strictObject({
  /** The number of the last event that the caller has; 0 for all that are kept. */
  after: z
    .string()
    .regex(/^\d{1,18}$/, { error: 'v:id' })
    .default('0'),
  kinds: z.array(z.enum(eventKinds)).min(1).max(eventKinds.length).optional(),
  limit: z.int().min(1).max(500).default(100),
})

const Kinds = z
  .array(z.enum(eventKinds), { error: 'v:eventKinds' })
  .min(1, { error: 'v:eventKinds' })
  .max(eventKinds.length)

/** An address of the merchant to which events are sent. */
export const Webhook = z.object({
  webhook_id: Id,
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(eventKinds)),
  enabled: z.boolean(),
  /** When it was turned off because nothing could be delivered for days. */
  given_up_at: Instant.nullable(),
  /** Since when nothing could be delivered. */
  failing_since: Instant.nullable(),
  next_at: Instant.nullable(),
  last_sent_at: Instant.nullable(),
  /** The events that wait. */
  waiting: z.int(),
  created_at: Instant,
})
export type Webhook = z.infer<typeof Webhook>

export const AddWebhookForm = z.strictObject({
  name: requiredText(40),
  url: text(500).min(1, { error: 'v:required' }),
  kinds: Kinds,
})
export const AddWebhook = AddWebhookForm.extend({ sign: Sign })

export const EditWebhook = z.strictObject({
  webhook_id: Id,
  name: requiredText(40),
  kinds: Kinds,
  enabled: z.boolean(),
})

export const eventDeliveryStates = ['waiting', 'sent', 'dead'] as const
export type EventDeliveryState = (typeof eventDeliveryStates)[number]

/** Why an event was not delivered, where no status was answered. */
export const eventDeliveryReasons = [
  'no_answer',
  'unknown_host',
  'not_public',
  'not_address',
  'given_up',
] as const
export type EventDeliveryReason = (typeof eventDeliveryReasons)[number]

/** An event on its way to an address. */
export const EventDelivery = z.object({
  event: EventNumber,
  kind: z.enum(eventKinds),
  /** The order or the machine that it is about. */
  about: z.string(),
  state: z.enum(eventDeliveryStates),
  tries: z.int(),
  /** The HTTP status of the last answer. */
  status: z.int().nullable(),
  why: z.enum(eventDeliveryReasons).nullable(),
  /** When it was queued last. */
  queued_at: Instant,
  sent_at: Instant.nullable(),
})
export type EventDelivery = z.infer<typeof EventDelivery>

export const EventDeliveryFilter = z.strictObject({
  webhook_id: Id,
  state: z.enum(eventDeliveryStates).optional(),
  kind: z.enum(eventKinds).optional(),
})

export const eventsPageSize = 20

/** The most events that one call sends again. */
export const resendAtMost = 10_000
/** Whether a number is not above another; numbers are texts, and may be wrong ones. */
const isUpTo = (one: string, other: string): boolean =>
  one.length < other.length || (one.length === other.length && one <= other)

export const ResendEvents = z
  .strictObject({ webhook_id: Id, first: EventNumber, last: EventNumber })
  .refine(({ first, last }) => isUpTo(first, last), { error: 'v:eventRange', path: ['last'] })
