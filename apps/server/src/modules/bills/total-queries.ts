import { type BillClass, billStatuses, classOf } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import type { HourSales } from './figures-queries.ts'
import { from, inRange } from './list-queries.ts'
import type { Selection } from './selected-queries.ts'
import type { Figures } from './sums-model.ts'

const statusesOf = (wanted: BillClass): number[] => billStatuses.filter((one) => classOf(one) === wanted)
const isOf = (...classes: BillClass[]) => sql`b.status = any(${classes.flatMap(statusesOf)}::smallint[])`

/** The figures of bills `b`. The rules are those of `amountsOf`. */
const figures = sql`count(*)::float8 as count,
           count(*) filter (where ${isOf('normal')})::float8 as normal,
           count(*) filter (where ${isOf('abnormal')})::float8 as abnormal,
           count(*) filter (where ${isOf('refund')})::float8 as refund_only,
           count(*) filter (where ${isOf('mixed')})::float8 as mixed,
           coalesce(sum(b.total_price) filter (where ${isOf('normal', 'mixed')})
                    - coalesce(sum(b.refunded) filter (where ${isOf('mixed')}), 0), 0)::float8 as income,
           coalesce(sum(b.refunded) filter (where ${isOf('refund', 'mixed')}), 0)::float8 as refund`

/** Adds up the bills of a selection themselves, where their sums do not fit it. */
export async function addUpBills(ctx: Ctx, selection: Selection): Promise<Figures[]> {
  const { rows } = await sql<Figures>`
    select ${figures}
      ${from(ctx, selection)} ${inRange(selection)}`.execute(ctx.tx)
  return rows
}

/** The same by hour and payment. */
export async function hoursOfBills(ctx: Ctx, selection: Selection): Promise<HourSales[]> {
  const { rows } = await sql<HourSales>`
    select date_trunc('hour', b.create_at) as hour, b.client, ${figures}
      ${from(ctx, selection)} ${inRange(selection)} group by 1, 2`.execute(ctx.tx)
  return rows
}
