/** What machines are told of orders that have ended without them. */
import { orderClosureWords } from '@slotwise/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { giveActivity, makeMerchant, makeStore } from '../../test/factories.ts'
import { type GatewayStand, startGatewayStand } from '../../test/gateway-stand.ts'
import type { HandMachine } from '../../test/hand-machine.ts'
import { type BoundMachine, makeBoundMachine } from '../../test/machines.ts'
import { makeOrder, orderOf, requestOf, sellIn } from '../../test/order-stand.ts'
import { saleOf } from '../../test/report-stand.ts'
import { billOf, inBooks, refundsIn } from '../../test/sale-stand.ts'
import { makeVoucher } from '../../test/voucher-stand.ts'
import { runRefund } from '../modules/refunds/index.ts'
import { autoRefund } from '../modules/refunds/refund-service.ts'
import { changeBills } from '../modules/bills/book-service.ts'
import { closeAtProvider, followOrder, type PayOrder } from '../modules/payments/index.ts'

let stand: GatewayStand
let generous: string
let machine: BoundMachine
let hand: HandMachine
let boot = 0

const words = orderClosureWords['zh-CN']

beforeAll(async () => {
  stand = await startGatewayStand()
  generous = (await makeStore(stand.app, stand.owner, { auto_refund: true }))._id
})
beforeEach(async () => {
  boot = 1
  machine = await makeBoundMachine(stand.app, stand.owner, { store: generous })
  await sellIn(stand.app, machine, stand.owner)
  hand = await stand.comeOnline(machine, boot)
})
afterEach(async () => {
  await stand.app.sandbox.behave({})
  await stand.sendHome()
})
afterAll(() => stand.close())

const told = (one: HandMachine, order: PayOrder) =>
  one.heard
    .filter(({ name }) => name === 'order')
    .map(({ message }) => message.data as { orderNo: string; state: string })
    .filter(({ orderNo }) => orderNo === order.orderno)
    .map(({ state }) => state)

/** Connects anew, and waits until the machine has been told of all of its orders. */
async function comeBack(): Promise<HandMachine> {
  await hand.leave()
  hand = await stand.comeOnline(machine, (boot += 1))
  const last = requestOf({ items: [{ ch: 2, n: 1 }] })
  await hand.say('order', last)
  await hand.hears('order', ({ reqId }) => reqId === last.reqId)
  return hand
}

async function pay(order: PayOrder): Promise<void> {
  await stand.app.sandbox.pay(order.merchant_order)
  await stand.app.sandbox.settled()
}

/** Has the server refund an order of which the machine has said nothing. */
async function refundUnheard({ orderno }: PayOrder): Promise<() => Promise<unknown>> {
  const { app, owner } = stand
  await inBooks(app, owner.tenantId, async (ctx) =>
    autoRefund(ctx, await changeBills(ctx, [orderno], () => ({ status: 2 }))),
  )
  expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status: 5, status_before: 2 })
  const [refund] = await refundsIn(app, orderno)
  return () => runRefund(app.deps, owner.tenantId, refund?.refund_id ?? '')
}

