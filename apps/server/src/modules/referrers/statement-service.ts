/**
 * What referrers get for a month: a commission of the net income of their region, by the terms that held on its days. The
 * sales from the day on count on which a referrer was added. A deleted one stays in the statements of the months that are
 * over, with the sales up to the day on which it was deleted.
 */
import {
  addDays,
  countryFacts,
  dayOf,
  type ParsedInputOf,
  type Referrer,
  type referrerCalls,
  referrerFieldWords,
  type ReferrerFilter,
  type ReferrerStatement,
  type ReferrerTotal,
  startOfDay,
} from '@slotwise/contract'
import type { z } from 'zod'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { daysOfMonth, monthOfDay } from '../../kernel/month-days.ts'
import { sortedRows } from '../../kernel/sorted-rows.ts'
import { salesBy } from '../sums/index.ts'
import { storeNamesOf } from '../regions/index.ts'
import { commissionOf } from './commission-model.ts'
import { type Part, partsOf } from './terms-model.ts'
import { findReferrer, type ReferrerRow, referrersIn } from './referrer-queries.ts'

type Input<Name extends keyof typeof referrerCalls> = ParsedInputOf<(typeof referrerCalls)[Name]>
type Output<Name extends keyof typeof referrerCalls> = z.input<(typeof referrerCalls)[Name]['output']>

type Sales = { sales: number; income: number; refund: number }
const noSales: Sales = { sales: 0, income: 0, refund: 0 }

const add = (one: Sales, other: Sales): Sales => ({
  sales: one.sales + other.sales,
  income: one.income + other.income,
  refund: one.refund + other.refund,
})

export const offsetOf = ({ tenant }: Ctx): number => countryFacts[tenant.country].utcOffsetMinutes
export const todayOf = (ctx: Ctx): string => dayOf(ctx.now, offsetOf(ctx))
const presentMonth = (ctx: Ctx): string => monthOfDay(todayOf(ctx))

/** What vouchers give and what is dispensed from afar has no price. */
const isFree = (client: string): boolean => client === 'gift' || client === 'remote'

/** The sales of each store on some days; all stores where none are named. A store of 0 is no store. */
async function salesOfStores(
  ctx: Ctx,
  days: { from: string; to: string },
  stores: readonly string[] | undefined,
): Promise<Map<string, Sales>> {
  const places = { stores, devices: undefined, client: undefined, scope: { all: true } } as const
  const byStore = new Map<string, Sales>()
  for (const { store_id: store, client, ...figures } of await salesBy(ctx, { ...places, ...days }, [
    'store_id',
    'client',
  ])) {
    const { count, income, refund } = figures
    const sales = { sales: isFree(client) ? 0 : count, income, refund }
    byStore.set(store, add(byStore.get(store) ?? noSales, sales))
  }
  return byStore
}

/**
 * The days of a month that count for a referrer, parted where its terms changed: from the day on which it was added to
 * that on which it was deleted.
 */
function partsIn(ctx: Ctx, month: string, row: ReferrerRow): Part[] {
  const { first, last } = daysOfMonth(month)
  const added = dayOf(row.created_at, offsetOf(ctx))
  const deleted = row.deleted_at && dayOf(row.deleted_at, offsetOf(ctx))
  const from = added > first ? added : first
  const to = deleted && deleted < last ? deleted : last
  return from > to ? [] : partsOf({ from, to }, row, row.past)
}

type StoreSales = Map<string, Sales>
type SoldPart = Part & { sold: StoreSales }
/** A referrer in a month. */
type InMonth = { row: ReferrerRow; parts: SoldPart[] }

const isIn = (region: readonly string[], store: string): boolean =>
  region.length === 0 || region.includes(store)

/** Reads the sales of each part. Parts of the same days share a statement. */
async function inMonth(ctx: Ctx, month: string, rows: readonly ReferrerRow[]): Promise<InMonth[]> {
  const noneSold = (part: Part): SoldPart => ({ ...part, sold: new Map() })
  const referrers = rows.map((row) => ({ row, parts: partsIn(ctx, month, row).map(noneSold) }))
  const all = referrers.flatMap(({ parts }) => parts)
  for (const some of Map.groupBy(all, ({ from, to }) => `${from} ${to}`).values()) {
    const [days] = some
    if (!days) continue
    const stores = some.some(({ region }) => region.length === 0)
      ? undefined
      : [...new Set(some.flatMap(({ region }) => region))]
    const sold = await salesOfStores(ctx, { from: days.from, to: days.to }, stores)
    for (const part of some) part.sold = new Map([...sold].filter(([store]) => isIn(part.region, store)))
  }
  return referrers
}

const sumOf = (sold: StoreSales): Sales => [...sold.values()].reduce(add, noSales)

