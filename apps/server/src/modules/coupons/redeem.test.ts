import { billCalls, type Coupon, couponCalls, orderRefusalWords } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  codeOf,
  couponStand,
  grantsOf,
  makeCoupon,
  receive,
  type StoredGrant,
} from '../../../test/coupon-stand.ts'
import { type Merchant, unlock } from '../../../test/factories.ts'
import type { BoundMachine } from '../../../test/machines.ts'
import { ask, makeOrder, makeSelling, orderOf, ordersOf, requestOf } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { billOf, inBooks, refundsIn } from '../../../test/sale-stand.ts'
import { inTenant } from '../../kernel/db.ts'
import { runRefund } from '../refunds/index.ts'
import { decideBill } from '../sales/index.ts'
import { unbindByOperator } from '../machines/index.ts'
import { closeAtProvider, followOrder, markPaid, openOrder, type PayOrder } from '../payments/index.ts'
import { discountOf } from './coupon-model.ts'
import { giveBack, markUsed, reserve } from './grant-queries.ts'

const app = await testApp()
const why = orderRefusalWords['zh-CN']
let owner: Merchant
let neighbour: Merchant
let store: string
let elsewhere: string
let machine: BoundMachine

beforeEach(async () => {
  app.clock.now = new Date('2026-11-18T04:00:00.000Z')
  await app.sandbox.behave({})
  ;({ owner, neighbour, store, elsewhere } = await couponStand(app))
  machine = await makeSelling(app, owner, { store })
})

const only = async (coupon: Coupon): Promise<StoredGrant | undefined> => (await grantsOf(app, coupon))[0]
const order = (coupon: string, at = machine) => makeOrder(app, at, { coupon })
const refusal = async (coupon: string, at = machine) => (await ask(app, at, requestOf({ coupon })))?.why
const pay = ({ merchant_order: number, amount }: PayOrder) =>
  markPaid(app.deps, owner.tenantId, number, { state: 'paid', amount, txn: number, paidAt: app.clock.now })
const used = { state: 'used', discount: 70, paid: 280 }
const unused = { state: 'received', orderno: null, discount: null, paid: null, used_at: null }

describe('what a coupon takes off', () => {
  test.each([
    [{ type: 'discount', value: 20 }, 350, 70],
    [{ type: 'discount', value: 15 }, 350, 53],
    [{ type: 'discount', value: 1 }, 50, 1],
    [{ type: 'discount', value: 1 }, 49, 0],
    [{ type: 'discount', value: 99 }, 2, 1],
    [{ type: 'discount', value: 99 }, 1, 0],
    [{ type: 'discount', value: 99 }, 100_000_000, 99_000_000],
    [{ type: 'cash', value: 100 }, 350, 100],
    [{ type: 'cash', value: 350 }, 350, 349],
    [{ type: 'cash', value: 500 }, 350, 349],
    [{ type: 'cash', value: 500 }, 1, 0],
  ] as const)('%j of %i is %i', (offer, amount, off) => {
    expect(discountOf(offer, amount)).toBe(off)
  })
})

