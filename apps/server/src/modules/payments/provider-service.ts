/**
 * What happens between an order and its provider. Every call to the provider is outside of a transaction, may be repeated
 * and may get no answer: then it is asked again, and nothing is guessed.
 *
 *   pending ──► paid      the provider says so, by a notice or when asked (`paid-service.ts`)
 *      │          ▲
 *      │          │ late: the customer paid after all, and is refunded
 *      └──────► closed    no QR code, not paid in time, cancelled, or the machine left its merchant
 */
import type { Deps, MachineCtx } from '../../kernel/ctx.ts'
import { inTenant, type Tx } from '../../kernel/db.ts'
import { tellOfSales } from '../../kernel/sale-events.ts'
import type { PaymentProvider, PaymentRef, PaymentState } from '../../ports/payments/payments.ts'
import { askAccount, type CallKind, providerOf, waitOf } from '../payaccounts/index.ts'
import { closeHeld, closeOrder } from './closed-service.ts'
import { callGateways } from './gateway-queries.ts'
import { closeSoon, followAt } from './order-jobs-service.ts'
import * as queries from './order-queries.ts'
import type { OnlineOrder } from './order-queries.ts'
import { markPaid } from './paid-service.ts'
import { inTime, paymentRef } from './provider-call.ts'

const after = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1_000)

/** When the provider is asked, in seconds after the order, should its notice not come. */
const looksAfter = [5, 15, 30, 60]
/** How often the provider is asked before an order ends. At its end it is asked once more. */
export const looksBeforeEnd = looksAfter.length

export const firstLookAt = (ordered: Date): Date => after(ordered, looksAfter[0] ?? 0)

const inMerchant = <T>(deps: Deps, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTenant(deps.db.main, tenantId, work)

type Found = {
  order: OnlineOrder
  provider: PaymentProvider | undefined
  /** What the provider needs to know. */
  payment: PaymentRef
  /** Until when the provider is not asked, because it is silent. */
  wait: Date | undefined
}

/**
 * The order and its provider; undefined when it is gone or not paid online. `asks`: whether the provider will be asked
 * now by such a call, if it is not silent.
 */
const readOrder = (
  deps: Deps,
  tenantId: string,
  orderno: string,
  kind: CallKind,
  asks: (order: OnlineOrder, provider: PaymentProvider) => boolean,
): Promise<Found | undefined> =>
  inMerchant(deps, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const order = await queries.findOnlineOrder(ref, orderno)
    if (!order) return undefined
    const provider = await providerOf(deps, ref, order)
    const payment = await paymentRef(ref, order)
    const wait = provider && asks(order, provider) ? await waitOf(ref, order, kind, deps.now()) : undefined
    return { order, provider, payment, wait }
  })

/** Asks the provider for the QR code of a new order. When there is none, the order is closed and refused. */
export async function openOrder(deps: Deps, tenantId: string, orderno: string): Promise<void> {
  const waits = ({ state, qr, expires_at: expires }: OnlineOrder): boolean =>
    state === 'pending' && qr === null && expires > deps.now()
  const found = await readOrder(
    deps,
    tenantId,
    orderno,
    'open',
    (order, provider) => waits(order) && !provider.makesCodes,
  )
  if (!found || !waits(found.order)) return
  const { order, wait } = found
  const qr = wait ? undefined : await answered(deps, order, () => codeOf(deps, tenantId, found))
  await inMerchant(deps, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const moved =
      qr === undefined
        ? await closeOrder({ ...ref, deps, now: deps.now() }, orderno)
        : await queries.moveOrder(ref, orderno, ['pending'], { qr })
    // A provider that did not answer may have the order all the same.
    if (moved && qr === undefined) await closeSoon(ref, order, wait ?? deps.now())
    if (moved) await callGateways(ref, order.sn, orderno)
  })
}

/** What the provider answers; undefined when it does not, or when it is not asked. */
async function answered<T>(
  { log }: Deps,
  { orderno, client }: OnlineOrder,
  ask: () => Promise<T> | undefined,
): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    log.warn({ err: error, orderno, client }, 'no answer of the provider')
    return undefined
  }
}

const call = <T>(
  deps: Deps,
  tenantId: string,
  order: OnlineOrder,
  kind: CallKind,
  ask: () => Promise<T>,
): Promise<T> => askAccount(deps, { tenantId }, order, kind, () => inTime(ask()))

/** A code that is made without the provider says nothing about whether it answers. */
const codeOf = (
  deps: Deps,
  tenantId: string,
  { order, provider, payment }: Found,
): Promise<string> | undefined => {
  const asked = { ...payment, subject: subjectOf(order), expiresAt: order.expires_at }
  return provider?.makesCodes
    ? provider.createQr(asked)
    : provider && call(deps, tenantId, order, 'open', () => provider.createQr(asked))
}

/** The longest subject that all providers take. */
const subjectLength = 40

/**
 * Separates cells and lines in statements of providers, which do not all escape it; Alipay refuses some of it in a
 * subject.
 */
