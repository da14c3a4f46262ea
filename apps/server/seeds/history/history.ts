/**
 * The sales of the last months, for the demo: bills with their sums, payments, ledger and refunds, as the product would
 * have stored them. The same dice give the same sales, so that two first starts look alike.
 */
import { countryFacts, isOnline, type OnlineClient } from '@slotwise/contract'
import { between, type Random, seeded } from '../dice.ts'

import type { Ctx, Deps } from '../../src/kernel/ctx.ts'
import { daysBefore } from '../../src/kernel/moments.ts'
import { ensureMonths } from '../../src/kernel/months.ts'
import type { Bill, BookCtx } from '../../src/modules/bills/bill-model.ts'
import { addBills } from '../../src/modules/bills/book-service.ts'
import { endRefund, insertRefunds } from '../../src/modules/refunds/refund-queries.ts'
import { devicesForSale, type SaleDevice } from '../../src/modules/devices/index.ts'
import { insertLines, type LedgerLine } from '../../src/modules/ledger/ledger-queries.ts'
import { linesOfPayment, linesOfRefund } from '../../src/modules/ledger/ledger-service.ts'
import { moveTakings } from '../../src/modules/ledger/takings-service.ts'
import { merchantOrderOf } from '../../src/modules/payments/merchant-order-model.ts'
import { addPastOrders, type PastOrder } from '../../src/modules/payments/past-order-queries.ts'
import { autoRefundStores } from '../../src/modules/regions/index.ts'
import { getAllStore } from '../../src/modules/regions/store-service.ts'
import { slotsForSale } from '../../src/modules/slots/index.ts'
import { addReceivedPayments, type ReceivedPayment } from '../../src/ports/payments/sandbox-past.ts'
import { withCoupon } from '../coupons.ts'
import type { BoundMachine } from '../machines.ts'
import type { DemoMerchant, StoreKind } from '../merchants/merchant.ts'
import { type PastRefund, type Refunder, refundOf } from './refunds.ts'
import { moments, strengthOf } from './rhythm.ts'
import { pastSale, type Seller } from './sale.ts'

export const historyDays = 120
/** Rows of one statement. */
const atOnce = 1_000
/** The sandbox knows the payments of these days: those of today can be refunded. */
const sandboxDays = 2

/** Makes the months of the history, before the transaction that stores it. */
export function prepareHistory({ db, now }: Deps): Promise<void> {
  const weeks = Math.ceil((historyDays + 1) / 7)
  return ensureMonths(
    db.main,
    Array.from({ length: weeks + 1 }, (_, week) => daysBefore(now(), week * 7)),
  )
}

type Machine = Seller & { strength: number; storeKind: StoreKind; boundAt: Date; until: Date }

/** Stores the sales of these machines. */
export async function seedHistory(
  ctx: Ctx,
  merchant: DemoMerchant,
  bound: readonly BoundMachine[],
  days: number,
): Promise<void> {
  const random = seeded(merchant.firstSn)
  const machines = await machinesOf(ctx, merchant, bound, random)
  const { currency, utcOffsetMinutes } = countryFacts[merchant.country]
  const zone = { now: ctx.now, days, utcOffsetMinutes }
  const sales = machines.flatMap((machine) => {
    const { device, strength, storeKind, boundAt, until } = machine
    const times = moments(random, { type: device.type, strength, storeKind, boundAt }, zone)
    return times.filter((at) => at <= until).map((at) => ({ machine, at }))
  })
  const options = { now: ctx.now, feeRate: ctx.deps.config.paymentFeeRate }
  const ref = { tx: ctx.tx, tenantId: ctx.tenant.id }
  const stores = [...new Set(machines.flatMap(({ device }) => device.store_id ?? []))]
  const refunder: Refunder = {
    tenantId: ctx.tenant.id,
    now: ctx.now,
    utcOffsetMinutes,
    autoStores: await autoRefundStores(ref, stores),
    account: ctx.user,
    remarks: merchant.refundRemarks,
  }
  const made = sales
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ machine, at }, serial): Made => {
      const { bill, order } = withCoupon(pastSale(random, machine, at, serial, options), serial, ctx.now)
      return bill && order
        ? (refundOf(random, { bill, order }, refunder) ?? { bill, order })
        : { ...(bill && { bill }), ...(order && { order }) }
    })
  for (let from = 0; from < made.length; from += atOnce)
    await store({ ...ref, deps: ctx.deps, now: ctx.now }, made.slice(from, from + atOnce), currency)
}

/** How customers pay at machines of a type: toys and services take many coins. */
function sharesAt({ shares }: DemoMerchant, { type }: SaleDevice): Seller['shares'] {
  const takesCoins = type === 'gashapon' || type === 'pulse'
  return shares.map(([client, share]) => [client, client === 'coin' && takesCoins ? share * 3 : share])
}

