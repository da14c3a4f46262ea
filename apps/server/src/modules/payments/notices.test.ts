import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine } from '../../../test/machines.ts'
import { linesOf, makeOrder, makeSelling, orderOf } from '../../../test/order-stand.ts'
import type { PaidOrder } from '../../kernel/hooks.ts'
import { noticeKey, signNotice } from '../../ports/payments/notice-signature.ts'
import { answersFor, followOrder, markPaid, orderChannel, type PayOrder, refusedNotices } from './index.ts'

const app = await testApp()
let owner: Merchant
let machine: BoundMachine
let sibling: BoundMachine
let order: PayOrder
let others: PayOrder[]
/** What the module of bills was told. */
let heard: { order: PaidOrder; late: boolean; sn: string }[]

app.deps.hooks = {
  ...app.deps.hooks,
  orderPaid: [
    async (ctx, paid, late) => {
      heard.push({ order: paid, late, sn: ctx.sn })
    },
  ],
}

beforeEach(async () => {
  heard = []
  await app.sandbox.behave({})
  owner = await makeMerchant(app)
  const neighbour = await makeMerchant(app)
  machine = await makeSelling(app, owner)
  sibling = await makeSelling(app, owner)
  const foreign = await makeSelling(app, neighbour)
  order = await makeOrder(app, machine, { reqId: 'same' })
  others = [
    await makeOrder(app, sibling, { reqId: 'same' }),
    await makeOrder(app, foreign, { reqId: 'same' }),
  ]
})

const states = async () => (await orderOf(app, machine)).state

const paymentOf = (more: object = {}) => ({
  state: 'paid' as const,
  amount: order.amount,
  txn: 'T1',
  paidAt: app.clock.now,
  ...more,
})

/** Posts a notice as the sandbox does. */
async function post(
  payment: object,
  {
    merchantOrder = order.merchant_order,
    client = 'wechat',
    key = 'wechat',
    at = app.clock.now,
    spoil = '',
  } = {},
) {
  const body = JSON.stringify({ merchantOrder, payment })
  const headers = signNotice(noticeKey(app.deps.config.pepper, key), at, body)
  return app.app.inject({ method: 'POST', url: `/notify/${client}`, headers, payload: body + spoil })
}

const nothingChanged = async () => {
  expect(await states()).toBe('pending')
  expect(await linesOf(app, order)).toEqual([])
  expect(heard).toEqual([])
}

describe('a payment', () => {
  test('is booked when its notice comes, and the provider is answered after that', async () => {
    await app.sandbox.pay(order.merchant_order, 'buyer')
    await app.sandbox.settled()
    expect(await orderOf(app, machine)).toMatchObject({
      state: 'paid',
      paid_at: app.clock.now,
      provider_txn: expect.stringMatching(/^[0-9a-f]{28}$/),
      payer: expect.any(Buffer),
    })
    expect(await linesOf(app, order)).toEqual([
      { account: 'provider', amount: 350 },
      { account: 'fee', amount: -2 },
      { account: 'funds', amount: -348 },
    ])
    expect(heard).toMatchObject([
      {
        sn: machine.sn,
        late: false,
        order: { orderno: order.orderno, amount: 350, client: 'wechat', kind: 'buy' },
      },
    ])
    const answers = await asMachine(app, machine, (ctx) => answersFor(ctx))
    expect(answers).toMatchObject([{ state: 'paid', orderNo: order.orderno, amount: 350, reqId: 'same' }])
    for (const other of others) expect(await linesOf(app, other)).toEqual([])
    expect(await orderOf(app, sibling)).toMatchObject({ state: 'pending' })
  })

  test('answers what the provider expects', async () => {
    const reply = await post(paymentOf())
    expect([reply.statusCode, reply.json()]).toEqual([200, { code: 'SUCCESS' }])
    expect(await states()).toBe('paid')
  })

  test('is found by our own question when the notice does not come', async () => {
    await app.sandbox.behave({ notices: 'dropped' }, order.merchant_order)
    await app.sandbox.pay(order.merchant_order)
    await app.sandbox.settled()
    expect(await states()).toBe('pending')
    app.clock.advance(5)
    await followOrder(app.deps, owner.tenantId, order.orderno, 0)
    expect(await states()).toBe('paid')
    expect(heard).toHaveLength(1)
  })

  test.each(['doubled', 'reordered'] as const)('is booked once when notices come %s', async (notices) => {
    await app.sandbox.behave({ notices }, order.merchant_order)
    await app.sandbox.pay(order.merchant_order)
    await app.sandbox.settled()
    expect(await states()).toBe('paid')
    expect(await linesOf(app, order)).toHaveLength(3)
    expect(heard).toHaveLength(1)
  })

  test('is booked once when 64 notices and questions say it at the same time', async () => {
    await app.sandbox.behave({ notices: 'dropped' }, order.merchant_order)
    await app.sandbox.pay(order.merchant_order)
    app.clock.advance(5)
    const reports = Array.from({ length: 64 }, (_, i) =>
      i % 2 === 0 ? post(paymentOf()) : followOrder(app.deps, owner.tenantId, order.orderno, 0),
    )
    await Promise.all(reports)
    expect(await states()).toBe('paid')
    expect(await linesOf(app, order)).toHaveLength(3)
    expect(heard).toHaveLength(1)
  })

  test('is not booked when a later step of the same transaction fails, and is booked by the next notice', async () => {
    const { hooks } = app.deps
    const failing = async () => {
      throw new Error('killed')
    }
    const deps = { ...app.deps, hooks: { ...hooks, orderPaid: [failing] } }
    await expect(markPaid(deps, owner.tenantId, order.merchant_order, paymentOf())).rejects.toThrow('killed')
    await nothingChanged()
    await post(paymentOf())
    expect(await states()).toBe('paid')
  })

  test('is booked in its own month, which may not exist yet', async () => {
    const { now } = app.clock
    onTestFinished(() => void (app.clock.now = now))
    app.clock.now = new Date('2027-01-31T23:59:50.000Z')
    const last = await makeOrder(app, machine)
    app.clock.advance(20)
    const reply = await post(paymentOf(), { merchantOrder: last.merchant_order })
    expect(reply.statusCode).toBe(200)
    expect(await linesOf(app, last)).toHaveLength(3)
  })

  test('calls the gateways, so that the machine need not wait', async () => {
    const listener = new pg.Client({ connectionString: app.deps.db.url })
    await listener.connect()
    onTestFinished(() => listener.end())
    const calls: string[] = []
    listener.on('notification', ({ payload = '' }) => calls.push(payload))
    await listener.query(`listen ${orderChannel}`)
    await post(paymentOf())
    await expect.poll(() => calls).toContain(`${owner.tenantId} ${machine.sn} ${order.orderno}`)
  })

  test('that comes after the order was closed is late: the machine is told that it is closed', async () => {
    app.clock.advance(120)
    await followOrder(app.deps, owner.tenantId, order.orderno, 4)
    expect(await states()).toBe('closed')
    await post(paymentOf())
    expect(await states()).toBe('paid')
    expect(heard).toMatchObject([{ late: true, order: { orderno: order.orderno } }])
    expect(await linesOf(app, order)).toHaveLength(3)
    const answers = (orderno?: string) => asMachine(app, machine, (ctx) => answersFor(ctx, orderno))
    const told = [...(await answers()), ...(await answers(order.orderno))].map(({ state }) => state)
    expect(told).toEqual(['closed', 'closed'])
    await post(paymentOf())
    expect(heard).toHaveLength(1)
  })
})

