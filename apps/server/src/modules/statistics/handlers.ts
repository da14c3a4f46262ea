import type { statisticsCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { statisticsExports } from './export-service.ts'
import { getGoodsChannels, listGoodsSales } from './goods-service.ts'
import { areas, devices, stores } from './kinds.ts'
import { listSales } from './sales-service.ts'
import { getSalesTrend } from './trend-service.ts'

const [areaExport, storeExport, deviceExport, goodsExport] = statisticsExports

export const statisticsHandlers: HandlersOf<typeof statisticsCalls> = {
  area: (ctx, { condition, ...page }) => listSales(ctx, areas, condition, page),
  store: (ctx, { condition, ...page }) => listSales(ctx, stores, condition, page),
  device: (ctx, { condition, ...page }) => listSales(ctx, devices, condition, page),
  goods: (ctx, { condition, ...page }) => listGoodsSales(ctx, condition, page),
  getGoodsChannels,
  getSalesTrend,
  exportAreaSales: areaExport.start,
  exportStoreSales: storeExport.start,
  exportDeviceSales: deviceExport.start,
  exportGoodsSales: goodsExport.start,
}
