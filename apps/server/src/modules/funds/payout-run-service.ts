/**
 * Payouts at the bank. The bank pays at most once for a settlement, whenever this process dies.
 *
 *   settling ──► success   the bank says that it has paid
 *      │ ▲ └───► fail      the bank refuses for certain; the money is owed again, and part of the next settlement
 *      ▼ │
 *   unknown                no answer for an hour; success and fail follow as above
 *
 * A run is one of `kernel/outside-runs.ts`:
 *
 * - `sent_at` is committed before the bank may hear of the payout. One that may have been sent before is queried first.
 *   Only when the bank has never heard of it, it is asked for again, with the same number.
 * - "Processing" is no answer that ends it. The payout is queried again after growing pauses, for as long as it takes. It
 *   is never given up and never paid anew.
 * - Settlement and ledger are booked in one transaction.
 */
import { countryFacts, type PayoutReason } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { dayMs, hourMs } from '../../kernel/moments.ts'
import { answerOr, lostBefore, nextRun, type Run, type RunCtx, runnerOf } from '../../kernel/outside-runs.ts'
import type { PayoutRequest, PayoutState } from '../../ports/payout/payout.ts'
import { countryOf } from '../account/index.ts'
import { accountToPay } from '../bankcards/index.ts'
import { bookPayouts } from '../ledger/index.ts'
import { inTime } from '../payments/index.ts'
import { payoutRefOf } from './morning-service.ts'
import { tellOfSettlements } from './settle-events.ts'
import * as queries from './settle-queries.ts'

const noAnswer: PayoutReason = 'noAnswer'
const notApproved: PayoutReason = 'notApproved'

type Taken = { settlement: queries.Settlement; request: PayoutRequest | undefined }

/** Brings a settlement on. What is taken is as it was before: `sent_at` is that of earlier runs. */
export const runPayout = runnerOf({
  lock: queries.lockOpen,
  prepare,
  take: (ctx, { settle_id: id }, until) => queries.takeSettlement(ctx, id, { now: ctx.now, until }),
  runAt: (ref, { settle_id: id }, moment) => queries.runSettlementAt(ref, id, moment),
  ask,
  settle,
})

async function prepare(ctx: RunCtx, settlement: queries.Settlement): Promise<Taken> {
  const account = await accountToPay(ctx, settlement.merchant_id)
  const { currency } = countryFacts[await countryOf(ctx)]
  const { payout_no: payoutNo, amount } = settlement
  return { settlement, request: account && { payoutNo, amount, currency, account } }
}

/** The bank's answer; undefined when there is none. */
async function ask(run: Run, { settlement, request }: Taken): Promise<PayoutState | undefined> {
  const { settle_id: id, sent_at: sentBefore, payout_no: payoutNo } = settlement
  const { payout: bank, now } = run.deps
  const orNone = <T>(asked: Promise<T>): Promise<T | undefined> =>
    answerOr(run, ['a payout', { settlement: id }], inTime(asked), () => undefined)
  // The bank has certainly not heard of a payout that was never sent.
  if (!request && !sentBefore) return { state: 'failed', why: notApproved }
  if (!bank) return undefined
  if (sentBefore) {
    const known = await orNone(bank.query(payoutNo))
    if (known?.state !== 'unknown') return known
  }
  // The card is no longer approved, so that nothing more is sent. A request of the last hour may still arrive.
  if (!request) return isLongAgo(sentBefore, now()) ? { state: 'failed', why: notApproved } : undefined
  const asked = orNone(bank.pay(request))
  await run.reached('asked')
  return asked
}

const isLongAgo = (sentAt: Date | null, now: Date): boolean =>
  now.getTime() - (sentAt ?? now).getTime() >= hourMs

async function settle(
  ctx: RunCtx,
  { settlement }: Taken,
  answer: PayoutState | undefined,
): Promise<Date | undefined> {
  const { deps, tenantId, now } = ctx
  const { settle_id: id, sent_at: sentAt } = settlement
  if (answer?.state === 'success') return end(ctx, settlement, { state: 'success', why: '' })
  if (answer?.state === 'failed') return end(ctx, settlement, { state: 'fail', why: answer.why })
  const isUnknown = !answer && isLongAgo(sentAt, now)
  if (sentAt && now.getTime() - sentAt.getTime() >= dayMs)
    deps.log.error({ tenant: tenantId, settlement: id }, 'a payout has not ended for a day: ask the bank')
  const next = nextRun(now, settlement.tries + 1)
  const state = isUnknown ? 'unknown' : 'settling'
  await queries.postpone(ctx, id, { state, why: isUnknown ? noAnswer : '', next_at: next })
  if (state !== settlement.state) await tellOfSettlements(ctx, now)
  return next
}

/** Books what the bank has done for certain. */
async function end(
  ctx: RunCtx,
  { settle_id: id, merchant_id: merchantId, amount }: queries.Settlement,
  { state, why }: { state: 'success' | 'fail'; why: string },
): Promise<undefined> {
  const { now } = ctx
  if (!(await queries.endSettlement(ctx, id, { state, why, done_at: now }))) return
  const kind = state === 'success' ? 'confirmed' : 'returned'
  await bookPayouts(ctx, kind, [{ settleId: id, merchantId, at: now, amount }])
  await tellOfSettlements(ctx, now)
}

/** Has the bank asked for a payout at once, because the operator knows that its answer has changed. */
export async function askSoon(deps: Deps, payoutNo: string): Promise<void> {
  const known = payoutRefOf(payoutNo)
  if (!known) return
  const { tenantId, merchantId } = known
  const now = deps.now()
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const id = await queries.hastenPayout(ref, { merchantId, payoutNo }, now)
    if (id !== undefined) await queries.runSettlementAt(ref, id, now)
  })
}

/** Queues settlements whose job is missing. */
export const sweep = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    for (const id of await queries.overdueSettlements(ref, lostBefore(now)))
      await queries.runSettlementAt(ref, id, now)
  })
