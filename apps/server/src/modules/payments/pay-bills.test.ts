import { type InputOf, jobCalls, paymentCalls, type PayBill } from '@slotwise/contract'
import { readXlsx } from '@slotwise/sheets/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { longListOf } from '../../../test/long-lists.ts'
import { asMachine, type BoundMachine } from '../../../test/machines.ts'
import { makeOrder, makeSelling } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { ordernoOf, rangeOf } from '../../kernel/orderno.ts'
import {
  addSettledPayments,
  markRefunded,
  merchantOrderOf,
  paidOrder,
  payOrderOf,
  type PayOrder,
} from './index.ts'

const app = await testApp()
let owner: Merchant
let store: string
let inStore: BoundMachine
let alone: BoundMachine
let orders: PayOrder[]

type Condition = InputOf<(typeof paymentCalls)['getPayBill']>['condition']

const look = async (condition: Condition = {}, as = owner): Promise<PayBill[]> => {
  const { body } = await app.call(paymentCalls.getPayBill, { condition }, { as })
  expect(body.rcode, body.msg).toBe(0)
  return body.result.data
}
const numbers = (bills: readonly { order_no: string }[]) => bills.map(({ order_no: number }) => number)
const pay = async ({ merchant_order: number }: PayOrder) => {
  await app.sandbox.pay(number)
  await app.sandbox.settled()
}

beforeAll(async () => {
  await app.sandbox.behave({})
  owner = await makeMerchant(app)
  store = (await makeStore(app, owner, { store_name: 'Quay' }))._id
  inStore = await makeSelling(app, owner, { store })
  alone = await makeSelling(app, owner)
  orders = [
    await makeOrder(app, inStore),
    await makeOrder(app, alone, { pay: 'alipay' }),
    await makeOrder(app, inStore),
  ]
  await makeOrder(app, await makeSelling(app, await makeMerchant(app)))
  await pay(orders[0] as PayOrder)
})
beforeEach(() => app.clock.advance(61))

describe('payment bills', () => {
  test('are listed with all that a merchant needs to find them at the provider, the newest first', async () => {
    const bills = await look()
    expect(numbers(bills)).toEqual(orders.map(({ orderno }) => orderno).toReversed())
    const [first] = orders
    expect(bills.at(-1)).toEqual({
      order_no: first?.orderno,
      cardno: '',
      merchant_order: first?.merchant_order,
      status: 'paid',
      client: 'wechat',
      total_price: 350,
      refunded: 0,
      sn: inStore.sn,
      dev_title: expect.any(String),
      store,
      store_name: 'Quay',
      create_at: first?.create_at.toISOString(),
      paid_at: expect.any(String),
    })
    expect(bills[0]).toMatchObject({ status: 'pending', paid_at: null })
  })

  test('are found by everything that the page filters by', async () => {
    const [first, second, third] = orders as [PayOrder, PayOrder, PayOrder]
    const found = async (condition: Condition) => numbers(await look(condition))
    expect(await found({ order_no: second.orderno })).toEqual([second.orderno])
    expect(await found({ order_no: second.orderno.slice(0, 14) })).toEqual([second.orderno])
    for (const length of [1, 4, 6, 8, 10])
      expect(await found({ order_no: second.orderno.slice(0, length) }), `${length} digits`).toHaveLength(3)
    expect(await found({ order_no: '1999' })).toEqual([])
    expect(await found({ order_no: '209913' })).toEqual([])
    expect(await found({ merchant_order: third.merchant_order })).toEqual([third.orderno])
    expect(await found({ client: 'alipay' })).toEqual([second.orderno])
    expect(await found({ status: 'paid' })).toEqual([first.orderno])
    expect(await found({ sn: alone.sn })).toEqual([second.orderno])
    expect(await found({ store })).toEqual([third.orderno, first.orderno])
    expect(await found({ cardno: 'C-1' })).toEqual([])
    // The clock stands at noon of 15 November in China.
    expect(await found({ from: '2026-11-15', to: '2026-11-15' })).toHaveLength(3)
    expect(await found({ from: '2026-11-16' })).toEqual([])
    expect(await found({ to: '2026-11-14' })).toEqual([])
  })

  test('begin with their time, so that the beginning of a number is a span of time', () => {
    const span = (start: string) => {
      const { since, before } = rangeOf(start)
      return [since, before].map((at) => at.toISOString().slice(0, 19))
    }
    expect(span('202')).toEqual(['2020-01-01T00:00:00', '2030-01-01T00:00:00'])
    expect(span('2026')).toEqual(['2026-01-01T00:00:00', '2027-01-01T00:00:00'])
    expect(span('20261')).toEqual(['2026-10-01T00:00:00', '2027-01-01T00:00:00'])
    expect(span('202612')).toEqual(['2026-12-01T00:00:00', '2027-01-01T00:00:00'])
    expect(span('20261231')).toEqual(['2026-12-31T00:00:00', '2027-01-01T00:00:00'])
    expect(span('2026123123')).toEqual(['2026-12-31T23:00:00', '2027-01-01T00:00:00'])
  })

  test('are turned page by page in both directions', async () => {
    const { page, follow } = longListOf(app, paymentCalls.getPayBill, {}, owner)
    const first = await page({ pageSize: 1 })
    expect(first.count).toBe(3)
    const older = await follow('older', first, 1)
    const expected = orders.map(({ orderno }) => orderno).toReversed()
    expect(older.flatMap(({ data }) => numbers(data))).toEqual(expected)
    const last = older.at(-1)
    if (!last) throw new Error('no page')
    expect((await follow('newer', last, 1)).flatMap(({ data }) => numbers(data))).toEqual(
      expected.toReversed(),
    )
    expect(await page({ day: '2026-11-15', pageSize: 1 })).toEqual(first)
    expect((await page({ day: '2026-11-14' })).data).toEqual([])
  })

  test('are seen within the scope of the user, and not without the permission', async () => {
    const [first, second, third] = orders as [PayOrder, PayOrder, PayOrder]
    const permissions = ['bank.payBill'] as const
    const ofStore = await makeStaff(app, owner, { permissions, stores: [store] })
    expect(numbers(await look({}, ofStore))).toEqual([third.orderno, first.orderno])
    expect(await look({ sn: alone.sn }, ofStore)).toEqual([])
    const ofDevice = await makeStaff(app, owner, { permissions, devices: [alone.id] })
    expect(numbers(await look({}, ofDevice))).toEqual([second.orderno])
    const others = await makeStaff(app, owner, { permissions: ['order.buyBill', 'bank.manage'] })
    expect((await app.call(paymentCalls.getPayBill, { condition: {} }, { as: others })).body.rcode).toBe(300)
  })

  test('stay with the store of the sale when the machine is moved', async () => {
    const { _id: elsewhere } = await makeStore(app, owner)
    await asOwner(app, 'update device set store_id = $2 where device_id = $1', [inStore.id, elsewhere])
    expect(await look({ store })).toHaveLength(2)
    expect(await look({ store: elsewhere })).toEqual([])
    await asOwner(app, 'update device set store_id = $2 where device_id = $1', [inStore.id, store])
  })

  test('are exported as they are listed', async () => {
    await app.work()
    const { body } = await app.call(paymentCalls.exportPayBill, { condition: { store } }, { as: owner })
    const { job } = body.result
    const state = async () => (await app.call(jobCalls.getJob, { job }, { as: owner })).body.result.state
    await expect.poll(state).toBe('done')
    const link = await app.call(jobCalls.getFileLink, { job }, { as: owner })
    const [sheet] = readXlsx((await app.app.inject(link.body.result.url)).rawPayload)
    const [header, ...rows] = sheet?.rows.map((row) => row.map((cell) => cell.value)) ?? []
    expect(header?.slice(0, 2)).toEqual(['Order no.', 'Merchant order no.'])
    expect(rows.map(([number]) => number)).toEqual([orders[2]?.orderno, orders[0]?.orderno])
    expect(rows[1]).toContain('Paid')
    expect(rows[1]).toContain('WeChat')
    // Amounts are in yuan, as in the list.
    expect(rows[1]).toEqual(expect.arrayContaining(['3.50', '0.00']))
  })
})

