import { machineTypes } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { Rate } from '../slots/rate.ts'
import { Price } from '../goods/schemas.ts'
import { Id, requiredText, Revision } from '../kernel/fields.ts'
import { Instant } from '../kernel/time.ts'
import { Sn } from '../kernel/sn.ts'
import { DeviceFault, signals } from '../presence/schemas.ts'
import { DeviceSettings, SavedSettings } from './settings.ts'

export const devicePageSize = 10
/** A machine as its merchant sees it: its data, its settings and its present state. */
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
  merchant_name: z.string().nullable(),
  rev: Revision,
  online: z.boolean(),
  /** Since when it has been online, or offline. */
  since: Instant,
  heard_at: Instant.nullable(),
  signal: z.enum(signals).nullable(),
  net: z.string().nullable(),
  app: z.string().nullable(),
  android: z.string().nullable(),
  /** Degrees Celsius inside, in tenths. */
  temperature: z.number().nullable(),
  /** The machine reports that it is switched off and sells nothing. */
  off: z.boolean(),
  /** It connects again and again: two machines may have its number. */
  contested: z.boolean(),
  /** Since when the machine has been searching for its slots; null when it is not. */
  initializing_since: Instant.nullable(),
  channel_count: z.int(),
  /** Pieces in the slots that sell something, and the capacity of those slots. */
  stock: z.int(),
  stock_max: z.int(),
  /** Number of slots that sell something and are nearly empty. */
  low: z.int(),
  faults: z.array(DeviceFault),
  /** Whether the machine has confirmed all settings; if not, which ones are still open. */
  applied: z.boolean(),
  applied_at: Instant.nullable(),
  waiting: z.array(z.string()),
  /** Applied settings that the machine says it cannot do; of a custom one `extend.` and its key. */
  unsupported: z.array(z.string()),
  bound_at: Instant,
})
export type Device = z.infer<typeof Device>

/** A minus in front turns an order round. */

/** Fields that can be changed on one machine and on many at once. A field left out stays as it is. */
const commonEdit = {
  ...DeviceSettings.partial().shape,
  /** A store lies in an area; when both are given, the area must be the store's. */
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
