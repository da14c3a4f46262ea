/**
 * Refunds at the provider. The provider gives money back at most once for a refund, whenever this process dies.
 *
 *   refunding ──► refunded   the provider says that it is done; the bill goes from 5 to 8, 9, 10 or 11
 *       └───────► failed     the provider refuses for certain; the bill goes back to the status before
 *
 * Each run takes these steps, and the next run begins where the last one ended:
 *
 * 0. A refund at a provider that is silent waits until it is tried again (`silence-service.ts`), as if there had been no run.
 * 1. taken: `sent_at` is committed before the provider may hear of the refund, and `next_at` keeps other processes away
 *    for longer than the provider may take to answer. Died before: nothing has happened.
 * 2. asked: outside of a transaction, with a time-out. A refund that may have been sent before is queried first. Only
 *    when the provider has never heard of it, it is asked for again, with the same number; a provider that does not
 *    recognise its numbers (`refundsOnce` false) is asked once, and then only queried. A call that was certainly not
 *    received (`NotAsked`) counts as never made.
 * 3. answered: a time-out, a broken connection and "processing" are no answer. The refund stays, and is queried again
 *    after growing pauses. After a day it is a case for a person: shown with a reason, and logged. A reason that the
 *    provider has named, such as a merchant account that is short of money, is shown at once.
 * 4. booked: refund, payment, bill, sums and ledger in one transaction, by a conditional UPDATE of the refund.
 *
 * The job that runs a refund is queued in the transaction that sets `next_at`; a sweep finds refunds whose job is lost.
 */
import type { RefundReason } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { dayMs } from '../../kernel/moments.ts'
import { lostBefore, nextRun, type Reached, takenUntil } from '../../kernel/outside-runs.ts'
import type { PaymentProvider, RefundRequest, RefundState } from '../../ports/payments/payments.ts'
import { NoAnswer, NotAsked } from '../../ports/payments/provider-http.ts'
import { bookRefund } from '../ledger/index.ts'
import { askAccount, isOwnAccount, providerOf, waitOf } from '../payaccounts/index.ts'
import { inTime, markRefunded, payOrderOf, type PayOrder } from '../payments/index.ts'
import { type BookCtx, changeBills, refundedStatus, tellTurns, turnOf } from '../bills/index.ts'
import * as queries from './refund-queries.ts'

export { type RunStep as RefundStep, runSteps as refundSteps } from '../../kernel/outside-runs.ts'

/** Stored as `why` instead of a provider's text. */
const unresolved: RefundReason = 'unresolved'
const noPayment: RefundReason = 'noPayment'
const processing: RefundReason = 'processing'

type Run = {
  deps: Deps
  tenantId: string
  id: string
  reached: Reached
}

type Taken = {
  refund: queries.Refund
  order: PayOrder | undefined
  /** That of the account which received the payment. */
  provider: PaymentProvider | undefined
}

/** What is known after a run. `none`: the provider may have acted. `notAsked`: the refund certainly did not reach it. */
type Answer = RefundState | { state: 'none' | 'notAsked'; why?: RefundReason | undefined }

/** Brings a refund on. Does nothing when another process has it or when it has ended. */
export async function runRefund(
  deps: Deps,
  tenantId: string,
  id: string,
  reached: Reached = () => {},
): Promise<void> {
  const run = { deps, tenantId, id, reached }
  await reached('begun')
  const taken = await take(run)
  if (!taken) return
  const { refund, order, provider } = taken
  await reached('taken')
  if (!order) return fail(run, refund, noPayment)
  const answer: Answer = provider ? await ask(run, refund, provider, order) : { state: 'notAsked' }
  await reached('answered')
  if (answer.state === 'success') await finish(run, refund, order)
  else if (answer.state === 'rejected') await fail(run, refund, answer.why)
  else await askLater(run, refund, answer)
  await reached('booked')
}

/** Takes the refund for this process. The refund is returned as it was before: `sent_at` is that of earlier runs. */
const take = ({ deps, tenantId, id }: Run): Promise<Taken | undefined> =>
  inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const refund = await queries.lockRefund(ref, id)
    if (refund?.state !== 'refunding') return undefined
    const now = deps.now()
    const { next_at: next } = refund
    if (next && next > now) {
      // Too early, or another process has it.
      await queries.runRefundAt(ref, refund, next)
      return undefined
    }
    const order = await payOrderOf(ref, refund.orderno)
    const provider = order && (await providerOf(deps, ref, order))
    const silentUntil = provider && (await waitOf(ref, order, 'refund', now))
    if (silentUntil) {
      // Not a try that counts: the provider hears nothing of it.
      await queries.postpone(ref, id, { next_at: silentUntil, why: refund.why })
      await queries.runRefundAt(ref, refund, silentUntil)
      return undefined
    }
    const until = takenUntil(now)
    await queries.takeRefund(ref, id, { now, until })
    // The queue runs the refund again even if this process dies now.
    await queries.runRefundAt(ref, refund, until)
    return { refund, order, provider }
  })

