/**
 * Each real payment provider from end to end: a machine orders, the local provider is paid and sends its notice, the bill
 * is paid, and refunds are brought on as the queue does. The books of the local provider decide what has happened.
 */
import { billCalls, exceptionCalls, type OnlineClient } from '@slotwise/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { runRefund } from '../src/modules/refunds/run-service.ts'
import { findCases } from '../src/modules/exceptions/find-service.ts'
import { followOrder, type PayOrder } from '../src/modules/payments/index.ts'
import { alipay } from '../src/ports/payments/alipay.ts'
import { gkash } from '../src/ports/payments/gkash.ts'
import type { PaymentRef } from '../src/ports/payments/payments.ts'
import { alipayServer } from '../src/ports/payments/testing/alipay-server.ts'
import { gkashServer } from '../src/ports/payments/testing/gkash-server.ts'
import {
  type Message,
  mutated,
  mutationsTimeout,
  type NoticeChange,
  randomFrom,
} from '../src/ports/payments/testing/provider-behaviour.ts'
import type { ProviderLedger } from '../src/ports/payments/testing/provider-ledger.ts'
import {
  type Fault,
  faults,
  type ProviderServer,
  signatureFaults,
} from '../src/ports/payments/testing/provider-server.ts'
import { wechatServer } from '../src/ports/payments/testing/wechat-server.ts'
import { wechatPay } from '../src/ports/payments/wechat-pay.ts'
import { testApp } from './app.ts'
import { storm } from './depth.ts'
import { makeMerchant, type Merchant, unlock } from './factories.ts'
import type { BoundMachine } from './machines.ts'
import { linesOf, makeOrder, makeSelling, orderOf } from './order-stand.ts'
import { reportSales, saleOf } from './report-stand.ts'
import { billOf, payStateOf, refundsIn } from './sale-stand.ts'

const app = await testApp()
const { clock } = app
const start = clock.now
const now = () => clock.now

const [wechatLocal, alipayLocal, gkashLocal] = await Promise.all([
  wechatServer(now),
  alipayServer(now),
  gkashServer(now),
])
/** The adapters are patient, except where silence is expected. */
let timeoutMs = 30_000
const wiringOf = ({ baseUrl }: ProviderServer) => ({
  origin: 'https://us.example',
  baseUrl,
  now,
  get timeoutMs() {
    return timeoutMs
  },
})
const gkashProvider = gkash(gkashLocal.config, wiringOf(gkashLocal))
app.deps.payments = {
  wechat: wechatPay(wechatLocal.config, wiringOf(wechatLocal)),
  alipay: alipay(alipayLocal.config, wiringOf(alipayLocal)),
  gkash: gkashProvider,
}
afterAll(() => Promise.all([wechatLocal.close(), alipayLocal.close(), gkashLocal.close()]))

type Local = ProviderServer & {
  ledger: ProviderLedger
  noticeOf(order: string, change?: NoticeChange): Message
}
const locals: Record<
  OnlineClient,
  { local: Local; country: 'CN' | 'MY'; pay(payment: PaymentRef): boolean }
> = {
  wechat: {
    local: wechatLocal,
    country: 'CN',
    pay: ({ merchantOrder }) => wechatLocal.ledger.pay(merchantOrder, clock.now),
  },
  alipay: { local: alipayLocal, country: 'CN', pay: ({ merchantOrder }) => alipayLocal.pay(merchantOrder) },
  gkash: {
    local: gkashLocal,
    country: 'MY',
    pay: (payment) => gkashLocal.pay(gkashProvider.payForm(payment)),
  },
}

type Asked = { order: PayOrder; id: string }

/** The faults that answers to refunds can have: Alipay's name no amount, and GKash signs none. */
const refundFaults: Record<OnlineClient, readonly Fault[]> = {
  wechat: faults,
  alipay: faults.filter((fault) => fault !== 'wrong amount' && fault !== 'wrong currency'),
  gkash: faults.filter((fault) => !(signatureFaults as readonly Fault[]).includes(fault)),
}

