/** The slots of all machines that hold one kind of goods, and changing them at once. */
import { z } from 'zod'

import { GoodsPick, Price } from '../goods/schemas.ts'
import { Id, Revision, text } from '../kernel/fields.ts'
import { ascendingAndDescending, listOf } from '../kernel/paging.ts'
import { always } from '../kernel/rules.ts'
import { Sn } from '../kernel/sn.ts'
import { Instant } from '../kernel/time.ts'
import { ChannelSn } from './numbers.ts'
import { Count } from './count.ts'

export const goodsSlotPageSize = 20
/** How many slots one call changes at most. */
export const maxGoodsSlots = 6_000
/** More that are named one by one would not fit into the body of a call. */
const maxNamedSlots = 2_000
/** How long a change can be undone. */
export const undoMinutes = 60

/**
 * What the machine has made of the slot's settings: in force there, not yet taken, or never taken, because the machine
 * reports its slots without this one.
 */
export const slotStates = ['applied', 'waiting', 'absent'] as const
export type SlotState = (typeof slotStates)[number]

export const goodsSlotOrders = ascendingAndDescending('device', 'store', 'price', 'quantity')

const narrowing = {
  /** Searched in serial number and title of the machine. */
  q: text(60).optional(),
  area: Id.optional(),
  store: Id.optional(),
  /** Slots with exactly this price. */
  price: Price.optional(),
  /** True: slots whose settings the machine has not taken yet. */
  waiting: z.boolean().optional(),
  /** Else machine by machine. It changes neither what a condition finds nor what is changed. */
  order: z.enum(goodsSlotOrders).optional(),
}
/** The filter beside the goods. */
export const GoodsSlotNarrowing = z.strictObject(narrowing)
export const GoodsSlotFilter = z.strictObject({ goods_id: Id, ...narrowing })

/** A slot in the list of the slots of some goods. */
export const GoodsSlot = z.object({
  sn: Sn,
  title: z.string(),
  store: Id.nullable(),
  store_name: z.string().nullable(),
  channel_sn: z.int(),
  rev: Revision,
  price: z.int().nullable(),
  quantity: z.int(),
  max: z.int(),
  enabled: z.boolean(),
  /** False for machines that do not count pieces. */
  counts: z.boolean(),
  state: z.enum(slotStates),
  online: z.boolean(),
  /** The machine searches for its slots, so that they cannot be changed now. */
  busy: z.boolean(),
})
export type GoodsSlot = z.infer<typeof GoodsSlot>

/** A change of the caller, as long as it can be undone. */
export const SlotUndo = z.object({ change: Id, slots: z.int(), at: Instant, until: Instant })

export const GoodsSlotList = listOf(GoodsSlot).extend({
  goods: GoodsPick,
  /** How many slots of the filter are not in force at their machines yet. */
  waiting: z.int(),
  /** The lowest and the highest price in these slots. */
  min_price: z.int().nullable(),
  max_price: z.int().nullable(),
  /** The caller's last change of these slots, as long as it can be undone. */
  undo: SlotUndo.nullable(),
})
export type GoodsSlotList = z.infer<typeof GoodsSlotList>

type Chosen = { slots?: unknown; condition?: unknown }
type Edit = { price?: unknown; goods?: unknown; max?: unknown; enabled?: unknown }

/**
 * Changes slots that hold the goods: those that are named, or all that the condition finds. A field left out stays as
 * it is. Slots that cannot be changed now are named in the answer, and the others are changed.
 */
export const GoodsSlotsEdit = z
  .strictObject({
    goods_id: Id,
    slots: z
      .array(z.strictObject({ sn: Sn, channel_sn: ChannelSn, rev: Revision.optional() }))
      .min(1, { error: 'v:chooseSlot' })
      .max(maxNamedSlots)
      .optional(),
    condition: GoodsSlotNarrowing.optional(),
    price: Price.optional(),
    /** Other goods, or null to take the goods out. */
    goods: Id.nullable().optional(),
    max: Count.optional(),
    enabled: z.boolean().optional(),
  })
  .check(
    always<Chosen>(
      ({ slots, condition }) => (slots === undefined) !== (condition === undefined),
      'slots',
      'v:chooseSlot',
    ),
    always<Edit>(
      ({ price, goods, max, enabled }) => [price, goods, max, enabled].some((value) => value !== undefined),
      'price',
      'v:required',
    ),
  )

/** Why slots were left as they are; a call for one of them would have answered `rcode`. */
export const slotRefusals = ['busy', 'wait', 'changed', 'type', 'stock'] as const
export type SlotRefusal = (typeof slotRefusals)[number]

export const GoodsSlotsChange = z.object({
  /**
   * The number by which the change is undone; null where it cannot be, because pieces were taken off the books. Of an
   * undo: the number by which it is tried again for machines that were being initialized.
   */
  change: Id.nullable(),
  /** How many slots were changed, and in how many machines. */
  slots: z.int(),
  devices: z.int(),
  refused: z.array(
    z.object({
      sn: Sn,
      title: z.string(),
      channel_sn: z.array(z.int()),
      reason: z.enum(slotRefusals),
      rcode: z.int(),
    }),
  ),
})
export type GoodsSlotsChange = z.infer<typeof GoodsSlotsChange>