describe('a machine orders with a coupon', () => {
  test('for what is left of the price; the bill has the list price', async () => {
    const coupon = await makeCoupon(app, owner)
    const code = await codeOf(app, coupon)
    await receive(app, coupon)
    const made = await order(code)
    expect(made).toMatchObject({ amount: 280, discount: 70 })
    expect(await only(coupon)).toMatchObject({ state: 'reserved', orderno: made.orderno, discount: 70 })
    app.clock.advance(5)
    expect(await pay(made)).toBe('paid')
    const [grant, sibling] = await grantsOf(app, coupon)
    expect(grant).toMatchObject({ ...used, orderno: made.orderno, used_at: app.clock.now })
    expect(sibling).toMatchObject(unused)
    expect(await billOf(app, owner.tenantId, made.orderno)).toMatchObject({
      total_price: 280,
      list_price: 350,
    })
    const { body } = await app.call(couponCalls.getCoupon, {}, { as: owner })
    expect(body.result.data).toMatchObject([{ received: 2, used: 1, discount_sum: 70, paid_sum: 280 }])
  })

  test('however the buyer types its code', async () => {
    const code = await codeOf(app, await makeCoupon(app, owner, { type: 'cash', value: 1_000 }))
    const typed = ` ${code.slice(0, 4)}-${code.slice(4).toLowerCase()} `
    expect(await order(typed)).toMatchObject({ amount: 1, discount: 349 })
  })

  test('once, when 64 machines show the same code at the same time', async () => {
    const coupon = await makeCoupon(app, owner, { quantity: 1 })
    const code = await codeOf(app, coupon)
    const machines: BoundMachine[] = []
    for (let i = 0; i < 8; i += 1) machines.push(await makeSelling(app, owner, { store }))
    const asked = Array.from({ length: 64 }, (_, i) => refusal(code, machines[i % 8]))
    const answers = await Promise.all(asked)
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1)
    expect(answers.filter((answer) => answer === why.couponUsed)).toHaveLength(63)
    const orders = (await Promise.all(machines.map((one) => ordersOf(app, one)))).flat()
    expect(orders).toMatchObject([{ amount: 280, discount: 70 }])
    expect(await only(coupon)).toMatchObject({ state: 'reserved', orderno: orders[0]?.orderno })
  })

  test('and no later order takes it from the one that has it', async () => {
    const coupon = await makeCoupon(app, owner)
    const made = await order(await codeOf(app, coupon))
    const grant = await only(coupon)
    const taken = await inTenant(app.deps.db.main, owner.tenantId, (tx) =>
      reserve({ tx, tenantId: owner.tenantId }, grant?.grant_id ?? '', { orderno: 'later', discount: 1 }),
    )
    expect(taken).toBe(false)
    expect(await only(coupon)).toMatchObject({ state: 'reserved', orderno: made.orderno, discount: 70 })
  })

  test('and a late word of its payment, its end or a refund changes nothing that is in another state', async () => {
    const coupon = await makeCoupon(app, owner)
    const made = await order(await codeOf(app, coupon))
    const back = (from: 'reserved' | 'used') =>
      inTenant(app.deps.db.main, owner.tenantId, (tx) =>
        giveBack({ tx, tenantId: owner.tenantId }, [made.orderno], from),
      )
    await back('used')
    expect(await only(coupon)).toMatchObject({ state: 'reserved' })
    await pay(made)
    await back('reserved')
    await inTenant(app.deps.db.main, owner.tenantId, (tx) =>
      markUsed({ tx, tenantId: owner.tenantId }, { orderno: made.orderno, amount: 1, usedAt: app.clock.now }),
    )
    expect(await only(coupon)).toMatchObject(used)
  })

  test('and keeps it where it would take nothing off', async () => {
    const coupon = await makeCoupon(app, owner, { value: 1 })
    const code = await codeOf(app, coupon)
    const cheap = await makeSelling(app, owner, { store, price: 49 })
    expect(await order(code, cheap)).toMatchObject({ amount: 49, discount: 0 })
    expect(await only(coupon)).toMatchObject(unused)
  })

  test('not with an unknown code, one of a neighbour, or one that was used', async () => {
    const coupon = await makeCoupon(app, owner)
    const code = await codeOf(app, coupon)
    expect(await refusal('ABCDEFGHJKMN')).toBe(why.couponUnknown)
    expect(await refusal('')).toBe(why.couponUnknown)
    expect(await refusal(await codeOf(app, await makeCoupon(app, neighbour)))).toBe(why.couponUnknown)
    const made = await order(code)
    expect(await refusal(code)).toBe(why.couponUsed)
    await pay(made)
    expect(await refusal(code)).toBe(why.couponUsed)
    expect(await ordersOf(app, machine)).toHaveLength(1)
    // Also where it would take nothing off.
    const cheap = await makeSelling(app, owner, { store, price: 2 })
    expect(await refusal(code, cheap)).toBe(why.couponUsed)
  })

  test('not before its first day, after its last, or when it was deleted', async () => {
    const coupon = await makeCoupon(app, owner)
    const code = await codeOf(app, coupon)
    const dates = (start: string | null, end: string | null) =>
      asOwner(app, 'update coupon set start_date = $2, end_date = $3 where coupon_id = $1', [
        coupon.coupon_id,
        start,
        end,
      ])
    await dates('2026-11-19', null)
    expect(await refusal(code)).toBe(why.couponEnded)
    app.clock.now = new Date('2026-11-18T16:00:00.000Z')
    await dates(null, '2026-11-18')
    expect(await refusal(code)).toBe(why.couponEnded)
    app.clock.now = new Date('2026-11-18T15:59:59.999Z')
    await app.call(couponCalls.delCoupon, { coupon_id: coupon.coupon_id }, { as: owner })
    expect(await refusal(code)).toBe(why.couponEnded)
    expect(await only(coupon)).toMatchObject(unused)
    await app.call(couponCalls.restoreCoupon, { coupon_id: coupon.coupon_id }, { as: owner })
    expect(await refusal(code)).toBeUndefined()
  })

  test('not in another store, nor where there is none', async () => {
    const code = await codeOf(app, await makeCoupon(app, owner, { regions: [elsewhere] }))
    expect(await refusal(code)).toBe(why.couponElsewhere)
    expect(await refusal(code, await makeSelling(app, owner))).toBe(why.couponElsewhere)
    expect(await order(code, await makeSelling(app, owner, { store: elsewhere }))).toMatchObject({
      discount: 70,
    })
    const everywhere = await codeOf(app, await makeCoupon(app, owner))
    expect(await order(everywhere, await makeSelling(app, owner))).toMatchObject({ discount: 70 })
  })

  test('and may use it again when a card does not pay for the order', async () => {
    const coupon = await makeCoupon(app, owner)
    const code = await codeOf(app, coupon)
    const answer = await ask(app, machine, requestOf({ coupon: code, pay: 'card', card: 'nobody' }))
    expect(answer).toMatchObject({ state: 'refused', why: why.cardUnknown })
    expect(await only(coupon)).toMatchObject(unused)
    expect(await order(code)).toMatchObject({ discount: 70 })
  })
})

