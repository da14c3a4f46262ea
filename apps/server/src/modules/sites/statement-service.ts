/** What the owners of sites get for a month, by the terms of the stores as they are now. */
import {
  countryFacts,
  dayOf,
  payClients,
  type siteCalls,
  type SiteDetail,
  type SiteFilter,
  type SiteStatement,
  type SiteTotal,
} from '@slotwise/contract'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { type StoreTerms, termsOfStore, termsOfStores } from '../regions/index.ts'
import * as takings from './takings-service.ts'
import {
  type Cooperation,
  cooperationIn,
  daysOfMonth,
  type Month,
  monthBefore,
  rentFor,
  shareOf,
} from './terms-model.ts'

type Filter = z.output<typeof SiteFilter>
type Input<Name extends keyof typeof siteCalls> = z.output<(typeof siteCalls)[Name]['input']>
type Output<Name extends keyof typeof siteCalls> = z.input<(typeof siteCalls)[Name]['output']>

const offsetOf = ({ tenant }: Ctx): number => countryFacts[tenant.country].utcOffsetMinutes
const todayOf = (ctx: Ctx): string => dayOf(ctx.now, offsetOf(ctx))

/** All statements of a filter, in the order of the stores' names. */
export async function statementsOf(
  ctx: Ctx,
  { month = monthBefore(todayOf(ctx)), ...filter }: Filter,
): Promise<{ month: string; statements: SiteStatement[]; total: SiteTotal }> {
  const days = daysOfMonth(month)
  const sites = (await termsOfStores(ctx, filter)).flatMap((terms) => {
    const cooperation = cooperationIn(days, terms, offsetOf(ctx))
    return cooperation ? [{ terms, cooperation }] : []
  })
  const taken = await takings.takingsOfStores(
    ctx,
    days,
    sites.map(({ terms, cooperation: { from, to } }) => ({ store: terms.store, from, to })),
  )
  const { compare } = new Intl.Collator(ctx.locale, { numeric: true })
  const statements = sites
    .map(({ terms, cooperation }) =>
      statementOf(days, terms, cooperation, taken.get(terms.store) ?? takings.noTakings),
    )
    .toSorted((a, b) => compare(a.store_name, b.store_name) || Number(a.store) - Number(b.store))
  return { month, statements, total: totalOf(statements) }
}

function statementOf(
  month: Month,
  terms: StoreTerms,
  cooperation: Cooperation | undefined,
  { count, taken, refunded }: takings.Takings,
): SiteStatement {
  const {
    coo_start_date: _start,
    coo_end_date: _end,
    created_at: _added,
    deleted_at: deleted,
    ...store
  } = terms
  const base = taken - refunded
  const days = cooperation?.days ?? 0
  const share_amt = store.coo_share === null ? 0 : shareOf(base, store.coo_share)
  const rent_amt = store.coo_rent === null ? 0 : rentFor(store.coo_rent, days, month.days)
  return {
    ...store,
    deleted: deleted !== null,
    from: cooperation?.from ?? null,
    to: cooperation?.to ?? null,
    days,
    month_days: month.days,
    taken,
    refunded,
    count,
    base,
    share_amt,
    rent_amt,
    due: share_amt + rent_amt,
  }
}

const amounts = ['taken', 'refunded', 'count', 'base', 'share_amt', 'rent_amt', 'due'] as const

function totalOf(statements: readonly SiteStatement[]): SiteTotal {
  const total: SiteTotal = { taken: 0, refunded: 0, count: 0, base: 0, share_amt: 0, rent_amt: 0, due: 0 }
  for (const statement of statements) for (const name of amounts) total[name] += statement[name]
  return total
}

export async function getSites(
  ctx: Ctx,
  { pageNum, pageSize, condition }: Input<'getSites'>,
): Promise<Output<'getSites'>> {
  const { month, statements, total } = await statementsOf(ctx, condition)
  const data = statements.slice((pageNum - 1) * pageSize, pageNum * pageSize)
  return { data, count: statements.length, month, total }
}

export async function getSite(
  ctx: Ctx,
  { store, month = monthBefore(todayOf(ctx)) }: Input<'getSite'>,
): Promise<SiteDetail> {
  const terms = await termsOfStore(ctx, store)
  if (!terms) throw new AppError('notFound')
  const days = daysOfMonth(month)
  const cooperation = cooperationIn(days, terms, offsetOf(ctx))
  const rows = cooperation ? await takings.takingsByDay(ctx, { store, ...cooperation }) : []
  const sumOf = (some: readonly takings.DayTakings[]): takings.Takings =>
    some.reduce<takings.Takings>(takings.addTakings, takings.noTakings)
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const today = todayOf(ctx)
  const shown = cooperation
    ? takings.eachDay(cooperation.from, cooperation.to < today ? cooperation.to : today)
    : []
  return {
    ...statementOf(days, terms, cooperation, sumOf(rows)),
    month,
    by_client: payClients.flatMap((client) => {
      const sum = sumOf(rows.filter((row) => row.client === client))
      return sum.taken === 0 && sum.refunded === 0 ? [] : [{ client, ...sum }]
    }),
    by_day: shown.map((day) => ({ day, ...sumOf(byDay.get(day) ?? []) })),
  }
}
