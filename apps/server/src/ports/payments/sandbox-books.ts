/** The sandbox's own books. Every statement commits by itself: none is part of a transaction of the product. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { z } from 'zod'

import type { Database } from '../../kernel/db.ts'
import { repeatPortions } from '../../kernel/portions.ts'
import { changesOne, countDeleted } from '../../kernel/rows.ts'

/** How the sandbox misbehaves with a payment. */
export const Manners = z.strictObject({
  /** Creating the payment fails, or is never answered. */
  create: z.enum(['fails', 'hangs']).exactOptional(),
  /** Asking for the payment, and closing it, fail or are never answered. */
  query: z.enum(['fails', 'hangs']).exactOptional(),
  close: z.enum(['fails', 'hangs']).exactOptional(),
  /** Notices are never sent, sent twice at once, or followed by an older one that says "not paid yet". */
  notices: z.enum(['dropped', 'doubled', 'reordered']).exactOptional(),
  noticeDelayMs: z.int().min(0).max(3_600_000).exactOptional(),
  /** The amount that notices name instead of the true one. */
  noticeAmount: z.int().min(0).max(2_147_483_647).exactOptional(),
  /** Refunds are refused, stay on their way, or are done or not without an answer. */
  refund: z.enum(['rejected', 'processing', 'done without answer', 'lost']).exactOptional(),
  /** The statement leaves the payment out, has it twice, or has it although it was never paid. */
  statement: z.enum(['missing', 'doubled', 'extra']).exactOptional(),
  /** The amount that the statement names instead of the true one. */
  statementAmount: z.int().min(0).max(2_147_483_647).exactOptional(),
})
export type Manners = z.output<typeof Manners>

type Books = Kysely<Database>
export type Payment = {
  merchant_order: string
  channel: string
  amount: number
  currency: string
  subject: string
  notify_to: string
  state: 'pending' | 'paid' | 'closed'
  payer: string | null
  txn: string | null
  refunded: number
  paid_at: Date | null
  manners: Manners
}

const columns = [
  'merchant_order',
  'channel',
  'amount',
  'currency',
  'subject',
  'notify_to',
  'payer',
  'txn',
  'refunded',
  'paid_at',
] as const
const typed = [sql<Payment['state']>`state`.as('state'), sql<Manners>`manners`.as('manners')] as const

export const findPayment = (books: Books, merchantOrder: string): Promise<Payment | undefined> =>
  books
    .selectFrom('sandbox_payment')
    .select([...columns, ...typed])
    .where('merchant_order', '=', merchantOrder)
    .executeTakeFirst()

type NewPayment = Pick<
  Payment,
  'merchant_order' | 'channel' | 'amount' | 'currency' | 'subject' | 'notify_to' | 'manners'
> & { created_at: Date }

/** Returns the payment that is there: a number names one payment forever. */
export async function addPayment(books: Books, payment: NewPayment): Promise<Payment> {
  await books
    .insertInto('sandbox_payment')
    .values({ ...payment, state: 'pending', manners: JSON.stringify(payment.manners) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const found = await findPayment(books, payment.merchant_order)
  if (!found) throw new Error('the payment is gone')
  return found
}

type Change = { state?: 'paid' | 'closed'; payer?: string; txn?: string; paid_at?: Date }

/** Changes a payment that is neither paid nor closed. */
export const changePending = (
  books: Books,
  merchantOrder: string,
  change: Change,
): Promise<Payment | undefined> =>
  books
    .updateTable('sandbox_payment')
    .set(change)
    .where('merchant_order', '=', merchantOrder)
    .where('state', '=', 'pending')
    .returning([...columns, ...typed])
    .executeTakeFirst()

/** Returns false when there is no such payment. */
export const setManners = (books: Books, merchantOrder: string, manners: Manners): Promise<boolean> =>
  changesOne(
    books
      .updateTable('sandbox_payment')
      .set({ manners: JSON.stringify(manners) })
      .where('merchant_order', '=', merchantOrder),
  )

export type Refund = { state: 'processing' | 'success' | 'rejected'; why: string | null }

export const findRefund = (books: Books, refundNo: string): Promise<Refund | undefined> =>
  books
    .selectFrom('sandbox_refund')
    .select('why')
    .select(sql<Refund['state']>`state`.as('state'))
    .where('refund_no', '=', refundNo)
    .executeTakeFirst()

type NewRefund = {
  refund_no: string
  merchant_order: string
  amount: number
  state: 'processing' | 'success'
  created_at: Date
}

/** Gives money back, or returns false when the payment does not have so much left. */
export const addRefund = (books: Books, refund: NewRefund): Promise<boolean> =>
  books.transaction().execute(async (tx) => {
    const paid = await tx
      .updateTable('sandbox_payment')
      .set((eb) => ({ refunded: eb('refunded', '+', refund.amount) }))
      .where('merchant_order', '=', refund.merchant_order)
      .where('state', '=', 'paid')
      .where((eb) => eb(eb('refunded', '+', refund.amount), '<=', eb.ref('amount')))
      .returning('merchant_order')
      .executeTakeFirst()
    if (!paid) return false
    await tx.insertInto('sandbox_refund').values(refund).execute()
    return true
  })

export async function addRejection(
  books: Books,
  refund: Omit<NewRefund, 'state'> & { why: string },
): Promise<void> {
  await books
    .insertInto('sandbox_refund')
    .values({ ...refund, state: 'rejected' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Ends a refund that was on its way. Returns false when there is none. */
export const endRefund = (books: Books, refundNo: string, end: 'success' | 'rejected'): Promise<boolean> =>
  books.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('sandbox_refund')
      .set({ state: end, why: end === 'rejected' ? 'notEnough' : null })
      .where('refund_no', '=', refundNo)
      .where('state', '=', 'processing')
      .returning(['merchant_order', 'amount'])
      .executeTakeFirst()
    if (!ended) return false
    if (end === 'success') return true
    await tx
      .updateTable('sandbox_payment')
      .set((eb) => ({ refunded: eb('refunded', '-', ended.amount) }))
      .where('merchant_order', '=', ended.merchant_order)
      .execute()
    return true
  })

/** Deletes payments that were created before, with their refunds. */
export const deletePaymentsBefore = (books: Books, created: Date): Promise<void> =>
  repeatPortions((atMost) =>
    countDeleted(
      books
        .deleteFrom('sandbox_payment')
        .where('merchant_order', 'in', (eb) =>
          eb
            .selectFrom('sandbox_payment')
            .select('merchant_order')
            .where('created_at', '<', created)
            .limit(atMost),
        ),
    ),
  )
