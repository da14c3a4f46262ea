/** What is done about an order later, as jobs of the queue. */
import { runPlacedJobAt } from '../../kernel/asked-jobs.ts'
import type { TenantRef } from '../../kernel/ctx.ts'
import { accountName, type AskedAccount } from '../payaccounts/index.ts'

/** Asks the provider for the QR code of a new order. */
export const openTask = 'order-open'
/** Asks the provider whether an order was paid, and closes it in time. */
export const followTask = 'order-follow'
/** Tells the provider that an order was closed. */
export const closeTask = 'order-close'

export type OrderJob = { tenant: string; orderno: string }

/** What the queue has to know of an order. */
export type QueuedOrder = AskedAccount & { orderno: string }

/** In the queue, orders that wait for their codes come first, those of merchants in turn. */
const urgencyOf = { following: 1_000, closing: 2_000 }

/**
 * The places of a job (`worker/worker.ts`): at its provider and at its account; of both, some are kept for opening, and
 * a merchant has only some of either.
 */
function placesOf(ref: TenantRef, account: QueuedOrder, kind: 'opening' | 'following'): string[] {
  const { client } = account
  const name = accountName(ref, account)
  const ofMerchant = `${kind}:${client}/${ref.tenantId}`
  const ofAll = [`client:${client}`, `account:${name}`, ofMerchant]
  return kind === 'opening' ? ofAll : [...ofAll, `asking:${client}`, `later:${name}`]
}

/** `before` is how many orders of the merchant wait already: the second order of one comes after the first of another. */
export const openSoon = (ref: TenantRef, order: QueuedOrder, before: number): Promise<void> =>
  runPlacedJobAt(ref, openTask, { orderno: order.orderno }, null, {
    places: placesOf(ref, order, 'opening'),
    urgency: before,
  })

/** `tries` counts how often the provider was asked. */
export const followAt = (ref: TenantRef, order: QueuedOrder, moment: Date, tries: number): Promise<void> =>
  runPlacedJobAt(ref, followTask, { orderno: order.orderno }, moment, {
    places: placesOf(ref, order, 'following'),
    urgency: urgencyOf.following,
    more: { tries },
  })

export const closeSoon = (ref: TenantRef, order: QueuedOrder, moment: Date): Promise<void> =>
  runPlacedJobAt(ref, closeTask, { orderno: order.orderno }, moment, {
    places: placesOf(ref, order, 'following'),
    urgency: urgencyOf.closing,
  })
