/** What the sums of bills say about a selection: its figures, and where in time its pages begin. */
import { addDays } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { salesBy } from './figures-queries.ts'
import { dailySumsOf, placesOfStores, type Selection } from './selected-queries.ts'
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

/** A piece of time, how many bills of a list come before it, and how many are in it. */
type Step<At> = { at: At; before: number; count: number }

/**
 * The day of a stretch in which the bill stands that has `skip` newer ones in the stretch. The days are added up from the
 * end that is nearer.
 */
export async function dayAt(
  ctx: Ctx,
  selection: Selection,
  { from, to, figures }: Stretch,
  skip: number,
): Promise<Step<string> | undefined> {
  const isNew = skip < figures.count / 2
  const order = isNew ? sql`desc` : sql`asc`
  const { table, condition } = dailySumsOf(selection)
  const { rows } = await sql<{ at: string; count: number; upto: number }>`
    select d.at, d.count, d.upto
      from (select t.day as at, sum(t.count)::int as count, sum(sum(t.count)) over (order by t.day ${order})::int as upto
              from ${table} t
             where t.tenant_id = ${ctx.tenant.id} and t.day >= ${from}::date and t.day <= ${to}::date ${condition}
             group by t.day order by t.day ${order}) d
     where d.upto > ${isNew ? skip : figures.count - 1 - skip} limit 1`.execute(ctx.tx)
  const [day] = rows
  if (!day) return undefined
  const { at, count, upto } = day
  return { at, before: isNew ? upto - count : figures.count - upto, count }
}

/** The hour of a time span in which the bill stands that has `skip` newer ones in it; for places that name no machine. */
export async function hourAt(
  ctx: Ctx,
  selection: Selection,
  { since, before }: { since: Date; before: Date },
  skip: number,
): Promise<Step<Date> | undefined> {
  const { rows } = await sql<Step<Date>>`
    select d.at, d.upto - d.count as before, d.count
      from (select t.hour as at, sum(t.count)::int as count, sum(sum(t.count)) over (order by t.hour desc)::int as upto
              from sales_store_hour t
             where t.tenant_id = ${ctx.tenant.id} and t.hour >= ${since} and t.hour < ${before}
               ${placesOfStores(selection)}
             group by t.hour order by t.hour desc) d
     where d.upto > ${skip} limit 1`.execute(ctx.tx)
  return rows[0]
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
