/** What providers have received for the bills of a store, by the merchant's day of the booking. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'

/** `count`: payments. `refunded`: what was given back on the day, whenever it was paid. */
export type Takings = { count: number; taken: number; refunded: number }
/** A store of 0 is none. */
export type StoreTakings = Takings & { day: string; store_id: string; client: string }

/** Days of a store, both included. */
export type Span = { store: string; from: string; to: string }

const figures = sql`t.count, t.taken::float8 as taken, t.refunded::float8 as refunded`
const sums = sql`sum(t.count)::float8 as count, sum(t.taken)::float8 as taken, sum(t.refunded)::float8 as refunded`

/** Rows come sorted by their keys, so that two transactions never wait for each other. */
export async function addTakings({ tx, tenantId }: TenantRef, rows: readonly StoreTakings[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into ledger_store_day as t (tenant_id, day, store_id, client, count, taken, refunded)
    select ${tenantId}::bigint, v.day, v.store_id, v.client, v.count, v.taken, v.refunded
      from unnest(${rows.map(({ day }) => day)}::date[], ${rows.map(({ store_id: store }) => store)}::bigint[],
                  ${rows.map(({ client }) => client)}::text[], ${rows.map(({ count }) => count)}::int[],
                  ${rows.map(({ taken }) => taken)}::bigint[], ${rows.map(({ refunded }) => refunded)}::bigint[])
           as v (day, store_id, client, count, taken, refunded)
    on conflict (tenant_id, day, store_id, client) do update set
      count = t.count + excluded.count, taken = t.taken + excluded.taken, refunded = t.refunded + excluded.refunded`.execute(
    tx,
  )
}

/** The stored sums of a day, for a recount. */
export async function takingsOfDay({ tx, tenantId }: TenantRef, day: string): Promise<StoreTakings[]> {
  const { rows } = await sql<StoreTakings>`
    select t.day, t.store_id, t.client, ${figures} from ledger_store_day t
     where t.tenant_id = ${tenantId} and t.day = ${day}::date`.execute(tx)
  return rows
}

/** What was taken at stores, each within its own days; stores without any are left out. */
export async function takenInSpans(
  { tx, tenantId }: TenantRef,
  spans: readonly Span[],
): Promise<(Takings & { store_id: string })[]> {
  if (spans.length === 0) return []
  const stores = spans.map(({ store }) => store)
  const { rows } = await sql<Takings & { store_id: string }>`
    select t.store_id, ${sums}
      from unnest(${stores}::bigint[], ${spans.map(({ from }) => from)}::date[], ${spans.map(({ to }) => to)}::date[])
           as s (store_id, first, last)
      join ledger_store_day t on t.tenant_id = ${tenantId} and t.store_id = s.store_id and t.day >= s.first and t.day <= s.last
     where t.day >= ${spans.map(({ from }) => from).toSorted()[0]}::date
       and t.day <= ${spans
         .map(({ to }) => to)
         .toSorted()
         .at(-1)}::date
     group by t.store_id`.execute(tx)
  return rows
}

/** By day and payment, for days on which something was booked. */
export async function takenByDay(
  { tx, tenantId }: TenantRef,
  { store, from, to }: Span,
): Promise<Omit<StoreTakings, 'store_id'>[]> {
  const { rows } = await sql<Omit<StoreTakings, 'store_id'>>`
    select t.day, t.client, ${figures} from ledger_store_day t
     where t.tenant_id = ${tenantId} and t.day >= ${from}::date and t.day <= ${to}::date and t.store_id = ${store}
     order by t.day, t.client`.execute(tx)
  return rows
}