async function machinesOf(
  ctx: Ctx,
  merchant: DemoMerchant,
  bound: readonly BoundMachine[],
  random: Random,
): Promise<Machine[]> {
  const ref = { tx: ctx.tx, tenantId: ctx.tenant.id }
  const ids = bound.map(({ deviceId }) => deviceId)
  const [devices, slots] = [await devicesForSale(ref, ids), await slotsForSale(ref, ids)]
  const storeKindOf = await placesOf(ctx, merchant)
  return bound.flatMap(({ deviceId, boundAt, until }) => {
    const device = devices.get(deviceId)
    if (!device) return []
    const wares = (slots.get(deviceId) ?? []).flatMap((slot): Seller['slots'] => {
      const { goodsId, price } = slot
      return goodsId === null || price === null
        ? []
        : [[{ ...slot, goodsId, price }, between(random, [0.2, 1.8])]]
    })
    return {
      device,
      slots: wares,
      shares: sharesAt(merchant, device),
      strength: strengthOf(random),
      storeKind: storeKindOf(device.store_id),
      boundAt,
      until,
    }
  })
}

/** The kinds of place by store. A store that the demo did not make is a mall. */
async function placesOf(ctx: Ctx, { areas }: DemoMerchant): Promise<(storeId: string | null) => StoreKind> {
  const { data } = await getAllStore(ctx, { pageNum: 1, pageSize: 999, condition: {} })
  const kinds = new Map(areas.flatMap(({ stores }) => stores))
  const byId = new Map(data.map(({ _id, store_name: name }) => [_id, kinds.get(name)]))
  return (storeId) => byId.get(storeId ?? '') ?? 'mall'
}

type Made = { bill?: Bill; order?: PastOrder; refund?: PastRefund }
/** An order that was paid through a provider, and its refund. */
type Received = { order: PastOrder; paidAt: Date; refund: PastRefund | undefined }

async function store(ctx: BookCtx, made: readonly Made[], currency: string): Promise<void> {
  await addPastOrders(
    ctx,
    made.flatMap(({ order }) => order ?? []),
  )
  await addBills(
    ctx,
    made.flatMap(({ bill }) => bill ?? []),
  )
  await storeRefunds(
    ctx,
    made.flatMap(({ refund }) => refund ?? []),
  )
  const received = made.flatMap(({ order, refund }): Received[] =>
    order && isOnline(order.client) && order.paid_at ? [{ order, paidAt: order.paid_at, refund }] : [],
  )
  const lines = received.flatMap(linesOf)
  await insertLines(ctx, lines)
  await moveTakings(ctx, lines)
  const since = daysBefore(ctx.now, sandboxDays)
  await addReceivedPayments(
    ctx.tx,
    received
      .filter(({ paidAt }) => paidAt > since)
      .map((payment) => receivedPayment(ctx.tenantId, payment, currency)),
  )
}

/** A refund that the provider refused was under way before. */
async function storeRefunds(ctx: BookCtx, refunds: readonly PastRefund[]): Promise<void> {
  if (refunds.length === 0) return
  const ids = await insertRefunds(
    ctx,
    refunds.map(({ row }) => row),
  )
  for (const { row, why, doneAt } of refunds)
    if (why !== null)
      await endRefund(ctx, ids.get(row.orderno) ?? '', { state: 'failed', done_at: doneAt, why })
}

function linesOf(received: Received): (LedgerLine & { store: string | null })[] {
  const store = received.order.store_id
  return bookedLines(received).map((line) => ({ ...line, store }))
}

function bookedLines({ order, paidAt, refund }: Received): LedgerLine[] {
  const { orderno, client, store_id: storeId, merchant_id: merchantId, amount, fee_rate: feeRate } = order
  const booked = { orderno, client, storeId, merchantId, amount, feeRate }
  const paid = linesOfPayment({ ...booked, at: paidAt })
  if (!refund || refund.why !== null) return paid
  return [...paid, ...linesOfRefund({ ...booked, at: refund.doneAt, refund: refund.row.amount })]
}

const receivedPayment = (
  tenantId: string,
  { order, paidAt, refund }: Received,
  currency: string,
): ReceivedPayment => ({
  merchantOrder: merchantOrderOf(tenantId, order.orderno),
  client: order.client as OnlineClient,
  amount: order.amount,
  currency,
  subject: order.goods[0]?.title ?? '',
  txn: order.provider_txn ?? '',
  createdAt: order.create_at,
  paidAt,
  ...(refund && refund.why === null
    ? { refunded: refund.row.amount, refund: { refundNo: refund.row.refund_no, at: refund.row.asked_at } }
    : { refunded: 0 }),
})
