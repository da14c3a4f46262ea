import type { SettleState } from '@slotwise/contract'
import { sql } from 'kysely'

import { runPlacedJobAt } from '../../kernel/asked-jobs.ts'
import type { TenantRef } from '../../kernel/ctx.ts'

/** A settlement as it is stored. */
export type Settlement = {
  settle_id: string
  merchant_id: string
  day: string
  after_at: Date
  until_at: Date
  amount: number
  lines: number
  state: SettleState
  payout_no: string
  why: string
  tries: number
  sent_at: Date | null
  next_at: Date | null
  created_at: Date
  done_at: Date | null
}

/** The index of open settlements names this condition. */
const isOpen = sql<boolean>`state in ('settling', 'unknown')`

/** Begins the payouts of a day. Returns false when they were begun before. */
export async function beginDay({ tx, tenantId }: TenantRef, day: string): Promise<boolean> {
  const { rows } = await sql`
    insert into settle_day as s (tenant_id, day) values (${tenantId}, ${day}::date)
    on conflict (tenant_id) do update set day = excluded.day where s.day < excluded.day
    returning s.day`.execute(tx)
  return rows.length > 0
}

/** The last day whose payouts were begun. */
export async function lastDay({ tx, tenantId }: TenantRef): Promise<string | undefined> {
  const row = await tx
    .selectFrom('settle_day')
    .select('day')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row?.day
}

export type NewSettlement = Pick<
  Settlement,
  'merchant_id' | 'day' | 'after_at' | 'until_at' | 'amount' | 'lines' | 'payout_no' | 'created_at'
>

/** What the bank is asked to pay out. */
type Asked = { settleId: string; merchantId: string; amount: number }

/** Stores settlements that the bank is to be asked for. */
export async function insertSettlements(
  { tx, tenantId }: TenantRef,
  settlements: readonly NewSettlement[],
): Promise<Asked[]> {
  const column = <Name extends keyof NewSettlement>(name: Name): NewSettlement[Name][] =>
    settlements.map((settlement) => settlement[name])
  const { rows } = await sql<Asked>`
    insert into settlement (tenant_id, merchant_id, day, after_at, until_at, amount, lines, state, payout_no, next_at,
                            created_at)
    select ${tenantId}::bigint, v.merchant_id, v.day, v.after_at, v.until_at, v.amount, v.lines, 'settling', v.payout_no,
           v.created_at, v.created_at
      from unnest(${column('merchant_id')}::bigint[], ${column('day')}::date[], ${column('after_at')}::timestamptz[],
                  ${column('until_at')}::timestamptz[], ${column('amount')}::int[], ${column('lines')}::int[],
                  ${column('payout_no')}::text[], ${column('created_at')}::timestamptz[])
           as v (merchant_id, day, after_at, until_at, amount, lines, payout_no, created_at)
    returning settle_id as "settleId", merchant_id as "merchantId", amount`.execute(tx)
  return rows
}

/** Where the last settlement of each account ends. */
export async function lastEnds({ tx, tenantId }: TenantRef): Promise<Map<string, Date>> {
  const { rows } = await sql<{ merchant_id: string; until_at: Date }>`
    select c.merchant_id, l.until_at from bank_card c cross join lateral (
      select s.until_at from settlement s where s.tenant_id = ${tenantId} and s.merchant_id = c.merchant_id
       order by s.day desc limit 1) l
     where c.tenant_id = ${tenantId}`.execute(tx)
  return new Map(rows.map((row) => [row.merchant_id, row.until_at]))
}

/** Reads an open settlement and holds it until the transaction ends. */
export const lockOpen = ({ tx, tenantId }: TenantRef, id: string): Promise<Settlement | undefined> =>
  tx
    .selectFrom('settlement')
    .select([
      'settle_id',
      'merchant_id',
      'day',
      'after_at',
      'until_at',
      'amount',
      'lines',
      'payout_no',
      'why',
      'tries',
      'sent_at',
      'next_at',
      'created_at',
      'done_at',
    ])
    .select(sql<SettleState>`state`.as('state'))
    .where('tenant_id', '=', tenantId)
    .where('settle_id', '=', id)
    .where(isOpen)
    .forUpdate()
    .executeTakeFirst()

/** Notes that the bank may hear of the payout from now on, and that it is with one process until then. */
export async function takeSettlement(
  { tx, tenantId }: TenantRef,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await sql`
    update settlement set next_at = ${until}, tries = tries + 1, sent_at = coalesce(sent_at, ${now}::timestamptz)
     where tenant_id = ${tenantId} and settle_id = ${id}`.execute(tx)
}

type End = { state: 'success' | 'fail'; done_at: Date; why: string }

/** Ends a settlement, once. Returns false when it has ended before. */
export async function endSettlement({ tx, tenantId }: TenantRef, id: string, end: End): Promise<boolean> {
  const row = await tx
    .updateTable('settlement')
    .set({ ...end, next_at: null })
    .where('tenant_id', '=', tenantId)
    .where('settle_id', '=', id)
    .where(isOpen)
    .returning('settle_id')
    .executeTakeFirst()
  return row !== undefined
}

type Wait = { state: 'settling' | 'unknown'; why: string; next_at: Date }

/** Sets when the bank is asked next, and what is to be shown meanwhile. */
export async function postpone({ tx, tenantId }: TenantRef, id: string, wait: Wait): Promise<void> {
  await tx
    .updateTable('settlement')
    .set(wait)
    .where('tenant_id', '=', tenantId)
    .where('settle_id', '=', id)
    .where(isOpen)
    .execute()
}

/** Settlements that the bank should have been asked for before this moment: their jobs are lost. */
export async function overdueSettlements({ tx, tenantId }: TenantRef, before: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('settlement')
    .select('settle_id')
    .where('tenant_id', '=', tenantId)
    .where(isOpen)
    .where('next_at', '<', before)
    .execute()
  return rows.map((row) => row.settle_id)
}

/** Lets the bank be asked for an open payout now, because its answer is known to have changed. Returns its number. */
export async function hastenPayout(
  { tx, tenantId }: TenantRef,
  { merchantId, payoutNo }: { merchantId: string; payoutNo: string },
  now: Date,
): Promise<string | undefined> {
  const row = await tx
    .updateTable('settlement')
    .set({ next_at: now })
    .where('tenant_id', '=', tenantId)
    .where('merchant_id', '=', merchantId)
    .where('payout_no', '=', payoutNo)
    .where(isOpen)
    .returning('settle_id')
    .executeTakeFirst()
  return row?.settle_id
}

export const settleTask = 'settlement'

/** Queues the settlement for that time; the worker runs it even if this process ends. */
export const runSettlementAt = (ref: TenantRef, id: string, moment: Date): Promise<void> =>
  runPlacedJobAt(ref, settleTask, { settle: id }, moment, { places: ['payout:bank'] })