describe('a payment that was made', () => {
  const inBooks = asMachine.bind(null, app)

  test('is refunded once, as a whole or in part, and only then', async () => {
    const unpaid = await makeOrder(app, alone)
    const paid = await makeOrder(app, alone)
    await pay(paid)
    await inBooks(alone, async (ctx) => {
      expect(await paidOrder(ctx, unpaid.orderno)).toBeUndefined()
      expect(await paidOrder(ctx, '1'.repeat(24))).toBeUndefined()
      expect(await paidOrder(ctx, paid.orderno)).toMatchObject({ state: 'paid', amount: 350, fee_rate: 60 })
      expect(await markRefunded(ctx, unpaid.orderno, false)).toBe(false)
      expect(await markRefunded(ctx, paid.orderno, false)).toBe(true)
      expect(await markRefunded(ctx, paid.orderno, true)).toBe(false)
      expect(await payOrderOf(ctx, paid.orderno)).toMatchObject({ state: 'refunded' })
      expect(await payOrderOf(ctx, unpaid.orderno)).toMatchObject({ state: 'pending' })
    })
    expect(await look({ status: 'refunded' })).toMatchObject([{ order_no: paid.orderno, refunded: 350 }])
  })

  test('in part shows what its bill says', async () => {
    const paid = await makeOrder(app, alone)
    await pay(paid)
    await asOwner(
      app,
      `update bill set status = 10, refunded = 100 where tenant_id = $1 and create_at = $2 and orderno = $3`,
      [owner.tenantId, paid.create_at, paid.orderno],
    )
    await inBooks(alone, (ctx) => markRefunded(ctx, paid.orderno, true))
    expect(await look({ status: 'part_refunded' })).toMatchObject([{ order_no: paid.orderno, refunded: 100 }])
  })

  test('at the machine itself is added once, with the number of the card', async () => {
    const at = app.clock.now
    const orderno = ordernoOf(at, ['sale'])
    const { id: device_id, sn } = alone
    const sale = {
      orderno,
      create_at: at,
      device_id,
      sn,
      store_id: null,
      merchant_id: null,
      kind: 'buy' as const,
    }
    const payment = { ...sale, client: 'ezcard' as const, amount: 200, goods: [], cardno: 'C-1' }
    for (let i = 0; i < 2; i += 1) await inBooks(alone, (ctx) => addSettledPayments(ctx, [payment, payment]))
    await inBooks(alone, (ctx) => addSettledPayments(ctx, []))
    expect(await look({ cardno: 'C-1' })).toMatchObject([
      {
        order_no: orderno,
        cardno: 'C-1',
        merchant_order: merchantOrderOf(owner.tenantId, orderno),
        status: 'paid',
        client: 'ezcard',
        total_price: 200,
        paid_at: at.toISOString(),
      },
    ])
    expect(await asOwner(app, 'select from ledger_line where orderno = $1', [orderno])).toEqual([])
  })
})
