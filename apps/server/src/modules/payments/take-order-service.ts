/**
 * A machine asks for an order. It is a row before the provider hears of it; a job then asks the provider for the QR code
 * outside of the transaction (`provider-service.ts`). A card or a voucher pays at once, in the transaction that takes the
 * order. A request that is repeated finds its order; another one by a used name is refused.
 */
import { countryFacts, isOnline, orderRefusalWords, type OrderRefusal } from '@slotwise/contract'
import type { DownMessage, Envelope, UpMessage } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../../kernel/ctx.ts'
import type { AskedOrder } from '../../kernel/hooks.ts'
import { digestOf } from '../../kernel/message-digest.ts'
import { ordernoOf } from '../../kernel/orderno.ts'
import { tellOfSales } from '../../kernel/sale-events.ts'
import { countryOf, feeRateOf } from '../account/index.ts'
import { devicesForSale } from '../devices/index.ts'
import { accountForOrder, isOwnAccount, platformAccount } from '../payaccounts/index.ts'
import { readiness } from '../presence/index.ts'
import { closeHeld } from './closed-service.ts'
import { countGuess, hasGuessed, namesCode } from './guess-service.ts'
import { merchantOrderOf } from './merchant-order-model.ts'
import { goodsFor, totalOf } from './order-goods-service.ts'
import { followAt, openSoon } from './order-jobs-queries.ts'
import * as queries from './order-queries.ts'
import { difficultyOf, paidOrderOf, payerHash } from './paid-service.ts'
import { firstLookAt } from './provider-service.ts'

type Request = UpMessage<'order'>
type Answer = DownMessage<'order'>

const lifeSeconds = 120

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
  { ts, data: request }: Pick<Envelope<Request>, 'ts' | 'data'>,
): Promise<Taken> {
  const { reqId } = request
  const orderno = ordernoOf(ctx.now, [ctx.deviceId, reqId])
  const refuse = async (why: OrderRefusal): Promise<Answer> => {
    await countGuess(ctx, why)
    return refusal(ctx, { reqId, orderno, amount: 0 }, why)
  }
  const digest = digestOf([ts, request])
  const known = await queries.findRequest(ctx, reqId)
  if (known) {
    // Answering with the known order would give other goods away for its payment.
    const isReused = !known.request_digest?.equals(digest)
    const answer = isReused || known.isReported ? undefined : await answerOf(ctx, known)
    if (answer || (!isReused && isBeingOpened(ctx, known))) return { answer, isReused }
    return { answer: await refuse('requestUsed'), isReused }
  }
  if (namesCode(request) && (await hasGuessed(ctx)))
    return { answer: await refuse('tooManyCodes'), isReused: false }
  const account = isOnline(request.pay) ? await accountForOrder(ctx.deps, ctx, request.pay) : platformAccount
  if (!account) return { answer: await refuse('notOffered'), isReused: false }
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
    await openLater(ctx, order)
    return { answer: undefined, isReused: false }
  }
  const refused = await payAtOnce(ctx, request, order)
  const answer = refused === undefined ? await answersFor(ctx, orderno) : [await refuse(refused)]
  return { answer: answer[0], isReused: false }
}

/** What the coupon of a request takes off. A coupon makes nothing free, so it does not go with a voucher. */
async function discountOf(
  ctx: MachineCtx,
  { coupon, pay }: Request,
  asked: AskedOrder,
): Promise<number | OrderRefusal> {
  if (coupon === undefined) return 0
  if (pay === 'gift') return 'notOffered'
  const taken = await ctx.deps.hooks.takeCoupon(ctx, coupon, asked)
  return typeof taken === 'string' ? taken : taken.discount
}

/** Stores an order whose QR code a job asks for. */
async function openLater(ctx: MachineCtx, order: queries.NewOrder): Promise<void> {
  await queries.insertOrder(ctx, {
    ...order,
    // What an own account receives costs nothing here.
    fee_rate: isOwnAccount(order) ? 0 : ((await feeRateOf(ctx)) ?? ctx.deps.config.paymentFeeRate),
    expires_at: after(ctx.now, lifeSeconds),
  })
  await tellOfSales(ctx, 'payments', [order])
  await openSoon(ctx, order.orderno)
  await followAt(ctx, order.orderno, firstLookAt(ctx.now), 0)
}

/** Pays an order by a card or a voucher, and stores it. Returns why it is refused. */
async function payAtOnce(
  ctx: MachineCtx,
  { pay, card = '', voucher = '' }: Request,
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

const isOpen = ({ now }: MachineCtx, { expires_at: expires }: queries.MachineOrder): boolean =>
  expires !== null && expires > now

/** What a machine is told of an order; undefined while there is nothing to tell. */
async function answerOf(ctx: MachineCtx, order: queries.MachineOrder): Promise<Answer | undefined> {
  const { req_id: reqId, orderno, amount, discount, state, qr, difficulty, closed_at: closedAt } = order
  const facts = { reqId, orderno, amount, ...(discount > 0 ? { discount } : {}) }
  // An order that was paid after it was closed is given back, and the machine gives nothing for it.
  if (state === 'paid' && closedAt === null)
    return {
      ...withNumber(facts),
      state: 'paid',
      ...(order.client === 'gift' ? { items: itemsOf(order) } : {}),
      ...(difficulty === null ? {} : { difficulty: difficulty as NonNullable<Answer['difficulty']> }),
    }
  if (state === 'pending' && qr !== null && isOpen(ctx, order))
    return { ...withNumber(facts), state: 'waiting', qr }
  if (state === 'closed' && qr === null) return refusal(ctx, facts, 'providerFailed')
  return undefined
}

const itemsOf = ({ goods }: queries.MachineOrder) =>
  goods.map(({ channel_sn: ch, quantity: n }) => ({ ch, n }))

type OrderFacts = { reqId: string; orderno: string; amount: number; discount?: number }

const withNumber = ({ orderno, ...facts }: OrderFacts) => ({ ...facts, orderNo: orderno })

/** Words the refusal in the language that machines of the merchant's country show. */
async function refusal(ctx: MachineCtx, facts: OrderFacts, why: OrderRefusal): Promise<Answer> {
  const { language } = countryFacts[await countryOf(ctx)]
  return { ...withNumber(facts), state: 'refused', why: orderRefusalWords[language][why] }
}

/** Orders of this long ago are of no interest to a machine any more. */
const openMs = 10 * 60_000

/** What the machine has to be told of one order, or of all that are open, because it may have missed it. */
export async function answersFor(ctx: MachineCtx, orderno?: string): Promise<Answer[]> {
  const found =
    orderno === undefined
      ? await queries.openOrders(ctx, ctx.now, new Date(ctx.now.getTime() - openMs))
      : [await queries.findUnreported(ctx, orderno)]
  const answers: Answer[] = []
  for (const order of found) {
    const answer = order?.device_id === ctx.deviceId ? await answerOf(ctx, order) : undefined
    if (answer) answers.push(answer)
  }
  return answers
}

/**
 * Stores that the machine was sent the word that its order is paid. `reached` is undefined where an external broker took
 * the message: it drops what is for a machine that is away.
 */
export async function notePaidSent(
  ctx: MachineCtx,
  orderno: string,
  sentAt: Date,
  reached: boolean | undefined,
): Promise<void> {
  if (reached ?? (await readiness(ctx))?.online) await queries.putPaidSent(ctx, orderno, sentAt)
}
