/** One sale of the past, with the payment and the refund that belong to it. */
import {
  type BillGoods,
  type BillStatus,
  capabilities,
  type FaultCode,
  isOnline,
  type PayClient,
} from '@slotwise/contract'
import { deliveryFaultsOf } from '@slotwise/machine-protocol'
import { between, chance, pick, pickWeighted, type Random } from '../dice.ts'

import { ordernoOf } from '../../src/kernel/orderno.ts'
import type { Bill } from '../../src/modules/bills/bill-model.ts'
import type { SaleDevice } from '../../src/modules/devices/index.ts'
import type { PastOrder } from '../../src/modules/payments/past-order-queries.ts'
import type { SaleSlot } from '../../src/modules/slots/index.ts'
import { winningRate } from '../slots.ts'

const second = 1_000
const minute = 60 * second

/** How many of a hundred sales go wrong, and how. */
const failing = 0.024
const unconfirmed = 0.002
/** Customers who did not pay the order that the machine had asked for. */
const unpaid = 0.05
/** A machine that reports nothing in this time has not confirmed the sale. */
const confirmMs = 120 * second
/** The server would still wait for sales of the last hours, so none of them is left open. */
const settledAfterMs = 24 * 60 * minute

export type Seller = {
  device: SaleDevice
  /** The slots with goods, and how much customers like them. */
  slots: readonly (readonly [SaleSlot & { goodsId: string; price: number }, number])[]
  shares: readonly (readonly [PayClient, number])[]
}

/** An order that was not paid has no bill; cash has no order. */
export type PastSale = { bill?: Bill; order?: PastOrder }

export type SaleOptions = { now: Date; feeRate: number }

const after = (at: Date, ms: number): Date => new Date(at.getTime() + Math.round(ms))

type Line = BillGoods & { goods_id: string }

/** Most customers buy one piece; some take two, or something else with it. */
function basket(random: Random, { device, slots }: Seller, isGame: boolean): Line[] {
  const first = pickWeighted(random, slots)
  if (!first) return []
  const isShop = device.type === 'vending' || device.type === 'osm'
  const second = isShop && chance(random, 0.06) ? pickWeighted(random, slots) : undefined
  const chosen = second && second.ch !== first.ch ? [first, second] : [first]
  return chosen.map((slot) => ({
    channel_sn: slot.ch,
    goods_id: slot.goodsId,
    title: slot.title,
    price: isGame ? (slot.gamePrice ?? slot.price) : slot.price,
    quantity: isShop && chosen.length === 1 && chance(random, 0.09) ? 2 : 1,
    delivered: null,
    fault: null,
  }))
}

/** A motor or a door in most cases, seldom the computer. */
function faultOf(random: Random, { type }: SaleDevice): FaultCode {
  const [mechanical, rest] = Object.values(
    Object.groupBy(deliveryFaultsOf(type), (code) =>
      /^(CTRL|CONFIRM|NETWORK|BOARD)/.test(code) ? 'rest' : 'mechanical',
    ),
  )
  const codes = chance(random, 0.85) ? mechanical : (rest ?? mechanical)
  return pick(random, codes ?? []) ?? 'BOARD_COMM'
}

type Result = { status: BillStatus; goods: BillGoods[] }

const delivered = (goods: readonly BillGoods[]): BillGoods[] =>
  goods.map((line) => ({ ...line, delivered: line.quantity }))

/** What the machine did. A failure of several pieces is sometimes one of a part of them. */
function resultOf(
  random: Random,
  { device }: Seller,
  goods: BillGoods[],
  { isGame, mayBeOpen }: { isGame: boolean; mayBeOpen: boolean },
): Result {
  if (mayBeOpen && chance(random, unconfirmed)) return { status: 2, goods }
  if (isGame && !chance(random, winningRate(device.type) / 10_000))
    return { status: 4, goods: goods.map((line) => ({ ...line, delivered: 0 })) }
  if (!chance(random, failing)) return { status: isGame ? 3 : 0, goods: delivered(goods) }
  const fault = faultOf(random, device)
  const pieces = goods.reduce((sum, { quantity }) => sum + quantity, 0)
  let left = pieces > 1 && chance(random, 0.6) ? 1 : 0
  return {
    status: 1,
    goods: goods.map((line) => {
      const out = Math.min(left, line.quantity)
      left -= out
      return { ...line, delivered: out, fault: out < line.quantity ? fault : null }
    }),
  }
}

const hex = (random: Random, length: number): string =>
  Array.from({ length: Math.ceil(length / 8) }, () =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0'),
  )
    .join('')
    .slice(0, length)

/** Makes the sale of a machine at a moment; nothing when the machine has nothing to sell. */
export function pastSale(
  random: Random,
  seller: Seller,
  at: Date,
  serial: number,
  { now, feeRate }: SaleOptions,
): PastSale {
  const { device } = seller
  const client = pickWeighted(random, seller.shares) ?? 'coin'
  // What the merchant gives out needs no game.
  const isGame = capabilities[device.type].game && client !== 'remote'
  const goods = basket(random, seller, isGame)
  if (goods.length === 0) return {}
  const isFree = client === 'gift' || client === 'remote'
  const total = isFree ? 0 : goods.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const online = isOnline(client)
  const saleId = `h${serial}`
  const place = {
    device_id: device.device_id,
    sn: device.sn,
    store_id: device.store_id,
    merchant_id: device.merchant_id,
    client,
    kind: isGame ? ('game' as const) : ('buy' as const),
  }
  const orderno = ordernoOf(at, [device.device_id, saleId])
  const paidAt = online ? after(at, between(random, [6 * second, 40 * second])) : at
  const isOld = now.getTime() - at.getTime() > settledAfterMs
  const order: PastOrder = {
    ...place,
    orderno,
    create_at: at,
    state: 'paid',
    amount: total,
    discount: 0,
    goods: goods.map(({ channel_sn, goods_id, title, price, quantity }) => ({
      channel_sn,
      goods_id,
      title,
      price,
      quantity,
    })),
    cardno: client === 'card' ? String(10_000_000 + Math.floor(random() * 9e7)) : '',
    req_id: online ? saleId : null,
    provider_txn: online ? hex(random, 28) : null,
    fee_rate: online ? feeRate : 0,
    expires_at: online ? after(at, 120 * second) : null,
    paid_at: paidAt,
    closed_at: null,
  }
  if (online && isOld && chance(random, unpaid))
    return {
      order: {
        ...order,
        state: 'closed',
        provider_txn: null,
        paid_at: null,
        closed_at: after(at, 120 * second),
      },
    }
  const { status, goods: lines } = resultOf(random, seller, goods, { isGame, mayBeOpen: online && isOld })
  const reportedAt = status === 2 ? null : after(paidAt, between(random, [3 * second, 15 * second]))
  const bill: Bill = {
    ...place,
    orderno,
    create_at: at,
    dev_type: device.type,
    status,
    status_before: null,
    total_price: total,
    list_price: total,
    refunded: 0,
    cash: null,
    goods: lines,
    oddities: [],
    // A remote dispensing is known by its command, which the demo does not keep.
    sale_id: reportedAt && client !== 'remote' ? saleId : null,
    sent_ts: reportedAt && client !== 'remote' ? String(reportedAt.getTime()) : null,
    reported_at: reportedAt,
    command_id: null,
  }
  const hasPayment = online || client === 'card' || client === 'ezcard'
  return hasPayment ? { bill, order } : { bill }
}

/** When the server knew that the sale had failed. */
export const failedAt = ({ create_at, reported_at }: Bill): Date =>
  reported_at ?? after(create_at, confirmMs + 10 * minute)
