/** The four lists of statistics. A new one is a row here: its calls, its columns and where its rows lead. */
import {
  type Access,
  type AreaSales,
  type Call,
  type ChannelSales,
  type DeviceSales,
  type GoodsSales,
  goodsSorts,
  noPlace,
  statisticsCalls,
  statisticsSorts,
  type StoreSales,
} from '@slotwise/contract'

import { deviceName } from '../../entities/device/device-name.ts'
import type { Column } from '../../ui/columns.ts'
import type { Compared, FieldWord, Figure, Sums } from './figures.tsx'
import { pageFilter, type NarrowedTo } from './statistics-filter.ts'
import type { StatisticsWord } from './statistics-words.ts'

/** A call that lists rows with the sum of all of them. */
type StatisticsCall<Row, Sum> = Call & {
  output: { _zod: { output: { data: Row[]; count: number; total: Sum } } }
}

/** What a row says of itself beside its figures. */
type Fact<Row> = Pick<Column<Row>, 'align' | 'extra'> & {
  word: FieldWord
  of: (row: Row) => string | number | null
}

/** A page that shows a row in detail. */
export type DetailPage = { word: StatisticsWord; path: string; access: Access }

/** Bills by how they ended. */
export type Outcome = { word: FieldWord; count: number; rate: number }

export type Kind<Row extends Sum, Sum extends Sums> = {
  name: 'area' | 'store' | 'device' | 'goods'
  title: FieldWord
  list: StatisticsCall<Row, Sum>
  exporting: Call
  sorts: readonly string[]
  filter: ReturnType<typeof pageFilter>
  /** The number of what the row stands for; null for what belongs to none. */
  idOf: (row: Row) => string | null
  nameOf: (row: Row) => string | null
  /** The name of a row that stands for none. */
  noName: FieldWord
  /** Below the name. */
  hintOf: (row: Row) => string | null
  facts: readonly Fact<Row>[]
  figures: readonly Figure<Sum>[]
  /** The figures that the chart can show, because sales over time have them as well. */
  charted: readonly Compared[]
  /** The row, or the sum, by payment method. Goods have none in their rows: the drawer asks for it. */
  channelsOf?: (sum: Sum) => ChannelSales[]
  /** The row by how its bills ended, which goods do not know. */
  outcomesOf?: (sum: Sum) => Outcome[]
  /** What narrows another page to this row; undefined where no filter can. */
  narrowedTo: (row: Row) => NarrowedTo | undefined
  /** The next step of the drill-down first. */
  detailPages: readonly DetailPage[]
}

type PlaceSum = Omit<AreaSales, 'area' | 'area_name' | 'storeCount'>

const income = { key: 'income', word: 'income', unit: 'money', sortBy: 'income', compared: 'income' } as const
const refund = { key: 'refund', word: 'refund', unit: 'money', sortBy: 'refund' } as const
const before = { key: 'before', word: 'before', unit: 'money', sortBy: 'before', extra: true } as const
const counted = { unit: 'count', extra: 'narrow', inDrawer: true } as const

/** What the lists by place have in common. */
const byPlace = {
  sorts: statisticsSorts,
  filter: pageFilter(statisticsSorts),
  figures: [
    { ...income, of: (sum) => sum.income },
    { ...refund, of: (sum) => sum.refund },
    { key: 'count', word: 'count', unit: 'count', sortBy: 'count', of: (sum) => sum.count },
    {
      ...counted,
      key: 'successCount',
      word: 'successCount',
      sortBy: 'successCount',
      of: (sum) => sum.successCount,
    },
    {
      ...counted,
      key: 'abnormalCount',
      word: 'abnormalCount',
      sortBy: 'abnormalCount',
      of: (sum) => sum.abnormalCount,
    },
    {
      ...counted,
      key: 'refundCount',
      word: 'refundCount',
      sortBy: 'refundCount',
      of: (sum) => sum.refundCount,
    },
    { key: 'failRate', word: 'failRate', unit: 'rate', sortBy: 'failRate', of: (sum) => sum.failRate },
    { ...before, of: (sum) => sum.before?.income ?? null },
  ],
  charted: ['income', 'refund', 'count'],
  channelsOf: (sum) => sum.channels,
  outcomesOf: (sum) => [
    { word: 'successCount', count: sum.successCount, rate: sum.successRate },
    { word: 'abnormalCount', count: sum.abnormalCount, rate: sum.abnormalRate },
    { word: 'refundCount', count: sum.refundCount, rate: sum.refundRate },
  ],
} as const satisfies Partial<Kind<PlaceSum, PlaceSum>>