describe.each(['wechat', 'alipay', 'gkash'] as const)('by %s', (client) => {
  const { local, country, pay } = locals[client]
  const currency = country === 'CN' ? 'CNY' : 'MYR'
  let owner: Merchant
  let sign: string
  let machine: BoundMachine
  let sibling: BoundMachine
  let foreign: BoundMachine
  let foreignOwner: Merchant

  beforeAll(async () => {
    owner = await makeMerchant(app, { country })
    sign = await unlock(app, owner)
    sibling = await makeSelling(app, owner)
    foreignOwner = await makeMerchant(app, { country })
    foreign = await makeSelling(app, foreignOwner)
  })
  beforeEach(async () => {
    clock.now = start
    local.behave()
    machine = await makeSelling(app, owner)
  })

  const send = async ({ body, headers }: Message, to: string = client) =>
    app.app.inject({ method: 'POST', url: `/notify/${to}`, headers, payload: body })
  const payFor = (order: PayOrder) =>
    expect(pay({ merchantOrder: order.merchant_order, amount: order.amount, currency })).toBe(true)

  async function makePaid(): Promise<PayOrder> {
    const order = await makeOrder(app, machine, { pay: client })
    payFor(order)
    expect((await send(local.noticeOf(order.merchant_order))).statusCode).toBe(200)
    expect(await payStateOf(app, order.orderno)).toBe('paid')
    return order
  }

  /** A paid order whose goods came out, and whose refund was asked for. */
  async function askRefund(part?: number): Promise<Asked> {
    const order = await makePaid()
    await reportSales(app, machine, saleOf({ orderNo: order.orderno, client }))
    const asked = { orderno: order.orderno, part_refund: part !== undefined, remarks: '', sign }
    const input = part === undefined ? asked : { ...asked, refund_fee: part }
    const { body } = await app.call(billCalls.refund, input, { as: owner })
    if (body.rcode !== 0) throw new Error(body.msg)
    const [refund] = await refundsIn(app, order.orderno)
    return { order, id: refund?.refund_id ?? '' }
  }

  /** Runs the refund for the first time, while the provider misbehaves. */
  async function runOnce({ id }: Asked, fault: Fault): Promise<void> {
    const played = local.misbehave('refund', fault)
    if (fault.startsWith('silence')) timeoutMs = 3_000
    await runRefund(app.deps, owner.tenantId, id)
    timeoutMs = 30_000
    await played
  }

  /** Runs the refund each time it is due, as the queue does. */
  async function runToTheEnd({ order, id }: Asked): Promise<string | undefined> {
    for (let times = 0; times < 6; times += 1) {
      const [refund] = await refundsIn(app, order.orderno)
      if (!refund?.next_at) return refund?.state
      clock.now = new Date(Math.max(clock.now.getTime(), refund.next_at.getTime()))
      await runRefund(app.deps, owner.tenantId, id)
    }
    return (await refundsIn(app, order.orderno))[0]?.state
  }

  test('an order is paid by a notice, once, and no other order is', async () => {
    const order = await makeOrder(app, machine, { pay: client })
    const others = [
      await makeOrder(app, sibling, { pay: client }),
      await makeOrder(app, foreign, { pay: client }),
    ]
    expect(order.qr).toMatch(/^(weixin|https):\/\//)
    payFor(order)
    const notice = local.noticeOf(order.merchant_order)
    const replies = await Promise.all([
      send(notice),
      send(notice),
      send(local.noticeOf(order.merchant_order)),
    ])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await billOf(app, owner.tenantId, order.orderno)).toMatchObject({
      status: 7,
      total_price: 350,
      client,
    })
    expect(await linesOf(app, order)).toHaveLength(3)
    // Sent again a day later, and an older state after the newer one.
    await send(local.noticeOf(order.merchant_order, { state: 'pending' }))
    await send(local.noticeOf(order.merchant_order, { state: 'closed' }))
    expect(await linesOf(app, order)).toHaveLength(3)
    expect(await payStateOf(app, order.orderno)).toBe('paid')
    for (const other of others) expect(await linesOf(app, other)).toEqual([])
  })

  test('an order is paid by our own question when no notice comes', async () => {
    const order = await makeOrder(app, machine, { pay: client })
    payFor(order)
    clock.advance(5)
    await followOrder(app.deps, owner.tenantId, order.orderno, 0)
    expect(await payStateOf(app, order.orderno)).toBe('paid')
  })

  test('an order that is not paid is closed when its time is over', async () => {
    const order = await makeOrder(app, machine, { pay: client })
    clock.advance(5)
    await followOrder(app.deps, owner.tenantId, order.orderno, 0)
    expect(await payStateOf(app, order.orderno)).toBe('pending')
    clock.advance(120)
    await followOrder(app.deps, owner.tenantId, order.orderno, 4)
    expect(await payStateOf(app, order.orderno)).toBe('closed')
  })

  test('a payment of a wrong amount is one case, and the provider is not asked again', async () => {
    const order = await makeOrder(app, machine, { pay: client })
    const other = await makeOrder(app, sibling, { pay: client })
    payFor(order)
    clock.advance(5)
    const played = local.misbehave('query', 'wrong amount')
    await followOrder(app.deps, owner.tenantId, order.orderno, 0)
    await played
    expect(await payStateOf(app, order.orderno)).toBe('closed')
    expect(await payStateOf(app, other.orderno)).toBe('pending')
    expect(await linesOf(app, order)).toEqual([])
    const page = { pageNum: 1, pageSize: 50, condition: {} }
    const casesOf = async (as: Merchant) =>
      (await app.call(exceptionCalls.getCases, page, { as })).body.result.data.filter(
        ({ orderno }) => orderno === order.orderno,
      )
    const found = {
      kind: 'books_differ',
      reason: 'amount_differs',
      action: 'ask_for_payment',
      merchant_order: order.merchant_order,
      theirs: { paid: 1, refunded: 0 },
      ours: { paid: 0, refunded: 0 },
    }
    expect(await casesOf(owner)).toMatchObject([found])
    const asked = local.requests.length
    clock.advance(3_600)
    await followOrder(app.deps, owner.tenantId, order.orderno, 9)
    await findCases(app.deps, owner.tenantId)
    expect(local.requests).toHaveLength(asked)
    expect(await casesOf(owner)).toMatchObject([found])
    expect(await casesOf(foreignOwner)).toEqual([])
  })

  test('a payment after the end of its order is booked as late, and the machine gives nothing', async () => {
    const order = await makeOrder(app, machine, { pay: client })
    payFor(order)
    const notice = local.noticeOf(order.merchant_order)
    local.ledger.payments.delete(order.merchant_order)
    clock.advance(125)
    await followOrder(app.deps, owner.tenantId, order.orderno, 4)
    expect(await payStateOf(app, order.orderno)).toBe('closed')
    clock.advance(1)
    expect((await send(notice)).statusCode).toBe(200)
    expect(await orderOf(app, machine)).toMatchObject({ state: 'paid', closed_at: expect.any(Date) })
  })

  test.each<[string, NoticeChange]>([
    ['no signature', { signature: 'no signature' }],
    ['a wrong signature', { signature: 'wrong signature' }],
    ['a key of another', { signature: 'key of another' }],
    ['a changed content', { signature: 'tampered' }],
    ['an old time', { signature: 'stale time' }],
    ['a wrong amount', { amount: 1 }],
    ['a wrong currency', { currency: 'USD' }],
    ['another merchant', { merchant: '1900009999' }],
  ])('a notice with %s changes nothing', async (_what, change) => {
    // GKash sends no time with its notices, so none of them is old.
    if (client === 'gkash' && change.signature === 'stale time') return
    const order = await makeOrder(app, machine, { pay: client })
    payFor(order)
    const { statusCode } = await send(local.noticeOf(order.merchant_order, change))
    expect(statusCode).toBe(400)
    expect(await payStateOf(app, order.orderno)).toBe('pending')
    expect(await linesOf(app, order)).toEqual([])
  })

  test('a notice to the address of another provider changes nothing', async () => {
    const order = await makeOrder(app, machine, { pay: client })
    payFor(order)
    for (const other of (['wechat', 'alipay', 'gkash'] as const).filter((one) => one !== client))
      expect((await send(local.noticeOf(order.merchant_order), other)).statusCode).toBe(400)
    expect(await payStateOf(app, order.orderno)).toBe('pending')
  })

  const mutations = storm({ usual: 60, deep: 5_000 })
  test('mutated notices change nothing', { timeout: mutationsTimeout(mutations) }, async () => {
    const order = await makeOrder(app, machine, { pay: client })
    payFor(order)
    const provider = app.deps.payments[client]
    const whole = local.noticeOf(order.merchant_order)
    const random = randomFrom(client.length)
    for (let count = mutations; count > 0; count -= 1) {
      const message = mutated(whole, random)
      const heard = await provider?.receive(message)
      // What a signature does not cover, such as the case of a digest, leaves a true notice.
      if (typeof heard?.notice !== 'string') continue
      expect((await send(message)).statusCode).toBe(400)
    }
    expect(await payStateOf(app, order.orderno)).toBe('pending')
    expect(await linesOf(app, order)).toEqual([])
  })

  const isLost = (fault: Fault): boolean => fault.endsWith('before effect')
  test.each(refundFaults[client])('a refund is done once: %s', async (fault) => {
    const asked = await askRefund()
    const other = await askRefund()
    await runOnce(asked, fault)
    // Only a provider that knows its refunds by number is asked again for one that it may have heard of.
    const isOver = app.deps.payments[client]?.refundsOnce || !isLost(fault)
    expect(await runToTheEnd(asked)).toBe(isOver ? 'refunded' : 'refunding')
    const { merchant_order: number, orderno } = asked.order
    expect(local.ledger.refundsOf(number)).toEqual(isOver ? [350] : [])
    const paid = { status: 9, refunded: 350 }
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject(
      isOver ? paid : { status: 5, refunded: 0 },
    )
    expect(await payStateOf(app, orderno)).toBe(isOver ? 'refunded' : 'paid')
    expect(local.ledger.refundsOf(other.order.merchant_order)).toEqual([])
  })

  test('a refund names at once that the merchant is short of money, and is done when it is not', async () => {
    if (client === 'gkash') return
    const { status, code } = {
      wechat: { status: 403, code: 'NOT_ENOUGH' },
      alipay: { status: 400, code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH' },
    }[client]
    const asked = await askRefund()
    for (const server of [wechatLocal, alipayLocal]) server.refuseRefund = { status, code, message: 'x' }
    await runRefund(app.deps, owner.tenantId, asked.id)
    for (const server of [wechatLocal, alipayLocal]) server.refuseRefund = undefined
    expect(await refundsIn(app, asked.order.orderno)).toMatchObject([
      { state: 'refunding', why: 'accountShort' },
    ])
    expect(await runToTheEnd(asked)).toBe('refunded')
    expect(await refundsIn(app, asked.order.orderno)).toMatchObject([{ why: null }])
    expect(local.ledger.refundsOf(asked.order.merchant_order)).toEqual([350])
  })

  test('a refund that was certainly not asked for is asked for later', async () => {
    const asked = await askRefund()
    await runRefund({ ...app.deps, payments: {} }, owner.tenantId, asked.id)
    if (client === 'gkash') {
      // GKash is asked whether it knows the payment first, and a question is repeated once.
      const [refund] = await refundsIn(app, asked.order.orderno)
      if (refund?.next_at) clock.now = refund.next_at
      const played = local.misbehave('query', '500 before effect', 2)
      await runRefund(app.deps, owner.tenantId, asked.id)
      await played
    }
    expect(await runToTheEnd(asked)).toBe('refunded')
    expect(local.ledger.refundsOf(asked.order.merchant_order)).toEqual([350])
  })

  test('a part is refunded where the provider can, and nothing where it cannot', async () => {
    const asked = await askRefund(100).catch((error: unknown) => error)
    if (!app.deps.payments[client]?.refundsParts) return expect(asked).toBeInstanceOf(Error)
    if (asked instanceof Error) throw asked
    const { order, id } = asked as Asked
    await runOnce({ order, id }, 'silence after effect')
    expect(await runToTheEnd({ order, id })).toBe('refunded')
    expect(local.ledger.refundsOf(order.merchant_order)).toEqual([100])
    expect(await billOf(app, owner.tenantId, order.orderno)).toMatchObject({ status: 10, refunded: 100 })
  })
})
