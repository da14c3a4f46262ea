import { z } from 'zod'

import { exportCall } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { pageOf } from '../kernel/paging.ts'
import {
  AreaSalesList,
  DeviceSalesList,
  ExportGoodsStatistics,
  ExportStatistics,
  GoodsChannels,
  GoodsChannelsFilter,
  GoodsSalesList,
  GoodsStatisticsFilter,
  StatisticsFilter,
  StatisticsTrend,
  StoreSalesList,
  TrendFilter,
} from './schemas.ts'

const input = pageOf(StatisticsFilter)

export const statisticsCalls = calls({
  area: { path: '/api/v1/a/area', access: 'statistics.area', input, output: AreaSalesList },
  store: { path: '/api/v1/a/store', access: 'statistics.store', input, output: StoreSalesList },
  device: { path: '/api/v1/a/device', access: 'statistics.device', input, output: DeviceSalesList },
  goods: {
    path: '/api/v1/a/goods',
    access: 'statistics.goods',
    extension: true,
    input: pageOf(GoodsStatisticsFilter),
    output: GoodsSalesList,
  },
  /**
   * Goods by payment, of one row or of all. A call of its own, because the sums that it adds up have a row for each
   * payment; the other lists have their payments in their rows.
   */
  getGoodsChannels: {
    path: '/api/v1/a/getGoodsChannels',
    access: 'statistics.goods',
    extension: true,
    input: z.strictObject({ condition: GoodsChannelsFilter.prefault({}) }),
    output: GoodsChannels,
  },
  /** The chart above each of these lists. */
  getSalesTrend: {
    path: '/api/v1/a/getSalesTrend',
    access: ['statistics.area', 'statistics.store', 'statistics.device', 'statistics.goods'],
    extension: true,
    input: z.strictObject({ condition: TrendFilter.prefault({}) }),
    output: StatisticsTrend,
  },
  exportAreaSales: exportCall({
    path: '/api/v1/a/exportAreaSales',
    access: 'statistics.area',
    extension: true,
    input: ExportStatistics,
  }),
  exportStoreSales: exportCall({
    path: '/api/v1/a/exportStoreSales',
    access: 'statistics.store',
    extension: true,
    input: ExportStatistics,
  }),
  exportDeviceSales: exportCall({
    path: '/api/v1/a/exportDeviceSales',
    access: 'statistics.device',
    extension: true,
    input: ExportStatistics,
  }),
  exportGoodsSales: exportCall({
    path: '/api/v1/a/exportGoodsSales',
    access: 'statistics.goods',
    extension: true,
    input: ExportGoodsStatistics,
  }),
})
