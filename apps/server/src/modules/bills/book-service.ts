/**
 * The one way to make and to change bills: the sums of bills move in the same transaction, and consoles are told.
 *
 * Locks are taken in this order: slots, payment, bills by time, sums by key, and the counter of events last.
 */
import { type BillStatus, countryFacts } from '@slotwise/contract'

import type { SaleCause, SaleTurn } from '../../kernel/hooks.ts'
import { tellOfSales } from '../../kernel/sale-events.ts'
import { countryOf } from '../account/index.ts'
import { moveSums, type SummedBill, sumsOf } from '../sums/index.ts'
import type { Bill, BillChange, BookCtx, Oddity } from './bill-model.ts'
import * as queries from './bill-queries.ts'

/** Adds bills to their sums; those with `sign` -1 are taken off. */
async function sumUp(ctx: BookCtx, bills: readonly (SummedBill & { sign?: 1 | -1 })[]): Promise<void> {
  const { utcOffsetMinutes } = countryFacts[await countryOf(ctx)]
  await moveSums(ctx, sumsOf(bills, { utcOffsetMinutes, now: ctx.now }))
}

/** Stores new bills. Returns those whose number was free; the others are not stored. */
export async function addBills(ctx: BookCtx, bills: readonly Bill[]): Promise<Bill[]> {
  if (bills.length === 0) return []
  const stored = await queries.insertBills(ctx, bills)
  const added = bills.filter(({ orderno }) => stored.has(orderno))
  await sumUp(ctx, added)
  await tellOfSales(ctx, 'bills', added)
  await tellTurns(
    ctx,
    added.filter(isEnded).map((bill) => turnOf(bill, 'first')),
  )
  return added
}

/**
 * Changes bills. `change` sees each bill as it is, under its lock, and returns what is to be different, or undefined for
 * a bill that is to stay. Returns the changed bills as they are then.
 */
export async function changeBills(
  ctx: BookCtx,
  ordernos: readonly string[],
  change: (bill: Bill) => BillChange | undefined,
): Promise<Bill[]> {
  const before = await queries.lockBills(ctx, ordernos)
  const pairs = before.flatMap((bill) => {
    const different = change(bill)
    return different ? [{ bill, after: { ...bill, ...different } }] : []
  })
  const after = pairs.map((pair) => pair.after)
  if (after.length === 0) return []
  await queries.updateBills(ctx, after)
  await sumUp(
    ctx,
    pairs.flatMap((pair) => [{ ...pair.bill, sign: -1 as const }, pair.after]),
  )
  await tellOfSales(ctx, 'bills', after)
  await tellTurns(
    ctx,
    pairs.flatMap(({ bill, after: changed }) => causesOf(bill, changed).map((cause) => turnOf(bill, cause))),
  )
  return after
}

/** Paid, and the machine works on it. */
const atWork: BillStatus = 7

const isEnded = ({ status }: Bill): boolean => status !== atWork

/**
 * Why systems of the merchant are told of a sale. That its money was given back is told as a refund, and that a refund was
 * refused by `refunds/run-service.ts`, which knows the refund.
 */
function causesOf(before: Bill, after: Bill): SaleCause[] {
  if (!isEnded(before)) return isEnded(after) ? ['first'] : []
  const isNew = (oddity: Oddity): boolean =>
    after.oddities.includes(oddity) && !before.oddities.includes(oddity)
  return [
    ...(before.reported_at === null && after.reported_at !== null ? (['reported'] as const) : []),
    ...(before.oddities.includes('order') && !after.oddities.includes('order') ? (['paid'] as const) : []),
    ...(isNew('restored') ? (['restored'] as const) : []),
  ]
}

export const turnOf = (
  { orderno, device_id: deviceId, store_id: storeId }: Bill,
  cause: SaleCause,
): SaleTurn => ({ orderno, deviceId, storeId, cause })

export async function tellTurns(ctx: BookCtx, turns: readonly SaleTurn[]): Promise<void> {
  if (turns.length === 0) return
  for (const tell of ctx.deps.hooks.saleTurned) await tell(ctx, turns)
}
