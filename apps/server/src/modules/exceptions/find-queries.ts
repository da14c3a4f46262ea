/**
 * Sales that are cases and have none yet. Each statement reads a bounded period by an index, and leaves out what has a
 * case already: so the next portion goes on behind this one, and a run that was cut is continued by the next run.
 */
import {
  type BillGoods,
  type BillStatus,
  type CaseKind,
  onlineClients,
  type PayClient,
} from '@slotwise/contract'
import { type RawBuilder, sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { Found } from './case-model.ts'

/** Sales of `from` to `to` that were reported, or made, after `since`. */
export type Period = { from: Date; since: Date; to: Date }

export type FoundBill = {
  orderno: string
  create_at: Date
  device_id: string
  store_id: string | null
  client: PayClient
  status: BillStatus
  total_price: number
  refunded: number
  goods: BillGoods[]
  oddities: string[]
  reported_at: Date | null
}

const isNew = (tenantId: string, kind: CaseKind) => sql`not exists (
  select from exception_case c
   where c.tenant_id = ${tenantId} and c.kind = ${kind} and c.subject = b.orderno and c.closed_at is null)`

/** Bills of a period that have no open case of this kind yet, as far as they meet the condition. */
async function findBills(
  { tx, tenantId }: TenantRef,
  kind: CaseKind,
  { from, to, since }: Period,
  condition: RawBuilder<unknown>,
  atMost: number,
): Promise<FoundBill[]> {
  const { rows } = await sql<FoundBill>`
    select b.orderno, b.create_at, b.device_id, b.store_id, b.client, b.status, b.total_price, b.refunded, b.goods, b.oddities,
           b.reported_at
      from bill b
     where b.tenant_id = ${tenantId} and b.create_at between ${from} and ${to}
       and coalesce(b.reported_at, b.create_at) >= ${since} and ${condition} and ${isNew(tenantId, kind)}
     order by b.create_at, b.orderno limit ${atMost}`.execute(tx)
  return rows
}

/** Whether a piece of the bill `b` came out. */
const cameOut = sql`jsonb_path_exists(b.goods, '$[*].delivered ? (@ > 0)')`

/** Bills of these clients whose goods did not come out, or not all of them, and that are not being refunded. */
export const undelivered = (
  ref: TenantRef,
  period: Period,
  clients: readonly PayClient[],
  atMost: number,
): Promise<FoundBill[]> =>
  findBills(
    ref,
    'paid_not_delivered',
    period,
    // The index of statuses leaves out status 0.
    sql`b.status = any('{1,2,7}'::smallint[]) and b.status <> 0 and b.total_price > 0
      and b.client = any(${clients}::text[]) and not b.oddities && array['order', 'voucher'] and not ${isUnheard(ref.tenantId)}`,
    atMost,
  )

/** The machine of the bill `b` has said nothing, and lost its line after the payment. */
const isUnheard = (
  tenantId: string,
) => sql`(b.status = any('{2,7}'::smallint[]) and b.reported_at is null and exists (
  select from pay_order o
   where o.tenant_id = ${tenantId} and o.create_at = b.create_at and o.orderno = b.orderno
     and o.line_lost_at is not null))`

export type UnheardBill = FoundBill & { lost_at: Date }

/** Paid sales of which nothing is known because the line of the machine was lost. */
export async function unheard(ref: TenantRef, period: Period, atMost: number): Promise<UnheardBill[]> {
  const { tx, tenantId } = ref
  const bills = await findBills(
    ref,
    'delivery_unknown',
    period,
    // The index of statuses leaves out status 0.
    sql`b.total_price > 0 and b.status <> 0 and ${isUnheard(tenantId)}`,
    atMost,
  )
  const { rows } = await sql<{ orderno: string; lost_at: Date }>`
    select orderno, line_lost_at as lost_at from pay_order
     where tenant_id = ${tenantId} and create_at = any(${bills.map((bill) => bill.create_at)}::timestamptz[])
       and orderno = any(${bills.map((bill) => bill.orderno)}::text[]) and line_lost_at is not null`.execute(
    tx,
  )
  const lost = new Map(rows.map((row) => [row.orderno, row.lost_at]))
  return bills.flatMap((bill) => {
    const lostAt = lost.get(bill.orderno)
    return lostAt ? [{ ...bill, lost_at: lostAt }] : []
  })
}

/** Sales that a machine reported without a paid order, or a second time, and that gave something out. */
export const unpaid = (ref: TenantRef, period: Period, atMost: number): Promise<FoundBill[]> =>
  findBills(
    ref,
    'delivered_not_paid',
    period,
    sql`b.oddities && array['order', 'again'] and ${cameOut}
      and (b.oddities && array['again'] or b.client = any(${onlineClients}::text[]))`,
    atMost,
  )

/** A refund of the bill `b` is under way, or was done, as a whole or in part. */
const isBeingRefunded = sql`b.status = any('{5,8,9,10,11}'::smallint[])`

/** Sales whose refund had been asked for when the machine reported that something came out after all. */
export const deliveredAfterRefund = (ref: TenantRef, period: Period, atMost: number): Promise<FoundBill[]> =>
  findBills(
    ref,
    'delivered_not_paid',
    period,
    // The index of statuses leaves out status 0.
    sql`${isBeingRefunded} and b.status <> 0 and b.oddities && array['after_refund']`,
    atMost,
  )

export type FoundRefund = {
  orderno: string
  bill_at: Date
  device_id: string
  store_id: string | null
  client: PayClient
  amount: number
  asked_at: Date
}

/** The bill is as before its refund, and was delivered: the refund was the merchant's own decision. */
const isDelivered = sql`b.status = any('{0,3,4,6}'::smallint[])`

/** Whether the refund `r` is the last one of its bill. */
const isLastRefund = (tenantId: string) => sql`not exists (
  select from bill_refund n
   where n.tenant_id = ${tenantId} and n.orderno = r.orderno and n.refund_id > r.refund_id)`

/** Refunds that have no open case yet, as far as they meet the condition. */
async function findRefunds(
  { tx, tenantId }: TenantRef,
  condition: RawBuilder<unknown>,
  atMost: number,
): Promise<FoundRefund[]> {
  const { rows } = await sql<FoundRefund>`
    select b.orderno, r.bill_at, b.device_id, b.store_id, r.client, r.amount, r.asked_at
      from bill_refund r
      join bill b on b.tenant_id = ${tenantId} and b.create_at = r.bill_at and b.orderno = r.orderno
     where r.tenant_id = ${tenantId} and ${condition} and ${isNew(tenantId, 'refund_stuck')}
     order by r.asked_at limit ${atMost}`.execute(tx)
  return rows
}

/** Refunds that the provider has not answered since then. */
export const unansweredRefunds = (ref: TenantRef, before: Date, atMost: number): Promise<FoundRefund[]> =>
  findRefunds(ref, sql`r.state = 'refunding' and r.asked_at < ${before}`, atMost)

/** The last refused refund of each delivered bill, asked for since then, where none was asked for again. */
export const refusedRefunds = (ref: TenantRef, since: Date, atMost: number): Promise<FoundRefund[]> =>
  findRefunds(
    ref,
    sql`r.state = 'failed' and r.asked_at >= ${since} and ${isDelivered} and ${isLastRefund(ref.tenantId)}`,
    atMost,
  )

/** Stores cases. One that is open already, and not done, is brought up to date. Returns how many are new or changed. */
export async function insertCases(
  { tx, tenantId }: TenantRef,
  found: readonly Found[],
  now: Date,
): Promise<number> {
  if (found.length === 0) return 0
  const cases = [...new Map(found.map((one) => [`${one.kind} ${one.subject}`, one])).values()]
  const column = <Name extends keyof Found>(name: Name): Found[Name][] => cases.map((one) => one[name])
  const { rows } = await sql<{ case_id: string }>`
    insert into exception_case (tenant_id, kind, reason, subject, orderno, order_at, merchant_order, device_id, store_id,
                                client, account_key, amount, their_paid, their_refunded, txn, since, lost_at, found_at)
    select ${tenantId}::bigint, v.kind, v.reason, v.subject, v.orderno, v.order_at, v.merchant_order, v.device_id,
           v.store_id, v.client, v.account_key, v.amount, v.their_paid, v.their_refunded, v.txn, v.since, v.lost_at, ${now}::timestamptz
      from unnest(${column('kind')}::text[], ${column('reason')}::text[], ${column('subject')}::text[],
                  ${column('orderno')}::text[], ${column('order_at')}::timestamptz[],
                  ${column('merchant_order')}::text[], ${column('device_id')}::bigint[],
                  ${column('store_id')}::bigint[], ${column('client')}::text[],
                  ${cases.map(({ account_key: key }) => key ?? '0')}::bigint[], ${column('amount')}::bigint[],
                  ${column('their_paid')}::bigint[], ${column('their_refunded')}::bigint[], ${column('txn')}::text[],
                  ${column('since')}::timestamptz[], ${cases.map(({ lost_at: at }) => at ?? null)}::timestamptz[])
           as v (kind, reason, subject, orderno, order_at, merchant_order, device_id, store_id, client, account_key, amount,
                 their_paid, their_refunded, txn, since, lost_at)
    on conflict (tenant_id, kind, subject) where closed_at is null do update
       set reason = excluded.reason, account_key = excluded.account_key, amount = excluded.amount, their_paid = excluded.their_paid,
           their_refunded = excluded.their_refunded, txn = excluded.txn
     where exception_case.done_at is null
       and (exception_case.reason, exception_case.amount, exception_case.their_paid, exception_case.their_refunded)
           is distinct from (excluded.reason, excluded.amount, excluded.their_paid, excluded.their_refunded)
    returning case_id`.execute(tx)
  return rows.length
}

/** Closes open cases of a kind that meet the condition, which may name the bill `b`. */
async function closeOfKind(
  { tx, tenantId }: TenantRef,
  kind: CaseKind,
  now: Date,
  condition: RawBuilder<unknown>,
  atMost: number,
): Promise<number> {
  const { rows } = await sql<{ case_id: string }>`
    select c.case_id from exception_case c
      join bill b on b.tenant_id = ${tenantId} and b.create_at = c.order_at and b.orderno = c.orderno
     where c.tenant_id = ${tenantId} and c.kind = ${kind} and c.closed_at is null and ${condition}
     order by c.case_id limit ${atMost}`.execute(tx)
  const ids = rows.map((row) => row.case_id)
  return closeCases({ tx, tenantId }, ids, now)
}

/**
 * Closes cases whose sale was refunded, or delivered after all, or of which it is known that nothing is known. A refund
 * that is under way may still be refused.
 */
export const closeDelivered = (ref: TenantRef, now: Date, atMost: number): Promise<number> =>
  closeOfKind(
    ref,
    'paid_not_delivered',
    now,
    sql`(b.status <> all('{1,2,5,7}'::smallint[]) or ${isUnheard(ref.tenantId)})`,
    atMost,
  )

/** Closes cases whose machine has reported, or whose sale was refunded. */
export const closeHeard = (ref: TenantRef, now: Date, atMost: number): Promise<number> =>
  closeOfKind(
    ref,
    'delivery_unknown',
    now,
    sql`(b.reported_at is not null or b.status <> all('{2,5,7}'::smallint[]))`,
    atMost,
  )

/** Closes cases whose order was paid after all, or whose refund was refused. */
export const closePaid = (ref: TenantRef, now: Date, atMost: number): Promise<number> =>
  closeOfKind(
    ref,
    'delivered_not_paid',
    now,
    sql`(c.reason = 'no_order' and not b.oddities && array['order']
      or c.reason = 'after_refund' and not ${isBeingRefunded})`,
    atMost,
  )

/** Closes cases whose refund was answered, or asked for again. What it led to is a case of its own, if it is one. */
export const closeRefunds = (
  ref: TenantRef,
  { now, unanswered }: { now: Date; unanswered: Date },
  atMost: number,
): Promise<number> =>
  closeOfKind(
    ref,
    'refund_stuck',
    now,
    sql`not exists (
      select from bill_refund r
       where r.tenant_id = ${ref.tenantId} and r.orderno = c.orderno
         and (c.reason = 'unanswered' and r.state = 'refunding' and r.asked_at < ${unanswered}
              or c.reason = 'refused' and r.state = 'failed' and ${isDelivered} and ${isLastRefund(ref.tenantId)}))`,
    atMost,
  )

export async function closeCases(
  { tx, tenantId }: TenantRef,
  caseIds: readonly string[],
  now: Date,
): Promise<number> {
  if (caseIds.length === 0) return 0
  const { rows } = await sql<{ case_id: string }>`
    update exception_case set closed_at = greatest(since, ${now}::timestamptz)
     where tenant_id = ${tenantId} and case_id = any(${caseIds}::bigint[]) and closed_at is null
    returning case_id`.execute(tx)
  return rows.length
}
