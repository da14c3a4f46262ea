/**
 * A machine asks for an order. It is a row before the provider hears of it; a job then asks the provider for the QR code
 * outside of the transaction (`provider-service.ts`). A request that is repeated finds its order; another one by a used
 * name is refused.
 */
import {
  capabilities,
  countryFacts,
  type MachineType,
  onlineClients,
  type OnlineClient,
  orderRefusalWords,
  type OrderRefusal,
} from '@slotwise/contract'
import type { DownMessage, Envelope, UpMessage } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../../kernel/ctx.ts'
import type { OrderGoods } from '../../kernel/hooks.ts'
import { digestOf } from '../../kernel/message-digest.ts'
import { ordernoOf } from '../../kernel/orderno.ts'
import { countryOf, feeRateOf } from '../account/index.ts'
import { desiredSettings, devicesForSale, settingsIn } from '../devices/index.ts'
import { isInitializing, readiness } from '../presence/index.ts'
import { type SaleSlot, slotsForSale } from '../slots/index.ts'
import { merchantOrderOf } from './merchant-order.ts'
import { followAt, openSoon } from './order-jobs-queries.ts'
import * as queries from './order-queries.ts'
import { firstLookAt } from './provider-service.ts'
import { providerOf } from './provider-call.ts'

type Request = UpMessage<'order'>
type Answer = DownMessage<'order'>

const lifeSeconds = 120
/** The machine shows at most this much. */
const mostCents = 100_000_000

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
  const refuse = async (why: OrderRefusal): Promise<Answer> =>
    refusal(ctx, { reqId, orderno, amount: 0 }, why)
  const digest = digestOf([ts, request])
  const known = await queries.findRequest(ctx, reqId)
  if (known) {
    // Answering with the known order would give other goods away for its payment.
    const isReused = !known.request_digest?.equals(digest)
    const answer = isReused || known.isReported ? undefined : await answerOf(ctx, known)
    if (answer || (!isReused && isBeingOpened(ctx, known))) return { answer, isReused }
    return { answer: await refuse('requestUsed'), isReused }
  }
  const goods = await agree(ctx, request)
  if (typeof goods === 'string') return { answer: await refuse(goods), isReused: false }
  const device = (await devicesForSale(ctx, [ctx.deviceId])).get(ctx.deviceId)
  const expires = after(ctx.now, lifeSeconds)
  await queries.insertOrder(ctx, {
    orderno,
    create_at: ctx.now,
    device_id: ctx.deviceId,
    sn: ctx.sn,
    store_id: device?.store_id ?? null,
    merchant_id: device?.merchant_id ?? null,
    client: request.pay as OnlineClient,
    kind: request.kind,
    amount: totalOf(goods),
    goods,
    merchant_order: merchantOrderOf(ctx.tenantId, orderno),
    req_id: reqId,
    request_digest: digest,
    fee_rate: (await feeRateOf(ctx)) ?? ctx.deps.config.paymentFeeRate,
    expires_at: expires,
  })
  await openSoon(ctx, orderno)
  await followAt(ctx, orderno, firstLookAt(ctx.now), 0)
  return { answer: undefined, isReused: false }
}

/** Whether the provider has yet to give the QR code; the machine is told then. */
const isBeingOpened = ({ now }: MachineCtx, { state, qr, expires_at }: queries.OnlineOrder): boolean =>
  state === 'pending' && qr === null && expires_at > now

/** What a machine is told of an order; undefined while there is nothing to tell. */
async function answerOf(
  ctx: MachineCtx,
  {
    req_id: reqId,
    orderno,
    amount,
    discount,
    state,
    qr,
    difficulty,
    expires_at,
    closed_at,
  }: queries.OnlineOrder,
): Promise<Answer | undefined> {
  const told = { reqId, orderno, amount, ...(discount > 0 ? { discount } : {}) }
  // An order that was paid after it was closed is given back, and the machine gives nothing for it.
  if (state === 'paid' && closed_at === null)
    return {
      ...withNumber(told),
      state: 'paid',
      ...(difficulty === null ? {} : { difficulty: difficulty as NonNullable<Answer['difficulty']> }),
    }
  if (state === 'pending' && qr !== null && expires_at > ctx.now)
    return { ...withNumber(told), state: 'waiting', qr }
  if (state === 'closed' && qr === null) return refusal(ctx, told, 'providerFailed')
  return undefined
}