async function ask(
  { deps, tenantId, id, reached }: Run,
  { sent_at: sentBefore, refund_no: refundNo, amount: refund }: queries.Refund,
  provider: PaymentProvider,
  order: PayOrder,
): Promise<Answer> {
  const { merchant_order: merchantOrder, amount } = order
  const request: RefundRequest = { merchantOrder, amount, currency: provider.currency, refundNo, refund }
  const call = <T>(ask: () => Promise<T>): Promise<T> =>
    askAccount(deps, { tenantId }, order, 'refund', () => inTime(ask()))
  const orNone = <T>(asked: Promise<T>): Promise<T | { state: 'none'; why?: RefundReason | undefined }> =>
    asked.catch((error: unknown) => {
      const { client } = provider
      deps.log.warn({ err: error, tenant: tenantId, refund: id, client }, 'no answer to a refund')
      return { state: 'none', why: error instanceof NoAnswer ? error.reason : undefined }
    })
  if (sentBefore) {
    const known = await orNone(call(() => provider.queryRefund(request)))
    if (known.state !== 'unknown') return known
    if (!provider.refundsOnce) return { state: 'none' }
  }
  const asked = orNone<Answer>(
    call(() => provider.refund(request)).catch((error: unknown) => {
      if (error instanceof NotAsked) return { state: 'notAsked' as const, why: error.reason }
      throw error
    }),
  )
  await reached('asked')
  return asked
}

async function finish(
  { deps, tenantId, id, reached }: Run,
  refund: queries.Refund,
  order: PayOrder,
): Promise<void> {
  const now = deps.now()
  await inTenant(deps.db.main, tenantId, async (tx) => {
    if (await bookDone({ deps, tx, tenantId, now }, id, refund, order)) await reached('booking')
  })
}

/** Books a refund that the provider has done. Returns false when it has ended before. */
export async function bookDone(
  ctx: BookCtx,
  id: string,
  refund: queries.Refund,
  order: PayOrder,
): Promise<boolean> {
  const { deps, now } = ctx
  if (!(await queries.endRefund(ctx, id, { state: 'refunded', done_at: now, why: null }))) return false
  const { orderno, part, amount } = refund
  await markRefunded(ctx, orderno, part)
  const { client, store_id: storeId, merchant_id: merchantId, amount: paid, fee_rate: feeRate } = order
  const isOwn = isOwnAccount(order)
  const payment = { orderno, at: now, client, storeId, merchantId, amount: paid, feeRate, isOwn }
  await bookRefund(ctx, { ...payment, refund: amount })
  const [bill] = await changeBills(ctx, [orderno], ({ status, refunded }) =>
    status === 5
      ? { status: refundedStatus(refund), status_before: null, refunded: refunded + amount }
      : undefined,
  )
  if (!bill) throw new Error(`refund ${id} ended, and its bill is not being refunded`)
  for (const follow of deps.hooks.saleRefunded) await follow(ctx, { orderno, client, amount, part })
  const { device_id: deviceId, store_id: place } = bill
  const ended = { refundId: id, kind: refund.kind, orderno, deviceId, storeId: place, amount }
  for (const note of deps.hooks.refundEnded) await note(ctx, [ended])
  return true
}

async function fail(
  { deps, tenantId, id, reached }: Run,
  refund: queries.Refund,
  why: string,
): Promise<void> {
  const now = deps.now()
  await inTenant(deps.db.main, tenantId, async (tx) => {
    if (await bookRefused({ deps, tx, tenantId, now }, id, refund, why)) await reached('booking')
  })
}

/**
 * Ends a refund that the provider has refused. The bill is as before, and may be refunded again. Returns false when it
 * has ended before.
 */
export async function bookRefused(
  ctx: BookCtx,
  id: string,
  { orderno }: queries.Refund,
  why: string,
): Promise<boolean> {
  if (!(await queries.endRefund(ctx, id, { state: 'failed', done_at: ctx.now, why }))) return false
  const bills = await changeBills(ctx, [orderno], ({ status, status_before: before }) =>
    status === 5 && before !== null ? { status: before, status_before: null } : undefined,
  )
  await tellTurns(
    ctx,
    bills.map((bill) => turnOf(bill, `refused ${id}`)),
  )
  return true
}

type Open = Exclude<Answer, { state: 'success' | 'rejected' }>

/** A refund that was never sent is asked for as if for the first time: some providers are asked only once. */
async function askLater({ deps, tenantId, id }: Run, refund: queries.Refund, answer: Open): Promise<void> {
  const now = deps.now()
  const next = nextRun(now, refund.tries + 1)
  const isCase = now.getTime() - refund.asked_at.getTime() >= dayMs
  const why = whyOpen(refund, answer, isCase)
  if (isCase)
    deps.log.error(
      { tenant: tenantId, refund: id, orderno: refund.orderno, client: refund.client, why },
      'a refund is open for a day: ask the provider',
    )
  const isSent = answer.state !== 'notAsked' || refund.sent_at !== null
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    await queries.postpone(ref, id, { next_at: next, why, ...(isSent ? {} : { sent_at: null }) })
    await queries.runRefundAt(ref, refund, next)
  })
}

/** What the merchant reads of an open refund. A reason that the provider has named holds until it says something else. */
function whyOpen({ why }: queries.Refund, answer: Open, isCase: boolean): string | null {
  if (answer.why !== undefined) return answer.why
  if (answer.state === 'processing') return processing
  return why ?? (isCase ? unresolved : null)
}

/** Queues refunds whose job is missing. */
export const sweepRefunds = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    for (const refund of await queries.overdueRefunds(ref, lostBefore(now)))
      await queries.runRefundAt(ref, refund, now)
  })
