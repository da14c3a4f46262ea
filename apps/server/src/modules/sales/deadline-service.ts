/**
 * Bills of paid orders whose machine does not report.
 *
 *   7 ──► 2   no report within 120 s after the payment
 *   2 ──► 5   no report within another 10 minutes, in a store that refunds by itself, if the machine was online all the time
 *
 * A machine whose line was lost since the payment may have given the goods, and reports when it is back. So nothing is
 * refunded by itself then; that the line was lost is noted at the payment, and is a case for a person. Nor is it refunded
 * while a report is kept that could not be understood, and may be about it.
 *
 * A report that comes in between moves the bill to its own status, and the deadline finds nothing to do. A job for each
 * deadline is queued in the transaction before it; a sweep finds bills whose job is lost.
 */
import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { noteLineLost, payOrderOf } from '../payments/index.ts'
import { lineLostAt } from '../presence/index.ts'
import { type Bill, type BookCtx, changeBills, readBills } from '../bills/index.ts'
import { billsOfStatus, watchBill } from './deadline-queries.ts'
import { autoRefund } from '../refunds/index.ts'

const second = 1_000
const reportMs = 120 * second
const refundMs = 600 * second

/** Until when the machine has to report on an order that was paid then. */
export const reportDueAt = (paidAt: Date): Date => new Date(paidAt.getTime() + reportMs)
const refundDueAt = (paidAt: Date): Date => new Date(paidAt.getTime() + reportMs + refundMs)

/** Decides a bill whose time has passed without the machine's report. */
export async function decideBill(deps: Deps, tenantId: string, orderno: string): Promise<void> {
  await inTenant(deps.db.main, tenantId, (tx) => decide({ deps, tx, tenantId, now: deps.now() }, orderno))
}

async function decide(ctx: BookCtx, orderno: string): Promise<void> {
  const [bill] = await readBills(ctx, [orderno])
  if (bill?.status !== 7 && bill?.status !== 2) return
  const order = await payOrderOf(ctx, orderno)
  const paidAt = order?.paid_at
  if (!paidAt) return
  const due = bill.status === 7 ? reportDueAt(paidAt) : refundDueAt(paidAt)
  if (ctx.now < due) return watchBill(ctx, orderno, due)
  const isLost = order.line_lost_at !== null || (await isLineLost(ctx, bill, paidAt))
  if (bill.status === 2)
    return isLost || (await isKept(ctx, bill, paidAt)) ? undefined : autoRefund(ctx, [bill])
  const changed = await changeBills(ctx, [orderno], ({ status }) =>
    status === 7 ? { status: 2 } : undefined,
  )
  if (changed.length > 0) await watchBill(ctx, orderno, refundDueAt(paidAt))
}

/** Whether the machine may have lost its line before it could report. Notes when. */
async function isLineLost(
  ctx: BookCtx,
  { orderno, device_id: deviceId }: Bill,
  paidAt: Date,
): Promise<boolean> {
  const lostAt = await lineLostAt({ ...ctx, deviceId }, paidAt)
  if (lostAt) await noteLineLost(ctx, orderno, lostAt)
  return lostAt !== undefined
}

/** Whether the machine has said something that may be its report, and that only a person can understand. */
const isKept = (
  ctx: BookCtx,
  { orderno, client, device_id: deviceId }: Bill,
  since: Date,
): Promise<boolean> => ctx.deps.hooks.mayBeReported({ ...ctx, deviceId }, { orderno, client, since })

/** A job runs this much after its time before it counts as lost. */
const lostAfterMs = 5 * 60 * second
/** A bill stays at 2 where its store does not refund by itself, so it is looked at for a while only. */
const lookedAtMs = 3_600 * second
const workingDays = 31
const atMost = 1_000

/** Queues bills whose job is missing. */
export const sweepDeadlines = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const before = (ms: number): Date => new Date(now.getTime() - ms)
    const working = { from: daysBefore(now, workingDays), to: before(reportMs + lostAfterMs), atMost }
    const overdue = reportMs + refundMs + lostAfterMs
    const silent = { from: before(overdue + lookedAtMs), to: before(overdue), atMost }
    for (const orderno of [
      ...(await billsOfStatus(ref, 7, working)),
      ...(await billsOfStatus(ref, 2, silent)),
    ])
      await watchBill(ref, orderno, now)
  })
