/**
 * A visit at a machine: what a person found and did there, slot by slot. It may be sent hours after the person has left,
 * so it says what was true at which moment, never how the stock is to be changed.
 */
import { z } from 'zod'

import { GoodsPick } from '../goods/schemas.ts'
import { Id, Revision } from '../kernel/fields.ts'
import { always } from '../kernel/rules.ts'
import { Sn } from '../kernel/sn.ts'
import { Instant } from '../kernel/time.ts'
import { Count } from '../slots/count.ts'
import { ChannelSn, maxChannels } from '../slots/numbers.ts'

/** A visit is refused when its reading is older: a phone that was offline for so long knows too little of the machine. */
export const visitDays = 90
const visitMs = visitDays * 86_400_000

/** A slot as the person at the machine needs it. */
export const RefillMachineSlot = z.object({
  channel_sn: z.int(),
  rev: Revision,
  goods: GoodsPick.nullable(),
  quantity: z.int(),
  max: z.int(),
  /** The stock by the machine's own count; null where there is none to take over. */
  counted: z.int().nullable(),
  enabled: z.boolean(),
})
export type RefillMachineSlot = z.infer<typeof RefillMachineSlot>

export const RefillMachine = z.object({
  sn: z.string(),
  title: z.string(),
  store: z.string().nullable(),
  /** When the slots were read, by the server's clock. */
  at: Instant,
  /** Empty for machines whose slots hold no pieces. */
  slots: z.array(RefillMachineSlot),
})
export type RefillMachine = z.infer<typeof RefillMachine>

/** The slot when the visit began. */
const SeenSlot = z.strictObject({ rev: Revision, goods_id: Id, quantity: Count, max: Count })

/** What the person says of a slot: it is full, it holds so many pieces, or the machine's own count is right. */
export const SlotStatement = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('full') }),
  z.strictObject({ kind: z.literal('count'), quantity: Count }),
  z.strictObject({ kind: z.literal('machine') }),
])
export type SlotStatement = z.infer<typeof SlotStatement>

export const VisitSlot = z.strictObject({
  channel_sn: ChannelSn,
  seen: SeenSlot,
  set: SlotStatement,
  /** How long before sending the person said so. Clocks of phones are often wrong, but they measure spans well. */
  ago_ms: z.int().min(0).max(visitMs),
})

export const RefillVisit = z
  .strictObject({
    /** Made by the phone. A visit is booked once, however often it is sent. */
    visit: z.uuid({ error: 'v:wrongType' }).toLowerCase(),
    sn: Sn,
    /** The time at which the server had answered the slots. */
    read_at: Instant,
    slots: z.array(VisitSlot).min(1, { error: 'v:chooseSlot' }).max(maxChannels),
  })
  .check(
    always<{ slots?: { channel_sn?: number }[] }>(
      ({ slots = [] }) => new Set(slots.map(({ channel_sn: number }) => number)).size === slots.length,
      'slots',
      'v:channelId',
    ),
  )
export type RefillVisit = z.input<typeof RefillVisit>

/** Why a statement could not be booked. The other slots of the visit are. */
export const visitConflicts = [
  /** The slot holds other goods by now, or none. */
  'goods',
  /** The machine has no such slot any more. */
  'gone',
  /** Slots of the machine have got other numbers. */
  'renumbered',
  /** Another size was set, or more pieces were counted than fit in. */
  'max',
  /** The stock was set at a later moment. */
  'newer',
  /** The machine's count was to be taken over, and there is none. */
  'uncounted',
] as const
export type VisitConflict = (typeof visitConflicts)[number]

export const VisitResult = z.object({
  visit: z.string(),
  /** When it was booked. */
  at: Instant,
  /** The number by which it is undone; null where nothing moved. */
  refill: Id.nullable(),
  slots: z.array(
    z.object({
      channel_sn: z.int(),
      /** Null when the statement is booked. */
      conflict: z.enum(visitConflicts).nullable(),
      /** The stock before and after; null where nothing was booked. */
      before: z.int().nullable(),
      after: z.int().nullable(),
    }),
  ),
})
export type VisitResult = z.infer<typeof VisitResult>
