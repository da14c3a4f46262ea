/** Payments as the module of bills needs them. */
import type { TenantRef } from '../../kernel/ctx.ts'
import { tellOfSales } from '../../kernel/sale-events.ts'
import { merchantOrderOf } from './merchant-order-model.ts'
import * as queries from './order-queries.ts'
import type { PayOrder } from './order-queries.ts'
import { insertSettled, type SettledPayment } from './settled-queries.ts'

type PaymentCtx = TenantRef & { now: Date }

/** The payment of a sale, whatever became of it. */
export const payOrderOf = (ref: TenantRef, orderno: string): Promise<PayOrder | undefined> =>
  queries.findOrder(ref, orderno)

/** A payment that was made, held until the transaction ends; undefined when the order is unknown or was not paid. */
export async function paidOrder(ref: TenantRef, orderno: string): Promise<PayOrder | undefined> {
  const order = await queries.lockOrder(ref, orderno)
  return order && !isUnpaid(order) ? order : undefined
}

/** Orders by their numbers, whatever became of them. */
export const ordersOf = (ref: TenantRef, ordernos: readonly string[]): Promise<PayOrder[]> =>
  ordernos.length === 0 ? Promise.resolve([]) : queries.findOrders(ref, ordernos)

/** An order that waits for its payment, or has ended without it. */
export const isUnpaid = ({ state }: Pick<PayOrder, 'state'>): boolean =>
  state === 'pending' || state === 'closed'

/** Holds orders until the transaction ends. Returns false when one of them was paid meanwhile. */
export const holdUnpaid = async (ref: TenantRef, ordernos: readonly string[]): Promise<boolean> =>
  ordernos.length === 0 || (await queries.lockOrders(ref, ordernos)).every(isUnpaid)

/** Which of these orders a member's card of ours has paid. A card that a machine settles itself has no number here. */
export const paidByCard = (ref: TenantRef, ordernos: readonly string[]): Promise<Set<string>> =>
  ordernos.length === 0 ? Promise.resolve(new Set()) : queries.ordersWithCard(ref, ordernos)

/** Notes that a payment was given back, as a whole or in part. Returns false when it was not in the state `paid`. */
export async function markRefunded(ctx: PaymentCtx, orderno: string, part: boolean): Promise<boolean> {
  const moved = await queries.moveOrder(ctx, orderno, ['paid'], {
    state: part ? 'part_refunded' : 'refunded',
  })
  if (moved) await tellOfSales(ctx, 'payments', [moved])
  return moved !== undefined
}

/** Notes that nothing is known of the goods of an order because the line of its machine was lost. */
export const noteLineLost = queries.putLineLost

/** Adds payments that machines have settled themselves (card, ezcard). One that is known is not added again. */
export async function addSettledPayments(
  ctx: PaymentCtx,
  payments: readonly Omit<SettledPayment, 'merchant_order'>[],
): Promise<void> {
  if (payments.length === 0) return
  const numbered = payments.map((payment) => ({
    ...payment,
    merchant_order: merchantOrderOf(ctx.tenantId, payment.orderno),
  }))
  await insertSettled(ctx, numbered)
  await tellOfSales(ctx, 'payments', payments)
}
