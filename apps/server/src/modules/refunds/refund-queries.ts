import type { PayClient, refundKinds, refundStates } from '@slotwise/contract'
import { sql } from 'kysely'

import { runPlacedJobAt } from '../../kernel/asked-jobs.ts'
import type { TenantRef } from '../../kernel/ctx.ts'

export type RefundKind = (typeof refundKinds)[number]
type RefundState = (typeof refundStates)[number]

/** A refund of a bill, as it is stored. */
export type Refund = {
  refund_id: string
  orderno: string
  bill_at: Date
  kind: RefundKind
  state: RefundState
  client: PayClient
  amount: number
  part: boolean
  remarks: string
  refund_no: string
  why: string | null
  account_id: string | null
  username: string
  asked_at: Date
  sent_at: Date | null
  done_at: Date | null
  next_at: Date | null
  tries: number
}

export type NewRefund = Pick<
  Refund,
  | 'orderno'
  | 'bill_at'
  | 'kind'
  | 'state'
  | 'client'
  | 'amount'
  | 'part'
  | 'remarks'
  | 'refund_no'
  | 'account_id'
  | 'username'
  | 'asked_at'
  | 'done_at'
  | 'next_at'
>

/** Stores refunds of bills that the transaction has locked. Returns the number of each, by its bill. */
export async function insertRefunds(
  { tx, tenantId }: TenantRef,
  refunds: readonly NewRefund[],
): Promise<Map<string, string>> {
  const column = <Name extends keyof NewRefund>(name: Name): NewRefund[Name][] =>
    refunds.map((refund) => refund[name])
  const { rows } = await sql<{ orderno: string; refund_id: string }>`
    insert into bill_refund (tenant_id, orderno, bill_at, kind, state, client, amount, part, remarks, refund_no, account_id,
                             username, asked_at, done_at, next_at)
    select ${tenantId}::bigint, v.orderno, v.bill_at, v.kind, v.state, v.client, v.amount, v.part, v.remarks, v.refund_no,
           v.account_id, v.username, v.asked_at, v.done_at, v.next_at
      from unnest(${column('orderno')}::text[], ${column('bill_at')}::timestamptz[], ${column('kind')}::text[],
                  ${column('state')}::text[], ${column('client')}::text[], ${column('amount')}::int[],
                  ${column('part')}::boolean[], ${column('remarks')}::text[], ${column('refund_no')}::text[],
                  ${column('account_id')}::bigint[], ${column('username')}::text[], ${column('asked_at')}::timestamptz[],
                  ${column('done_at')}::timestamptz[], ${column('next_at')}::timestamptz[])
           as v (orderno, bill_at, kind, state, client, amount, part, remarks, refund_no, account_id, username, asked_at,
                 done_at, next_at)
    returning orderno, refund_id`.execute(tx)
  return new Map(rows.map((row) => [row.orderno, row.refund_id]))
}

/** How often a refund of each bill was asked for, failed ones included. */
export async function attemptsOf(
  { tx, tenantId }: TenantRef,
  ordernos: readonly string[],
): Promise<Map<string, number>> {
  if (ordernos.length === 0) return new Map()
  const { rows } = await sql<{ orderno: string; attempts: number }>`
    select orderno, count(*)::int as attempts from bill_refund
     where tenant_id = ${tenantId} and orderno = any(${ordernos}::text[]) group by orderno`.execute(tx)
  return new Map(rows.map((row) => [row.orderno, row.attempts]))
}

const columns = [
  'refund_id',
  'orderno',
  'bill_at',
  'amount',
  'part',
  'remarks',
  'refund_no',
  'why',
  'account_id',
  'username',
  'asked_at',
  'sent_at',
  'done_at',
  'next_at',
  'tries',
] as const
const typed = [
  sql<RefundKind>`kind`.as('kind'),
  sql<RefundState>`state`.as('state'),
  sql<PayClient>`client`.as('client'),
] as const

/** All refunds of a bill, the oldest first. */
export const refundsOf = ({ tx, tenantId }: TenantRef, orderno: string): Promise<Refund[]> =>
  tx
    .selectFrom('bill_refund')
    .select([...columns, ...typed])
    .where('tenant_id', '=', tenantId)
    .where('orderno', '=', orderno)
    .orderBy('refund_id')
    .execute()

/** Reads an open refund and holds it until the transaction ends. */
export const lockRefund = ({ tx, tenantId }: TenantRef, id: string): Promise<Refund | undefined> =>
  tx
    .selectFrom('bill_refund')
    .select([...columns, ...typed])
    .where('tenant_id', '=', tenantId)
    .where('refund_id', '=', id)
    .where('state', '=', 'refunding')
    .forUpdate()
    .executeTakeFirst()

/** Notes that the provider may hear of the refund from now on, and that it is with one process until then. */
export async function takeRefund(
  { tx, tenantId }: TenantRef,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await sql`
    update bill_refund set next_at = ${until}, tries = tries + 1, sent_at = coalesce(sent_at, ${now}::timestamptz)
     where tenant_id = ${tenantId} and refund_id = ${id}`.execute(tx)
}

type End = { state: 'refunded' | 'failed'; done_at: Date; why: string | null }

/** Ends a refund, once. Returns false when it has ended before. */
export async function endRefund({ tx, tenantId }: TenantRef, id: string, end: End): Promise<boolean> {
  const row = await tx
    .updateTable('bill_refund')
    .set({ ...end, next_at: null })
    .where('tenant_id', '=', tenantId)
    .where('refund_id', '=', id)
    .where('state', '=', 'refunding')
    .returning('refund_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Sets when the provider is asked next, and what is to be shown meanwhile. */
export async function postpone(
  { tx, tenantId }: TenantRef,
  id: string,
  change: { next_at: Date; why: string | null; sent_at?: null },
): Promise<void> {
  await tx
    .updateTable('bill_refund')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('refund_id', '=', id)
    .where('state', '=', 'refunding')
    .execute()
}

/** Refunds that should have been asked for before this moment: their jobs are lost. */
export async function overdueRefunds({ tx, tenantId }: TenantRef, before: Date): Promise<QueuedRefund[]> {
  return tx
    .selectFrom('bill_refund')
    .select(['refund_id', 'client'])
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'refunding')
    .where('next_at', '<', before)
    .execute()
}

export const refundTask = 'bill-refund'

/** What the queue has to know of a refund. */
type QueuedRefund = { refund_id: string; client: string }

/** Queues the refund for that time; the worker runs it even if this process ends. */
export const runRefundAt = (
  ref: TenantRef,
  { refund_id: refund, client }: QueuedRefund,
  moment: Date,
): Promise<void> =>
  runPlacedJobAt(ref, refundTask, { refund }, moment, {
    // Providers and merchants have a few places each, so that none takes all.
    places: [`refund:${client}`, `merchant:${client}/${ref.tenantId}`],
  })
