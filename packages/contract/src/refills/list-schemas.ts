/** What to bring to which machine, and filling machines up. */
import { z } from 'zod'

import { DeviceFilter } from '../device-filter.ts'
import { GoodsPick } from '../goods/schemas.ts'
import { ExportFormat } from '../jobs/export-call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf } from '../kernel/paging.ts'
import { always } from '../kernel/rules.ts'
import { Sn } from '../kernel/sn.ts'
import { Instant } from '../kernel/time.ts'

/** Machines on a page. */
export const refillPageSize = 20
/** How many machines one sheet of paper names at most. */
export const maxPrintedDevices = 200
/** How many machines can be named one by one in a call. */
const maxNamedDevices = 500
/** How many slots one call fills at most. */
export const maxRefillSlots = 6_000
/** How many stores can be put in order at once. */
export const maxRouteStores = 500
/** How long a refill can be undone. */
export const refillUndoMinutes = 60
/** How many refills the list offers to undo. */
export const maxUndos = 3

/**
 * Slots that were filled up or emptied in the console, what a person said of slots at the machine, and counts of a machine
 * that were taken over.
 */
export const refillKinds = ['fill', 'empty', 'visit', 'count'] as const
export type RefillKind = (typeof refillKinds)[number]

/** Every slot that is not full, or only those that are low. */
export const refillSlotChoices = ['all', 'low'] as const
export const RefillSlots = z.enum(refillSlotChoices)
export type RefillSlotChoice = z.output<typeof RefillSlots>

/** The filter of the list of machines, and which of their slots count. */
export const RefillFilter = DeviceFilter.omit({ order: true }).extend({ slots: RefillSlots.optional() })

/** An enabled slot with goods that has room for more pieces. */
const RefillSlot = z.object({
  channel_sn: z.int(),
  goods_id: Id,
  quantity: z.int(),
  max: z.int(),
  low: z.boolean(),
})
export type RefillSlot = z.infer<typeof RefillSlot>

/** A machine that pieces are to be brought to. */
export const RefillDevice = z.object({
  sn: Sn,
  title: z.string(),
  /** Null for a machine that stands in no store. */
  store: Id.nullable(),
  online: z.boolean(),
  /** The machine searches for its slots, so that it cannot be filled now. */
  busy: z.boolean(),
  pieces: z.int(),
  slots: z.array(RefillSlot),
})
export type RefillDevice = z.infer<typeof RefillDevice>

const figures = { pieces: z.int(), slots: z.int(), devices: z.int() }

/** What to load into the van. */
const RefillGoods = z.object({ goods: GoodsPick, ...figures })
export type RefillGoods = z.infer<typeof RefillGoods>

const RefillStore = z.object({
  /** Null for the machines that stand in no store. */
  store: Id.nullable(),
  store_name: z.string().nullable(),
  area_name: z.string().nullable(),
  ...figures,
})
export type RefillStore = z.infer<typeof RefillStore>

const RefillArea = z.object({ area: Id, area_name: z.string(), ...figures })
export type RefillArea = z.infer<typeof RefillArea>

/** A page of machines in the order of the route, and the figures of all machines of the filter. */
export const RefillList = listOf(RefillDevice).extend({
  pieces: z.int(),
  slots: z.int(),
  /** All goods of the filter, those with the most pieces first. */
  goods: z.array(RefillGoods),
  /** All stores of the filter in the caller's order. */
  stores: z.array(RefillStore),
  /** The areas that the filter finds without its own area and store. */
  areas: z.array(RefillArea),
  /** Slots that sell goods and whose size is unknown, so that nothing can be said of them. */
  unsized: z.object({ slots: z.int(), devices: z.int() }),
  /** The caller's last refills that can be undone, the newest first. */
  undos: z
    .array(
      z.object({
        refill: Id,
        kind: z.enum(refillKinds),
        /** Pieces that came into slots or left them. */
        pieces: z.int(),
        devices: z.int(),
        at: Instant,
        until: Instant,
      }),
    )
    .max(maxUndos),
})
export type RefillList = z.infer<typeof RefillList>

type Chosen = { sns?: unknown; condition?: unknown }

/** Fills machines up: those that are named, or all that the condition finds. */
export const RefillDevices = z
  .strictObject({
    sns: z.array(Sn).min(1, { error: 'v:chooseDevice' }).max(maxNamedDevices).optional(),
    condition: RefillFilter.omit({ slots: true }).optional(),
    slots: RefillSlots.default('all'),
  })
  .check(
    always<Chosen>(
      ({ sns, condition }) => (sns === undefined) !== (condition === undefined),
      'sns',
      'v:chooseDevice',
    ),
  )

/** Why a machine was not filled; a call for it alone would have answered `rcode`. */
export const refillRefusals = ['busy', 'wait', 'type'] as const
export type RefillRefusal = (typeof refillRefusals)[number]

export const Refill = z.object({
  /** The number by which the refill is undone. */
  refill: Id,
  ...figures,
  refused: z.array(z.object({ sn: Sn, title: z.string(), reason: z.enum(refillRefusals), rcode: z.int() })),
})
export type Refill = z.infer<typeof Refill>

/**
 * Why pieces of a refill stay on the books: they were sold meanwhile, the slot was counted, filled, emptied or given
 * other goods since, or its machine searches for its slots.
 */
export const undoRefusals = ['sold', 'changed', 'busy'] as const
export type UndoRefusal = (typeof undoRefusals)[number]

export const RefillUndone = z.object({
  ...figures,
  /** Pieces that are in the slots again; `pieces` are those that were taken off the books. */
  restored: z.int(),
  left: z.array(
    z.object({
      sn: Sn,
      title: z.string(),
      channel_sn: z.array(z.int()),
      pieces: z.int(),
      reason: z.enum(undoRefusals),
    }),
  ),
})
export type RefillUndone = z.infer<typeof RefillUndone>

/** One line per slot in the order of the route, or one per product. */
export const refillSheets = ['slot', 'goods'] as const
export type RefillSheet = (typeof refillSheets)[number]
export const ExportRefillList = z.strictObject({
  format: ExportFormat,
  sheet: z.enum(refillSheets).default('slot'),
  condition: RefillFilter.prefault({}),
})
