/** The provider's side of a comparison: the lines of its statements, and what came of comparing them. */
import type { OnlineClient, StatementSource, StatementState } from '@slotwise/contract'
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { countDeleted } from '../../kernel/rows.ts'
import type { Account } from './account-model.ts'
import type { Line } from './books-model.ts'
import type { DaySums } from './books-queries.ts'

/** Stores lines of the statement of a day. One that is known, such as a line that the file repeats, is stored once. */
export async function putLines(
  { tx, tenantId }: TenantRef,
  { client, accountKey }: Account,
  day: string,
  lines: readonly Line[],
  readAt: Date,
): Promise<void> {
  const byKey = new Map(
    lines.map((line) => [JSON.stringify([line.merchantOrder, line.kind, line.refundNo, line.txn]), line]),
  )
  const column = <T>(of: (line: Line) => T): T[] => [...byKey.values()].map(of)
  await sql`
    insert into statement_line as l (tenant_id, client, account_key, kind, merchant_order, refund_no, txn, amount, at, day,
                                     read_at)
    select ${tenantId}::bigint, ${client}::text, ${accountKey}::bigint, v.kind, v.merchant_order, v.refund_no, v.txn,
           v.amount, v.at, ${day}::date, ${readAt}::timestamptz
      from unnest(${column(({ kind }) => kind)}::text[], ${column(({ merchantOrder }) => merchantOrder)}::text[],
                  ${column(({ refundNo }) => refundNo)}::text[], ${column(({ txn }) => txn)}::text[],
                  ${column(({ amount }) => amount)}::int[], ${column(({ at }) => at)}::timestamptz[])
           as v (kind, merchant_order, refund_no, txn, amount, at)
    on conflict (tenant_id, merchant_order, client, account_key, kind, refund_no, txn) do update
      set amount = excluded.amount, at = excluded.at, day = excluded.day,
          read_at = greatest(l.read_at, excluded.read_at)`.execute(tx)
}

/** Deletes lines of the day that a later statement of it does not have any more. */
export async function dropGoneLines(
  { tx, tenantId }: TenantRef,
  { client, accountKey }: Account,
  day: string,
  readAt: Date,
): Promise<void> {
  await sql`
    delete from statement_line
     where tenant_id = ${tenantId} and client = ${client} and account_key = ${accountKey}::bigint
       and day = ${day}::date and read_at < ${readAt}`.execute(tx)
}

export type StoredLine = {
  merchant_order: string
  client: OnlineClient
  account_key: string
  kind: 'pay' | 'refund'
  txn: string
  amount: number
  at: Date
}

export type NamedOrder = { merchant_order: string; lines: number }

/** The numbers of the orders that the statement of a day names, after this one. */
export async function ordersInStatement(
  { tx, tenantId }: TenantRef,
  { client, accountKey }: Account,
  day: string,
  after: string,
  atMost: number,
): Promise<NamedOrder[]> {
  const { rows } = await sql<NamedOrder>`
    select merchant_order, count(*)::int as lines from statement_line
     where tenant_id = ${tenantId} and day = ${day}::date and client = ${client}
       and account_key = ${accountKey}::bigint and merchant_order > ${after}
     group by merchant_order order by merchant_order limit ${atMost}`.execute(tx)
  return rows
}

/** All lines of these orders, of whatever day and account. */
export async function linesOfOrders(
  { tx, tenantId }: TenantRef,
  merchantOrders: readonly string[],
): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select merchant_order, client, account_key, kind, txn, amount, at from statement_line
     where tenant_id = ${tenantId} and merchant_order = any(${merchantOrders}::text[])
     order by merchant_order, at`.execute(tx)
  return rows
}

type Sums = { lines: number; paid: string; refunded: string }

export async function sumsOfDay(
  { tx, tenantId }: TenantRef,
  { client, accountKey }: Account,
  day: string,
): Promise<{ lines: number; paid: number; refunded: number }> {
  const { rows } = await sql<Sums>`
    select count(*)::int as lines, coalesce(sum(amount) filter (where kind = 'pay'), 0)::text as paid,
           coalesce(sum(amount) filter (where kind = 'refund'), 0)::text as refunded
      from statement_line
     where tenant_id = ${tenantId} and day = ${day}::date and client = ${client}
       and account_key = ${accountKey}::bigint`.execute(tx)
  const { lines = 0, paid = '0', refunded = '0' } = rows[0] ?? {}
  return { lines, paid: Number(paid), refunded: Number(refunded) }
}

/** The days of this time whose statements were compared. */
export async function comparedDays(
  { tx, tenantId }: TenantRef,
  { client, accountKey }: Account,
  from: string,
  to: string,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from statement_run
     where tenant_id = ${tenantId} and client = ${client} and account_key = ${accountKey}::bigint
       and day between ${from}::date and ${to}::date and source is not null`.execute(tx)
  return rows.map((row) => row.day)
}

