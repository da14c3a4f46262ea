/**
 * What referrers get for a month: a commission of the net income of their region, as the region is now. A referrer is in
 * the statements from the month on in which it was added. A deleted one stays in those of the months that are over, with
 * the sales up to the day on which it was deleted.
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
import { salesBy } from '../bills/index.ts'
import { storeNamesOf } from '../regions/index.ts'
import { commissionOf } from './commission-model.ts'
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

const offsetOf = ({ tenant }: Ctx): number => countryFacts[tenant.country].utcOffsetMinutes
const presentMonth = (ctx: Ctx): string => monthOfDay(dayOf(ctx.now, offsetOf(ctx)))

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

/** The days of a month that count for a referrer; undefined when it was not there. */
function daysFor(ctx: Ctx, month: string, row: ReferrerRow): { from: string; to: string } | undefined {
  const { first, last } = daysOfMonth(month)
  const deleted = row.deleted_at && dayOf(row.deleted_at, offsetOf(ctx))
  if (dayOf(row.created_at, offsetOf(ctx)) > last || (deleted && deleted < first)) return undefined
  return { from: first, to: deleted && deleted < last ? deleted : last }
}

type StoreSales = Map<string, Sales>

/** The sales by store of each referrer. Referrers for whom the same days count share a statement. */
async function salesOf(
  ctx: Ctx,
  month: string,
  rows: readonly ReferrerRow[],
): Promise<Map<ReferrerRow, StoreSales>> {
  const byReferrer = new Map<ReferrerRow, StoreSales>()
  for (const some of Map.groupBy(rows, (row) => daysFor(ctx, month, row)?.to).values()) {
    const days = some[0] && daysFor(ctx, month, some[0])
    if (!days) continue
    const stores = some.some(({ region }) => region.length === 0)
      ? undefined
      : [...new Set(some.flatMap(({ region }) => region))]
    const sold = await salesOfStores(ctx, days, stores)
    for (const row of some) {
      const { region } = row
      const isInRegion = (store: string): boolean => region.length === 0 || region.includes(store)
      byReferrer.set(row, new Map([...sold].filter(([store]) => isInRegion(store))))
    }
  }
  return byReferrer
}

async function statementsOf(
  ctx: Ctx,
  month: string,
  rows: readonly ReferrerRow[],
  sold: ReadonlyMap<ReferrerRow, StoreSales>,
): Promise<Referrer[]> {
  const { first, last } = daysOfMonth(month)
  const moments = {
    since: startOfDay(first, offsetOf(ctx)),
    before: startOfDay(addDays(last, 1), offsetOf(ctx)),
  }
  const vouchers = await ctx.deps.hooks.vouchersOfReferrers(refOf(ctx), moments)
  const names = await storeNamesOf(refOf(ctx), [...new Set(rows.flatMap(({ region }) => region))])
  return rows.map((row) => {
    const { deleted_at: deleted, created_at: created, ...referrer } = row
    const sales = [...(sold.get(row)?.values() ?? [])].reduce(add, noSales)
    const { made, used } = vouchers.get(row.referrer_id) ?? { made: 0, used: 0 }
    return {
      ...referrer,
      region_names: row.region.map((id) => names.get(id) ?? id),
      deleted: deleted !== null,
      created_at: created.toISOString(),
      ...sales,
      vouchers: made,
      vouchers_used: used,
      commission_amt: commissionOf(sales.income, row.commission),
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
  { month = presentMonth(ctx), order, ...filter }: z.output<typeof ReferrerFilter>,
): Promise<{ month: string; referrers: Referrer[]; total: ReferrerTotal }> {
  const { first, last } = daysOfMonth(month)
  const rows = await referrersIn(ctx, {
    ...filter,
    before: startOfDay(addDays(last, 1), offsetOf(ctx)),
    deletedSince: month < presentMonth(ctx) ? startOfDay(first, offsetOf(ctx)) : undefined,
  })
  const referrers = await statementsOf(ctx, month, rows, await salesOf(ctx, month, rows))
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
  const sold = await salesOf(ctx, month, [row])
  const [statement] = await statementsOf(ctx, month, [row], sold)
  if (!statement) throw new Error('a referrer has no statement')
  return [statement, sold.get(row) ?? new Map<string, Sales>()]
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
