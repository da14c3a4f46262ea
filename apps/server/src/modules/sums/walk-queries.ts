/** Walks the sums to places in a list of bills: its months with their figures, and where in time its pages begin. */
import { addDays, countryFacts, startOfDay } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { dayMs, hourMs } from '../../kernel/moments.ts'
import type { SalesOf } from '../../kernel/sold-by.ts'
import { type Figures, figureNames, monthOf, noFigures } from './figures-model.ts'
import { salesBy } from './figures-queries.ts'
import { dailySumsOf, placesOfStores } from './places-queries.ts'

type Figure = keyof Figures

/** Days with their figures; both ends are included. */
export type Stretch = { from: string; to: string; figures: Figures }

const lastOfMonth = (month: string): string => addDays(monthOf(addDays(month, 31)), -1)

/** The months of some sales, the newest first, clipped to its range. */
export async function monthsOf(
  ctx: Ctx,
  sales: SalesOf,
  names: readonly Figure[] = figureNames,
): Promise<Stretch[]> {
  const { from, to } = sales
  const rows = await salesBy(ctx, sales, ['month'], names)
  return rows.toReversed().map(({ month, ...figures }) => {
    const end = lastOfMonth(month)
    return {
      from: from !== undefined && from > month ? from : month,
      to: to !== undefined && to < end ? to : end,
      figures: { ...noFigures, ...figures },
    }
  })
}

/** A piece of time, how many bills are in it, and how many of a longer piece are newer than it. */
export type Span = { since: Date; before: Date; count: number; newer: number }

/** The day of a stretch in which the bill stands that has `skip` newer ones in the stretch. */
export async function dayAt(
  ctx: Ctx,
  sales: SalesOf,
  { from, to, figures }: Stretch,
  skip: number,
): Promise<Span | undefined> {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const walk = walkTo(skip, figures.count)
  const { table, condition } = dailySumsOf(sales)
  const { rows } = await sql<{ at: string; count: number; upto: number }>`
    select d.at, d.count, d.upto
      from (select t.day as at, sum(t.count)::int as count, sum(sum(t.count)) over (order by t.day ${walk.order})::int as upto
              from ${table} t
             where t.tenant_id = ${ctx.tenant.id} and t.day >= ${from}::date and t.day <= ${to}::date ${condition}
             group by t.day order by t.day ${walk.order}) d
     where d.upto > ${walk.past} limit 1`.execute(ctx.tx)
  return rows[0] && spanOf({ ...rows[0], since: startOfDay(rows[0].at, utcOffsetMinutes) }, dayMs, walk)
}

/** The hour of a time span in which the bill stands that has `skip` newer ones in it; for places that name no machine. */
export async function hourAt(
  ctx: Ctx,
  sales: SalesOf,
  { since, before, count }: Span,
  skip: number,
): Promise<Span | undefined> {
  const walk = walkTo(skip, count)
  const { rows } = await sql<{ since: Date; count: number; upto: number }>`
    select d.since, d.count, d.upto
      from (select t.hour as since, sum(t.count)::int as count, sum(sum(t.count)) over (order by t.hour ${walk.order})::int as upto
              from sales_store_hour t
             where t.tenant_id = ${ctx.tenant.id} and t.hour >= ${since} and t.hour < ${before}
               ${placesOfStores(sales)}
             group by t.hour order by t.hour ${walk.order}) d
     where d.upto > ${walk.past} limit 1`.execute(ctx.tx)
  return rows[0] && spanOf(rows[0], hourMs, walk)
}

/** How to walk to the bill with `skip` newer ones of `count`: from the end that is nearer, past so many bills. */
function walkTo(skip: number, count: number) {
  const isNew = skip < count / 2
  return isNew
    ? { order: sql`desc`, past: skip, newer: (upto: number, own: number) => upto - own }
    : { order: sql`asc`, past: count - 1 - skip, newer: (upto: number) => count - upto }
}

const spanOf = (
  { since, count, upto }: { since: Date; count: number; upto: number },
  length: number,
  { newer }: ReturnType<typeof walkTo>,
): Span => ({ since, before: new Date(since.getTime() + length), count, newer: newer(upto, count) })

/**
 * The day up to which one has to read, from a day on, to find that many bills; undefined when there are fewer. The bills
 * of the first day are not counted, because reading may begin anywhere in it.
 */
export async function reachOf(
  ctx: Ctx,
  sales: SalesOf,
  { day, towards }: { day: string; towards: 'older' | 'newer' },
  atLeast: number,
): Promise<string | undefined> {
  const { from, to } = sales
  const [order, side] = towards === 'older' ? [sql`desc`, sql`<=`] : [sql`asc`, sql`>=`]
  const { table, condition } = dailySumsOf(sales)
  const { rows } = await sql<{ day: string }>`
    select d.day
      from (select t.day, sum(case when t.day = ${day}::date then 0 else sum(t.count) end) over (order by t.day ${order})::int as upto
              from ${table} t
             where t.tenant_id = ${ctx.tenant.id} and t.day ${side} ${day}::date
               ${from === undefined ? sql`` : sql`and t.day >= ${from}::date`}
               ${to === undefined ? sql`` : sql`and t.day <= ${to}::date`} ${condition}
             group by t.day order by t.day ${order}) d
     where d.upto >= ${atLeast} limit 1`.execute(ctx.tx)
  return rows[0]?.day
}
