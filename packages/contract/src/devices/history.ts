/** What happened to a machine: commands, faults and changes of stock on one line of time. */
import { faultCodes } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { Id } from '../kernel/fields.ts'
import { Day, Instant } from '../kernel/time.ts'
import { CommandStep } from './live.ts'
import { ChannelSn, Sn } from './sn.ts'

export const historyKinds = ['command', 'fault', 'stock'] as const
export const HistoryFilter = z.strictObject({
  sn: Sn,
  kind: z.enum(historyKinds).optional(),
  channel_sn: ChannelSn.optional(),
  /** Nothing after this day of the merchant's. */
  to: Day.optional(),
})
export const stockReasons = [
  'edit',
  'fill',
  'empty',
  'putDown',
  'goods',
  'copy',
  'remote',
  'test',
  'sale',
  'machine',
  'init',
  'renumber',
  'unbind',
] as const
export type StockReason = (typeof stockReasons)[number]

/** Something that happened to a machine. */
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
    /** Empty: the machine itself. */
    username: z.string(),
  }),
])
export type HistoryLine = z.infer<typeof HistoryLine>
