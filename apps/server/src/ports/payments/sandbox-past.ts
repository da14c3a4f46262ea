/** Payments that the sandbox has received before, so that what the demo shows of today can be refunded. */
import type { OnlineClient } from '@slotwise/contract'
import { type Kysely, sql } from 'kysely'

import type { Database } from '../../kernel/db.ts'

export type ReceivedPayment = {
  merchantOrder: string
  client: OnlineClient
  amount: number
  currency: string
  subject: string
  txn: string
  createdAt: Date
  paidAt: Date
  refunded: number
  /** The number and time of what was given back. */
  refund?: { refundNo: string; at: Date } | undefined
}

export async function addReceivedPayments(
  books: Kysely<Database>,
  payments: readonly ReceivedPayment[],
): Promise<void> {
  if (payments.length === 0) return
  const column = <T>(of: (payment: ReceivedPayment) => T): T[] => payments.map(of)
  await sql`
    insert into sandbox_payment (merchant_order, channel, amount, currency, subject, notify_to, state, txn, refunded,
                                 created_at, paid_at)
    select v.merchant_order, v.channel, v.amount, v.currency, v.subject, '', 'paid', v.txn, v.refunded, v.created_at, v.paid_at
      from unnest(${column((one) => one.merchantOrder)}::text[], ${column((one) => one.client)}::text[],
                  ${column((one) => one.amount)}::int[], ${column((one) => one.currency)}::text[],
                  ${column((one) => one.subject)}::text[], ${column((one) => one.txn)}::text[],
                  ${column((one) => one.refunded)}::int[], ${column((one) => one.createdAt)}::timestamptz[],
                  ${column((one) => one.paidAt)}::timestamptz[])
           as v (merchant_order, channel, amount, currency, subject, txn, refunded, created_at, paid_at)
    on conflict do nothing`.execute(books)
  await addGivenBack(
    books,
    payments.flatMap(({ merchantOrder, refunded: amount, refund }) =>
      refund && amount > 0 ? [{ merchantOrder, amount, ...refund }] : [],
    ),
  )
}

type GivenBack = { merchantOrder: string; amount: number; refundNo: string; at: Date }

async function addGivenBack(books: Kysely<Database>, refunds: readonly GivenBack[]): Promise<void> {
  if (refunds.length === 0) return
  const column = <T>(of: (refund: GivenBack) => T): T[] => refunds.map(of)
  await sql`
    insert into sandbox_refund (refund_no, merchant_order, amount, state, created_at)
    select v.refund_no, v.merchant_order, v.amount, 'success', v.at
      from unnest(${column((one) => one.refundNo)}::text[], ${column((one) => one.merchantOrder)}::text[],
                  ${column((one) => one.amount)}::int[], ${column((one) => one.at)}::timestamptz[])
           as v (refund_no, merchant_order, amount, at)
    on conflict do nothing`.execute(books)
}