type Told = { reqId: string; orderno: string; amount: number; discount?: number }

const withNumber = ({ orderno, ...told }: Told) => ({ ...told, orderNo: orderno })

/** Words the refusal in the language that machines of the merchant's country show. */
async function refusal(ctx: MachineCtx, told: Told, why: OrderRefusal): Promise<Answer> {
  const { language } = countryFacts[await countryOf(ctx)]
  return { ...withNumber(told), state: 'refused', why: orderRefusalWords[language][why] }
}

const totalOf = (goods: readonly OrderGoods[]): number =>
  goods.reduce((sum, { price, quantity }) => sum + price * quantity, 0)

/** What the customer pays for, or why the order is refused. */
async function agree(ctx: MachineCtx, request: Request): Promise<OrderGoods[] | OrderRefusal> {
  if (!(await isOffered(ctx, request.pay))) return 'notOffered'
  const state = await readiness(ctx)
  if (!state || isInitializing(state, ctx.now)) return 'initializing'
  const device = await desiredSettings(ctx)
  if (!device) return 'initializing'
  const type = capabilities[device.type as MachineType]
  // Types without games have no such setting, whatever is stored.
  const mode = type.game ? settingsIn(device).buy_mode : 'buy'
  if (request.kind === 'game' && mode === 'buy') return 'buyOnly'
  if (request.kind === 'buy' && mode === 'game') return 'gameOnly'
  const slots = new Map(
    ((await slotsForSale(ctx, [ctx.deviceId])).get(ctx.deviceId) ?? []).map((slot) => [slot.ch, slot]),
  )
  const goods: OrderGoods[] = []
  for (const [ch, quantity] of piecesOf(request)) {
    const line = lineOf(slots.get(ch), { kind: request.kind, quantity, isCounted: type.moves !== 'pulses' })
    if (typeof line === 'string') return line
    goods.push(line)
  }
  const total = totalOf(goods)
  return total > 0 && total <= mostCents ? goods : 'notOffered'
}

async function isOffered(ctx: MachineCtx, pay: Request['pay']): Promise<boolean> {
  if (!(onlineClients as readonly string[]).includes(pay)) return false
  const { currency } = countryFacts[await countryOf(ctx)]
  return providerOf(ctx.deps, pay)?.currency === currency
}

/** The pieces of each slot, however often the request names it. */
function piecesOf({ items }: Request): Map<number, number> {
  const pieces = new Map<number, number>()
  for (const { ch, n } of items) pieces.set(ch, (pieces.get(ch) ?? 0) + n)
  return pieces
}

function lineOf(
  slot: SaleSlot | undefined,
  { kind, quantity, isCounted }: { kind: Request['kind']; quantity: number; isCounted: boolean },
): OrderGoods | OrderRefusal {
  if (!slot || slot.goodsId === null || slot.price === null) return 'noGoods'
  if (!slot.enabled) return 'slotDisabled'
  if (isCounted && slot.quantity < quantity) return 'soldOut'
  // A machine without a price for games takes the price of the goods, and so do we.
  const price = kind === 'game' ? (slot.gamePrice ?? slot.price) : slot.price
  return { channel_sn: slot.ch, goods_id: slot.goodsId, title: slot.title, price, quantity }
}

/** Orders of this long ago are of no interest to a machine any more. */
const openMs = 10 * 60_000

/** What the machine has to be told of one order, or of all that are open, because it may have missed it. */
export async function answersFor(ctx: MachineCtx, orderno?: string): Promise<Answer[]> {
  const found =
    orderno === undefined
      ? await queries.openOrders(ctx, ctx.now, new Date(ctx.now.getTime() - openMs))
      : [await queries.findOnlineOrder(ctx, orderno)]
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
