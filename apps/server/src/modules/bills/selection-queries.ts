/** What the sums of bills say about a selection: its figures, and where in time its pages begin. */
import { addDays, countryFacts } from '@slotwise/contract'
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

/** A piece of time, how many bills of a selection are in it, and how many of its stretch are newer. */
export type Span = { since: Date; before: Date; count: number; newer: number }

const dayMs = 86_400_000
const hourMs = 3_600_000

/**
 * The hour of a stretch in which the bill stands that has `skip` newer ones in the stretch; for places that name
 * machines, whose hours are not added up, its day.
 */
export async function spanAt(
  ctx: Ctx,
  selection: Selection,
  stretch: Stretch,
  skip: number,
): Promise<Span | undefined> {
  const day = dayOfStretch(ctx, selection, stretch, skip)
  const { rows } = await (
    namesDevices(selection)
      ? sql<Found>`select d.since, d.newer, d.count from (${day}) d`
      : sql<Found>`
          select h.hour as since, d.newer + h.upto - h.count as newer, h.count
            from (${day}) d cross join lateral (
              select t.hour, sum(t.count)::int as count, sum(sum(t.count)) over (order by t.hour desc)::int as upto
                from sales_store_hour t
               where t.tenant_id = ${ctx.tenant.id} and t.hour >= d.since and t.hour < d.since + interval '1 day'
                 ${placesOfStores(selection)}
               group by t.hour) h
           where h.upto > ${skip} - d.newer order by h.hour desc limit 1`
  ).execute(ctx.tx)
  const [found] = rows
  const length = namesDevices(selection) ? dayMs : hourMs
  return found && { ...found, before: new Date(found.since.getTime() + length) }
}

type Found = Omit<Span, 'before'>

/** The days are added up from the end that is nearer. */
function dayOfStretch(ctx: Ctx, selection: Selection, { from, to, figures }: Stretch, skip: number) {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const isNew = skip < figures.count / 2
  const order = isNew ? sql`desc` : sql`asc`
  const newer = isNew ? sql`d.upto - d.count` : sql`${figures.count}::int - d.upto`
  const { table, condition } = dailySumsOf(selection)
  return sql`
    select (d.day - make_interval(mins => ${utcOffsetMinutes})) at time zone 'UTC' as since, d.count, ${newer} as newer
      from (select t.day, sum(t.count)::int as count, sum(sum(t.count)) over (order by t.day ${order})::int as upto
              from ${table} t
             where t.tenant_id = ${ctx.tenant.id} and t.day >= ${from}::date and t.day <= ${to}::date ${condition}
             group by t.day) d
     where d.upto > ${isNew ? skip : figures.count - 1 - skip} order by d.day ${order} limit 1`
}

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
