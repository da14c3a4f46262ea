import { orderRefusalWords } from '@slotwise/contract'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStore, type Merchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine } from '../../../test/machines.ts'
import {
  ask,
  makeOrder,
  makeSelling,
  orderOf,
  ordersOf,
  requestOf,
  sellIn,
} from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { setFeeRate } from '../account/index.ts'
import { answersFor, markPaid, notePaidSent, openOrder, type PayOrder, takeOrder } from './index.ts'
import { inTime } from './provider-call.ts'
import { merchantOrderOf, tenantIn } from './merchant-order-model.ts'

const app = await testApp()
let owner: Merchant
let malaysian: Merchant
let machine: BoundMachine

beforeAll(async () => {
  owner = await makeMerchant(app)
  malaysian = await makeMerchant(app, { country: 'MY' })
})
beforeEach(async () => {
  app.clock.advance(1)
  await app.sandbox.behave({})
  machine = await makeSelling(app, owner)
})

const answersTo = (one: BoundMachine, orderno?: string) =>
  asMachine(app, one, (ctx) => answersFor(ctx, orderno))

describe('an order', () => {
  test('is priced by the server, keeps store and fee of its time, and expires after two minutes', async () => {
    const { _id: store } = await makeStore(app, owner)
    machine = await makeSelling(app, owner, { store })
    await asOwner(app, 'update device set merchant_id = 7 where device_id = $1', [machine.id])
    expect(
      await ask(
        app,
        machine,
        requestOf({
          items: [
            { ch: 1, n: 1 },
            { ch: 1, n: 2 },
          ],
        }),
      ),
    ).toBeUndefined()
    const order = await orderOf(app, machine)
    expect(order).toMatchObject({
      state: 'pending',
      amount: 1_050,
      client: 'wechat',
      kind: 'buy',
      store_id: store,
      merchant_id: '7',
      fee_rate: 60,
      create_at: app.clock.now,
      expires_at: new Date(app.clock.now.getTime() + 120_000),
      qr: null,
    })
    expect(order.goods).toMatchObject([{ channel_sn: 1, price: 350, quantity: 3 }])
    expect(order.orderno).toMatch(/^\d{24}$/)
    expect(order.merchant_order.length).toBeLessThanOrEqual(32)
  })

  test('keeps the fee of its time: that of the merchant, or that of all', async () => {
    const feeOfNext = async () => {
      machine = await makeSelling(app, owner)
      await ask(app, machine, requestOf())
      return (await orderOf(app, machine)).fee_rate
    }
    onTestFinished(() => setFeeRate(app.deps, owner.username, null))
    await setFeeRate(app.deps, owner.username, 0)
    expect(await feeOfNext()).toBe(0)
    await setFeeRate(app.deps, owner.username, 38)
    expect(await feeOfNext()).toBe(38)
    await setFeeRate(app.deps, owner.username, null)
    expect(await feeOfNext()).toBe(60)
  })

  test('names its merchant in the number for the provider', () => {
    const orderno = '1'.repeat(24)
    for (const tenant of ['1', '35', '123456', '99999999'])
      expect(tenantIn(merchantOrderOf(tenant, orderno))).toBe(tenant)
    expect(merchantOrderOf('99999999', orderno)).toHaveLength(32)
    for (const wrong of [
      '',
      orderno,
      `${orderno}1`,
      `${orderno}00000000`,
      `x${orderno}00000001`,
      `${orderno}0000000a`,
    ])
      expect(tenantIn(wrong)).toBeUndefined()
  })

  test('gets its QR code from the provider, and the machine is told', async () => {
    const order = await makeOrder(app, machine)
    expect(order).toMatchObject({ state: 'pending', qr: `http://pay.test/pay/${order.merchant_order}` })
    expect(await app.sandbox.find(order.merchant_order)).toMatchObject({
      amount: 350,
      currency: 'CNY',
      channel: 'wechat',
      subject: expect.stringMatching(/^Cola/),
    })
    const waiting = {
      reqId: order.req_id,
      orderNo: order.orderno,
      amount: 350,
      state: 'waiting',
      qr: order.qr,
      until: order.expires_at?.getTime(),
      refunds: false,
    }
    expect(await answersTo(machine)).toEqual([waiting])
    expect(await answersTo(machine, order.orderno)).toEqual([waiting])
    // Neither another machine nor a machine that comes too late.
    expect(await answersTo(await makeSelling(app, owner), order.orderno)).toEqual([])
    app.clock.advance(120)
    expect(await answersTo(machine)).toEqual([])
  })

  test('that is asked for again is the same order', async () => {
    const request = requestOf()
    await ask(app, machine, request)
    app.clock.advance(1)
    expect(await ask(app, machine, request)).toBeUndefined()
    const [order, ...others] = await ordersOf(app, machine)
    expect(others).toEqual([])
    await openOrder(app.deps, owner.tenantId, order?.orderno ?? '')
    expect(await ask(app, machine, request)).toMatchObject({ state: 'waiting', orderNo: order?.orderno })
    // Another machine of the merchant has names of its own.
    const sibling = await makeSelling(app, owner)
    await ask(app, sibling, request)
    expect((await orderOf(app, sibling)).orderno).not.toBe(order?.orderno)
  })

  describe('by a name that was used before', () => {
    const ts = 1_790_000_000_000
    const again = (data: ReturnType<typeof requestOf>, at = ts) =>
      asMachine(app, machine, (ctx) => takeOrder(ctx, { ts: at, data }))
    const refused = (reqId: string) => ({
      reqId,
      state: 'refused',
      amount: 0,
      why: orderRefusalWords['zh-CN'].requestUsed,
    })
    const payFor = async ({ merchant_order: number, amount }: PayOrder) => {
      const paid = { state: 'paid', amount, txn: number, paidAt: app.clock.now } as const
      await markPaid(app.deps, owner.tenantId, number, paid)
    }
    const makeKnown = async () => {
      const request = requestOf()
      await ask(app, machine, request, ts)
      const { orderno } = await orderOf(app, machine)
      await openOrder(app.deps, owner.tenantId, orderno)
      app.clock.advance(1)
      return { request, order: await orderOf(app, machine) }
    }

    test.each([
      ['slots', { items: [{ ch: 2, n: 1 }] }, ts],
      ['pieces', { items: [{ ch: 1, n: 2 }] }, ts],
      ['pay', { pay: 'alipay' as const }, ts],
      ['kind', { kind: 'game' as const }, ts],
      ['time', {}, ts + 1],
    ])('with another %s is refused and counted, whatever became of the first', async (_what, more, at) => {
      const { request, order } = await makeKnown()
      const reused = { ...request, ...more }
      const expected = { answer: refused(request.reqId), isReused: true }
      expect(await again(reused, at)).toMatchObject(expected)
      await payFor(order)
      const { answer, ...rest } = await again(reused, at)
      expect({ answer, ...rest }).toMatchObject(expected)
      expect(answer?.orderNo).not.toBe(order.orderno)
      expect(await ordersOf(app, machine)).toMatchObject([{ orderno: order.orderno, amount: 350 }])
    })

    test('is refused when the order was closed, or had an end otherwise', async () => {
      const { request, order } = await makeKnown()
      const answered = async (data = request) => (await again(data)).answer
      app.clock.advance(120)
      expect(await answered()).toMatchObject(refused(request.reqId))
      await asOwner(app, "update pay_order set state = 'closed', closed_at = now() where orderno = $1", [
        order.orderno,
      ])
      expect(await again(request)).toMatchObject({ answer: refused(request.reqId), isReused: false })
      expect(await answered({ ...request, items: [{ ch: 2, n: 1 }] })).toMatchObject(refused(request.reqId))
    })

    test('is answered as paid until the machine has reported the sale', async () => {
      const { request, order } = await makeKnown()
      await payFor(order)
      expect((await again(request)).answer).toMatchObject({ state: 'paid', orderNo: order.orderno })
      expect(await answersTo(machine)).toMatchObject([{ state: 'paid', orderNo: order.orderno }])
      await asOwner(app, 'update bill set reported_at = now() where orderno = $1', [order.orderno])
      expect((await again(request)).answer).toMatchObject(refused(request.reqId))
      expect(await answersTo(machine)).toEqual([])
    })
  })

  test('whose job died after the provider had acted gets the same QR code, and the provider has one payment', async () => {
    await ask(app, machine)
    const { orderno, merchant_order: merchantOrder, amount } = await orderOf(app, machine)
    const { wechat } = app.deps.payments
    const payment = {
      merchantOrder,
      amount,
      currency: 'CNY' as const,
      subject: 'Cola',
      expiresAt: app.clock.now,
    }
    const qr = await wechat?.createQr(payment)
    await openOrder(app.deps, owner.tenantId, orderno)
    await openOrder(app.deps, owner.tenantId, orderno)
    expect(await orderOf(app, machine)).toMatchObject({ state: 'pending', qr })
  })

  test('for which the provider gives no QR code is closed, and the customer is told', async () => {
    await app.sandbox.behave({ create: 'fails' })
    await ask(app, machine)
    const { orderno } = await orderOf(app, machine)
    await openOrder(app.deps, owner.tenantId, orderno)
    expect(await orderOf(app, machine)).toMatchObject({ state: 'closed', closed_at: app.clock.now, qr: null })
    expect(await answersTo(machine, orderno)).toMatchObject([
      { state: 'refused', orderNo: orderno, why: orderRefusalWords['zh-CN'].providerFailed },
    ])
    expect(await answersTo(machine)).toEqual([])
  })

  test('waits ten seconds for the provider at most', async () => {
    await expect(inTime(new Promise(() => {}), 5)).rejects.toThrow('no answer of the provider within 5 ms')
    expect(await inTime(Promise.resolve('qr'), 5)).toBe('qr')
  })

  test('counts as sent through an external broker only if the machine is online', async () => {
    const { orderno, merchant_order: number } = await makeOrder(app, machine)
    const sibling = await makeSelling(app, owner)
    const sent = async () => (await orderOf(app, machine)).paid_sent_at
    const note = (one = machine) =>
      asMachine(app, one, (ctx) => notePaidSent(ctx, orderno, app.clock.now, undefined))
    await note()
    expect(await sent(), 'not paid').toBeNull()
    await app.sandbox.pay(number)
    await app.sandbox.settled()
    await note(sibling)
    expect(await sent(), 'another machine').toBeNull()
    const setOnline = (online: boolean) =>
      asOwner(app, 'update device_state set online = $2 where device_id = $1', [machine.id, online])
    await setOnline(false)
    await note()
    expect(await sent(), 'offline').toBeNull()
    await setOnline(true)
    await note()
    expect(await sent()).toEqual(app.clock.now)
  })

  test('of a game charges the price of a game, or that of the goods where there is none', async () => {
    const lipstick = await makeSelling(app, owner, { type: 'lipstick', game_price: 100 })
    await ask(app, lipstick, requestOf({ kind: 'game' }))
    expect(await orderOf(app, lipstick)).toMatchObject({ kind: 'game', amount: 100 })
    await sellIn(app, lipstick, owner)
    app.clock.advance(1)
    await ask(app, lipstick, requestOf({ kind: 'game' }))
    expect(await orderOf(app, lipstick)).toMatchObject({ amount: 350 })
  })

  test('at a machine of pulses needs no stock, because pulses are not counted', async () => {
    const pulse = await makeSelling(app, owner, { type: 'pulse', quantity: 0 })
    expect(await ask(app, pulse)).toBeUndefined()
  })
})