async function statementsOf(ctx: Ctx, month: string, referrers: readonly InMonth[]): Promise<Referrer[]> {
  const { first, last } = daysOfMonth(month)
  const moments = {
    since: startOfDay(first, offsetOf(ctx)),
    before: startOfDay(addDays(last, 1), offsetOf(ctx)),
  }
  const vouchers = await ctx.deps.hooks.vouchersOfReferrers(refOf(ctx), moments)
  const regions = referrers.flatMap(({ row, parts }) => [row, ...parts].flatMap(({ region }) => region))
  const names = await storeNamesOf(refOf(ctx), [...new Set(regions)])
  const namesOf = (region: readonly string[]): string[] => region.map((id) => names.get(id) ?? id)
  return referrers.map(({ row, parts }) => {
    const { deleted_at: deleted, created_at: created, past: _past, ...referrer } = row
    const shown = parts.map(({ from, to, commission, region, sold }) => ({
      from,
      to,
      commission,
      region_names: namesOf(region),
      income: sumOf(sold).income,
    }))
    const { made, used } = vouchers.get(row.referrer_id) ?? { made: 0, used: 0 }
    return {
      ...referrer,
      region_names: namesOf(row.region),
      deleted: deleted !== null,
      created_at: created.toISOString(),
      parts: shown,
      ...parts.map(({ sold }) => sumOf(sold)).reduce(add, noSales),
      vouchers: made,
      vouchers_used: used,
      commission_amt: commissionOf(shown),
    }
  })
}

const sorting = {
  name: (one: Referrer) => one.name,
  commission: (one: Referrer) => one.commission,
  sales: (one: Referrer) => one.sales,
  income: (one: Referrer) => one.income,
  vouchers_used: (one: Referrer) => one.vouchers_used,
  commission_amt: (one: Referrer) => one.commission_amt,
}

/** All referrers of a filter with the figures of its month. */
export async function referrersOf(
  ctx: Ctx,
  { month = presentMonth(ctx), store, order, ...filter }: z.output<typeof ReferrerFilter>,
): Promise<{ month: string; referrers: Referrer[]; total: ReferrerTotal }> {
  const { first, last } = daysOfMonth(month)
  const rows = await referrersIn(ctx, {
    ...filter,
    before: startOfDay(addDays(last, 1), offsetOf(ctx)),
    deletedSince: month < presentMonth(ctx) ? startOfDay(first, offsetOf(ctx)) : undefined,
  })
  const counted = (await inMonth(ctx, month, rows)).filter(({ parts }) =>
    parts.some(({ region }) => store === undefined || isIn(region, store)),
  )
  const referrers = await statementsOf(ctx, month, counted)
  const total = { vouchers: 0, vouchers_used: 0, commission_amt: 0 }
  for (const one of referrers) {
    total.vouchers += one.vouchers
    total.vouchers_used += one.vouchers_used
    total.commission_amt += one.commission_amt
  }
  return { month, referrers: sortedRows(referrers, { order, values: sorting, locale: ctx.locale }), total }
}

export async function getReferrer(
  ctx: Ctx,
  { pageNum, pageSize, condition }: Input<'getReferrer'>,
): Promise<Output<'getReferrer'>> {
  const { month, referrers, total } = await referrersOf(ctx, condition)
  const data = referrers.slice((pageNum - 1) * pageSize, pageNum * pageSize)
  return { data, count: referrers.length, month, total }
}

/** One referrer with the figures of a month, and the sales of each store. */
async function statementOf(ctx: Ctx, month: string, row: ReferrerRow): Promise<[Referrer, StoreSales]> {
  const referrers = await inMonth(ctx, month, [row])
  const [statement] = await statementsOf(ctx, month, referrers)
  if (!statement) throw new Error('a referrer has no statement')
  const sold: StoreSales = new Map()
  for (const [store, sales] of referrers.flatMap(({ parts }) => parts.flatMap((part) => [...part.sold])))
    sold.set(store, add(sold.get(store) ?? noSales, sales))
  return [statement, sold]
}

export const withFigures = async (ctx: Ctx, row: ReferrerRow): Promise<Referrer> =>
  (await statementOf(ctx, presentMonth(ctx), row))[0]

export async function getReferrerStatement(
  ctx: Ctx,
  { referrer_id: id, month = presentMonth(ctx) }: Input<'getReferrerStatement'>,
): Promise<ReferrerStatement> {
  const row = await findReferrer(ctx, id, { withDeleted: true })
  if (!row) throw new AppError('notFound')
  const [statement, sold] = await statementOf(ctx, month, row)
  const byStore = [...sold].toSorted(([, a], [, b]) => b.income - a.income)
  const names = await storeNamesOf(
    refOf(ctx),
    byStore.map(([store]) => store),
  )
  const { noStore } = referrerFieldWords[ctx.locale]
  return {
    ...statement,
    month,
    by_store: byStore.map(([store, sales]) => ({
      store: store === '0' ? null : store,
      store_name: store === '0' ? noStore : (names.get(store) ?? store),
      ...sales,
    })),
  }
}
