import { faultCodes, machineTypes } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { Rate } from '../channels/rate.ts'
import { Price } from '../goods/schemas.ts'
import { Id, requiredText, Revision, text } from '../kernel/fields.ts'
import { Instant } from '../kernel/time.ts'
import { signals } from './live.ts'
import { DeviceSettings, SavedSettings } from './settings.ts'
import { Sn } from './sn.ts'

/** A machine as pickers show it. */
export const DevicePick = z.object({
  sn: Sn,
  title: z.string(),
  store: Id.nullable(),
  store_name: z.string().nullable(),
})
export type DevicePick = z.infer<typeof DevicePick>

export const DevicePickFilter = z.strictObject({
  /** Looked for in serial number and title. */
  q: text(60).optional(),
  store: Id.optional(),
  types: z.array(z.enum(machineTypes)).optional(),
  /** Those that were unbound. */
  former: z.boolean().optional(),
  /** The ones already chosen, so that a form can name them. */
  sns: z.array(Sn).max(999).optional(),
})

export const devicePageSize = 10
export const DeviceFault = z.object({
  code: z.enum(faultCodes),
  /** Null: of the machine as a whole. */
  channel_sn: z.int().nullable(),
  since: Instant,
})
export type DeviceFault = z.infer<typeof DeviceFault>

/** A machine as its merchant sees it: what it is, how it is set, and how it is now. */
export const Device = SavedSettings.extend({
  sn: Sn,
  type: z.enum(machineTypes),
  title: z.string(),
  area: Id.nullable(),
  area_name: z.string().nullable(),
  store: Id.nullable(),
  store_name: z.string().nullable(),
  /** The payout account. */
  merchant_id: Id.nullable(),
  rev: Revision,
  online: z.boolean(),
  /** Since when it is online, or offline. */
  since: Instant,
  heard_at: Instant.nullable(),
  signal: z.enum(signals).nullable(),
  net: z.string().nullable(),
  app: z.string().nullable(),
  android: z.string().nullable(),
  temperature: z.int().nullable(),
  /** Switched off, by its own word: it sells nothing. */
  off: z.boolean(),
  /** Looking for its slots, since. */
  initializing_since: Instant.nullable(),
  channel_count: z.int(),
  /** Pieces in the slots that sell something, and how many fit. */
  stock: z.int(),
  stock_max: z.int(),
  /** Slots that sell something and are nearly empty. */
  low: z.int(),
  faults: z.array(DeviceFault),
  /** Whether the machine has said that it is set as it should be; if not, what it has not taken yet. */
  applied: z.boolean(),
  applied_at: Instant.nullable(),
  waiting: z.array(z.string()),
  bound_at: Instant,
})
export type Device = z.infer<typeof Device>

export const deviceOrders = ['newest', 'title', 'offline', 'stock'] as const
export const DeviceFilter = z.strictObject({
  /** Looked for in serial number and title. */
  q: text(60).optional(),
  /** Digits of the serial number. */
  sn: Sn.optional(),
  sns: z.array(Sn).max(999).optional(),
  area: Id.optional(),
  store: Id.optional(),
  type: z.enum(machineTypes).optional(),
  online: z.boolean().optional(),
  low: z.boolean().optional(),
  fault: z.boolean().optional(),
  /** Switched off, so that it sells nothing. */
  off: z.boolean().optional(),
  order: z.enum(deviceOrders).optional(),
})

/** What can be changed on one machine and on many at once. What is left out stays. */
const commonEdit = {
  ...DeviceSettings.partial().shape,
  /** A store stands in an area; given too, the area must be that one. */
  area: Id.nullable().optional(),
  store: Id.nullable().optional(),
  merchant_id: Id.nullable().optional(),
  /** For all slots, with `same_gp`. */
  game_price: Price.optional(),
  /** For all slots, with `same_pb`. */
  rate: Rate.optional(),
}
export const DeviceEdit = z.strictObject({
  ...commonEdit,
  sn: Sn,
  rev: Revision.optional(),
  title: requiredText(60).optional(),
})
export const DevicesEdit = z.strictObject({
  ...commonEdit,
  sns: z.array(Sn).min(1, { error: 'v:chooseDevice' }).max(500),
})

export const BindDevice = z.strictObject({
  sn: Sn,
  /** Out of the QR code on the machine; good once. */
  code: z.string().regex(/^[\w-]{1,64}$/, { error: 'v:wrongType' }),
  title: requiredText(60).optional(),
  store: Id.nullable().default(null),
})