describe('an order is refused, in the language of the country,', () => {
  type Why = keyof (typeof orderRefusalWords)['en-US']
  /** What the machine is told, and how many orders there are. */
  const refused = async (request = requestOf()) => {
    const { reqId, state, amount, why } = (await ask(app, machine, request)) ?? {}
    return {
      isHis: reqId === request.reqId,
      state,
      amount,
      why,
      orders: (await ordersOf(app, machine)).length,
    }
  }
  const as = (why: Why) => ({
    isHis: true,
    state: 'refused',
    amount: 0,
    why: orderRefusalWords['zh-CN'][why],
    orders: 0,
  })

  test('for a slot that is disabled', async () => {
    await sellIn(app, machine, owner, { enabled: false })
    expect(await refused()).toEqual(as('slotDisabled'))
  })

  test('for a slot that holds fewer pieces', async () => {
    await sellIn(app, machine, owner, { quantity: 2 })
    expect(
      await refused(
        requestOf({
          items: [
            { ch: 1, n: 1 },
            { ch: 1, n: 2 },
          ],
        }),
      ),
    ).toEqual(as('soldOut'))
    await sellIn(app, machine, owner, { quantity: 0 })
    expect(await refused()).toEqual(as('soldOut'))
  })

  test('for a slot without goods, or one that the machine does not have', async () => {
    expect(
      await refused(
        requestOf({
          items: [
            { ch: 1, n: 1 },
            { ch: 2, n: 1 },
          ],
        }),
      ),
    ).toEqual(as('noGoods'))
    expect(await refused(requestOf({ items: [{ ch: 99, n: 1 }] }))).toEqual(as('noGoods'))
  })

  test('while the machine searches for its slots', async () => {
    const text = 'update device_state set initializing_since = $2 where device_id = $1'
    await asOwner(app, text, [machine.id, app.clock.now])
    expect(await refused()).toEqual(as('initializing'))
  })

  test('against the mode of the machine', async () => {
    expect(await refused(requestOf({ kind: 'game' }))).toEqual(as('buyOnly'))
    machine = await makeSelling(app, owner, { type: 'lipstick' })
    const setMode = (mode: string) =>
      asOwner(app, `update device set settings = $2 where device_id = $1`, [machine.id, { buy_mode: mode }])
    await setMode('game')
    expect(await refused()).toEqual(as('gameOnly'))
    await setMode('buy')
    expect(await refused(requestOf({ kind: 'game' }))).toEqual(as('buyOnly'))
  })

  test('for a provider that is not offered here', async () => {
    expect(await refused(requestOf({ pay: 'gkash' }))).toEqual(as('notOffered'))
  })

  test('for a card, a coupon or a voucher that nobody has', async () => {
    expect(await refused(requestOf({ pay: 'card', card: '88' }))).toEqual(as('cardUnknown'))
    expect(await refused(requestOf({ pay: 'card' }))).toEqual(as('cardUnknown'))
    expect(await refused(requestOf({ coupon: 'SPRING' }))).toEqual(as('couponUnknown'))
    expect(await refused(requestOf({ pay: 'gift', voucher: 'x', items: [] }))).toEqual(as('voucherUnknown'))
  })

  test('for a game or a discount on a voucher', async () => {
    const voucher = { pay: 'gift', voucher: 'x' } as const
    expect(await refused(requestOf({ ...voucher, kind: 'game' }))).toEqual(as('notOffered'))
  })

  test('for a provider of another country, and for one that is not configured', async () => {
    const abroad = await makeSelling(app, malaysian)
    const answer = await ask(app, abroad)
    expect(answer).toMatchObject({ state: 'refused', why: orderRefusalWords['en-US'].notOffered })
    expect(await ask(app, abroad, requestOf({ pay: 'gkash' }))).toBeUndefined()
    const { wechat: _, ...others } = app.deps.payments
    const answerWithout = await asMachine(app, machine, (ctx) =>
      takeOrder({ ...ctx, deps: { ...ctx.deps, payments: others } }, { ts: 1, data: requestOf() }),
    )
    expect(answerWithout.answer).toMatchObject({ why: orderRefusalWords['zh-CN'].notOffered })
  })
})
