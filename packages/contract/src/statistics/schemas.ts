import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { daysInOrder } from '../kernel/days-in-order.ts'
import { Id, PlaceId } from '../kernel/fields.ts'
import { Cents } from '../kernel/money.ts'
import { ascendingAndDescending } from '../kernel/paging.ts'
import { Sn } from '../kernel/sn.ts'
import { Day } from '../kernel/time.ts'
import { ChannelSales, SalesFigures } from './figures.ts'

/** Columns to sort by, with a minus in front when the largest comes first. `before` is the income of the period before. */
export const statisticsSorts = ascendingAndDescending(
  'income',
  'refund',
  'count',
  'successCount',
  'abnormalCount',
  'refundCount',
  'failRate',
  'before',
  'name',
)
export type StatisticsSort = (typeof statisticsSorts)[number]
/** Goods have no failure rate: a failed bill is divided over its goods. */
export const goodsSorts = ascendingAndDescending('income', 'refund', 'count', 'lines', 'before', 'name')
export type GoodsSort = (typeof goodsSorts)[number]

const filterFields = {
  from: Day.optional(),
  to: Day.optional(),
  area: PlaceId.optional(),
  store: PlaceId.optional(),
  sn: Sn.optional(),
  /** One binding of a machine: the number on its label may have been bound several times. */
  device: Id.optional(),
}

/** Days are the merchant's, both included; without them the figures are those of all time. */
export const StatisticsFilter = z
  .strictObject({ ...filterFields, sort: z.enum(statisticsSorts).default('-income') })
  .check(daysInOrder)
export const GoodsStatisticsFilter = z
  .strictObject({ ...filterFields, sort: z.enum(goodsSorts).default('-income') })
  .check(daysInOrder)

/**
 * The figures of the same number of days just before; null where the range has no beginning. What was sold then and not
 * now is a row, too. A range without an end ends today.
 */
const Before = z.object({ income: Cents, refund: Cents, count: z.int() }).nullable()

const Sales = SalesFigures.extend({ channels: z.array(ChannelSales), before: Before })

/** Sales of machines that are in no store, or of stores that are in no area, are a row without a number. */
export const AreaSales = Sales.extend({
  area: Id.nullable(),
  area_name: z.string().nullable(),
  /** Stores that belong to it now. */
  storeCount: z.int(),
})
export type AreaSales = z.infer<typeof AreaSales>

export const StoreSales = Sales.extend({
  store: Id.nullable(),
  store_name: z.string().nullable(),
  store_address: z.string().nullable(),
  area_name: z.string().nullable(),
  /** Machines that stand there now. */
  devCount: z.int(),
})
export type StoreSales = z.infer<typeof StoreSales>

/** A machine that was bound twice is two rows. */
export const DeviceSales = Sales.extend({
  device: Id,
  sn: Sn,
  title: z.string(),
  /** Where it stands now. */
  store: Id.nullable(),
  store_name: z.string().nullable(),
})
export type DeviceSales = z.infer<typeof DeviceSales>

/** `count` is the pieces that came out; amounts of a bill are divided over its goods without a rest. */
export const GoodsSales = z.object({
  /** Null for slots without goods. */
  goods_id: Id.nullable(),
  goods_name: z.string().nullable(),
  count: z.int(),
  /** Lines of bills: goods in two slots of a bill are two lines. */
  lines: z.int(),
  income: Cents,
  refund: Cents,
  before: Before,
})
export type GoodsSales = z.infer<typeof GoodsSales>

/** How goods were paid, each payment with the figures of goods. */
export const GoodsChannelSales = ChannelSales.extend({
  count: GoodsSales.shape.count,
  lines: GoodsSales.shape.lines,
})
export type GoodsChannelSales = z.infer<typeof GoodsChannelSales>

const Total = Sales
const GoodsTotal = GoodsSales.omit({ goods_id: true, goods_name: true })

const salesListOf = <Row extends z.ZodType, Sum extends z.ZodType>(row: Row, total: Sum) =>
  z.object({
    data: z.array(row),
    count: z.int(),
    /** The sum of all rows, not of the page. */
    total,
  })
export const AreaSalesList = salesListOf(AreaSales, Total)
export const StoreSalesList = salesListOf(StoreSales, Total)
export const DeviceSalesList = salesListOf(DeviceSales, Total)
export const GoodsSalesList = salesListOf(GoodsSales, GoodsTotal)

/** Hours of a single day, days of a range up to 92 days, months beyond. */
export const trendSteps = ['hour', 'day', 'month'] as const

export const StatisticsTrend = z.object({
  step: z.enum(trendSteps),
  /** Without gaps; without a beginning from the first sale on. `period`: 0 to 23, yyyy-mm-dd, or yyyy-mm. */
  data: z.array(z.object({ period: z.string(), income: Cents, refund: Cents, count: z.int() })),
})
export type StatisticsTrend = z.infer<typeof StatisticsTrend>

/** The figures of the chart belong to the same filter as the table. */
export const TrendFilter = z.strictObject(filterFields).check(daysInOrder)

/** Without goods, all of them; `none` is the row without a number. */
export const GoodsChannelsFilter = z
  .strictObject({ ...filterFields, goods_id: PlaceId.optional() })
  .check(daysInOrder)

export const GoodsChannels = z.object({ channels: z.array(GoodsChannelSales) })

export const ExportStatistics = z.strictObject({
  format: ExportFormat,
  condition: StatisticsFilter.prefault({}),
})

export const ExportGoodsStatistics = z.strictObject({
  format: ExportFormat,
  condition: GoodsStatisticsFilter.prefault({}),
})