describe('the coupon of an order that ends unpaid is usable again', () => {
  let coupon: Coupon
  let made: PayOrder
  let siblings: Coupon

  beforeEach(async () => {
    coupon = await makeCoupon(app, owner)
    siblings = await makeCoupon(app, owner)
    made = await order(await codeOf(app, coupon))
    await order(await codeOf(app, siblings), await makeSelling(app, owner, { store }))
  })

  const stays = async () => expect(await only(siblings)).toMatchObject({ state: 'reserved' })

  test('when it expires', async () => {
    // The order of the sibling took a second.
    app.clock.advance(118)
    await followOrder(app.deps, owner.tenantId, made.orderno, 4)
    expect(await only(coupon)).toMatchObject({ state: 'reserved' })
    app.clock.advance(1)
    await followOrder(app.deps, owner.tenantId, made.orderno, 4)
    expect(await only(coupon)).toMatchObject(unused)
    await stays()
  })

  test('when the provider gives no QR code', async () => {
    const other = await makeCoupon(app, owner)
    await ask(app, machine, requestOf({ coupon: await codeOf(app, other) }))
    const { orderno } = await orderOf(app, machine)
    await app.sandbox.behave({ create: 'fails' })
    await openOrder(app.deps, owner.tenantId, orderno)
    expect(await orderOf(app, machine)).toMatchObject({ state: 'closed' })
    expect(await only(other)).toMatchObject(unused)
    await stays()
  })

  test('when its machine leaves; a payment after that uses nothing', async () => {
    const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US' as const, now: app.clock.now }
    await unbindByOperator(app.deps, machine.sn, origin)
    expect(await only(coupon)).toMatchObject(unused)
    await stays()
    await closeAtProvider(app.deps, owner.tenantId, made.orderno)
    expect(await pay(made)).toBe('paid')
    expect(await only(coupon)).toMatchObject(unused)
  })

  test('and a late payment leaves it to the next order that has it', async () => {
    app.clock.advance(120)
    await followOrder(app.deps, owner.tenantId, made.orderno, 4)
    const next = await order((await only(coupon))?.code ?? '')
    expect(await pay(made)).toBe('paid')
    expect(await only(coupon)).toMatchObject({ state: 'reserved', orderno: next.orderno })
    await pay(next)
    expect(await only(coupon)).toMatchObject({ ...used, orderno: next.orderno })
  })
})

describe('a refund', () => {
  let coupon: Coupon
  let made: PayOrder

  beforeEach(async () => {
    coupon = await makeCoupon(app, owner, { end_date: '2026-11-18' })
    const sibling = await codeOf(app, await makeCoupon(app, owner))
    await pay(await order(sibling, await makeSelling(app, owner, { store })))
    made = await order(await codeOf(app, coupon))
    await app.sandbox.pay(made.merchant_order)
    await app.sandbox.settled()
    expect(await only(coupon)).toMatchObject(used)
    // The machine does not report, so the merchant may refund.
    app.clock.advance(120)
    await decideBill(app.deps, owner.tenantId, made.orderno)
  })

  const refund = async (more: object) => {
    const sign = await unlock(app, owner)
    const input = { orderno: made.orderno, part_refund: false, remarks: 'test', sign, ...more }
    const { body } = await app.call(billCalls.refund, input, { as: owner })
    expect(body.rcode).toBe(0)
    for (const { refund_id: id } of await refundsIn(app, made.orderno))
      await runRefund(app.deps, owner.tenantId, id)
  }
  const sums = async () => (await app.call(couponCalls.getCoupon, {}, { as: owner })).body.result.data

  test('of the whole price gives it back to its holder, within its days', async () => {
    await refund({})
    expect(await only(coupon)).toMatchObject(unused)
    expect((await sums()).find(({ coupon_id: id }) => id === coupon.coupon_id)).toMatchObject({
      received: 1,
      used: 0,
      discount_sum: 0,
    })
    expect((await sums()).find(({ coupon_id: id }) => id !== coupon.coupon_id)).toMatchObject({ used: 1 })
    expect(await order((await only(coupon))?.code ?? '')).toMatchObject({ discount: 70 })
  })

  test('of the whole price after its last day leaves nothing to use', async () => {
    app.clock.now = new Date('2026-11-18T16:00:00.000Z')
    await inBooks(app, owner.tenantId, async (ctx) => {
      for (const follow of app.deps.hooks.saleRefunded)
        await follow(ctx, { orderno: made.orderno, client: 'wechat', amount: 280, part: false })
    })
    const { code = '' } = (await only(coupon)) ?? {}
    expect(await only(coupon)).toMatchObject(unused)
    expect(await refusal(code)).toBe(why.couponEnded)
  })

  test('of a part leaves it used', async () => {
    await refund({ part_refund: true, refund_fee: 100 })
    expect(await only(coupon)).toMatchObject(used)
  })
})
