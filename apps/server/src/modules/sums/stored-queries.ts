/** Sums of some days or of a month as they are stored, for a recount. */
import { type RawBuilder, sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { Rollup, SumRow } from './rollups-model.ts'

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(`t.${name}`)))
/** The driver reads a bigint as text. */
const numbers = (names: readonly string[]) =>
  sql.join(names.map((name) => sql`${sql.ref(`t.${name}`)}::float8 as ${sql.ref(name)}`))

const rowsOf = async (
  { tx, tenantId }: TenantRef,
  { table, keys, of }: Rollup,
  when: RawBuilder<unknown>,
): Promise<SumRow[]> => {
  const { rows } = await sql<SumRow>`
    select ${columns(keys)}, ${numbers(of.figures)} from ${sql.table(table)} t
     where t.tenant_id = ${tenantId} and ${when}`.execute(tx)
  return rows
}

/** A day of the merchant, as moments: the first one, and the first one of the next day. */
export type Day = { day: string; since: Date; before: Date }

/** The rows of a day, of a table by days or by hours. Hours that began before `keptSince` are about to be deleted. */
export const storedDay = (
  ref: TenantRef,
  rollup: Rollup,
  { day, since, before }: Day,
  keptSince: Date,
): Promise<SumRow[]> =>
  rowsOf(
    ref,
    rollup,
    rollup.keys[0] === 'day'
      ? sql`t.day = ${day}::date`
      : sql`t.hour >= ${keptSince > since ? keptSince : since} and t.hour < ${before}`,
  )

export const storedMonth = (ref: TenantRef, rollup: Rollup, month: string): Promise<SumRow[]> =>
  rowsOf(ref, rollup, sql`t.month = ${month}::date`)

/** What the rows of a month should be: the sums of its days, added up. */
export async function monthByDays(
  { tx, tenantId }: TenantRef,
  { keys: [, ...places], of, days }: Rollup,
  { month, last }: { month: string; last: string },
): Promise<SumRow[]> {
  if (days === undefined) return []
  const sums = of.figures.map((name) => sql`sum(${sql.ref(`t.${name}`)})::float8 as ${sql.ref(name)}`)
  const { rows } = await sql<SumRow>`
    select ${month} as month, ${columns(places)}, ${sql.join(sums)} from ${sql.table(days)} t
     where t.tenant_id = ${tenantId} and t.day >= ${month}::date and t.day <= ${last}::date
     group by ${columns(places)}`.execute(tx)
  return rows
}

/** The first month of a merchant's sums. */
export async function firstMonth({ tx, tenantId }: TenantRef): Promise<string | undefined> {
  const { rows } = await sql<{ month: string }>`
    select t.month from sales_device_month t where t.tenant_id = ${tenantId} order by t.month limit 1`.execute(
    tx,
  )
  return rows[0]?.month
}
