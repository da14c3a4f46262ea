/**
 * A machine asks for an order. It is a row before the provider hears of it; a job then asks the provider for the QR code
 * outside of the transaction (`provider-service.ts`). A card or a voucher pays at once, in the transaction that takes the
 * order. A request that is repeated finds its order; another one by a used name is refused.
 */
import { isOnline, type OrderRefusal } from '@slotwise/contract'
import { type Envelope, orderSeconds, type OrderRequest } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../../kernel/ctx.ts'
import type { AskedOrder } from '../../kernel/hooks.ts'
import { digestOf } from '../../kernel/message-digest.ts'
import { ordernoOf } from '../../kernel/orderno.ts'
import { tellOfSales } from '../../kernel/sale-events.ts'
import { feeRateOf } from '../account/index.ts'
import { devicesForSale } from '../devices/index.ts'
import {
  accountForOrder,
  type AskedAccount,
  isOwnAccount,
  isShut,
  platformAccount,
} from '../payaccounts/index.ts'
import { closeHeld } from './closed-service.ts'
import { countGuess, hasGuessed, namesCode } from './guess-service.ts'
import { merchantOrderOf } from './merchant-order-model.ts'
import { type Answer, answerOf, answersFor, isOpen, refusal } from './order-answer-service.ts'
import { goodsFor, totalOf } from './order-goods-service.ts'
import * as machineOrders from './machine-order-queries.ts'
import { followAt, openSoon } from './order-jobs-service.ts'
import * as queries from './order-queries.ts'
import { difficultyOf, paidOrderOf, payerHash } from './paid-service.ts'
import { firstLookAt } from './provider-service.ts'

/** Unpaid orders that a machine may have at a time. */
const unpaidOfMachine = 5
/** Orders of a merchant that may wait for their QR codes at a time. */
const unopenedOfMerchant = 50

const after = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1_000)

export type Taken = {
  /** What the machine is to be told at once; undefined when the answer follows by `orderChannel`. */
  answer: Answer | undefined
  /** Whether the machine has used the name of the request for another one before. */
  isReused: boolean
}

/** Takes an order, in the transaction of the machine, which is locked. */
export async function takeOrder(
  ctx: MachineCtx,
  { ts, data: request }: Pick<Envelope<OrderRequest>, 'ts' | 'data'>,
): Promise<Taken> {
  const { reqId } = request
  const orderno = ordernoOf(ctx.now, [ctx.deviceId, reqId])
  const refuse = async (why: OrderRefusal): Promise<Answer> => {
    await countGuess(ctx, why)
    return refusal(ctx, { reqId, orderno, amount: 0 }, why)
  }
  const digest = digestOf([ts, request])
  const known = await machineOrders.findRequest(ctx, reqId)
  if (known) {
    // Answering with the known order would give other goods away for its payment.
    const isReused = !known.request_digest.equals(digest)
    const present = isReused || known.isReported ? undefined : await answerOf(ctx, known)
    // A machine that asks again waits for a code, so it is told that there is none.
    const answer = present?.state === 'closed' ? undefined : present
    if (answer || (!isReused && isBeingOpened(ctx, known))) return { answer, isReused }
    return { answer: await refuse('requestUsed'), isReused }
  }
  if (namesCode(request) && (await hasGuessed(ctx)))
    return { answer: await refuse('tooManyCodes'), isReused: false }
  const account = isOnline(request.pay) ? await accountForOrder(ctx.deps, ctx, request.pay) : platformAccount
  if (!account) return { answer: await refuse('notOffered'), isReused: false }
  const room = isOnline(request.pay) ? await roomFor(ctx, { ...account, client: request.pay }) : 0
  if (typeof room === 'string') return { answer: await refuse(room), isReused: false }
  const goods = await goodsFor(ctx, request)
  if (typeof goods === 'string') return { answer: await refuse(goods), isReused: false }
  const device = (await devicesForSale(ctx, [ctx.deviceId])).get(ctx.deviceId)
  const storeId = device?.store_id ?? null
  // What a voucher gives has no price.
  const total = request.pay === 'gift' ? 0 : totalOf(goods)
  const asked: AskedOrder = { orderno, storeId, kind: request.kind, goods, amount: total }
  const discount = await discountOf(ctx, request, asked)
  if (typeof discount === 'string') return { answer: await refuse(discount), isReused: false }
  const order: queries.NewOrder = {
    orderno,
    create_at: ctx.now,
    device_id: ctx.deviceId,
    sn: ctx.sn,
    store_id: storeId,
    merchant_id: device?.merchant_id ?? null,
    client: request.pay,
    kind: request.kind,
    state: 'pending',
    amount: total - discount,
    discount,
    goods,
    merchant_order: merchantOrderOf(ctx.tenantId, orderno),
    cardno: '',
    req_id: reqId,
    request_digest: digest,
    payer: null,
    difficulty: null,
    fee_rate: 0,
    expires_at: null,
    paid_at: null,
    is_paid_sent: null,
    ...account,
  }
  if (isOnline(request.pay)) {
    await openLater(ctx, order, room)
    return { answer: undefined, isReused: false }
  }
  const refused = await payAtOnce(ctx, request, order)
  const answer = refused === undefined ? await answersFor(ctx, orderno) : [await refuse(refused)]
  return { answer: answer[0], isReused: false }
}

