/** The history of a machine: commands, faults and changes of stock in one list by time. */
import { faultCodes, slipOutcomes, slipReasons, upNames } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { Id } from '../kernel/fields.ts'
import { Day, Instant } from '../kernel/time.ts'
import { CommandStep } from '../commands/step.ts'
import { Sn } from '../kernel/sn.ts'
import { ChannelSn } from '../slots/numbers.ts'
import { stockReasons } from '../slots/stock.ts'

export const temperatureSpans = ['day', 'month'] as const
/** The lowest and the highest that a machine reported within an hour (of the last day) or a day (of the last month). */
export const Temperature = z.object({ at: Instant, lowest: z.number(), highest: z.number() })
export type Temperature = z.infer<typeof Temperature>

/** A field of its messages that was not as the protocol says, and what became of these messages. */
export const DeviceSlip = z.object({
  type: z.enum(upNames),
  /** Empty for the message as a whole. */
  field: z.string(),
  reason: z.enum(slipReasons),
  outcome: z.enum(slipOutcomes),
  count: z.int(),
  last_at: Instant,
})
export type DeviceSlip = z.infer<typeof DeviceSlip>

export const historyKinds = ['command', 'fault', 'stock'] as const
export const HistoryFilter = z.strictObject({
  sn: Sn,
  kind: z.enum(historyKinds).optional(),
  channel_sn: ChannelSn.optional(),
  /** The last day to show, in the merchant's time zone. */
  to: Day.optional(),
})
/** One event in the history of a machine. */
export const HistoryLine = z.discriminatedUnion('kind', [
  CommandStep.omit({ sn: true }).extend({
    kind: z.literal('command'),
    id: Id,
    at: Instant,
    username: z.string(),
    args: z.record(z.string(), z.unknown()),
    finished_at: Instant.nullable(),
  }),
  z.object({
    kind: z.literal('fault'),
    id: Id,
    at: Instant,
    code: z.enum(faultCodes),
    channel_sn: z.int().nullable(),
    raw: z.string(),
    cleared_at: Instant.nullable(),
  }),
  z.object({
    kind: z.literal('stock'),
    id: Id,
    at: Instant,
    channel_sn: z.int(),
    goods: z.string().nullable(),
    reason: z.enum(stockReasons),
    before: z.int(),
    after: z.int(),
    /** Empty when the machine itself caused the change. */
    username: z.string(),
    /** The sale that moved the stock, or that turned out to be the reason of a correction. */
    orderno: z.string().nullable(),
  }),
])
export type HistoryLine = z.infer<typeof HistoryLine>