const toStores: DetailPage = { word: 'toStores', path: '/sicStore', access: 'statistics.store' }
const toDevices: DetailPage = { word: 'toDevices', path: '/sicDevice', access: 'statistics.device' }
const toSales: DetailPage = { word: 'toSales', path: '/buyOrder', access: 'order.buyBill' }
const toGoods: DetailPage = { word: 'toGoods', path: '/sicGoods', access: 'statistics.goods' }

export const areaKind: Kind<AreaSales, PlaceSum> = {
  ...byPlace,
  name: 'area',
  title: 'areaSales',
  list: statisticsCalls.area,
  exporting: statisticsCalls.exportAreaSales,
  idOf: ({ area }) => area,
  nameOf: (row) => row.area_name,
  noName: 'noArea',
  hintOf: () => null,
  facts: [{ word: 'storeCount', align: 'right', extra: 'narrow', of: ({ storeCount }) => storeCount }],
  narrowedTo: ({ area }) => ({ area: area ?? noPlace }),
  detailPages: [toStores, toDevices, toSales, toGoods],
}

export const storeKind: Kind<StoreSales, PlaceSum> = {
  ...byPlace,
  name: 'store',
  title: 'storeSales',
  list: statisticsCalls.store,
  exporting: statisticsCalls.exportStoreSales,
  idOf: ({ store }) => store,
  nameOf: (row) => row.store_name,
  noName: 'noStore',
  hintOf: (row) => row.area_name,
  facts: [
    { word: 'address', extra: true, of: (row) => row.store_address },
    { word: 'devCount', align: 'right', extra: 'narrow', of: ({ devCount }) => devCount },
  ],
  narrowedTo: ({ store }) => ({ store: store ?? noPlace }),
  detailPages: [toDevices, toSales, toGoods],
}

export const deviceKind: Kind<DeviceSales, PlaceSum> = {
  ...byPlace,
  name: 'device',
  title: 'deviceSales',
  list: statisticsCalls.device,
  exporting: statisticsCalls.exportDeviceSales,
  idOf: ({ device }) => device,
  nameOf: deviceName,
  noName: 'device',
  hintOf: ({ title, sn }) => (title === '' ? null : sn),
  facts: [{ word: 'store', of: (row) => row.store_name }],
  narrowedTo: ({ sn, device }) => ({ sn, device }),
  detailPages: [toSales, toGoods],
}

type GoodsSum = Omit<GoodsSales, 'goods_id' | 'goods_name'>

export const goodsKind: Kind<GoodsSales, GoodsSum> = {
  name: 'goods',
  title: 'goodsSales',
  list: statisticsCalls.goods,
  exporting: statisticsCalls.exportGoodsSales,
  sorts: goodsSorts,
  filter: pageFilter(goodsSorts),
  idOf: (row) => row.goods_id,
  nameOf: (row) => row.goods_name,
  noName: 'noGoods',
  hintOf: () => null,
  facts: [],
  figures: [
    { ...income, of: (sum) => sum.income },
    { ...refund, of: (sum) => sum.refund },
    { key: 'count', word: 'pieces', unit: 'count', sortBy: 'count', of: (sum) => sum.count },
    { key: 'lines', word: 'lines', unit: 'count', sortBy: 'lines', extra: 'narrow', of: (sum) => sum.lines },
    { ...before, of: (sum) => sum.before?.income ?? null },
  ],
  // Sales over time count bills, not pieces.
  charted: ['income', 'refund'],
  narrowedTo: (row) => (row.goods_id === null ? undefined : { goods_id: row.goods_id }),
  detailPages: [toSales],
}
