/** The lists of statistics as files: all rows, then their sum, in the caller's language. */
import {
  type AreaSales,
  billFieldWords,
  type DeviceSales,
  type GoodsSales,
  statisticsCalls,
  type StoreSales,
} from '@slotwise/contract'
import type { Field } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { defineExport, sumSheetOf } from '../jobs/index.ts'
import { amountField, goodsSalesFields, type Label, labelsOf, salesFields } from './fields.ts'
import { type GoodsTotal, listGoodsSales } from './goods-service.ts'
import { areas, devices, stores } from './kinds.ts'
import type { Filter } from './period.ts'
import { type Kind, listSales, type Sales } from './sales-service.ts'

const withBefore = (ctx: Ctx): Field<Sales>[] => [
  ...salesFields(ctx),
  amountField(ctx, 'before', (row) => row.before?.income),
]

const titled = (ctx: Ctx, title: Label) => ({ name: labelsOf(ctx)[title], totalName: labelsOf(ctx).total })

/** The sheet of one of the lists by place. */
const salesSheet =
  <Row extends Sales>(kind: Kind<Row>, title: Label, names: (ctx: Ctx) => Field<Row>[]) =>
  async (
    ctx: Ctx,
    { condition }: { condition: Filter & { sort: Parameters<typeof listSales>[2]['sort'] } },
  ) => {
    const { data: rows, total } = await listSales(ctx, kind, condition)
    return sumSheetOf({ ...titled(ctx, title), names: names(ctx), figures: withBefore(ctx), rows, total })
  }

const areaNames = (ctx: Ctx): Field<AreaSales>[] => {
  const label = labelsOf(ctx)
  return [
    { header: label.area, width: 24, of: (row) => row.area_name ?? label.noArea },
    { header: label.storeCount, kind: 'number', of: (row) => row.storeCount },
  ]
}

const storeNames = (ctx: Ctx): Field<StoreSales>[] => {
  const label = labelsOf(ctx)
  return [
    { header: label.store, width: 24, of: (row) => row.store_name ?? label.noStore },
    { header: label.area, width: 20, of: (row) => row.area_name },
    { header: label.address, width: 36, of: (row) => row.store_address },
    { header: label.devCount, kind: 'number', of: (row) => row.devCount },
  ]
}

const deviceNames = (ctx: Ctx): Field<DeviceSales>[] => {
  const label = labelsOf(ctx)
  return [
    { header: label.device, width: 24, of: (row) => row.title },
    { header: billFieldWords[ctx.locale].sn, width: 14, of: (row) => row.sn },
    { header: label.store, width: 24, of: (row) => row.store_name },
  ]
}

function goodsFields(ctx: Ctx): { names: Field<GoodsSales>[]; figures: Field<GoodsTotal>[] } {
  const label = labelsOf(ctx)
  return {
    names: [{ header: label.goods, width: 28, of: (row) => row.goods_name ?? label.noGoods }],
    figures: [...goodsSalesFields(ctx), amountField(ctx, 'before', (row) => row.before?.income)],
  }
}

export const statisticsExports = [
  defineExport(statisticsCalls, 'exportAreaSales', { sheet: salesSheet(areas, 'areaSales', areaNames) }),
  defineExport(statisticsCalls, 'exportStoreSales', { sheet: salesSheet(stores, 'storeSales', storeNames) }),
  defineExport(statisticsCalls, 'exportDeviceSales', {
    sheet: salesSheet(devices, 'deviceSales', deviceNames),
  }),
  defineExport(statisticsCalls, 'exportGoodsSales', {
    async sheet(ctx, { condition }) {
      const { data: rows, total } = await listGoodsSales(ctx, condition)
      return sumSheetOf({ ...titled(ctx, 'goodsSales'), ...goodsFields(ctx), rows, total })
    },
  }),
] as const