/** What the coupon of a request takes off. A coupon makes nothing free, so it does not go with a voucher. */
async function discountOf(
  ctx: MachineCtx,
  { coupon, pay }: OrderRequest,
  asked: AskedOrder,
): Promise<number | OrderRefusal> {
  if (coupon === undefined) return 0
  if (pay === 'gift') return 'notOffered'
  const taken = await ctx.deps.hooks.takeCoupon(ctx, coupon, asked)
  return typeof taken === 'string' ? taken : taken.discount
}

/**
 * How many orders of the merchant wait for their QR codes already; or why there is no room for another one: its provider
 * is silent, or too many wait. A machine shows one code, so a few unpaid orders are those of customers who changed their
 * minds.
 */
async function roomFor(ctx: MachineCtx, account: AskedAccount): Promise<number | OrderRefusal> {
  if (await isShut(ctx.deps, ctx, account, ctx.now)) return 'providerFailed'
  const { unpaid, unopened } = await machineOrders.countWaiting(ctx, ctx.now, after(ctx.now, -orderSeconds))
  if (unpaid >= unpaidOfMachine) return 'tooManyUnpaid'
  return unopened >= unopenedOfMerchant ? 'tooManyOrders' : unopened
}

/** Stores an order whose QR code a job asks for. */
async function openLater(ctx: MachineCtx, order: queries.NewOrder, before: number): Promise<void> {
  await queries.insertOrder(ctx, {
    ...order,
    // What an own account receives costs nothing here.
    fee_rate: isOwnAccount(order) ? 0 : ((await feeRateOf(ctx)) ?? ctx.deps.config.paymentFeeRate),
    expires_at: after(ctx.now, orderSeconds),
  })
  await tellOfSales(ctx, 'payments', [order])
  await openSoon(ctx, order, before)
  await followAt(ctx, order, firstLookAt(ctx.now), 0)
}

/** Pays an order by a card or a voucher, and stores it. Returns why it is refused. */
async function payAtOnce(
  ctx: MachineCtx,
  { pay, card = '', voucher = '' }: OrderRequest,
  order: queries.NewOrder,
): Promise<OrderRefusal | undefined> {
  const { hooks } = ctx.deps
  const { orderno, store_id: storeId, kind, goods, amount } = order
  const asked: AskedOrder = { orderno, storeId, kind, goods, amount }
  const refused =
    pay === 'card' ? await hooks.payByCard(ctx, card, asked) : await hooks.takeVoucher(ctx, voucher, asked)
  if (refused !== undefined) {
    await closeHeld(ctx, [orderno])
    return refused
  }
  const payer = pay === 'card' ? payerHash(ctx.deps, pay, card) : null
  const paid: queries.NewOrder = {
    ...order,
    state: 'paid',
    cardno: pay === 'card' ? card : '',
    payer,
    difficulty: await difficultyOf(ctx, order, payer),
    paid_at: ctx.now,
    is_paid_sent: false,
  }
  await queries.insertOrder(ctx, paid)
  // An order of a voucher is no payment.
  if (pay !== 'gift') await tellOfSales(ctx, 'payments', [paid])
  for (const tell of hooks.orderPaid) await tell(ctx, paidOrderOf(paid), false)
  return undefined
}

/** Whether the provider has yet to give the QR code; the machine is told then. */
const isBeingOpened = (ctx: MachineCtx, order: queries.MachineOrder): boolean =>
  order.state === 'pending' && order.qr === null && isOpen(ctx, order)
