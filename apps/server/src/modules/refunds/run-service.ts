/**
 * Refunds at the provider. The provider gives money back at most once for a refund, whenever this process dies.
 *
 *   refunding ──► refunded   the provider says that it is done; the bill goes from 5 to 8, 9, 10 or 11
 *       └───────► failed     the provider refuses for certain; the bill goes back to the status before
 *
 * A run is one of `kernel/outside-runs.ts`:
 *
 * - A refund at a provider that is silent waits until it is tried again (`silence-service.ts`), as if there had been no
 *   run.
 * - `sent_at` is committed before the provider may hear of the refund. One that may have been sent before is queried first.
 *   Only when the provider has never heard of it, it is asked for again, with the same number; a provider that does not
 *   recognise its numbers (`refundsOnce` false) is asked once, and then only queried. A call that was certainly not
 *   received (`NotAsked`) counts as never made.
 * - A time-out, a broken connection and "processing" are no answer. The refund stays, and is queried again after growing
 *   pauses. After a day it is a case for a person: shown with a reason, and logged. A reason that the provider has named,
 *   such as a merchant account that is short of money, is shown at once.
 * - Refund, payment, bill, sums and ledger are booked in one transaction.
 */
import type { RefundReason } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { dayMs } from '../../kernel/moments.ts'
import { answerOr, lostBefore, nextRun, type Run, type RunCtx, runnerOf } from '../../kernel/outside-runs.ts'
import type { PaymentProvider, RefundRequest, RefundState } from '../../ports/payments/payments.ts'
import { NoAnswer, NotAsked } from '../../ports/payments/provider-http.ts'
import { bookRefund } from '../ledger/index.ts'
import { askAccount, isOwnAccount, providerOf, waitOf } from '../payaccounts/index.ts'
import { inTime, markRefunded, payOrderOf, type PayOrder } from '../payments/index.ts'
import { type BookCtx, changeBills, refundedStatus, tellTurns, turnOf } from '../bills/index.ts'
import * as queries from './refund-queries.ts'

/** Stored as `why` instead of a provider's text. */
const unresolved: RefundReason = 'unresolved'
const noPayment: RefundReason = 'noPayment'
const processing: RefundReason = 'processing'

type Taken = {
  refund: queries.Refund
  order: PayOrder
  /** That of the account which received the payment. */
  provider: PaymentProvider | undefined
}

/** What is known after a run. `none`: the provider may have acted. `notAsked`: the refund certainly did not reach it. */
type Answer = RefundState | { state: 'none' | 'notAsked'; why?: RefundReason | undefined }

/** Brings a refund on. What is taken is as it was before: `sent_at` is that of earlier runs. */
export const runRefund = runnerOf({
  lock: queries.lockRefund,
  prepare,
  take: (ctx, { refund_id: id }, until) => queries.takeRefund(ctx, id, { now: ctx.now, until }),
  runAt: queries.runRefundAt,
  ask,
  settle,
})

async function prepare(ctx: RunCtx, refund: queries.Refund): Promise<Taken | Date | undefined> {
  const { deps, now } = ctx
  const order = await payOrderOf(ctx, refund.orderno)
  if (!order) {
    await bookRefused(ctx, refund, noPayment)
    return undefined
  }
  const provider = await providerOf(deps, ctx, order)
  const silentUntil = provider && (await waitOf(ctx, order, 'refund', now))
  if (!silentUntil) return { refund, order, provider }
  await queries.postpone(ctx, refund.refund_id, { next_at: silentUntil, why: refund.why })
  return silentUntil
}

async function ask(run: Run, { refund, order, provider }: Taken): Promise<Answer> {
  if (!provider) return { state: 'notAsked' }
  const { refund_id: id, sent_at: sentBefore, refund_no: refundNo } = refund
  const { merchant_order: merchantOrder, amount } = order
  const { client, currency } = provider
  const request: RefundRequest = { merchantOrder, amount, currency, refundNo, refund: refund.amount }
  const call = <T>(ask: () => Promise<T>): Promise<T> =>
    askAccount(run.deps, run, order, 'refund', () => inTime(ask()))
  const orNone = <T>(asked: Promise<T>): Promise<T | { state: 'none'; why?: RefundReason | undefined }> =>
    answerOr(run, ['a refund', { refund: id, client }], asked, (error) => ({
      state: 'none',
      why: error instanceof NoAnswer ? error.reason : undefined,
    }))
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
  await run.reached('asked')
  return asked
}

async function settle(ctx: RunCtx, { refund, order }: Taken, answer: Answer): Promise<Date | undefined> {
  if (answer.state === 'success') await bookDone(ctx, refund, order)
  else if (answer.state === 'rejected') await bookRefused(ctx, refund, answer.why)
  else return askLater(ctx, refund, answer)
  return undefined
}

/** Books a refund that the provider has done, unless it has ended before. */
export async function bookDone(ctx: BookCtx, refund: queries.Refund, order: PayOrder): Promise<void> {
  const { deps, now } = ctx
  const { refund_id: id } = refund
  if (!(await queries.endRefund(ctx, id, { state: 'refunded', done_at: now, why: null }))) return
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
}

/** Ends a refund that the provider has refused, unless it has ended before. The bill may be refunded again. */
export async function bookRefused(
  ctx: BookCtx,
  { refund_id: id, orderno }: queries.Refund,
  why: string,
): Promise<void> {
  if (!(await queries.endRefund(ctx, id, { state: 'failed', done_at: ctx.now, why }))) return
  const bills = await changeBills(ctx, [orderno], ({ status, status_before: before }) =>
    status === 5 && before !== null ? { status: before, status_before: null } : undefined,
  )
  await tellTurns(
    ctx,
    bills.map((bill) => turnOf(bill, `refused ${id}`)),
  )
}

type Open = Exclude<Answer, { state: 'success' | 'rejected' }>

/** A refund that was never sent is asked for as if for the first time: some providers are asked only once. */
async function askLater(ctx: RunCtx, refund: queries.Refund, answer: Open): Promise<Date> {
  const { deps, tenantId, now } = ctx
  const { refund_id: id, orderno, client } = refund
  const next = nextRun(now, refund.tries + 1)
  const isCase = now.getTime() - refund.asked_at.getTime() >= dayMs
  const why = whyOpen(refund, answer, isCase)
  if (isCase)
    deps.log.error(
      { tenant: tenantId, refund: id, orderno, client, why },
      'a refund is open for a day: ask the provider',
    )
  const isSent = answer.state !== 'notAsked' || refund.sent_at !== null
  await queries.postpone(ctx, id, { next_at: next, why, ...(isSent ? {} : { sent_at: null }) })
  return next
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
