/**
 * The one way to make and to change bills: the sums of bills move in the same transaction, and consoles are told.
 *
 * Locks are taken in this order: slots, payment, bills by time, sums by key, and the counter of events last.
 */
import { type BillStatus, countryFacts } from '@slotwise/contract'

import { daysBefore } from '../../kernel/moments.ts'
import { tellOfSales } from '../../kernel/sale-events.ts'
import { countryOf } from '../account/index.ts'
import type { Bill, BillChange, BookCtx } from './bill-model.ts'
import * as queries from './bill-queries.ts'
import { moveSums } from './sum-queries.ts'
import { addUp, deviceHourDays, type SumOptions, sumsOf } from './sums-model.ts'

const optionsOf = async (ctx: BookCtx): Promise<SumOptions> => ({
  utcOffsetMinutes: countryFacts[await countryOf(ctx)].utcOffsetMinutes,
  deviceHoursSince: daysBefore(ctx.now, deviceHourDays),
})

/** Stores new bills. Returns those whose number was free; the others are not stored. */
export async function addBills(ctx: BookCtx, bills: readonly Bill[]): Promise<Bill[]> {
  if (bills.length === 0) return []
  const stored = await queries.insertBills(ctx, bills)
  const added = bills.filter(({ orderno }) => stored.has(orderno))
  const options = await optionsOf(ctx)
  await moveSums(ctx, addUp(added.map((bill) => sumsOf(bill, options))))
  await tellOfSales(ctx, 'bills', added)
  await noteEnds(
    ctx,
    added.filter(isEnded).map((bill) => ({ bill, reportedLate: false })),
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
  const options = await optionsOf(ctx)
  await moveSums(
    ctx,
    addUp(pairs.flatMap((pair) => [sumsOf(pair.bill, options, -1), sumsOf(pair.after, options)])),
  )
  await tellOfSales(ctx, 'bills', after)
  await noteEnds(
    ctx,
    pairs.flatMap(({ bill, after: changed }) => {
      if (!isEnded(bill)) return isEnded(changed) ? { bill: changed, reportedLate: false } : []
      const reportedLate = bill.reported_at === null && changed.reported_at !== null
      return reportedLate ? { bill: changed, reportedLate } : []
    }),
  )
  return after
}

/** Paid, and the machine works on it. */
const atWork: BillStatus = 7

const isEnded = ({ status }: Bill): boolean => status !== atWork

async function noteEnds(ctx: BookCtx, ends: readonly { bill: Bill; reportedLate: boolean }[]): Promise<void> {
  if (ends.length === 0) return
  const sales = ends.map(({ bill: { orderno, device_id: deviceId, store_id: storeId }, reportedLate }) => ({
    orderno,
    deviceId,
    storeId,
    reportedLate,
  }))
  for (const note of ctx.deps.hooks.salesEnded) await note(ctx, sales)
}
