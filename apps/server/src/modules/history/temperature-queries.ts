import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'

type Range = { at: Date; lowest: number; highest: number }
type Span = { since: Date; unit: 'hour' | 'day'; utcOffsetMinutes: number }

/** The temperatures of a machine by the hour, or by the days of its merchant, the oldest first. */
export async function temperaturesSince(
  { tx, tenant }: Ctx,
  bindings: readonly string[],
  { since, unit, utcOffsetMinutes }: Span,
): Promise<Range[]> {
  const ahead = sql`make_interval(mins => ${utcOffsetMinutes}::int)`
  const { rows } = await sql<Range>`
    select date_trunc(${unit}, hour + ${ahead}, 'UTC') - ${ahead} as at, min(lowest) as lowest, max(highest) as highest
      from device_temperature
     where tenant_id = ${tenant.id} and device_id = any(${[...bindings]}::bigint[]) and hour > ${since}
     group by 1 order by 1`.execute(tx)
  return rows
}