const unsafe = /[\s\p{C}`",\\/=&]+/gu

/** What the customer reads in the wallet. */
export function subjectOf({ goods, sn }: Pick<OnlineOrder, 'goods' | 'sn'>): string {
  const titles = goods.flatMap(({ title, quantity }) => {
    const plain = title.replaceAll(unsafe, ' ').trim()
    return plain === '' ? [] : quantity > 1 ? `${plain} × ${quantity}` : plain
  })
  return [...(titles.join(' + ') || sn)].slice(0, subjectLength).join('')
}

/**
 * Asks whether an order was paid, at growing pauses; at its end, closes it at the provider first. A provider that does not
 * answer then keeps no machine waiting: the order is closed here, and there as soon as it answers.
 */
export async function followOrder(
  deps: Deps,
  tenantId: string,
  orderno: string,
  tries: number,
): Promise<void> {
  const now = deps.now()
  // Without a QR code the provider may not know the order yet.
  const asks = (order: OnlineOrder): boolean =>
    order.state === 'pending' &&
    now >= nextLook(order, tries) &&
    (order.qr !== null || now >= order.expires_at)
  const found = await readOrder(deps, tenantId, orderno, 'follow', asks)
  if (found?.order.state !== 'pending') return
  const { order, provider, payment, wait } = found
  const due = nextLook(order, tries)
  // Asked too early: the clock of the database is ahead of ours.
  if (now < due) return followLater(deps, tenantId, order, due, tries)
  const { expires_at: expires } = order
  if (wait && now >= expires) return endUnpaid(deps, tenantId, order, wait)
  // Not a try that counts. A customer who pays meanwhile is heard of by the provider's notice, or then.
  if (wait) return followLater(deps, tenantId, order, wait < expires ? wait : expires, tries)
  const answer = await answered(deps, order, () => {
    if (now < order.expires_at)
      return provider && asks(order)
        ? call(deps, tenantId, order, 'follow', () => provider.query(payment))
        : undefined
    return provider
      ? call(deps, tenantId, order, 'follow', () => provider.close(payment))
      : Promise.resolve({ state: 'closed' as const })
  })
  if (answer && (await settle(deps, tenantId, order, answer))) return
  if (now >= order.expires_at) return endUnpaid(deps, tenantId, order, now)
  await followLater(deps, tenantId, order, nextLook(order, tries + 1), tries + 1)
}

const followLater = (
  deps: Deps,
  tenantId: string,
  order: OnlineOrder,
  at: Date,
  tries: number,
): Promise<void> => inMerchant(deps, tenantId, (tx) => followAt({ tx, tenantId }, order, at, tries))

/** When the provider is asked for the time after `tries` others. */
function nextLook({ create_at: ordered, expires_at: expires }: OnlineOrder, tries: number): Date {
  const seconds = looksAfter[tries]
  return seconds === undefined ? expires : after(ordered, seconds)
}

/** Books what the provider says. Returns false when the order still waits. */
async function settle(
  deps: Deps,
  tenantId: string,
  order: OnlineOrder,
  answer: PaymentState,
): Promise<boolean> {
  const { merchant_order: merchantOrder } = order
  if (answer.state === 'pending') return false
  // A payment of a wrong amount stays so, and is a case by now: the order ends unpaid.
  if (answer.state === 'paid' && (await markPaid(deps, tenantId, merchantOrder, answer)) !== 'wrong amount')
    return true
  await endUnpaid(deps, tenantId, order)
  return true
}

/** Closes an order, and tells its machine. `closeAt`: when its provider is told, which has not closed it. */
const endUnpaid = (deps: Deps, tenantId: string, order: OnlineOrder, closeAt?: Date): Promise<void> =>
  inMerchant(deps, tenantId, async (tx) => {
    const ctx = { deps, tx, tenantId, now: deps.now() }
    if (!(await closeOrder(ctx, order.orderno))) return
    if (closeAt) await closeSoon(ctx, order, closeAt)
    await callGateways(ctx, order.sn, order.orderno)
  })

/** Tells the provider of an order that was closed here first. The customer may have paid all the same. */
export async function closeAtProvider(deps: Deps, tenantId: string, orderno: string): Promise<void> {
  const found = await readOrder(deps, tenantId, orderno, 'follow', ({ state }) => state === 'closed')
  if (found?.order.state !== 'closed') return
  const { order, provider, payment, wait } = found
  if (!provider) return
  // As another job, because a failure of this one would be one of its attempts.
  if (wait) return inMerchant(deps, tenantId, (tx) => closeSoon({ tx, tenantId }, order, wait))
  const answer = await call(deps, tenantId, order, 'follow', () => provider.close(payment))
  if (answer.state === 'paid') await markPaid(deps, tenantId, order.merchant_order, answer)
  // The queue asks again, at growing pauses.
  if (answer.state === 'pending') throw new Error('the provider has not closed the order')
}

/** Closes the unpaid orders of a machine that leaves its merchant. */
export async function closeOrdersOf(ctx: MachineCtx): Promise<void> {
  const closed = await queries.closePending(ctx, ctx.now)
  await closeHeld(
    ctx,
    closed.map(({ orderno }) => orderno),
  )
  await tellOfSales(ctx, 'payments', closed)
  for (const order of closed) await closeSoon(ctx, order, ctx.now)
}
