/** Payments as the module of bills needs them. */
import type { TenantRef } from '../../kernel/ctx.ts'
import { merchantOrderOf } from './merchant-order.ts'
import * as queries from './order-queries.ts'
import type { PayOrder, SettledPayment } from './order-queries.ts'

/** The payment of a sale, whatever became of it. */
export const payOrderOf = (ref: TenantRef, orderno: string): Promise<PayOrder | undefined> =>
  queries.findOrder(ref, orderno)

/** A payment that was made, held until the transaction ends; undefined when the order is unknown or was not paid. */
export async function paidOrder(ref: TenantRef, orderno: string): Promise<PayOrder | undefined> {
  const order = await queries.lockOrder(ref, orderno)
  return order && order.state !== 'pending' && order.state !== 'closed' ? order : undefined
}

/** Which of these orders a member's card of ours has paid. A card that a machine settles itself has no number here. */
export const paidByCard = (ref: TenantRef, ordernos: readonly string[]): Promise<Set<string>> =>
  ordernos.length === 0 ? Promise.resolve(new Set()) : queries.ordersWithCard(ref, ordernos)

/** Notes that a payment was given back, as a whole or in part. Returns false when it was not in the state `paid`. */
export async function markRefunded(ref: TenantRef, orderno: string, part: boolean): Promise<boolean> {
  const moved = await queries.moveOrder(ref, orderno, ['paid'], {
    state: part ? 'part_refunded' : 'refunded',
  })
  return moved !== undefined
}

/** Adds payments that machines have settled themselves (card, ezcard). One that is known is not added again. */
export async function addSettledPayments(
  ref: TenantRef,
  payments: readonly Omit<SettledPayment, 'merchant_order'>[],
): Promise<void> {
  if (payments.length === 0) return
  const numbered = payments.map((payment) => ({
    ...payment,
    merchant_order: merchantOrderOf(ref.tenantId, payment.orderno),
  }))
  await queries.insertSettled(ref, numbered)
}