describe('an order whose refund was asked for', () => {
  test.each(['processing', 'success', 'rejected'] as const)(
    'is told as closed, never as paid, while the provider says %s of it',
    async (refund) => {
      const [order, other] = [await makeOrder(stand.app, machine), await makeOrder(stand.app, machine)]
      await hand.leave()
      await pay(order)
      await pay(other)
      const run = await refundUnheard(order)
      expect(told(await comeBack(), order)).toEqual(['closed'])
      expect(await hand.hears('order', ({ state }) => state === 'closed')).toEqual({
        reqId: order.req_id,
        orderNo: order.orderno,
        amount: 350,
        state: 'closed',
        why: words.refunded,
        refunds: true,
      })
      expect(told(hand, other)).toContain('paid')
      await stand.app.sandbox.behave(refund === 'success' ? {} : { refund }, order.merchant_order)
      await run()
      expect(told(await comeBack(), order)).toEqual(['closed'])
      expect(await hand.hears('order', ({ state }) => state === 'closed')).toMatchObject(
        refund === 'rejected'
          ? { why: words.notRefunded, refunds: false }
          : { why: words.refunded, refunds: true },
      )
    },
  )

  test('is told as closed to a machine that is online, at once', async () => {
    const order = await makeOrder(stand.app, machine)
    await pay(order)
    await hand.hears('order', ({ state }) => state === 'paid')
    await refundUnheard(order)
    expect(await hand.hears('order', ({ state }) => state === 'closed')).toMatchObject({
      orderNo: order.orderno,
    })
  })

  test('whose goods are reported all the same is noted so, and not told of any more', async () => {
    const [order, other] = [await makeOrder(stand.app, machine), await makeOrder(stand.app, machine)]
    await pay(order)
    await pay(other)
    const run = await refundUnheard(order)
    for (const { orderno: orderNo } of [order, other])
      await hand.say('sale', saleOf({ orderNo, client: 'wechat' }))
    await run()
    const { tenantId } = stand.owner
    expect(await billOf(stand.app, tenantId, order.orderno)).toMatchObject({
      status: 8,
      goods: [{ delivered: 1 }],
      oddities: ['after_refund'],
    })
    expect(await billOf(stand.app, tenantId, other.orderno)).toMatchObject({ status: 0, oddities: [] })
    expect(told(await comeBack(), order)).toEqual([])
  })
})

const closedOf = (order: PayOrder) =>
  hand.hears('order', ({ state, orderNo }) => state === 'closed' && orderNo === order.orderno)
const giveUp = ({ req_id: reqId }: PayOrder) => hand.say('order', { reqId: reqId ?? '', cancel: true })

/** A machine in a store that does not refund by itself. */
async function moveToStrictStore(): Promise<void> {
  await stand.sendHome()
  const { _id: strict } = await makeStore(stand.app, stand.owner, { auto_refund: false })
  machine = await makeBoundMachine(stand.app, stand.owner, { store: strict })
  await sellIn(stand.app, machine, stand.owner)
  hand = await stand.comeOnline(machine, boot)
}

