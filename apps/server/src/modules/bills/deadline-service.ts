/**
 * Bills of paid orders whose machine does not report.
 *
 *   7 ──► 2   no report within 120 s after the payment
 *   2 ──► 5   no report within another 10 minutes, in a store that refunds by itself
 *
 * A report that comes in between moves the bill to its own status, and the deadline finds nothing to do. A job for each
 * deadline is queued in the transaction before it; a sweep finds bills whose job is lost.
 */
import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { payOrderOf } from '../payments/index.ts'
import type { BookCtx } from './bill-model.ts'
import { readBills } from './bill-queries.ts'
import { changeBills } from './book-service.ts'
import { billsOfStatus, watchBill } from './deadline-queries.ts'
import { autoRefund } from './refund-service.ts'

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
  const paidAt = (await payOrderOf(ctx, orderno))?.paid_at
  if (!paidAt) return
  const due = bill.status === 7 ? reportDueAt(paidAt) : refundDueAt(paidAt)
  if (ctx.now < due) return watchBill(ctx, orderno, due)
  if (bill.status === 2) return autoRefund(ctx, [bill])
  const changed = await changeBills(ctx, [orderno], ({ status }) =>
    status === 7 ? { status: 2 } : undefined,
  )
  if (changed.length > 0) await watchBill(ctx, orderno, refundDueAt(paidAt))
}

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
