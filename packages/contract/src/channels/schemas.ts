import { faultCodes } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { ChannelSn, maxChannels, Road, Sn } from '../devices/sn.ts'
import { GoodsPick, Price } from '../goods/schemas.ts'
import { Id, Ids, Revision, Sign } from '../kernel/fields.ts'
import { locales } from '../kernel/locale.ts'
import { always } from '../kernel/rules.ts'
import { Instant } from '../kernel/time.ts'
import { Rate } from './rate.ts'

const Count = z
  .int({ error: (issue) => ((issue.input ?? '') === '' ? 'v:required' : 'v:quantity') })
  .min(0, { error: 'v:quantity' })
  .max(9_999, { error: 'v:quantity' })

/** A slot: what the merchant put into it, and what the machine says of it. */
export const Channel = z.object({
  channel_sn: z.int(),
  rev: Revision,
  goods: GoodsPick.nullable(),
  price: z.int().nullable(),
  game_price: z.int().nullable(),
  /** Percent. */
  rate: z.number().nullable(),
  quantity: z.int(),
  max: z.int(),
  enabled: z.boolean(),
  /** Null: the machine has not named this slot. */
  reported: z
    .object({
      quantity: z.int(),
      max: z.int(),
      state: z.enum(['ok', 'off', 'fault']),
      fault: z.enum(faultCodes).nullable(),
      at: Instant,
    })
    .nullable(),
  /** Whether the machine has taken goods, prices and rate over. */
  applied: z.boolean(),
})
export type Channel = z.infer<typeof Channel>

type Counts = { quantity?: number | undefined; max?: number | undefined }

const SlotKey = z.string().regex(/^[1-9]\d{0,3}$/)
/** The versions that were read, by slot: if one of them is another now, nothing is changed. */
const Revs = z.record(SlotKey, Revision).optional()

/** What is left out stays as it is. Several slots get the same. */
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
    /** The quantities that were read, by slot. Pieces that have left since, or come, are not typed away. */
    was: z.record(SlotKey, Count).optional(),
  })
  .check(
    always<Counts>(
      ({ quantity, max }) => quantity === undefined || max === undefined || quantity <= max,
      'quantity',
      'v:quantityAboveMax',
    ),
  )

export const PutDownGoods = z.strictObject({ sn: Sn, channel_sn: Road, revs: Revs })

export const quantityTypes = { fill: 1, empty: 2 } as const
export const SetQuantity = z.strictObject({
  sn: Sn,
  /** 1: fill up, 2: empty. */
  type: z.union([z.literal(quantityTypes.fill), z.literal(quantityTypes.empty)]),
  /** Only these; without it, all of them. */
  channel_sn: Road.optional(),
  revs: Revs,
})

/** Goods, prices, rates and sizes of another machine's slots, for the slots with the same numbers. */
export const CopyChannels = z
  .strictObject({ sn: Sn, from: Sn, revs: Revs })
  .check(
    always<{ sn?: string; from?: string }>(
      ({ sn, from }) => sn === undefined || sn !== from,
      'from',
      'v:sameDevice',
    ),
  )

/** A number that a slot has: here, at the machine, or both. */
export const ResetChannel = z.object({
  channel_sn: z.int(),
  ours: z.boolean(),
  reported: z.boolean(),
  goods: z.string().nullable(),
})
export type ResetChannel = z.infer<typeof ResetChannel>

type Renumbering = { from?: number; to?: number }[]
const isOnce = (numbers: (number | undefined)[]): boolean => new Set(numbers).size === numbers.length
export const ResetId = z
  .strictObject({
    sn: Sn,
    sign: Sign,
    channel: z
      .array(z.strictObject({ from: ChannelSn, to: ChannelSn }))
      .min(1, { error: 'v:chooseSlot' })
      .max(maxChannels),
  })
  .check(
    always<{ channel?: Renumbering }>(
      ({ channel = [] }) => isOnce(channel.map(({ to }) => to)) && isOnce(channel.map(({ from }) => from)),
      'channel',
      'v:channelTwice',
    ),
  )

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
    /** A line for each slot, or what to take along to fill all of them up. */
    type: z.enum(channelExportTypes).default('slot'),
    locale: z.enum(locales).optional(),
  })
  .check(
    always<{ all?: boolean; devs?: string[]; stores?: string[]; areas?: string[] }>(
      ({ all, devs = [], stores = [], areas = [] }) =>
        all === true || devs.length + stores.length + areas.length > 0,
      'devs',
      'v:chooseDevice',
    ),
  )
