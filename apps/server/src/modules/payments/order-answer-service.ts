/**
 * What machines are told of their orders. An order is open to a machine until its time is over, and some seconds more,
 * in which the provider is asked for the last time; whatever is heard later finds it closed.
 */
import {
  countryFacts,
  isOnline,
  type OrderClosure,
  orderClosureWords,
  type OrderRefusal,
  orderRefusalWords,
} from '@slotwise/contract'
import { type DownMessage, lastWordSeconds } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { ordernoOf } from '../../kernel/orderno.ts'
import { countryOf } from '../account/index.ts'
import { refundTraits } from '../payaccounts/index.ts'
import { readiness } from '../presence/index.ts'
import { autoRefundStores } from '../regions/index.ts'
import * as machineOrders from './machine-order-queries.ts'
import * as queries from './order-queries.ts'

export type Answer = DownMessage<'order'>

type Ending = Pick<queries.PayOrder, 'expires_at'>

/** Until when the machine shows the code. */
export const isOpen = ({ now }: MachineCtx, { expires_at: expires }: Ending): boolean =>
  expires !== null && expires > now

/** From when on the machine has given the order up. */
export const givenUpAt = ({ expires_at: expires }: { expires_at: Date }): Date =>
  new Date(expires.getTime() + lastWordSeconds * 1_000)

const isGivenUp = ({ now }: MachineCtx, { expires_at: expires }: Ending): boolean =>
  expires !== null && givenUpAt({ expires_at: expires }) < now

/** What a machine is told of an order; undefined while there is nothing to tell. */
export async function answerOf(
  ctx: MachineCtx,
  order: machineOrders.AnsweredOrder,
): Promise<Answer | undefined> {
  const { req_id: reqId, orderno, amount, discount, state, qr, difficulty, closed_at: closedAt } = order
  const facts = { reqId, orderno, amount, ...(discount > 0 ? { discount } : {}) }
  const why = closureOf(ctx, order)
  if (why !== undefined) return closure(ctx, facts, why, await refundsClosed(ctx, order))
  if (state === 'paid')
    return {
      ...withNumber(facts),
      ...(await refundsFailed(ctx, order)),
      state: 'paid',
      ...(order.client === 'gift' ? { items: itemsOf(order) } : {}),
      ...(difficulty === null ? {} : { difficulty: difficulty as NonNullable<Answer['difficulty']> }),
    }
  if (state === 'pending' && qr !== null && isOpen(ctx, order))
    return {
      ...withNumber(facts),
      ...(await refundsFailed(ctx, order)),
      state: 'waiting',
      qr,
      ...(order.expires_at ? { until: order.expires_at.getTime() } : {}),
    }
  if (state === 'closed' && closedAt !== null && qr === null) return refusal(ctx, facts, 'providerFailed')
  return undefined
}

/** Why an order is over; undefined where it is not, and of one that never got its code. */
function closureOf(ctx: MachineCtx, order: machineOrders.AnsweredOrder): OrderClosure | undefined {
  const { state, qr, refund, closed_at: closedAt, expires_at: expires } = order
  // Once its money was asked back, an order stays closed to the machine, even if the provider refuses.
  if (refund !== null) return refund === 'failed' ? 'notRefunded' : 'refunded'
  // An order that was paid after it was closed is given back, and the machine gives nothing for it.
  if (state === 'paid') return closedAt === null ? undefined : 'notRefunded'
  if (qr === null) return undefined
  if (state === 'pending') return isGivenUp(ctx, order) ? 'expired' : undefined
  return closedAt !== null && expires !== null && closedAt < expires ? 'cancelled' : 'expired'
}

const itemsOf = ({ goods }: queries.MachineOrder) =>
  goods.map(({ channel_sn: ch, quantity: n }) => ({ ch, n }))

/** Whether money of this kind can go back without a person. What a voucher gives was not paid for. */
async function canRefund(ctx: MachineCtx, { client }: queries.MachineOrder): Promise<boolean | undefined> {
  if (client === 'gift') return undefined
  return !isOnline(client) || (await refundTraits(ctx.deps, ctx))[client] !== undefined
}

