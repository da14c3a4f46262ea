/** The bill of an order that a customer has paid through a provider. */
import type { MachineCtx } from '../../kernel/ctx.ts'
import type { PaidOrder } from '../../kernel/hooks.ts'
import { devicesForSale } from '../devices/index.ts'
import { noteWin } from '../payments/index.ts'
import { addBills, type Bill, changeBills } from '../bills/index.ts'
import { watchBill } from './deadline-queries.ts'
import { reportDueAt } from './deadline-service.ts'
import { autoRefund, refundAfterClosing, refundUndelivered } from '../refunds/index.ts'

/**
 * Makes the bill in the transaction that marks the order paid. The machine is told, and has some time to report. An
 * order that had been closed before gets nothing from the machine, so its money is given back.
 */
export async function billOfOrder(ctx: MachineCtx, order: PaidOrder, wasClosed: boolean): Promise<void> {
  const device = (await devicesForSale(ctx, [order.deviceId])).get(order.deviceId)
  if (!device) throw new Error(`order ${order.orderno} of an unknown machine`)
  const bill: Bill = {
    orderno: order.orderno,
    create_at: order.createAt,
    device_id: order.deviceId,
    sn: order.sn,
    dev_type: device.type,
    store_id: order.storeId,
    merchant_id: order.merchantId,
    client: order.client,
    kind: order.kind,
    status: wasClosed ? 2 : 7,
    status_before: null,
    total_price: order.amount,
    list_price: order.amount + order.discount,
    refunded: 0,
    cash: null,
    goods: order.goods.map((line) => ({ ...line, delivered: null, fault: null })),
    oddities: [],
    sale_id: null,
    sent_ts: null,
    reported_at: null,
    command_id: null,
  }
  const [added] = await addBills(ctx, [bill])
  if (!added) await payReported(ctx, order.orderno, wasClosed)
  else if (wasClosed) await refundAfterClosing(ctx, [bill])
  else await watchBill(ctx, order.orderno, reportDueAt(ctx.now))
}

/**
 * Gives the money of an order back that its machine has given up, in every store, and makes its voucher valid again.
 * Nothing happens where the machine has reported, or where the money was asked back before.
 */
export async function giveBackUnserved(ctx: MachineCtx, orderno: string): Promise<void> {
  await ctx.deps.hooks.holdCards(ctx, [orderno])
  const unserved = await changeBills(ctx, [orderno], ({ status, client, oddities, reported_at: reported }) =>
    reported === null && (status === 7 || status === 2)
      ? { status: 2, oddities: client === 'gift' ? [...oddities, 'restored'] : oddities }
      : undefined,
  )
  const gifts = unserved.flatMap(({ client, orderno: number }) => (client === 'gift' ? number : []))
  if (gifts.length > 0) await ctx.deps.hooks.returnVouchers(ctx, gifts)
  await refundAfterClosing(ctx, unserved)
}

/** The machine has served the order before we heard of its payment: the bill of its report is that of the order. */
async function payReported(ctx: MachineCtx, orderno: string, wasClosed: boolean): Promise<void> {
  const [bill] = await changeBills(ctx, [orderno], ({ oddities }) => ({
    oddities: oddities.filter((name) => name !== 'order'),
  }))
  if (!bill) return
  if (bill.status === 3) await noteWin(ctx, orderno, ctx.now)
  // For an order that was closed, only what came out is paid for, in every store.
  await (wasClosed ? refundUndelivered : autoRefund)(ctx, [bill])
}
