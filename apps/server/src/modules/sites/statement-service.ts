/** What the owners of sites get for a month, by the terms that held on its days. */
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
import { daysOfMonth, type Month, monthBefore } from '../../kernel/month-days.ts'
import { sortedRows } from '../../kernel/sorted-rows.ts'
import { type StoreTerms, termsOfStore, termsOfStores } from '../regions/index.ts'
import * as takings from './takings-service.ts'
import { type Cooperation, cooperationIn, type Part, partsOf, rentsFor, sharesOf } from './terms-model.ts'

type Filter = z.output<typeof SiteFilter>
type Input<Name extends keyof typeof siteCalls> = z.output<(typeof siteCalls)[Name]['input']>
type Output<Name extends keyof typeof siteCalls> = z.input<(typeof siteCalls)[Name]['output']>

const offsetOf = ({ tenant }: Ctx): number => countryFacts[tenant.country].utcOffsetMinutes
const todayOf = (ctx: Ctx): string => dayOf(ctx.now, offsetOf(ctx))

const sorting = {
  store: (site: SiteStatement) => site.store_name,
  count: (site: SiteStatement) => site.count,
  taken: (site: SiteStatement) => site.taken,
  refunded: (site: SiteStatement) => site.refunded,
  base: (site: SiteStatement) => site.base,
  due: (site: SiteStatement) => site.due,
}

/** All statements of a filter, in the order of the stores' names unless it names another. */
export async function statementsOf(
  ctx: Ctx,
  { month = monthBefore(todayOf(ctx)), order, ...filter }: Filter,
): Promise<{ month: string; statements: SiteStatement[]; total: SiteTotal }> {
  const days = daysOfMonth(month)
  const sites = (await termsOfStores(ctx, filter)).flatMap((terms) => {
    const site = siteOf(ctx, days, terms)
    return site.parts.some(({ coo_share: share, coo_rent: rent }) => (share ?? rent) !== null) ? [site] : []
  })
  const taken = await takingsOfParts(ctx, days, sites)
  const { compare } = new Intl.Collator(ctx.locale, { numeric: true })
  const statements = sites
    .map((site) => statementOf(days, site, taken.get(site.terms.store) ?? []))
    .toSorted((a, b) => compare(a.store_name, b.store_name) || Number(a.store) - Number(b.store))
  const shown = sortedRows(statements, { order, values: sorting, locale: ctx.locale })
  return { month, statements: shown, total: totalOf(statements) }
}

/** A store in a month: the days of its cooperation, parted where the terms changed. */
type Site = { terms: StoreTerms; cooperation: Cooperation | undefined; parts: Part[] }

function siteOf(ctx: Ctx, month: Month, terms: StoreTerms): Site {
  const cooperation = cooperationIn(month, terms, offsetOf(ctx))
  return { terms, cooperation, parts: cooperation ? partsOf(cooperation, terms, terms.past) : [] }
}

/** The takings of each part, by store. Reads the first parts of all stores at once, then the second ones: most have one. */
async function takingsOfParts(
  ctx: Ctx,
  month: Month,
  sites: readonly Site[],
): Promise<Map<string, takings.Takings[]>> {
  const byStore = new Map<string, takings.Takings[]>(sites.map(({ terms }) => [terms.store, []]))
  const most = Math.max(0, ...sites.map(({ parts }) => parts.length))
  for (let nth = 0; nth < most; nth += 1) {
    const spans = sites.flatMap(({ terms: { store }, parts }) => {
      const part = parts[nth]
      return part ? [{ store, from: part.from, to: part.to }] : []
    })
    const taken = await takings.takingsOfStores(ctx, month, spans)
    for (const { store } of spans) byStore.get(store)?.push(taken.get(store) ?? takings.noTakings)
  }
  return byStore
}

function statementOf(
  month: Month,
  { terms, cooperation, parts }: Site,
  taken: readonly takings.Takings[],
): SiteStatement {
  const {
    coo_start_date: _start,
    coo_end_date: _end,
    created_at: _added,
    past: _past,
    deleted_at: deleted,
    ...store
  } = terms
  const sums = taken.reduce<takings.Takings>(takings.addTakings, takings.noTakings)
  const bases = parts.map((part, nth) => {
    const { taken: paid, refunded } = taken[nth] ?? takings.noTakings
    return { ...part, base: paid - refunded }
  })
  const shares = sharesOf(bases)
  const rents = rentsFor(bases, month.days)
  const share_amt = sumOf(shares)
  const rent_amt = sumOf(rents)
  const { coo_share, coo_rent } = parts.at(-1) ?? store
  return {
    ...store,
    coo_share,
    coo_rent,
    parts: bases.map((part, nth) => ({ ...part, share_amt: shares[nth] ?? 0, rent_amt: rents[nth] ?? 0 })),
    deleted: deleted !== null,
    from: cooperation?.from ?? null,
    to: cooperation?.to ?? null,
    days: cooperation?.days ?? 0,
    month_days: month.days,
    ...sums,
    base: sums.taken - sums.refunded,
    share_amt,
    rent_amt,
    due: share_amt + rent_amt,
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

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
  const site = siteOf(ctx, days, terms)
  const { cooperation, parts } = site
  const rows = cooperation ? await takings.takingsByDay(ctx, { store, ...cooperation }) : []
  const takingsIn = (some: readonly takings.DayTakings[]): takings.Takings =>
    some.reduce<takings.Takings>(takings.addTakings, takings.noTakings)
  const ofParts = parts.map(({ from, to }) => takingsIn(rows.filter(({ day }) => day >= from && day <= to)))
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const today = todayOf(ctx)
  const shown = cooperation
    ? takings.eachDay(cooperation.from, cooperation.to < today ? cooperation.to : today)
    : []
  return {
    ...statementOf(days, site, ofParts),
    month,
    by_client: payClients.flatMap((client) => {
      const sum = takingsIn(rows.filter((row) => row.client === client))
      return sum.taken === 0 && sum.refunded === 0 ? [] : [{ client, ...sum }]
    }),
    by_day: shown.map((day) => ({ day, ...takingsIn(byDay.get(day) ?? []) })),
  }
}