/** Whether the customer is refunded by itself if nothing comes out. */
async function refundsFailed(ctx: MachineCtx, order: queries.MachineOrder): Promise<{ refunds?: boolean }> {
  const can = await canRefund(ctx, order)
  if (can === undefined) return {}
  const { store_id: store } = order
  return { refunds: can && store !== null && (await autoRefundStores(ctx, [store])).has(store) }
}

/** Whether what was paid for a closed order goes back by itself, whatever its store wants. */
async function refundsClosed(
  ctx: MachineCtx,
  order: machineOrders.AnsweredOrder,
): Promise<boolean | undefined> {
  if (order.refund !== null) return order.refund !== 'failed'
  return order.state === 'paid' ? false : canRefund(ctx, order)
}

type OrderFacts = { reqId: string; orderno: string; amount: number; discount?: number }

const withNumber = ({ orderno, ...facts }: OrderFacts) => ({ ...facts, orderNo: orderno })

/** The language that machines of the merchant's country show. */
const languageOf = async (ctx: MachineCtx) => countryFacts[await countryOf(ctx)].language

export const refusal = async (ctx: MachineCtx, facts: OrderFacts, why: OrderRefusal): Promise<Answer> => ({
  ...withNumber(facts),
  state: 'refused',
  why: orderRefusalWords[await languageOf(ctx)][why],
})

/** The answer to a request that could not be understood as a whole, so that its customer does not wait. */
export const refuseRequest = (ctx: MachineCtx, reqId: string): Promise<Answer> =>
  refusal(ctx, { reqId, orderno: ordernoOf(ctx.now, [ctx.deviceId, reqId]), amount: 0 }, 'notUnderstood')

export const closure = async (
  ctx: MachineCtx,
  facts: OrderFacts,
  why: OrderClosure,
  refunds?: boolean,
): Promise<Answer> => ({
  ...withNumber(facts),
  state: 'closed',
  why: orderClosureWords[await languageOf(ctx)][why],
  ...(refunds === undefined ? {} : { refunds }),
})

/** Orders that ended this long ago are of no interest to a machine any more. */
const openMs = 10 * 60_000
/**
 * Paid ones are, because the machine was never told or its report is lost: it reports that it gives nothing for an order
 * that it has given up or does not know.
 */
const unheardDays = 7
const unheardAtMost = 50

/** What the machine has to be told of one order, or of all that are open, because it may have missed it. */
export async function answersFor(ctx: MachineCtx, orderno?: string): Promise<Answer[]> {
  const found =
    orderno === undefined ? await lastOrders(ctx) : [await machineOrders.findUnreported(ctx, orderno)]
  if (orderno !== undefined && found[0] === undefined) return vouchersFor(ctx, orderno)
  const answers: Answer[] = []
  for (const order of found) {
    const answer = order?.device_id === ctx.deviceId ? await answerOf(ctx, order) : undefined
    if (answer) answers.push(answer)
  }
  return answers
}

/** The vouchers that a machine shows after its report, for what did not come out. */
async function vouchersFor(ctx: MachineCtx, orderno: string): Promise<Answer[]> {
  const vouchers = await ctx.deps.hooks.vouchersGiven(ctx, orderno)
  const order = vouchers.length > 0 ? await queries.findOrder(ctx, orderno) : undefined
  if (order?.device_id !== ctx.deviceId || order.req_id === null) return []
  const facts = { reqId: order.req_id, orderno, amount: order.amount }
  return [{ ...(await closure(ctx, facts, 'voucher', false)), vouchers }]
}

async function lastOrders(ctx: MachineCtx): Promise<machineOrders.AnsweredOrder[]> {
  const recent = new Date(ctx.now.getTime() - openMs)
  const span = { since: daysBefore(ctx.now, unheardDays), before: recent, atMost: unheardAtMost }
  return [...(await machineOrders.unheardOrders(ctx, span)), ...(await machineOrders.openOrders(ctx, recent))]
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
  if (reached ?? (await readiness(ctx))?.online) await machineOrders.putPaidSent(ctx, orderno, sentAt)
}