describe('an order that the machine gives up', () => {
  test('is closed here and at the provider, and its sibling goes on', async () => {
    const [order, other] = [await makeOrder(stand.app, machine), await makeOrder(stand.app, machine)]
    await giveUp(order)
    const closed = { why: words.cancelled, refunds: true, amount: 350, reqId: order.req_id }
    expect(await closedOf(order)).toMatchObject(closed)
    await closeAtProvider(stand.app.deps, stand.owner.tenantId, order.orderno)
    const states = [order, other].map(({ merchant_order: number }) => stand.app.sandbox.find(number))
    expect((await Promise.all(states)).map((one) => one?.state)).toEqual(['closed', 'pending'])
    hand.heard.splice(0)
    await giveUp(order)
    expect(await closedOf(order)).toMatchObject(closed)
    await giveUp({ ...order, req_id: 'never asked' })
    expect(await hand.hears('order', ({ reqId }) => reqId === 'never asked')).toMatchObject({
      state: 'closed',
      amount: 0,
    })
  })

  test.each([
    ['before', true],
    ['after', false],
  ])('is refunded in any store when it is paid %s that', async (_when, isPaidFirst) => {
    await moveToStrictStore()
    const order = await makeOrder(stand.app, machine)
    if (isPaidFirst) await pay(order)
    await giveUp(order)
    if (!isPaidFirst) {
      expect(await closedOf(order)).toMatchObject({ why: words.cancelled })
      await pay(order)
    }
    expect(
      await hand.hears('order', ({ state, why }) => state === 'closed' && why === words.refunded),
    ).toMatchObject({ refunds: true })
    const [refund] = await refundsIn(stand.app, order.orderno)
    await runRefund(stand.app.deps, stand.owner.tenantId, refund?.refund_id ?? '')
    const bill = await billOf(stand.app, stand.owner.tenantId, order.orderno)
    expect(bill).toMatchObject({ status: 8, refunded: 350 })
    await hand.say('sale', saleOf({ orderNo: order.orderno, client: 'wechat', items: [], result: 'failed' }))
    await giveUp(order)
    expect(await refundsIn(stand.app, order.orderno)).toHaveLength(1)
    expect(await billOf(stand.app, stand.owner.tenantId, order.orderno)).toMatchObject({
      status: 8,
      oddities: [],
    })
  })

  test('makes the voucher valid again by which it was paid', async () => {
    const { app, owner } = stand
    giveActivity(app, owner)
    const { code } = await makeVoucher(app, owner, { goods: await sellIn(app, machine, owner) })
    const scan = () => hand.say('order', requestOf({ items: [], pay: 'gift', voucher: code }))
    await scan()
    await hand.hears('order', ({ state }) => state === 'paid')
    const order = await orderOf(app, machine)
    await giveUp(order)
    expect(await closedOf(order)).toMatchObject({ amount: 0 })
    hand.heard.splice(0)
    app.clock.advance(1)
    await scan()
    expect((await hand.hears('order', ({ state }) => state !== 'closed')).state).toBe('paid')
  })

  test('which it has served is as it was', async () => {
    const order = await makeOrder(stand.app, machine)
    await pay(order)
    await hand.say('sale', saleOf({ orderNo: order.orderno, client: 'wechat' }))
    await giveUp(order)
    expect(await billOf(stand.app, stand.owner.tenantId, order.orderno)).toMatchObject({ status: 0 })
    expect(await refundsIn(stand.app, order.orderno)).toEqual([])
  })

  test('of another machine is left alone', async () => {
    const order = await makeOrder(stand.app, machine)
    const stranger = await makeMerchant(stand.app)
    const theirs = await stand.comeOnline(await makeBoundMachine(stand.app, stranger))
    await theirs.say('order', { reqId: order.req_id ?? '', cancel: true })
    expect((await orderOf(stand.app, machine)).state).toBe('pending')
  })
})

describe('the end of an order', () => {
  test('is told with its code, with whether failed goods are refunded, and the server closes it then', async () => {
    const shown = async () => {
      const { orderno, create_at: at } = await makeOrder(stand.app, machine)
      const { state, until, refunds } = await hand.hears('order', ({ orderNo }) => orderNo === orderno)
      return [state, (until ?? 0) - at.getTime(), refunds]
    }
    expect(await shown()).toEqual(['waiting', 120_000, true])
    await moveToStrictStore()
    expect(await shown()).toEqual(['waiting', 120_000, false])
  })

  test('is told when nobody has paid, also when the provider does not answer', async () => {
    const follow = ({ orderno }: PayOrder) => followOrder(stand.app.deps, stand.owner.tenantId, orderno, 4)
    const order = await makeOrder(stand.app, machine)
    const silent = await makeOrder(stand.app, machine)
    stand.app.clock.advance(120)
    await follow(order)
    expect(await closedOf(order)).toMatchObject({ why: words.expired, refunds: true })
    await stand.app.sandbox.behave({ close: 'fails' }, silent.merchant_order)
    await follow(silent)
    expect(await closedOf(silent)).toMatchObject({ why: words.expired })
    expect(told(await comeBack(), order)).toEqual(['closed'])
  })

  test('makes a payment that is heard of ten seconds later one that is given back, in any store', async () => {
    await moveToStrictStore()
    const [late, last] = [await makeOrder(stand.app, machine), await makeOrder(stand.app, machine)]
    stand.app.clock.advance(130)
    await pay(last)
    expect(await hand.hears('order', ({ state }) => state === 'paid')).toMatchObject({
      orderNo: last.orderno,
    })
    stand.app.clock.advance(1)
    await pay(late)
    expect(await closedOf(late)).toMatchObject({ why: words.refunded })
    expect(await billOf(stand.app, stand.owner.tenantId, late.orderno)).toMatchObject({ status: 5 })
    expect(await billOf(stand.app, stand.owner.tenantId, last.orderno)).toMatchObject({ status: 7 })
  })
})
