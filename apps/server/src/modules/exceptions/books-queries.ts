/** Our side of a comparison: payments and refunds, as the provider should have them. */
import { onlineClients, type OnlineClient } from '@slotwise/contract'
import { type RawBuilder, sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { daysAfter, daysBefore } from '../../kernel/moments.ts'
import { statementOffsetMinutes } from '../../kernel/statement-days.ts'
import type { Account } from './account-model.ts'

export type Payment = {
  merchant_order: string
  orderno: string
  create_at: Date
  device_id: string
  store_id: string | null
  client: OnlineClient
  amount: number
  isPaid: boolean
  paid_at: Date | null
  provider_txn: string | null
  /** The account that received it, as `Account` names it; null for that of an agent, whose statements are not read. */
  accountKey: string | null
}

const keyOf = sql`case when p.agent_account_id is null then coalesce(p.pay_account_id, 0) end`

const columns = sql`p.merchant_order, p.orderno, p.create_at, p.device_id, p.store_id, p.client, p.amount,
  p.state = any('{paid,refunded,part_refunded}'::text[]) as "isPaid", p.paid_at, p.provider_txn,
  (${keyOf})::text as "accountKey"`

/** The payments that the provider knows by these numbers. */
export async function paymentsNumbered(
  { tx, tenantId }: TenantRef,
  merchantOrders: readonly string[],
): Promise<Payment[]> {
  const { rows } = await sql<Payment>`
    select ${columns} from pay_order p
     where p.tenant_id = ${tenantId} and p.merchant_order = any(${merchantOrders}::text[])
       and p.client = any(${onlineClients}::text[])`.execute(tx)
  return rows
}

/** A payment is paid soon after its order, which the books are searched by. */
const openDays = 2

export type Span = { since: Date; before: Date }
type PaymentKey = Pick<Payment, 'create_at' | 'orderno'>

/** Payments that were paid in this time, in the order of their making. */
export async function paidIn(
  { tx, tenantId }: TenantRef,
  { client, accountKey }: Account,
  { since, before }: Span,
  { last, atMost }: { last: PaymentKey | undefined; atMost: number },
): Promise<Payment[]> {
  const from = last ?? { create_at: daysBefore(since, openDays), orderno: '' }
  const { rows } = await sql<Payment>`
    select ${columns} from pay_order p
     where p.tenant_id = ${tenantId} and (p.create_at, p.orderno) > (${from.create_at}, ${from.orderno})
       and p.create_at < ${before} and p.client = ${client} and p.paid_at >= ${since} and p.paid_at < ${before}
       and p.state = any('{paid,refunded,part_refunded}'::text[]) and ${keyOf} = ${accountKey}::bigint
     order by p.create_at, p.orderno limit ${atMost}`.execute(tx)
  return rows
}

export type BookedRefund = {
  refund_id: string
  orderno: string
  state: 'refunding' | 'refunded'
  amount: number
  asked_at: Date
  /** When the provider had done it, as far as we know. */
  done_at: Date | null
}

const refundColumns = sql`r.refund_id, r.orderno, r.state, r.amount, r.asked_at, r.done_at`

/** What was given back, or is being given back, of these orders. */
export async function refundsOfOrders(
  { tx, tenantId }: TenantRef,
  ordernos: readonly string[],
): Promise<BookedRefund[]> {
  if (ordernos.length === 0) return []
  const { rows } = await sql<BookedRefund>`
    select ${refundColumns} from bill_refund r
     where r.tenant_id = ${tenantId} and r.orderno = any(${ordernos}::text[]) and r.state <> 'failed'`.execute(
    tx,
  )
  return rows
}

/** A refund is expected in the statements of so many days from its asking on. */
export const refundDays = 31

/** Refunds that may be in a statement of this time, from their asking to their end, of all accounts. */
export async function refundedAround(
  { tx, tenantId }: TenantRef,
  client: OnlineClient,
  { since, before }: Span,
  { last, atMost }: { last: Pick<BookedRefund, 'done_at' | 'refund_id'> | undefined; atMost: number },
): Promise<BookedRefund[]> {
  const from = last ?? { done_at: since, refund_id: '0' }
  const { rows } = await sql<BookedRefund>`
    select ${refundColumns} from bill_refund r
     where r.tenant_id = ${tenantId} and (r.done_at, r.refund_id) > (${from.done_at}, ${from.refund_id}::bigint)
       and r.done_at < ${daysAfter(since, refundDays)} and r.asked_at < ${before}
       and r.client = ${client} and r.state = 'refunded'
     order by r.done_at, r.refund_id limit ${atMost}`.execute(tx)
  return rows
}

/** Whether an order of this time was to be paid through the provider, or a refund was under way in it. */
export async function hasBusiness(
  { tx, tenantId }: TenantRef,
  { client, accountKey }: Account,
  { since, before }: Span,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from pay_order p
                    where p.tenant_id = ${tenantId} and p.create_at >= ${since} and p.create_at < ${before}
                      and p.client = ${client} and ${keyOf} = ${accountKey}::bigint)
        or exists (select from bill_refund r
                    where r.tenant_id = ${tenantId} and r.done_at >= ${since}
                      and r.done_at < ${daysAfter(since, refundDays)} and r.asked_at < ${before}
                      and r.client = ${client} and r.state = 'refunded') as found`.execute(tx)
  return rows[0]?.found ?? false
}

export type OpenBooks = {
  case_id: string
  merchant_order: string
  client: OnlineClient
  account_key: string
  their_paid: number | null
  their_refunded: number | null
}

/** Cases of differing books whose cause is not known to be gone, the newest first, older than this one. */
export async function openBooks(
  { tx, tenantId }: TenantRef,
  before: string | undefined,
  atMost: number,
): Promise<OpenBooks[]> {
  const { rows } = await sql<OpenBooks>`
    select case_id, merchant_order, client, account_key, their_paid::float8 as their_paid, their_refunded::float8 as their_refunded
      from exception_case
     where tenant_id = ${tenantId} and kind = 'books_differ' and closed_at is null and merchant_order is not null
       and case_id < coalesce(${before ?? null}::bigint, 9223372036854775807)
     order by case_id desc limit ${atMost}`.execute(tx)
  return rows
}

export type DaySums = {
  day: string
  client: OnlineClient
  account_key: string
  paid: string
  refunded: string
}

/** What was paid and given back by our books on each day of this time, by account; only days with something. */
export async function sumsByDay({ tx, tenantId }: TenantRef, { since, before }: Span): Promise<DaySums[]> {
  const dayOf = (at: RawBuilder<unknown>) =>
    sql`((${at} at time zone 'UTC') + make_interval(mins => ${statementOffsetMinutes}))::date`
  const { rows } = await sql<DaySums>`
    select m.day::text, m.client, m.account_key::text, sum(m.paid)::text as paid, sum(m.refunded)::text as refunded
      from (select ${dayOf(sql`p.paid_at`)} as day, p.client, ${keyOf} as account_key, p.amount as paid, 0 as refunded
              from pay_order p
             where p.tenant_id = ${tenantId} and p.create_at >= ${daysBefore(since, openDays)}
               and p.create_at < ${before} and p.client = any(${onlineClients}::text[])
               and p.paid_at >= ${since} and p.paid_at < ${before}
               and p.state = any('{paid,refunded,part_refunded}'::text[])
            union all
            select ${dayOf(sql`r.done_at`)}, r.client, ${keyOf}, 0, r.amount
              from bill_refund r
              join pay_order p on p.tenant_id = ${tenantId} and p.create_at = r.bill_at and p.orderno = r.orderno
             where r.tenant_id = ${tenantId} and r.done_at >= ${since} and r.done_at < ${before}
               and r.client = any(${onlineClients}::text[]) and r.state = 'refunded') m
     where m.account_key is not null
     group by m.day, m.client, m.account_key`.execute(tx)
  return rows
}