describe('a notice changes nothing', () => {
  const refused = async (
    why: 'forged' | 'unknown' | 'wrong amount',
    posted: () => ReturnType<typeof post>,
  ) => {
    const before = refusedNotices.get(why) ?? 0
    const reply = await posted()
    await nothingChanged()
    return [reply.statusCode, reply.json(), (refusedNotices.get(why) ?? 0) - before]
  }
  /** The provider's failure answer, counted once. */
  const asFailed = [400, { code: 'FAIL' }, 1]

  test('when it is signed with another key, or by another provider, or changed on its way', async () => {
    expect(await refused('forged', () => post(paymentOf(), { key: 'somebody' }))).toEqual(asFailed)
    expect(await refused('forged', () => post(paymentOf(), { key: 'alipay' }))).toEqual(asFailed)
    expect(await refused('forged', () => post(paymentOf(), { spoil: ' ' }))).toEqual(asFailed)
    // Rightly signed by another provider of ours, which does not have this order.
    expect(await refused('unknown', () => post(paymentOf(), { key: 'alipay', client: 'alipay' }))).toEqual(
      asFailed,
    )
  })

  test('when it is not signed at all', async () => {
    const body = JSON.stringify({ merchantOrder: order.merchant_order, payment: paymentOf() })
    const reply = await app.app.inject({ method: 'POST', url: '/notify/wechat', payload: body })
    expect(reply.statusCode).toBe(400)
    await nothingChanged()
  })

  test('when it is more than five minutes old', async () => {
    const at = new Date(app.clock.now.getTime() - 300_001)
    expect(await refused('forged', () => post(paymentOf(), { at }))).toEqual(asFailed)
    expect((await post(paymentOf(), { at: new Date(at.getTime() + 1) })).statusCode).toBe(200)
    expect(await states()).toBe('paid')
  })

  test('when it is repeated', async () => {
    await post(paymentOf())
    const booked = await orderOf(app, machine)
    app.clock.advance(60)
    expect((await post(paymentOf({ txn: 'T2', payer: 'another' }))).statusCode).toBe(200)
    expect(await orderOf(app, machine)).toEqual(booked)
    expect(heard).toHaveLength(1)
  })

  test('when it names another amount, whether the provider or a liar says so', async () => {
    for (const amount of [1, order.amount - 1, order.amount + 1])
      expect(await refused('wrong amount', () => post(paymentOf({ amount })))).toEqual(asFailed)
    await app.sandbox.behave({ noticeAmount: 1 }, order.merchant_order)
    await app.sandbox.pay(order.merchant_order)
    await app.sandbox.settled()
    await nothingChanged()
    app.clock.advance(5)
    await followOrder(app.deps, owner.tenantId, order.orderno, 0)
    expect(await states(), 'the true amount counts').toBe('paid')
  })

  test('when it is about an order that is not ours', async () => {
    const { merchant_order: mine } = order
    const foreign = others[1]?.merchant_order.slice(24) ?? ''
    for (const merchantOrder of [
      'x',
      `1${mine.slice(1)}`,
      `${mine.slice(0, 24)}${foreign}`,
      `${mine.slice(0, 24)}99999999`,
    ])
      expect(await refused('unknown', () => post(paymentOf(), { merchantOrder }))).toEqual(asFailed)
  })

  test('when it says that the order waits or was closed', async () => {
    expect((await post({ state: 'pending' })).statusCode).toBe(200)
    expect((await post({ state: 'closed' })).statusCode).toBe(200)
    await nothingChanged()
  })

  test('when there is no such provider', async () => {
    expect((await post(paymentOf(), { client: 'cash' })).statusCode).toBe(404)
    await nothingChanged()
  })
})
