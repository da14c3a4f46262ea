/** The sheet of a report. Only one period, or one piece of bills, is in memory at a time. */
import {
  type DayRange,
  periodsOf,
  type PlanRhythm,
  reportDays,
  reportFieldWords,
  type ReportOrder,
  type ReportScale,
  reportTitle,
  statisticsFieldWords,
} from '@slotwise/contract'
import { type Cell, type Field, sheetOf } from '@slotwise/sheets'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import {
  billFields,
  countSelected,
  type Deal,
  eachDeal,
  type Selection,
  selectionOf,
} from '../bills/index.ts'
import { dayField, type Sheet } from '../jobs/index.ts'
import { storesNamed } from '../regions/index.ts'
import { goodsScale, placeScales, remembered, type Scale } from './sums-service.ts'

type Days = Selection & DayRange

/** In the language of the report, which may be another one than that of its owner. */
export async function reportSheet(caller: Ctx, order: ReportOrder): Promise<Sheet> {
  const ctx: Ctx = { ...caller, locale: order.locale }
  const { data_scale: scale, data_precision: precision, condition } = order
  const { from, to } = condition
  const sales: Days = { ...(await selectionOf(ctx, condition)), from, to }
  const name = reportTitle(ctx.locale, order)
  const fileName = `${name} ${reportDays(ctx.locale, condition)}`
  if (precision === 'deal') return { ...(await dealsSheet(ctx, sales, name, scale)), fileName }
  const sheet =
    scale === 'goods'
      ? sumsSheet(ctx, sales, precision, goodsScale(ctx))
      : sumsSheet(ctx, sales, precision, placeScales[scale](ctx))
  return { ...sheet, name, fileName }
}

/** Each bill is a row; by area it begins with the area in which its store is now, as the sums by area count it. */
async function dealsSheet(ctx: Ctx, sales: Days, name: string, scale: ReportScale): Promise<Sheet> {
  const total = await countSelected(ctx, sales)
  const deals = eachDeal(ctx, sales)
  if (scale !== 'area') return sheetOf(name, billFields(ctx), total, deals)
  const label = statisticsFieldWords[ctx.locale]
  const area: Field<InArea> = { header: label.area, width: 24, of: (deal) => deal.area_name ?? label.noArea }
  return sheetOf(name, [area, ...billFields(ctx)], total, withAreas(ctx, deals))
}

type InArea = Deal & { area_name: string | null }

async function* withAreas(ctx: Ctx, pieces: AsyncIterable<Deal[]>): AsyncGenerator<InArea[]> {
  const storesOf = remembered((ids) => storesNamed(refOf(ctx), ids))
  for await (const deals of pieces) {
    const stores = await storesOf([...new Set(deals.flatMap((deal) => deal.store_id ?? []))])
    yield deals.map((deal) => ({ ...deal, area_name: stores.get(deal.store_id ?? '')?.area_name ?? null }))
  }
}

function periodFields(ctx: Ctx, precision: PlanRhythm): Field<DayRange>[] {
  const label = reportFieldWords[ctx.locale]
  switch (precision) {
    case 'month':
      return [{ header: label.month, width: 12, of: ({ from }) => from.slice(0, 7) }]
    case 'week':
      return [dayField(ctx, label.weekFrom, ({ from }) => from), dayField(ctx, label.weekTo, ({ to }) => to)]
    case 'day':
      return [dayField(ctx, label.day, ({ from }) => from)]
  }
}

/** The rows of each period, those with the highest income first, and the sum of all rows. */
function sumsSheet<Sum extends { income: number }>(
  ctx: Ctx,
  sales: Days,
  precision: PlanRhythm,
  scale: Scale<Sum>,
): Omit<Sheet, 'name'> {
  const periods = periodsOf(sales, precision)
  const times = periodFields(ctx, precision)
  const columns = [...times, ...scale.names, ...scale.figures]
  const figures = (sum: Sum): Cell[] => scale.figures.map(({ of }) => of(sum))
  const { compare } = new Intl.Collator(ctx.locale, { numeric: true })
  let total = scale.none
  const empty = Array<null>(times.length + scale.names.length - 1).fill(null)
  let done = 0

  async function* rows(): AsyncGenerator<Cell[][]> {
    for (const period of periods) {
      const time = times.map(({ of }) => of(period))
      const found = await scale.rowsOf({ ...sales, ...period })
      const sorted = found.toSorted(
        (a, b) => b.sum.income - a.sum.income || compare(a.names.join(' '), b.names.join(' ')),
      )
      for (const { sum } of sorted) total = scale.add(total, sum)
      yield sorted.map(({ names, sum }) => [...time, ...names, ...figures(sum)])
      done += 1
    }
    yield [[statisticsFieldWords[ctx.locale].total, ...empty, ...figures(total)]]
  }
  return { columns, rows: rows(), total: periods.length, done: () => done, sumRows: 1 }
}
