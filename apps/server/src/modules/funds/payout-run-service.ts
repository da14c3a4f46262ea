/**
 * Payouts at the bank. The bank pays at most once for a settlement, whenever this process dies.
 *
 *   settling ──► success   the bank says that it has paid
 *      │ ▲ └───► fail      the bank refuses for certain; the money is owed again, and part of the next settlement
 *      ▼ │
 *   unknown                no answer for an hour; success and fail follow as above
 *
 * The steps are those of a refund (`refunds/run-service.ts`), and the next run begins where the last one ended:
 *
 * 1. taken: `sent_at` is committed before the bank may hear of the payout, and `next_at` keeps other processes away for
 *    longer than the bank may take to answer. Died before: nothing has happened.
 * 2. asked: outside of a transaction, with a time-out. A payout that may have been sent before is queried first. Only
 *    when the bank has never heard of it, it is asked for again, with the same number.
 * 3. answered: a time-out and a broken connection are no answer, and "processing" is none that ends it. The payout is
 *    queried again after growing pauses, for as long as it takes. It is never given up and never paid anew.
 * 4. booked: settlement and ledger in one transaction, by a conditional UPDATE of the settlement.
 */
import { countryFacts, type PayoutReason } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { dayMs, hourMs } from '../../kernel/moments.ts'
import { lostBefore, nextRun, type Reached, takenUntil } from '../../kernel/outside-runs.ts'
import type { PayoutProvider, PayoutRequest, PayoutState } from '../../ports/payout/payout.ts'
import { countryOf } from '../account/index.ts'
import { accountToPay } from '../bankcards/index.ts'
import { bookPayouts } from '../ledger/index.ts'
import { inTime } from '../payments/index.ts'
import { payoutRefOf } from './morning-service.ts'
import { tellOfSettlements } from './settle-events.ts'
import * as queries from './settle-queries.ts'

export { type RunStep as PayoutStep, runSteps as payoutSteps } from '../../kernel/outside-runs.ts'

const noAnswer: PayoutReason = 'noAnswer'
const notApproved: PayoutReason = 'notApproved'

type Run = { deps: Deps; tenantId: string; id: string; reached: Reached }
type Taken = { settlement: queries.Settlement; request: PayoutRequest | undefined }

/** Brings a settlement on. Does nothing when another process has it or when it has ended. */
export async function runPayout(
  deps: Deps,
  tenantId: string,
  id: string,
  reached: Reached = () => {},
): Promise<void> {
  const run = { deps, tenantId, id, reached }
  await reached('begun')
  const taken = await take(run)
  if (!taken) return
  const { settlement, request } = taken
  await reached('taken')
  // The bank has certainly not heard of a payout that was never sent.
  if (!request && settlement.sent_at === null)
    return end(run, settlement, { state: 'fail', why: notApproved })
  const answer = deps.payout && (await ask(run, settlement, deps.payout, request))
  await reached('answered')
  if (answer?.state === 'success') await end(run, settlement, { state: 'success', why: '' })
  else if (answer?.state === 'failed') await end(run, settlement, { state: 'fail', why: answer.why })
  else await askLater(run, settlement, answer !== undefined)
  await reached('booked')
}

/** Takes the settlement for this process. It is returned as it was before: `sent_at` is that of earlier runs. */
const take = ({ deps, tenantId, id }: Run): Promise<Taken | undefined> =>
  inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const settlement = await queries.lockSettlement(ref, id)
    if (settlement?.state !== 'settling' && settlement?.state !== 'unknown') return undefined
    const now = deps.now()
    const { next_at: next } = settlement
    if (next && next > now) {
      // Too early, or another process has it.
      await queries.runSettlementAt(ref, id, next)
      return undefined
    }
    const until = takenUntil(now)
    await queries.takeSettlement(ref, id, { now, until })
    // The queue runs the payout again even if this process dies now.
    await queries.runSettlementAt(ref, id, until)
    const account = await accountToPay({ ...ref, deps }, settlement.merchant_id)
    const { currency } = countryFacts[await countryOf(ref)]
    const { payout_no: payoutNo, amount } = settlement
    return { settlement, request: account && { payoutNo, amount, currency, account } }
  })

/** The bank's answer; undefined when there is none. */
async function ask(
  { deps, tenantId, id, reached }: Run,
  { sent_at: sentBefore, payout_no: payoutNo }: queries.Settlement,
  bank: PayoutProvider,
  request: PayoutRequest | undefined,
): Promise<PayoutState | undefined> {
  const orNone = <T>(asked: Promise<T>): Promise<T | undefined> =>
    inTime(asked).catch((error: unknown) => {
      deps.log.warn({ err: error, tenant: tenantId, settlement: id }, 'no answer to a payout')
      return undefined
    })
  if (sentBefore) {
    const known = await orNone(bank.query(payoutNo))
    if (known?.state !== 'unknown') return known
  }
  // The card is no longer approved, so that nothing more is sent. A request of the last hour may still arrive.
  if (!request) return isLongAgo(sentBefore, deps.now()) ? { state: 'failed', why: notApproved } : undefined
  const asked = orNone(bank.pay(request))
  await reached('asked')
  return asked
}

const isLongAgo = (sentAt: Date | null, now: Date): boolean =>
  now.getTime() - (sentAt ?? now).getTime() >= hourMs

/** Books what the bank has done for certain. */
async function end(
  { deps, tenantId, id, reached }: Run,
  { merchant_id: merchantId, amount }: queries.Settlement,
  { state, why }: { state: 'success' | 'fail'; why: string },
): Promise<void> {
  const now = deps.now()
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    if (!(await queries.endSettlement(ref, id, { state, why, done_at: now }))) return
    const kind = state === 'success' ? 'confirmed' : 'returned'
    await bookPayouts(ref, kind, [{ settleId: id, merchantId, at: now, amount }])
    await tellOfSettlements(ref, now)
    await reached('booking')
  })
}

async function askLater(
  { deps, tenantId, id }: Run,
  settlement: queries.Settlement,
  isAnswered: boolean,
): Promise<void> {
  const now = deps.now()
  const isUnknown = !isAnswered && isLongAgo(settlement.sent_at, now)
  if (settlement.sent_at && now.getTime() - settlement.sent_at.getTime() >= dayMs)
    deps.log.error({ tenant: tenantId, settlement: id }, 'a payout has not ended for a day: ask the bank')
  const next = nextRun(now, settlement.tries + 1)
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const state = isUnknown ? 'unknown' : 'settling'
    await queries.postpone(ref, id, { state, why: isUnknown ? noAnswer : '', next_at: next })
    if (state !== settlement.state) await tellOfSettlements(ref, now)
    await queries.runSettlementAt(ref, id, next)
  })
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
