import { type BillClass, billStatuses, classOf } from '@slotwise/contract'
import { type RawBuilder, sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import type { HourSales, SaleFigure, SalesOf, TimeSpan } from '../../kernel/sold-by.ts'
import { from, inRange } from './list-queries.ts'
import { allBills, type Selection } from './selected-queries.ts'

const statusesOf = (wanted: BillClass): number[] => billStatuses.filter((one) => classOf(one) === wanted)
const isOf = (...classes: BillClass[]) => sql`b.status = any(${classes.flatMap(statusesOf)}::smallint[])`

/** The figures of bills `b`. The rules are those of `amountsOf`. */
const figureOf: Record<SaleFigure, RawBuilder<unknown>> = {
  count: sql`count(*)`,
  normal: sql`count(*) filter (where ${isOf('normal')})`,
  abnormal: sql`count(*) filter (where ${isOf('abnormal')})`,
  refund_only: sql`count(*) filter (where ${isOf('refund')})`,
  mixed: sql`count(*) filter (where ${isOf('mixed')})`,
  income: sql`coalesce(sum(b.total_price) filter (where ${isOf('normal', 'mixed')}), 0)
              - coalesce(sum(b.refunded) filter (where ${isOf('mixed')}), 0)
              + coalesce(sum((b.cash->>'kept')::int) filter (where ${isOf('abnormal')}), 0)`,
  refund: sql`coalesce(sum(b.refunded) filter (where ${isOf('refund', 'mixed')}), 0)`,
}

const figuresOf = (names: readonly SaleFigure[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`(${figureOf[name]})::float8 as ${sql.ref(name)}`))

/** Adds up the bills of a selection themselves, where their sums do not fit it. */
export async function addUpBills<Name extends SaleFigure>(
  ctx: Ctx,
  selection: Selection,
  names: readonly Name[],
): Promise<Record<Name, number>[]> {
  const { rows } = await sql<Record<Name, number>>`
    select ${figuresOf(names)} ${from(ctx, selection)} ${inRange(selection)}`.execute(ctx.tx)
  return rows
}

/** The same by hour and payment. */
export async function addUpHours<Name extends SaleFigure>(
  ctx: Ctx,
  selection: Selection,
  names: readonly Name[],
): Promise<HourSales<Name>[]> {
  const { rows } = await sql<HourSales<Name>>`
    select date_trunc('hour', b.create_at) as hour, b.client, ${figuresOf(names)}
      ${from(ctx, selection)} ${inRange(selection)} group by 1, 2`.execute(ctx.tx)
  return rows
}

/** What is added (1) or taken off (-1) to get the figures of a day up to some moment. */
export type DayParts = {
  /** The whole day. */
  day: string | undefined
  hours: TimeSpan & { sign: 1 | -1 }
  bills: TimeSpan & { sign: 1 | -1 }
}

/** A table of sums, as `t`, and the condition on it. */
type SumsIn = { table: RawBuilder<unknown>; condition: RawBuilder<unknown> }

/** Adds up parts of a day in one statement, so that a bill that changes meanwhile is in all of them alike. */
export async function addUpParts<Name extends SaleFigure>(
  ctx: Ctx,
  sales: SalesOf,
  { daily, hourly }: { daily: SumsIn; hourly: SumsIn },
  { day, hours, bills }: DayParts,
  names: readonly Name[],
): Promise<Record<Name, number>[]> {
  const { id } = ctx.tenant
  const last = allBills(sales, bills)
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const signed = (sign: 1 | -1) => sql.join(names.map((name) => sql`${sign}::int * ${sql.ref(`t.${name}`)}`))
  const { rows } = await sql<Record<Name, number>>`
    select ${sql.join(names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`))} from (
      select ${signed(1)} from ${daily.table} t
       where t.tenant_id = ${id} and t.day = ${day ?? null}::date ${daily.condition}
      union all
      select ${signed(hours.sign)} from ${hourly.table} t
       where t.tenant_id = ${id} and t.hour >= ${hours.since} and t.hour < ${hours.before} ${hourly.condition}
      union all
      select ${signed(bills.sign)} from (
        select ${figuresOf(names)} ${from(ctx, last)} ${inRange(last)}) t
    ) parts (${columns})`.execute(ctx.tx)
  return rows
}
