import { z } from 'zod'

import { Id } from '../kernel/fields.ts'
import { Cents } from '../kernel/money.ts'
import { Sn } from '../kernel/sn.ts'
import { Day, Instant } from '../kernel/time.ts'
import { ChannelColumns, ChannelSales, SalesFigures } from '../statistics/figures.ts'

export const Overview = z.object({
  overview: SalesFigures,
  /** One row for each payment that was used; null for accounts that do not see the split. */
  payment: z.array(ChannelSales).nullable(),
  device: z.object({ online: z.int(), offline: z.int() }),
  /** The day before, up to the same time of day (for yesterday: the whole day). */
  before: z.object({ income: Cents, refund: Cents, count: z.int() }),
})
export type Overview = z.infer<typeof Overview>

const Figures = ChannelColumns.extend({ income: Cents, refund: Cents, count: z.int() })

/** `hour` for today, `day` for a week or a month; without gaps, the hours and days to come included. */
export const TrendRow = Figures.extend({ hour: z.int().optional(), day: Day.optional() })
export type TrendRow = z.infer<typeof TrendRow>

const ChannelAmounts = z.object({ income: Cents, refund: Cents })
const byChannel = { wechat: ChannelAmounts, alipay: ChannelAmounts, gkash: ChannelAmounts }

export const StoreRank = z.object({
  store: Id.nullable(),
  store_name: z.string().nullable(),
  store_address: z.string().nullable(),
  count: z.int(),
  /** Machines that stand there now. */
  devCount: z.int(),
  income: Cents,
  /** Of all payments, those that have no column of their own included. */
  refund: Cents,
  ...byChannel,
})
export type StoreRank = z.infer<typeof StoreRank>

export const DeviceRank = z.object({
  sn: Sn,
  title: z.string(),
  /** The name of the store where it stands now. */
  region: z.string().nullable(),
  count: z.int(),
  income: Cents,
  refund: Cents,
  ...byChannel,
})
export type DeviceRank = z.infer<typeof DeviceRank>

export const GoodsRank = z.object({
  goods_id: Id.nullable(),
  goods_name: z.string().nullable(),
  /** Pieces that came out. */
  count: z.int(),
  income: Cents,
})
export type GoodsRank = z.infer<typeof GoodsRank>

export const overviewRanges = ['today', 'week', 'month'] as const
export const detailKinds = ['trend', 'storeRank', 'deviceRank', 'goodsRank'] as const

/** The first ten by income, or the points of the trend. */
export const OverviewDetail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trend'), data: z.array(TrendRow), count: z.int() }),
  z.object({ kind: z.literal('storeRank'), data: z.array(StoreRank), count: z.int() }),
  z.object({ kind: z.literal('deviceRank'), data: z.array(DeviceRank), count: z.int() }),
  z.object({ kind: z.literal('goodsRank'), data: z.array(GoodsRank), count: z.int() }),
])
export type OverviewDetail = z.infer<typeof OverviewDetail>

/** What needs a hand today; each list holds the first five, its count all. */
export const Attention = z.object({
  offline: z.object({
    count: z.int(),
    data: z.array(
      z.object({
        sn: Sn,
        title: z.string(),
        store_name: z.string().nullable(),
        since: Instant.nullable(),
        /** What it usually earns in an hour, by the last 28 days, or by its own where it came later. */
        perHour: Cents,
      }),
    ),
  }),
  /** Slots that sell and are empty, those that usually earn most first. */
  empty: z.object({
    count: z.int(),
    data: z.array(
      z.object({
        sn: Sn,
        title: z.string(),
        channel_sn: z.int(),
        goods_name: z.string().nullable(),
        perDay: Cents,
      }),
    ),
  }),
  /** Refunds that are under way or need a person. Only for callers who see refunds. */
  refunds: z.object({ waiting: z.int(), failed: z.int() }).nullable(),
  /** Open cases. Only for callers who see them. */
  cases: z.int().nullable(),
})
export type Attention = z.infer<typeof Attention>

/** What a new merchant has done of what comes before the first sale. */
export const Beginnings = z.object({
  store: z.boolean(),
  goods: z.boolean(),
  device: z.boolean(),
  /** A slot has goods and a price. */
  slot: z.boolean(),
  sale: z.boolean(),
})
export type Beginnings = z.infer<typeof Beginnings>
