/** The rows of reports by month, week or day: what was sold in a period, from the sums of bills. */
import {
  billFieldWords,
  figuresOf,
  type ReportScale,
  type SalesFigures,
  statisticsFieldWords,
} from '@slotwise/contract'
import type { Column, Field } from '@slotwise/sheets'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import type { SalesOf } from '../../kernel/sold-by.ts'
import { goodsTitlesOf } from '../goods/index.ts'
import { storesNamed } from '../regions/index.ts'
import { devicePlacesOf, type GoodsAmounts, goodsSalesFields, salesFields } from '../statistics/index.ts'
import { addFigures, countsOf, type Figures, salesBy, salesByGoods } from '../sums/index.ts'

/** A row of a period: the names of what it is about, and its figures. */
type Row<Sum> = { names: (string | null)[]; sum: Sum }

/** What a report has rows for. */
export type Scale<Sum> = {
  names: Column[]
  figures: Field<Sum>[]
  /** The rows of some days, in no order. */
  rowsOf(sales: SalesOf): Promise<Row<Sum>[]>
  /** The sum of rows is added up from the rows themselves: sales go on while a report is made. */
  none: Sum
  add(a: Sum, b: Sum): Sum
}

/** Names are read once for all periods, or for all pieces of bills. */
export function remembered<Name>(read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Name>>) {
  const known = new Map<string, Name | undefined>()
  return async (ids: readonly string[]): Promise<ReadonlyMap<string, Name | undefined>> => {
    const unknown = ids.filter((id) => !known.has(id))
    const found = unknown.length > 0 ? await read(unknown) : undefined
    for (const id of unknown) known.set(id, found?.get(id))
    return known
  }
}

const sumOf = (rows: readonly Figures[]): SalesFigures => figuresOf(countsOf(addFigures(rows)))

/** A scale of sums by store or by machine. */
const salesScale = (
  ctx: Ctx,
  names: Column[],
  rowsOf: Scale<SalesFigures>['rowsOf'],
): Scale<SalesFigures> => ({
  names,
  figures: salesFields(ctx),
  rowsOf,
  none: sumOf([]),
  add: (a, b) =>
    figuresOf({
      income: a.income + b.income,
      refund: a.refund + b.refund,
      count: a.count + b.count,
      successCount: a.successCount + b.successCount,
      abnormalCount: a.abnormalCount + b.abnormalCount,
      refundCount: a.refundCount + b.refundCount,
    }),
})

/** Sales belong to the store at the sale, and a store to the area that it is in now. */
function areas(ctx: Ctx): Scale<SalesFigures> {
  const label = statisticsFieldWords[ctx.locale]
  const storesOf = remembered((ids) => storesNamed(refOf(ctx), ids))
  return salesScale(ctx, [{ header: label.area, width: 24 }], async (sales) => {
    const rows = await salesBy(ctx, sales, ['store_id'])
    const stores = await storesOf(rows.map((row) => row.store_id))
    const byArea = Map.groupBy(rows, (row) => stores.get(row.store_id)?.area_id ?? '0')
    return [...byArea.values()].map((group) => {
      const store = stores.get(group[0]?.store_id ?? '')
      return { names: [store?.area_name ?? label.noArea], sum: sumOf(group) }
    })
  })
}

function stores(ctx: Ctx): Scale<SalesFigures> {
  const label = statisticsFieldWords[ctx.locale]
  const storesOf = remembered((ids) => storesNamed(refOf(ctx), ids))
  const names = [
    { header: label.store, width: 24 },
    { header: label.area, width: 20 },
    { header: label.address, width: 36 },
  ]
  return salesScale(ctx, names, async (sales) => {
    const rows = await salesBy(ctx, sales, ['store_id'])
    const named = await storesOf(rows.map((row) => row.store_id))
    return rows.map((row) => {
      const store = named.get(row.store_id)
      return {
        names: [store?.store_name ?? label.noStore, store?.area_name ?? null, store?.store_address ?? null],
        sum: sumOf([row]),
      }
    })
  })
}

/** With the store in which a machine stands now, as in the statistics. */
function devices(ctx: Ctx): Scale<SalesFigures> {
  const label = statisticsFieldWords[ctx.locale]
  const devicesOf = remembered((ids) => devicePlacesOf(ctx, ids))
  const names = [
    { header: label.device, width: 24 },
    { header: billFieldWords[ctx.locale].sn, width: 14 },
    { header: label.store, width: 24 },
  ]
  return salesScale(ctx, names, async (sales) => {
    const rows = await salesBy(ctx, sales, ['device_id'])
    const named = await devicesOf(rows.map((row) => row.device_id))
    return rows.map((row) => {
      const { title = null, sn = null, store_name: store = null } = named.get(row.device_id) ?? {}
      return { names: [title, sn, store], sum: sumOf([row]) }
    })
  })
}

/** A row for each period, also for one without sales. */
const allSales = (ctx: Ctx): Scale<SalesFigures> =>
  salesScale(ctx, [], async (sales) => [{ names: [], sum: sumOf(await salesBy(ctx, sales, ['client'])) }])

function goods(ctx: Ctx): Scale<GoodsAmounts> {
  const label = statisticsFieldWords[ctx.locale]
  const titlesOf = remembered((ids) => goodsTitlesOf(refOf(ctx), ids))
  return {
    names: [{ header: label.goods, width: 28 }],
    figures: goodsSalesFields(ctx),
    async rowsOf(sales) {
      const rows = await salesByGoods(ctx, sales)
      const titles = await titlesOf(rows.map((row) => row.goods_id))
      return rows.map((row) => ({
        names: [titles.get(row.goods_id) ?? label.noGoods],
        sum: { count: row.pieces, lines: row.count, income: row.income, refund: row.refund },
      }))
    },
    none: { count: 0, lines: 0, income: 0, refund: 0 },
    add: (a, b) => ({
      count: a.count + b.count,
      lines: a.lines + b.lines,
      income: a.income + b.income,
      refund: a.refund + b.refund,
    }),
  }
}

export const placeScales = { area: areas, store: stores, device: devices, bill: allSales } satisfies Record<
  Exclude<ReportScale, 'goods'>,
  (ctx: Ctx) => Scale<SalesFigures>
>
export const goodsScale = goods
