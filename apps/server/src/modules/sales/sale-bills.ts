/** Sales as machines report them, and the bills that they become. Nothing here reads the database. */
import { isOnline, paidClients, type PayClient } from '@slotwise/contract'

import type { Dated } from '../../kernel/machine-clock.ts'
import { ordernoOf } from '../../kernel/orderno.ts'
import type { SaleDevice } from '../devices/index.ts'
import type { PayOrder } from '../payments/index.ts'
import type { SlotThen } from '../slots/index.ts'
import type { Bill, Oddity } from '../bills/index.ts'
import type { Named } from './inbox-queries.ts'
import {
  cashOf,
  isFree,
  linesOfSale,
  linesReported,
  resultOf,
  type SaleData,
  statusOf,
} from './sale-lines.ts'

export type Sale = { deviceId: string; mid: string; ts: number; data: SaleData; dated: Dated }

export type Report = Named & {
  sale: Sale
  device: SaleDevice
  orderno: string
  at: Date
  doubtful: boolean
  now: Date
}

/** `served`: the order that the sale names, if the machine had reported it before. */
export type Other = Report & { served?: Pick<Bill, 'client'> }

export type Made = { report: Report; bill: Bill }

/** The bill of a sale that the machine settled itself. */
export function newBill(report: Other, slots: readonly SlotThen[]): Made {
  const { sale, device, at, doubtful, served } = report
  const { data } = sale
  const { kind, lines, odd } = linesOfSale(data, slots)
  // Nothing was paid for a second delivery.
  const { cash, odd: oddCash } = served ? { cash: null, odd: [] } : cashOf(data)
  const total = served || isFree(data.client) ? 0 : data.amount
  const isOrdered = isOnline(data.client) || data.orderNo !== undefined
  const flags: Oddity[] = [
    // The price was paid once, so that of the second delivery differs from nothing.
    ...(served ? [...odd.filter((name) => name !== 'price'), 'again' as const] : odd),
    ...(isOrdered && !served ? ['order' as const] : []),
    ...(doubtful ? ['clock' as const] : []),
    ...oddCash,
  ]
  const bill: Bill = {
    orderno: ordernoOf(at, [sale.deviceId, data.saleId]),
    create_at: at,
    device_id: device.device_id,
    sn: device.sn,
    dev_type: device.type,
    store_id: device.store_id,
    merchant_id: device.merchant_id,
    client: served?.client ?? data.client,
    kind,
    status: statusOf(resultOf(data)),
    status_before: null,
    total_price: total,
    list_price: total,
    refunded: 0,
    cash,
    goods: lines,
    oddities: flags,
    sale_id: data.saleId,
    sent_ts: String(sale.ts),
    reported_at: report.now,
    command_id: null,
  }
  return { report, bill }
}

/** The bill of an order that the machine served before we know of its payment. */
export function billOfUnpaid({ order, ...report }: Report & { order: PayOrder }): Made {
  const { sale, device, now } = report
  const ordered = order.goods.map((line) => ({ ...line, delivered: null, fault: null }))
  const { lines, odd } = linesReported(ordered, sale.data)
  const bill: Bill = {
    orderno: order.orderno,
    create_at: order.create_at,
    device_id: device.device_id,
    sn: device.sn,
    dev_type: device.type,
    store_id: order.store_id,
    merchant_id: order.merchant_id,
    client: order.client,
    kind: order.kind,
    status: statusOf(resultOf(sale.data, { kind: order.kind, goods: lines })),
    status_before: null,
    total_price: order.amount,
    list_price: order.amount + order.discount,
    refunded: 0,
    cash: null,
    goods: lines,
    oddities: [...odd, ...priceOf({ total_price: order.amount }, sale), 'order'],
    sale_id: sale.data.saleId,
    sent_ts: String(sale.ts),
    reported_at: now,
    command_id: null,
  }
  return { report, bill }
}

/** Cards that the machine settled itself have a pay bill; an online payment that we do not know has none. */
export const isSettledByCard = ({ client }: Bill): boolean =>
  (paidClients as readonly PayClient[]).includes(client) && !isOnline(client)

/** Machines do not report the number of a card that they settled themselves. */
export const paymentOf = ({ goods, ...bill }: Bill) => ({
  ...bill,
  amount: bill.total_price,
  goods: goods.map(({ channel_sn, goods_id, title, price, quantity }) => ({
    channel_sn,
    goods_id,
    title,
    price,
    quantity,
  })),
  cardno: '',
})

/** The machine names another amount than the customer paid to us. */
export const priceOf = (bill: Pick<Bill, 'total_price'>, { data }: Sale): Oddity[] =>
  data.amount === bill.total_price ? [] : ['price']
