/**
 * A machine gives an order up: it gives nothing for it from then on. An order that waits for its payment is closed, and
 * one that was paid is given back, in any store. A card or a voucher that paid it is as before.
 */
import { isOnline } from '@slotwise/contract'
import type { OrderCancel } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../../kernel/ctx.ts'
import { ordernoOf } from '../../kernel/orderno.ts'
import { tellOfSales } from '../../kernel/sale-events.ts'
import { closeOrder } from './closed-service.ts'
import { type Answer, answerOf, closure } from './order-answer-service.ts'
import { closeSoon } from './order-jobs-service.ts'
import * as machineOrders from './machine-order-queries.ts'
import * as queries from './order-queries.ts'

/**
 * Ends an order, in the transaction of the machine, which is locked. Repeated, it changes nothing. Returns what the
 * machine is told: nothing of an order that it has reported.
 */
export async function cancelOrder(ctx: MachineCtx, { reqId }: OrderCancel): Promise<Answer | undefined> {
  const order = await machineOrders.findRequest(ctx, reqId)
  // A request that never arrived, or was refused.
  const unknown = { reqId, orderno: ordernoOf(ctx.now, [ctx.deviceId, reqId]), amount: 0 }
  if (!order) return closure(ctx, unknown, 'cancelled')
  if (order.isReported) return undefined
  if (order.state === 'pending') await closePending(ctx, order)
  // Also one that was paid since it was read.
  if (order.state !== 'closed') await giveBack(ctx, order)
  const ended = await machineOrders.findUnreported(ctx, order.orderno)
  const { orderno, amount } = order
  return (ended && (await answerOf(ctx, ended))) ?? closure(ctx, { reqId, orderno, amount }, 'cancelled')
}

async function closePending(ctx: MachineCtx, order: queries.MachineOrder): Promise<void> {
  // The provider may make the code at this moment, also where none is stored.
  if (await closeOrder(ctx, order.orderno)) await closeSoon(ctx, order, ctx.now)
}

/** Notes that a paid order is over, and has its money given back. */
async function giveBack(ctx: MachineCtx, { orderno, client }: queries.MachineOrder): Promise<void> {
  const close = async (): Promise<boolean> => {
    const closed = await queries.closePaid(ctx, orderno, ctx.now)
    if (closed) await tellOfSales(ctx, 'payments', [closed])
    return closed !== undefined
  }
  // The payment of a provider is held before its bill, that of a card after it (decision 0017).
  if (isOnline(client)) {
    if (await close()) await ctx.deps.hooks.orderGivenUp(ctx, orderno)
  } else {
    await ctx.deps.hooks.orderGivenUp(ctx, orderno)
    await close()
  }
}
