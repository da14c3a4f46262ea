/** What was given back: by the server where the store wants it, else by the merchant on the day of the sale. */
import { dayOf, isOnline } from '@slotwise/contract'
import { between, chance, pick, type Random } from '../dice.ts'

import type { Bill } from '../../src/modules/bills/bill-model.ts'
import type { NewRefund } from '../../src/modules/refunds/refund-queries.ts'
import { refundedStatus, undeliveredAmount } from '../../src/modules/bills/refund-rules.ts'
import { merchantOrderOf } from '../../src/modules/payments/merchant-order-model.ts'
import type { PastOrder } from '../../src/modules/payments/past-order-queries.ts'
import { failedAt } from './sale.ts'

const second = 1_000
const minute = 60 * second

/** How many failed sales the merchant pays back, and how many good ones, because the customer complained. */
const repaid = 0.6
const complaints = 0.0025
/** How many refunds the provider refused. */
const refused = 0.02

export type Refunder = {
  tenantId: string
  now: Date
  utcOffsetMinutes: number
  /** Stores that refund failed deliveries by themselves. */
  autoStores: ReadonlySet<string>
  /** The main account of the merchant. */
  account: { id: string; username: string }
  remarks: readonly string[]
}

type Paid = { bill: Bill; order: PastOrder }
/** `why`: the provider's reason, where it refused. */
export type PastRefund = { row: NewRefund; why: string | null; doneAt: Date }

type Plan = Pick<NewRefund, 'kind' | 'amount' | 'part' | 'asked_at'>

/** GKash gives back whole payments only. */
const refundsParts = ({ client }: Bill): boolean => client !== 'gkash'

function automatic(bill: Bill): Plan | undefined {
  const amount = undeliveredAmount(bill)
  const part = amount < bill.total_price
  if (amount === 0 || (part && !refundsParts(bill))) return undefined
  return { kind: 'auto', amount, part, asked_at: failedAt(bill) }
}

function byHand(random: Random, bill: Bill, { now, utcOffsetMinutes }: Refunder): Plan | undefined {
  const isFailed = bill.status === 1 || bill.status === 2
  if (!chance(random, isFailed ? repaid : complaints)) return undefined
  const askedAt = new Date(failedAt(bill).getTime() + Math.round(between(random, [5, 240]) * minute))
  const day = dayOf(bill.create_at, utcOffsetMinutes)
  if (askedAt > now || dayOf(askedAt, utcOffsetMinutes) !== day) return undefined
  const missing = isFailed ? undeliveredAmount(bill) : bill.total_price
  // A customer whose goods were damaged often takes half of the price.
  const share = !isFailed && chance(random, 0.4) ? Math.ceil(bill.total_price / 2) : missing
  const amount = refundsParts(bill) ? share : bill.total_price
  if (amount === 0) return undefined
  return { kind: 'manual', amount, part: amount < bill.total_price, asked_at: askedAt }
}

/** What became of a paid sale; undefined when nothing was given back. */
export function refundOf(
  random: Random,
  { bill, order }: Paid,
  refunder: Refunder,
): (Paid & { refund: PastRefund }) | undefined {
  if (bill.total_price === 0) return undefined
  const isFailed = bill.status === 1 || bill.status === 2
  // The product pays no Easy card back by itself.
  const isAuto =
    isFailed && bill.client !== 'ezcard' && bill.store_id !== null && refunder.autoStores.has(bill.store_id)
  const plan = (isAuto ? automatic(bill) : undefined) ?? byHand(random, bill, refunder)
  if (!plan) return undefined
  const { tenantId, account, remarks, now } = refunder
  const takes = isOnline(bill.client) ? between(random, [second, 20 * second]) : 0
  const doneAt = new Date(plan.asked_at.getTime() + Math.round(takes))
  if (doneAt > now) return undefined
  const isRefused = plan.kind === 'manual' && isOnline(bill.client) && chance(random, refused)
  const row: NewRefund = {
    ...plan,
    orderno: bill.orderno,
    bill_at: bill.create_at,
    state: isRefused ? 'refunding' : 'refunded',
    client: bill.client,
    remarks: plan.kind === 'auto' ? '' : (pick(random, remarks) ?? ''),
    refund_no: `${merchantOrderOf(tenantId, bill.orderno)}R1`,
    account_id: plan.kind === 'auto' ? null : account.id,
    username: plan.kind === 'auto' ? '' : account.username,
    done_at: isRefused ? null : doneAt,
    next_at: isRefused ? doneAt : null,
  }
  if (isRefused) return { bill, order, refund: { row, why: 'refused', doneAt } }
  return {
    bill: { ...bill, status: refundedStatus(plan), refunded: plan.amount },
    order: { ...order, state: plan.part ? 'part_refunded' : 'refunded' },
    refund: { row, why: null, doneAt },
  }
}
