/** What the sums of bills say about a selection: its figures, and where in time its pages begin. */
import { addDays, countryFacts, startOfDay } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { salesBy } from './figures-queries.ts'
import { dailySumsOf, namesDevices, placesOfStores, type Selection } from './selected-queries.ts'
import { type Figures, figureNames, monthOf, noFigures } from './sums-model.ts'

type Figure = keyof Figures

/** Days with their figures; both ends are included. */
export type Stretch = { from: string; to: string; figures: Figures }

const lastOfMonth = (month: string): string => addDays(monthOf(addDays(month, 31)), -1)

/** The months of a selection, the newest first, clipped to its range. */
export async function monthsOf(
  ctx: Ctx,
  selection: Selection,
  names: readonly Figure[] = figureNames,
): Promise<Stretch[]> {
  const { from, to } = selection
  const rows = await salesBy(ctx, selection, ['month'], names)
  return rows.toReversed().map(({ month, ...figures }) => {
    const end = lastOfMonth(month)
    return {
      from: from !== undefined && from > month ? from : month,
      to: to !== undefined && to < end ? to : end,
      figures: { ...noFigures, ...figures },
    }
  })
}

/** A piece of time, how many bills of a selection are in it, and how many of a longer piece are newer than it. */
export type Span = { since: Date; before: Date; count: number; newer: number }

const dayMs = 86_400_000
const hourMs = 3_600_000

/**
 * The time span of a stretch in which the bill stands that has `skip` newer ones in the stretch: an hour, or a day where
 * places name machines, because the sums by hour do not know them.
 */
export async function spanAt(
  ctx: Ctx,
  selection: Selection,
  { from, to, figures }: Stretch,
  skip: number,
): Promise<Span | undefined> {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const walk = walkTo(skip, figures.count)
  const { table, condition } = dailySumsOf(selection)
  const days = sql`
    select d.day, d.count, (${walk.newer})::int as newer
      from (select t.day, sum(t.count)::int as count, sum(sum(t.count)) over (order by t.day ${walk.order})::int as upto
              from ${table} t
             where t.tenant_id = ${ctx.tenant.id} and t.day >= ${from}::date and t.day <= ${to}::date ${condition}
             group by t.day order by t.day ${walk.order}) d
     where d.upto > ${walk.past} limit 1`
  if (namesDevices(selection)) {
    const { rows } = await sql<{ day: string; count: number; newer: number }>`${days}`.execute(ctx.tx)
    return rows[0] && spanOf(startOfDay(rows[0].day, utcOffsetMinutes), dayMs, rows[0])
  }
  const midnight = sql`(day.day::timestamp at time zone 'UTC') - make_interval(mins => ${utcOffsetMinutes}::int)`
  const { rows } = await sql<{ since: Date; count: number; newer: number }>`
    select h.since, h.count, day.newer + h.upto - h.count as newer
      from (${days}) day cross join lateral (
        select t.hour as since, sum(t.count)::int as count, sum(sum(t.count)) over (order by t.hour desc)::int as upto
          from sales_store_hour t
         where t.tenant_id = ${ctx.tenant.id} and t.hour >= ${midnight} and t.hour < ${midnight} + interval '1 day'
           ${placesOfStores(selection)}
         group by t.hour) h
     where day.newer + h.upto > ${skip}
     order by h.since desc limit 1`.execute(ctx.tx)
  return rows[0] && spanOf(rows[0].since, hourMs, rows[0])
}

/** How to walk to the day with `skip` newer bills of `count`: from the end that is nearer, past so many bills. */
const walkTo = (skip: number, count: number) =>
  skip < count / 2
    ? { order: sql`desc`, past: skip, newer: sql`d.upto - d.count` }
    : { order: sql`asc`, past: count - 1 - skip, newer: sql`${count} - d.upto` }

const spanOf = (since: Date, length: number, { count, newer }: { count: number; newer: number }): Span => ({
  since,
  before: new Date(since.getTime() + length),
  count,
  newer,
})

/**
 * The day up to which one has to read, from a day on, to find that many bills; undefined when there are fewer. The bills
 * of the first day are not counted, because reading may begin anywhere in it.
 */
export async function reachOf(
  ctx: Ctx,
  selection: Selection,
  { day, towards }: { day: string; towards: 'older' | 'newer' },
  atLeast: number,
): Promise<string | undefined> {
  const { from, to } = selection
  const [order, side] = towards === 'older' ? [sql`desc`, sql`<=`] : [sql`asc`, sql`>=`]
  const { table, condition } = dailySumsOf(selection)
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
