/** Which bills may be refunded, and what an automatic refund gives back. Nothing here reads the database. */
import {
  type BillStatus,
  dayOf,
  isOnline,
  type PayClient,
  type RefundBar,
  type RefundWay,
} from '@slotwise/contract'

import type { RefundTraits } from '../payaccounts/index.ts'
import { divide } from '../sums/index.ts'
import type { Bill } from './bill-model.ts'

/** What decides about all bills of a merchant alike. */
export type RefundFacts = {
  now: Date
  utcOffsetMinutes: number
  /** The merchant may not refund bills of the current calendar month. */
  isBlocked: boolean
  payments: RefundTraits
}

type Refundable = Pick<Bill, 'client' | 'status' | 'total_price' | 'refunded' | 'oddities' | 'create_at'>

/** What these took stays in the machine, or was nothing. */
const neverRefunded: ReadonlySet<PayClient> = new Set(['coin', 'bill', 'remote'])
const refundedStatuses: ReadonlySet<BillStatus> = new Set([8, 9, 10, 11])

/** Whether a refund of the bill is under way or done, as a whole or in part. */
export const isBeingRefunded = (status: BillStatus): boolean => status === 5 || refundedStatuses.has(status)

/** Why no money of the bill can be given back at all, by anyone on any day; null where it can. */
function moneyBar(bill: Refundable, payments: RefundTraits): RefundBar | null {
  if (neverRefunded.has(bill.client)) return 'cash'
  if (bill.status === 5) return 'refunding'
  if (bill.refunded > 0 || refundedStatuses.has(bill.status)) return 'refunded'
  if (bill.client === 'gift' || bill.total_price === 0) return 'nothing_paid'
  if (bill.status === 7) return 'working'
  if (!isOnline(bill.client)) return null
  // The provider gives back what it has received for an order of ours, and nothing else.
  if (bill.oddities.includes('order')) return 'no_payment'
  return payments[bill.client] === undefined ? 'no_provider' : null
}

/** Why the merchant cannot ask for a refund now; null where the merchant can. */
export function refundBar(bill: Refundable, facts: RefundFacts): RefundBar | null {
  const bar = moneyBar(bill, facts.payments)
  if (bar !== null) return bar
  const today = dayOf(facts.now, facts.utcOffsetMinutes)
  if (dayOf(bill.create_at, facts.utcOffsetMinutes) !== today) return 'not_today'
  // Blocked are bills of the current month, and today is in it.
  return facts.isBlocked ? 'blocked' : null
}

/** Whether the merchant may ask for a refund now. */
export const canRefund = (bill: Refundable, facts: RefundFacts): boolean => refundBar(bill, facts) === null

/** Whether the client's refunds can be a part of what was paid. */
export const refundsParts = (client: PayClient, payments: RefundTraits): boolean =>
  !isOnline(client) || (payments[client]?.refundsParts ?? false)

/** Who gives the money of a refund to the customer. `ofCards` are the orders that members' cards have paid. */
export function refundWay(
  { client, orderno }: Pick<Bill, 'client' | 'orderno'>,
  ofCards: ReadonlySet<string>,
): RefundWay {
  if (isOnline(client)) return 'provider'
  return client === 'card' && ofCards.has(orderno) ? 'card' : 'hand'
}

/** Whether the server may give the money back by itself. Paying back by hand takes a person. */
export const canRefundAlone = (bill: Refundable, way: RefundWay, payments: RefundTraits): boolean =>
  way !== 'hand' && moneyBar(bill, payments) === null

/** What was paid for the pieces that did not come out. */
export function undeliveredAmount({
  total_price: total,
  goods,
}: Pick<Bill, 'total_price' | 'goods'>): number {
  const pieces = goods.map(({ price, quantity, delivered }) => {
    const out = Math.min(quantity, delivered ?? 0)
    return { price, out, missing: quantity - out }
  })
  if (pieces.every(({ out }) => out === 0)) return total
  // Where all is free by our prices, each piece weighs the same.
  const isFree = pieces.every(({ price }) => price === 0)
  const shares = divide(
    total,
    pieces.flatMap(({ price, out, missing }) => {
      const weight = isFree ? 1 : price
      return [weight * out, weight * missing]
    }),
  )
  return shares.filter((_, index) => index % 2 === 1).reduce((sum, share) => sum + share, 0)
}

/** Whether goods of a paid bill are missing that cannot be refunded without those that came out. */
export function isPartOnly(bill: Refundable & Pick<Bill, 'goods'>, payments: RefundTraits): boolean {
  const missing = undeliveredAmount(bill)
  const isPart = missing > 0 && missing < bill.total_price
  return (
    bill.status === 1 && isPart && moneyBar(bill, payments) === null && !refundsParts(bill.client, payments)
  )
}

/** The status of a bill whose refund is done. */
export const refundedStatus = ({ kind, part }: { kind: 'auto' | 'manual'; part: boolean }): BillStatus =>
  kind === 'auto' ? (part ? 11 : 8) : part ? 10 : 9