/** The first day whose statement was compared. */
export async function firstCompared(
  { tx, tenantId }: TenantRef,
  { client, accountKey }: Account,
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from statement_run
     where tenant_id = ${tenantId} and client = ${client} and account_key = ${accountKey}::bigint
       and source is not null`.execute(tx)
  return rows[0]?.day ?? undefined
}

type Amounts = { paid: number; refunded: number }
export type Run = {
  day: string
  source: StatementSource
  lines: number
  matched: number
  differing: number
  ours: Amounts
  theirs: Amounts
}

/** Stores the comparison of a day, in the place of an earlier one. */
export async function putRun(
  { tx, tenantId }: TenantRef,
  { client, accountKey }: Account,
  run: Run,
  now: Date,
): Promise<void> {
  await sql`
    insert into statement_run (tenant_id, client, account_key, day, source, lines, matched, differing, our_paid, their_paid,
                               our_refunded, their_refunded, ended_at)
    values (${tenantId}, ${client}, ${accountKey}::bigint, ${run.day}::date, ${run.source}, ${run.lines}, ${run.matched},
            ${run.differing}, ${run.ours.paid}, ${run.theirs.paid}, ${run.ours.refunded}, ${run.theirs.refunded}, ${now})
    on conflict (tenant_id, client, account_key, day) do update
      set source = excluded.source, lines = excluded.lines, matched = excluded.matched, differing = excluded.differing,
          our_paid = excluded.our_paid, their_paid = excluded.their_paid, our_refunded = excluded.our_refunded,
          their_refunded = excluded.their_refunded, ended_at = excluded.ended_at`.execute(tx)
}

/** Notes days whose statement has not come, with our sums. Those that are known stay. Returns how many were new. */
export async function putMissing(
  { tx, tenantId }: TenantRef,
  days: readonly DaySums[],
  now: Date,
): Promise<number> {
  const column = (name: keyof DaySums): string[] => days.map((one) => one[name])
  const { rows } = await sql`
    insert into statement_run (tenant_id, client, account_key, day, source, lines, matched, differing, our_paid, their_paid,
                               our_refunded, their_refunded, ended_at)
    select ${tenantId}::bigint, v.client, v.account_key, v.day, null, 0, 0, 0, v.paid, 0, v.refunded, 0, ${now}::timestamptz
      from unnest(${column('client')}::text[], ${column('account_key')}::bigint[], ${column('day')}::date[],
                  ${column('paid')}::bigint[], ${column('refunded')}::bigint[])
           as v (client, account_key, day, paid, refunded)
    on conflict (tenant_id, client, account_key, day) do nothing
    returning day`.execute(tx)
  return rows.length
}

/** Up to which day those without a statement were noted. */
export async function notedTo({ tx, tenantId }: TenantRef): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select noted_to::text as day from statement_watch where tenant_id = ${tenantId}`.execute(tx)
  return rows[0]?.day
}

export async function setNotedTo({ tx, tenantId }: TenantRef, day: string): Promise<void> {
  await sql`
    insert into statement_watch (tenant_id, noted_to) values (${tenantId}, ${day}::date)
    on conflict (tenant_id) do update set noted_to = excluded.noted_to`.execute(tx)
}

export type RunState = { day: string; client: OnlineClient; account_key: string; state: StatementState }

/** How each day compared, from this one on. */
export async function runsSince({ tx, tenantId }: TenantRef, since: string): Promise<RunState[]> {
  const { rows } = await sql<RunState>`
    select day::text, client, account_key::text,
           case when source is null then 'missing' when differing > 0 then 'differs' else 'same' end as state
      from statement_run where tenant_id = ${tenantId} and day >= ${since}::date
     order by day desc, client, account_key`.execute(tx)
  return rows
}

/** Deletes lines of statements of days before. */
export const deleteLinesBefore = (
  { tx, tenantId }: TenantRef,
  day: string,
  atMost: number,
): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('statement_line')
      .where('tenant_id', '=', tenantId)
      .where(
        sql<boolean>`(day, client, account_key, merchant_order) in (
          select day, client, account_key, merchant_order from statement_line
           where tenant_id = ${tenantId} and day < ${day}::date limit ${atMost})`,
      ),
  )
