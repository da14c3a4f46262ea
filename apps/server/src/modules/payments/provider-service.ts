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
import type { PaymentState } from '../../ports/payments/payments.ts'
import { providerOf } from '../payaccounts/index.ts'
import { closeHeld, closeOrder } from './closed-service.ts'
import { callGateways, closeSoon, followAt } from './order-jobs-queries.ts'
import * as queries from './order-queries.ts'
import type { OnlineOrder } from './order-queries.ts'
import { markPaid } from './paid-service.ts'
import { inTime, paymentRef } from './provider-call.ts'

const after = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1_000)

/** When the provider is asked, in seconds after the order, should its notice not come. */
const looksAfter = [5, 15, 30, 60]
/** The pauses of a provider that does not answer, from the end of the order on. */
const pausesAtEnd = [5, 15, 60, 300, 900, 3_600]

/** How often the provider is asked before an order ends. */
export const looksBeforeEnd = looksAfter.length

export const firstLookAt = (ordered: Date): Date => after(ordered, looksAfter[0] ?? 0)

const inMerchant = <T>(deps: Deps, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTenant(deps.db.main, tenantId, work)

/** The order, its provider and what the provider needs to know; undefined when it is gone or not paid online. */
const readOrder = (deps: Deps, tenantId: string, orderno: string) =>
  inMerchant(deps, tenantId, async (tx) => {
    const order = await queries.findOnlineOrder({ tx, tenantId }, orderno)
    return (
      order && {
        order,
        provider: await providerOf(deps, { tx, tenantId }, order),
        payment: await paymentRef({ tx, tenantId }, order),
      }
    )
  })

/** Asks the provider for the QR code of a new order. When there is none, the order is closed and refused. */
export async function openOrder(deps: Deps, tenantId: string, orderno: string): Promise<void> {
  const found = await readOrder(deps, tenantId, orderno)
  if (found?.order.state !== 'pending' || found.order.qr !== null) return
  const { order, provider, payment } = found
  if (order.expires_at <= deps.now()) return
  const asked = { ...payment, subject: subjectOf(order), expiresAt: order.expires_at }
  const qr = await answered(deps, order, () => provider?.createQr(asked))
  await inMerchant(deps, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const moved =
      qr === undefined
        ? await closeOrder({ ...ref, deps, now: deps.now() }, orderno)
        : await queries.moveOrder(ref, orderno, ['pending'], { qr })
    // A provider that did not answer may have the order all the same.
    if (moved && qr === undefined) await closeSoon(ref, orderno, deps.now())
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
    const asked = ask()
    return asked && (await inTime(asked))
  } catch (error) {
    log.warn({ err: error, orderno, client }, 'no answer of the provider')
    return undefined
  }
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

/** Asks whether an order was paid, at growing pauses; after its end, closes it at the provider first. */
export async function followOrder(
  deps: Deps,
  tenantId: string,
  orderno: string,
  tries: number,
): Promise<void> {
  const found = await readOrder(deps, tenantId, orderno)
  if (found?.order.state !== 'pending') return
  const { order, provider, payment } = found
  const now = deps.now()
  const isOver = now >= order.expires_at
  const due = nextLook(order, tries)
  // Asked too early: the clock of the database is ahead of ours.
  if (now < due) return followLater(deps, tenantId, orderno, due, tries)
  const answer = await answered(deps, order, () => {
    if (isOver) return provider ? provider.close(payment) : Promise.resolve({ state: 'closed' as const })
    // Without a QR code the provider may not know the order yet.
    return order.qr === null ? undefined : provider?.query(payment)
  })
  if (answer && (await settle(deps, tenantId, order, answer))) return
  await followLater(deps, tenantId, orderno, nextLook(order, tries + 1), tries + 1)
}

const followLater = (deps: Deps, tenantId: string, orderno: string, at: Date, tries: number): Promise<void> =>
  inMerchant(deps, tenantId, (tx) => followAt({ tx, tenantId }, orderno, at, tries))

/** When the provider is asked for the time after `tries` others. */
function nextLook({ create_at: ordered, expires_at: expires }: OnlineOrder, tries: number): Date {
  const seconds = looksAfter[tries]
  if (seconds !== undefined) return after(ordered, seconds)
  const beyond = tries - looksAfter.length
  const pauses = Array.from({ length: beyond }, (_, i) => pausesAtEnd[i] ?? pausesAtEnd.at(-1) ?? 0)
  return after(
    expires,
    pauses.reduce((sum, pause) => sum + pause, 0),
  )
}

/** Books what the provider says. Returns false when the order still waits. */
async function settle(
  deps: Deps,
  tenantId: string,
  { orderno, merchant_order: merchantOrder }: OnlineOrder,
  answer: PaymentState,
): Promise<boolean> {
  if (answer.state === 'pending') return false
  // A payment of a wrong amount stays so, and is a case by now: the order ends unpaid.
  if (answer.state === 'paid' && (await markPaid(deps, tenantId, merchantOrder, answer)) !== 'wrong amount')
    return true
  await inMerchant(deps, tenantId, (tx) => closeOrder({ deps, tx, tenantId, now: deps.now() }, orderno))
  return true
}

/** Tells the provider of an order that was closed here first. The customer may have paid all the same. */
export async function closeAtProvider(deps: Deps, tenantId: string, orderno: string): Promise<void> {
  const found = await readOrder(deps, tenantId, orderno)
  if (found?.order.state !== 'closed') return
  const { order, provider, payment } = found
  if (!provider) return
  const answer = await inTime(provider.close(payment))
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
  for (const { orderno } of closed) await closeSoon(ctx, orderno, ctx.now)
}
