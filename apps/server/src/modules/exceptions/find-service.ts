/**
 * Finds cases and closes them. What is found depends only on the present state of bills and refunds, so that a run that
 * is lost, late or repeated changes nothing but the time; an index keeps one open case for each kind and sale.
 *
 *   paid_not_delivered   paid, and 20 minutes later failed, unconfirmed or still at work, and not refunded.
 *                        Closes when the sale is delivered or refunded; stays while its refund is under way.
 *   delivery_unknown     paid, and the machine lost its line before it reported, so that nothing is refunded by itself.
 *                        Closes when the machine reports, or the sale is refunded.
 *   delivered_not_paid   a machine gave goods without a paid order, twice for one payment, or after a refund was asked for.
 *                        Closes when the payment of its order comes after all, or the refund is refused; else a person
 *                        ends it.
 *   refund_stuck         the provider has not answered for a day, or has refused the refund of a delivered sale.
 *                        Closes when the refund came through, or was asked for again.
 *   books_differ         found by comparing statements (`reconcile-service.ts`).
 *
 * Cash is left out: its customer is not known, and nothing can be given back. Nothing here moves money.
 */
import { isOnline, paidClients } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { daysBefore, minuteMs } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { tenantIds } from '../../kernel/tenants.ts'
import { undeliveredAmount } from '../bills/index.ts'
import { merchantOrderOf } from '../payments/index.ts'
import { closeSettledBooks } from './books-service.ts'
import { tellConsoles } from './case-events.ts'
import type { Found } from './case-model.ts'
import * as queries from './find-queries.ts'

/** Longer than the machine has to report and the server takes to refund by itself (`bills/deadline-service.ts`). */
const settledMs = 20 * minuteMs
/** A machine that was offline reports its sales with their own times. */
const reportedDays = 31
/** What is older is not found any more: it would flood an installation that begins to look for cases. */
const newDays = 7
/** As long as a refund waits until it is shown as a case for a person (`refunds/run-service.ts`). */
const unansweredDays = 1
const atOnce = 500
/** Older cases of differing books are looked at when a statement is compared, once a day. */
const booksPortions = 10

type Portion = (ref: TenantRef, atMost: number) => Promise<{ seen: number; changed: number }>

/** The job of every few minutes. */
export async function findAllCases(deps: Deps): Promise<void> {
  for (const tenantId of await tenantIds(deps.db.main)) {
    // An error with one merchant does not stop the next.
    await findCases(deps, tenantId).catch((error: unknown) =>
      deps.log.error({ err: error, tenant: tenantId }, 'cases'),
    )
  }
}

/** Closes what is over before it finds what is new, so that a cause that comes again gets a case of its own. */
export async function findCases(deps: Deps, tenantId: string): Promise<void> {
  const now = deps.now()
  const period = {
    from: daysBefore(now, reportedDays),
    since: daysBefore(now, newDays),
    to: new Date(now.getTime() - settledMs),
  }
  const unanswered = daysBefore(now, unansweredDays)
  const closing =
    (close: (ref: TenantRef, atMost: number) => Promise<number>): Portion =>
    async (ref, atMost) => {
      const closed = await close(ref, atMost)
      return { seen: closed, changed: closed }
    }
  const finding =
    <Row>(
      read: (ref: TenantRef, atMost: number) => Promise<Row[]>,
      caseOf: (row: Row, tenantId: string) => Found,
    ): Portion =>
    async (ref, atMost) => {
      const rows = await read(ref, atMost)
      const cases = rows.map((row) => caseOf(row, tenantId))
      return { seen: rows.length, changed: await queries.insertCases(ref, cases, now) }
    }
  const portions: Portion[] = [
    closing((ref, atMost) => queries.closeDelivered(ref, now, atMost)),
    closing((ref, atMost) => queries.closeHeard(ref, now, atMost)),
    closing((ref, atMost) => queries.closePaid(ref, now, atMost)),
    closing((ref, atMost) => queries.closeRefunds(ref, { now, unanswered }, atMost)),
    finding((ref, atMost) => queries.undelivered(ref, period, paidClients, atMost), ofUndelivered),
    // Noted when the time to report is over, so there is nothing more to wait for.
    finding((ref, atMost) => queries.unheard(ref, { ...period, to: now }, atMost), ofUnheard),
    finding((ref, atMost) => queries.unpaid(ref, period, atMost), ofUnpaid),
    finding((ref, atMost) => queries.deliveredAfterRefund(ref, period, atMost), ofDeliveredAfterRefund),
    finding((ref, atMost) => queries.unansweredRefunds(ref, unanswered, atMost), ofRefund('unanswered')),
    finding((ref, atMost) => queries.refusedRefunds(ref, period.since, atMost), ofRefund('refused')),
  ]
  for (const portion of portions)
    await inPortions(
      deps,
      tenantId,
      async (tx, atMost) => {
        const { seen, changed } = await portion({ tx, tenantId }, atMost)
        if (changed > 0) await tellConsoles({ tx, tenantId, now })
        return seen
      },
      atOnce,
    )
  await closeSettledBooks(deps, tenantId, { portionsMost: booksPortions })
}

const ofBill = (
  bill: Pick<queries.FoundBill, 'orderno' | 'create_at' | 'device_id' | 'store_id' | 'client'>,
  tenantId: string,
) => ({
  subject: bill.orderno,
  orderno: bill.orderno,
  order_at: bill.create_at,
  merchant_order: isOnline(bill.client) ? merchantOrderOf(tenantId, bill.orderno) : null,
  device_id: bill.device_id,
  store_id: bill.store_id,
  client: bill.client,
  their_paid: null,
  their_refunded: null,
  txn: null,
})

const ofUndelivered = (bill: queries.FoundBill, tenantId: string): Found => ({
  ...ofBill(bill, tenantId),
  kind: 'paid_not_delivered',
  reason: bill.status === 1 ? 'failed' : 'unconfirmed',
  amount: undeliveredAmount(bill),
  since: bill.create_at,
})

const ofUnheard = (bill: queries.UnheardBill, tenantId: string): Found => ({
  ...ofBill(bill, tenantId),
  kind: 'delivery_unknown',
  reason: 'line_lost',
  amount: bill.total_price,
  since: bill.create_at,
  lost_at: bill.lost_at,
})

/** The price of what came out, where nothing was paid for it. */
const worthOf = ({ goods }: queries.FoundBill): number =>
  goods.reduce((sum, { price, delivered }) => sum + price * (delivered ?? 0), 0)

const ofUnpaid = (bill: queries.FoundBill, tenantId: string): Found => ({
  ...ofBill(bill, tenantId),
  // Without an order the provider knows no number of ours.
  merchant_order: null,
  kind: 'delivered_not_paid',
  reason: bill.oddities.includes('again') ? 'twice' : 'no_order',
  amount: bill.total_price || worthOf(bill),
  since: bill.create_at,
})

const ofDeliveredAfterRefund = (bill: queries.FoundBill, tenantId: string): Found => ({
  ...ofBill(bill, tenantId),
  kind: 'delivered_not_paid',
  reason: 'after_refund',
  amount: bill.refunded || bill.total_price,
  since: bill.reported_at ?? bill.create_at,
})

const ofRefund =
  (reason: 'unanswered' | 'refused') =>
  (refund: queries.FoundRefund, tenantId: string): Found => ({
    ...ofBill({ ...refund, create_at: refund.bill_at }, tenantId),
    kind: 'refund_stuck',
    reason,
    amount: refund.amount,
    since: refund.asked_at,
  })
