import { z } from 'zod'

import { Id } from '../kernel/fields.ts'
import { Sn } from '../kernel/sn.ts'

/** A slot is low when this share of its capacity is left, or this many pieces, or fewer. */
const shareRule = z.strictObject({
  mode: z.literal('share'),
  value: z.int({ error: 'v:share' }).min(0, { error: 'v:share' }).max(90, { error: 'v:share' }),
})
const piecesRule = z.strictObject({
  mode: z.literal('pieces'),
  value: z.int({ error: 'v:pieces' }).min(0, { error: 'v:pieces' }).max(999, { error: 'v:pieces' }),
})
export const LowRule = z.discriminatedUnion('mode', [shareRule, piecesRule])
export type LowRule = z.infer<typeof LowRule>
export const lowModes = ['share', 'pieces'] as const

const OfflineMinutes = z
  .int({ error: 'v:offlineMinutes' })
  .min(2, { error: 'v:offlineMinutes' })
  .max(1440, { error: 'v:offlineMinutes' })

/** What counts where neither the machine, nor its store, nor the merchant has a threshold of its own. */
export const usualThreshold = { low: { mode: 'share', value: 20 }, offline_minutes: 10 } as const

/** Null: as one level above, that is the store, the merchant, `usualThreshold`. */
const own = { low: LowRule.nullable(), offline_minutes: OfflineMinutes.nullable() }

export const StoreThreshold = z.object({ store: Id, store_name: z.string(), ...own })
export const DeviceThreshold = z.object({ sn: Sn, title: z.string(), store: Id.nullable(), ...own })

/** The merchant's own thresholds, and those of stores and machines that have some. */
export const Thresholds = z.object({
  merchant: z.object(own),
  stores: z.array(StoreThreshold),
  devices: z.array(DeviceThreshold),
})
export type Thresholds = z.infer<typeof Thresholds>

/** Of a store, of a machine, or with neither of them the merchant's own. */
export const SetThreshold = z
  .strictObject({ store: Id.optional(), sn: Sn.optional(), ...own })
  .refine(({ store, sn }) => store === undefined || sn === undefined, { path: ['sn'], error: 'v:wrongType' })

/** The number of pieces at which a slot of this capacity is low. The server has the same rule in SQL. */
export const lowLevelOf = ({ mode, value }: LowRule, max: number): number =>
  mode === 'share' ? Math.floor((max * value) / 100) : Math.min(value, max)
