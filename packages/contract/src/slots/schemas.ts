import { faultCodes } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { DeviceFilter } from '../device-filter.ts'
import { ExportFormat } from '../jobs/export-call.ts'
import { GoodsPick, Price } from '../goods/schemas.ts'
import { Id, Ids, Revision } from '../kernel/fields.ts'
import { locales } from '../kernel/locale.ts'
import { always } from '../kernel/rules.ts'
import { Instant } from '../kernel/time.ts'
import { Sn } from '../kernel/sn.ts'
import { Count } from './count.ts'
import { Road } from './numbers.ts'
import { Rate } from './rate.ts'

/** A slot: what the merchant set, and what the machine reports. */
export const Channel = z.object({
  channel_sn: z.int(),
  rev: Revision,
  goods: GoodsPick.nullable(),
  price: z.int().nullable(),
  game_price: z.int().nullable(),
  /** In percent. */
  rate: z.number().nullable(),
  quantity: z.int(),
  max: z.int(),
  /** The number of pieces at which the slot is low. */
  low_level: z.int(),
  enabled: z.boolean(),
  /** Null while the machine has not reported this slot. */
  reported: z
    .object({
      quantity: z.int(),
      max: z.int(),
      state: z.enum(['ok', 'off', 'fault']),
      fault: z.enum(faultCodes).nullable(),
      at: Instant,
    })
    .nullable(),
  /** The stock by the machine's count, which `setQuantity` can take over; null where there is none to take over. */
  counted: z.int().nullable(),
  /** Whether the machine has taken over goods, prices and rate. */
  applied: z.boolean(),
})
export type Channel = z.infer<typeof Channel>

type Counts = { quantity?: number | undefined; max?: number | undefined }

const SlotKey = z.string().regex(/^[1-9]\d{0,3}$/)
/** The revisions that the caller read, by slot: when one of them has changed, nothing is written. */
const Revs = z.record(SlotKey, Revision).optional()

/** A field left out stays as it is. Several slots get the same values. */
export const ChannelInfo = z
  .strictObject({
    sn: Sn,
    channel_sn: Road,
    goods: Id.nullable().optional(),
    price: Price.optional(),
    game_price: Price.nullable().optional(),
    rate: Rate.nullable().optional(),
    quantity: Count.optional(),
    max: Count.optional(),
    enabled: z.boolean().optional(),
    revs: Revs,
    /** The quantities that the caller read, by slot, so that pieces that came or left since are not overwritten. */
    was: z.record(SlotKey, Count).optional(),
  })
  .check(
    always<Counts>(
      ({ quantity, max }) => quantity === undefined || max === undefined || quantity <= max,
      'quantity',
      'v:quantityAboveMax',
    ),
  )

/** The part of device management that a field of a slot belongs to: pieces are refilled, all the rest is prices. */
export const permissionOfSlotField = (field: string): 'device.refill' | 'device.price' =>
  field === 'quantity' ? 'device.refill' : 'device.price'

/** Fields of a slot whose change can be undone for a while. */
const undoableFields = ['price', 'game_price', 'rate', 'max', 'enabled'] as const
/** Those of them that stand for themselves, whatever else an edit changes. */
const ownFields: ReadonlySet<UndoableField> = new Set(['price', 'game_price', 'rate'])
type UndoableField = (typeof undoableFields)[number]
type SlotEdit = Partial<Omit<z.infer<typeof ChannelInfo>, 'sn' | 'channel_sn' | 'revs' | 'was'>>

/**
 * The fields of an edit that undo gives back: all of them, or of an edit that also changes others prices and rate. None
 * where other goods come into the slots, because the pieces of the old ones are taken off the books.
 */
export function undoableIn(edit: SlotEdit): UndoableField[] {
  if (edit.goods !== undefined) return []
  const given = Object.entries(edit).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const fields = undoableFields.filter((name) => given.includes(name))
  return fields.length === given.length ? fields : fields.filter((name) => ownFields.has(name))
}

export const PutDownGoods = z.strictObject({ sn: Sn, channel_sn: Road, revs: Revs })

export const quantityTypes = { fill: 1, empty: 2, count: 3 } as const
export const SetQuantity = z.strictObject({
  sn: Sn,
  /** 1: fill up, 2: empty, 3: take over the machine's count. */
  type: z.literal([quantityTypes.fill, quantityTypes.empty, quantityTypes.count]),
  /** The slots to change; all of them when left out. */
  channel_sn: Road.optional(),
  revs: Revs,
})

/** Copies goods, prices, rates and sizes from another machine's slots to the slots with the same numbers. */
export const CopyChannels = z
  .strictObject({ sn: Sn, from: Sn, revs: Revs })
  .check(
    always<{ sn?: string; from?: string }>(
      ({ sn, from }) => sn === undefined || sn !== from,
      'from',
      'v:sameDevice',
    ),
  )

/** The number of a slot that is known here, at the machine, or to both. */
export const ResetChannel = z.object({
  channel_sn: z.int(),
  ours: z.boolean(),
  reported: z.boolean(),
  goods: z.string().nullable(),
})
export type ResetChannel = z.infer<typeof ResetChannel>

export const channelContents = ['place', 'goods', 'price', 'stock', 'state'] as const
export type ChannelContent = (typeof channelContents)[number]
export const channelExportTypes = ['slot', 'goods'] as const
export const ExportDevChannel = z
  .strictObject({
    /** Groups of columns. */
    contents: z
      .array(z.enum(channelContents))
      .min(1, { error: 'v:chooseContents' })
      .max(channelContents.length)
      .default([...channelContents]),
    devs: z.array(Sn).max(999).default([]),
    stores: Ids.default([]),
    areas: Ids.default([]),
    /** Leave disabled slots out. */
    discard: z.boolean().default(false),
    /** Every machine that the caller may see. */
    all: z.boolean().default(false),
    /** The machines of the list as it is filtered. */
    condition: DeviceFilter.optional(),
    /** One line per slot, or a list of what to bring to fill all slots. */
    type: z.enum(channelExportTypes).default('slot'),
    format: ExportFormat,
    locale: z.enum(locales).optional(),
  })
  .check(
    always<{
      all?: boolean
      condition?: object | undefined
      devs?: string[]
      stores?: string[]
      areas?: string[]
    }>(
      ({ all, condition, devs = [], stores = [], areas = [] }) =>
        all === true || condition !== undefined || devs.length + stores.length + areas.length > 0,
      'devs',
      'v:chooseDevice',
    ),
  )
