import { billCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { readExport } from '../../../test/exports.ts'
import { makeMerchant, makeStaff, makeStore, type Merchant, unlock } from '../../../test/factories.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { makeOrder, makeSelling } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { inBooks, makeSale, refundsIn } from '../../../test/sale-stand.ts'
import { closeAtProvider, closeOrdersOf, type PayOrder } from '../payments/index.ts'
import { changeBills } from '../bills/book-service.ts'
import { runRefund } from '../refunds/run-service.ts'
import { bookSales } from './sale-service.ts'

const app = await testApp()
let owner: Merchant
let machine: BoundMachine
let store: string

beforeEach(async () => {
  app.clock.advance(61)
  owner = await makeMerchant(app)
  store = (await makeStore(app, owner, { store_name: 'Harbour' }))._id
  machine = await makeBoundMachine(app, owner, { store, title: 'Front' })
})

const open = async (orderno: string, as = owner) =>
  (await app.call(billCalls.getBill, { orderno }, { as })).body

describe('a bill', () => {
  test('shows its payment, its report and what is booked for it, in the order of time', async () => {
    const at = app.clock.now
    const { orderno } = await makeSale(app, machine, { store_id: store, status: 7, reported_at: null })
    const working = (await open(orderno)).result
    expect(working).toMatchObject({
      orderno,
      status: 7,
      sn: machine.sn,
      dev_title: 'Front',
      store_name: 'Harbour',
    })
    expect(working.due_at).toBe(new Date(at.getTime() + 120_000).toISOString())
    expect(working.pay_state).toBe('paid')
    app.clock.advance(5)
    const reported_at = app.clock.now
    await inBooks(app, owner.tenantId, (ctx) =>
      changeBills(ctx, [orderno], () => ({ status: 0, reported_at, sent_ts: String(at.getTime() + 1_000) })),
    )
    const { due_at, steps } = (await open(orderno)).result
    expect(due_at).toBeNull()
    expect(steps.map(({ kind }) => kind)).toEqual(['ordered', 'paid', 'ledger', 'reported'])
    expect(steps[1]).toMatchObject({ kind: 'paid', amount: 350, client: 'wechat' })
    const { amount, fee } = steps[2] as { amount: number; fee: number }
    // What the merchant gets and the fee are what the customer paid.
    expect(amount).toBeGreaterThan(0)
    expect(amount + fee).toBe(350)
    expect(steps[3]).toMatchObject({
      at: reported_at.toISOString(),
      sent_at: new Date(at.getTime() + 1_000).toISOString(),
    })
  })

  test('says why it cannot be refunded: first what is wrong with it, then that the caller may not', async () => {
    const sold = (await makeSale(app, machine, { store_id: store })).orderno
    const coins = (await makeSale(app, machine, { store_id: store, client: 'coin' })).orderno
    const staff = await makeStaff(app, owner, { permissions: ['order.buyBill'] })
    const barOf = async (orderno: string, as: Merchant) => {
      const { canRefund, refund_bar } = (await open(orderno, as)).result
      return [canRefund, refund_bar]
    }
    expect(await barOf(sold, owner)).toEqual([true, null])
    expect(await barOf(sold, staff)).toEqual([false, 'no_right'])
    for (const as of [owner, staff]) expect(await barOf(coins, as)).toEqual([false, 'cash'])
    const create_at = new Date(app.clock.now.getTime() - 86_400_000)
    const old = (await makeSale(app, machine, { store_id: store, create_at })).orderno
    for (const as of [owner, staff]) expect(await barOf(old, as)).toEqual([false, 'not_today'])
  })

  test.each([
    ['0', '1970-01-01T00:00:00.000Z'],
    [String(Date.UTC(9999, 11, 31)), '9999-12-31T00:00:00.000Z'],
    // In the merchant's time zone it is the year 10000.
    [String(Date.UTC(9999, 11, 31, 23, 59)), null],
    ['8640000000000000', null],
  ])('says %s as the machine’s time, or none where it is no date', async (ts, sent) => {
    const { orderno } = await makeSale(app, machine, { store_id: store })
    await inBooks(app, owner.tenantId, (ctx) =>
      changeBills(ctx, [orderno], () => ({ status: 0, reported_at: app.clock.now, sent_ts: ts })),
    )
    const { steps } = (await open(orderno)).result
    expect(steps.find(({ kind }) => kind === 'reported')).toMatchObject({ sent_at: sent })
  })

  test('shows the stock and the ledger lines of its own sale and refund, to the cent', async () => {
    await app.sandbox.behave({})
    const shop = await makeSelling(app, owner)
    const sold = async (): Promise<PayOrder> => {
      const order = await makeOrder(app, shop)
      await app.sandbox.pay(order.merchant_order)
      await app.sandbox.settled()
      app.clock.advance(2)
      const data = {
        saleId: `s-${order.orderno}`,
        orderNo: order.orderno,
        client: 'wechat' as const,
        amount: 350,
        items: [{ ch: 1, n: 1, ok: true }],
        result: 'delivered' as const,
        tookMs: 900,
      }
      const dated = { at: app.clock.now, byClock: true, doubtful: false }
      await inBooks(app, owner.tenantId, (ctx) =>
        bookSales(ctx, [{ deviceId: shop.id, mid: data.saleId, ts: 0, data, dated }]),
      )
      return order
    }
    const order = await sold()
    const next = await sold()
    app.clock.advance(60)
    const input = { orderno: order.orderno, part_refund: false, remarks: '', sign: await unlock(app, owner) }
    expect((await app.call(billCalls.refund, input, { as: owner })).body.rcode).toBe(0)
    const [refund] = await refundsIn(app, order.orderno)
    app.clock.advance(1)
    await runRefund(app.deps, owner.tenantId, refund?.refund_id ?? '')

    const goods = order.goods[0]?.title
    const { steps } = (await open(order.orderno)).result
    expect(steps).toMatchObject([
      { kind: 'ordered', amount: 350, discount: 0 },
      { kind: 'paid', amount: 350 },
      { kind: 'ledger', amount: 348, fee: 2 },
      { kind: 'reported' },
      { kind: 'stock', channel_sn: 1, goods, reason: 'sale', before: 5, after: 4 },
      { kind: 'refund_asked', amount: 350 },
      { kind: 'refund_done', amount: 350 },
      { kind: 'ledger', amount: -348, fee: -2 },
    ])
    expect(steps[4]?.at).toBe(new Date(order.create_at.getTime() + 2_000).toISOString())
    expect(steps[7]?.at).toBe(app.clock.now.toISOString())
    // Another sale of the same slot has its own lines.
    expect((await open(next.orderno)).result.steps.slice(2)).toMatchObject([
      { kind: 'ledger', amount: 348, fee: 2 },
      { kind: 'reported' },
      { kind: 'stock', channel_sn: 1, before: 4, after: 3 },
    ])
  })

  test('says that the machine did not report in time, and when it did later', async () => {
    const at = app.clock.now
    const { orderno } = await makeSale(app, machine, { status: 2, reported_at: null })
    const kinds = async () => (await open(orderno)).result.steps.map(({ kind }) => kind)
    expect(await kinds()).toEqual(['ordered', 'paid', 'ledger', 'unconfirmed'])
    const reported_at = new Date(at.getTime() + 300_000)
    await inBooks(app, owner.tenantId, (ctx) =>
      changeBills(ctx, [orderno], () => ({ status: 0, reported_at })),
    )
    expect(await kinds()).toEqual(['ordered', 'paid', 'ledger', 'unconfirmed', 'reported'])
  })

  test('that was paid after its order was closed waits for no report', async () => {
    await app.sandbox.behave({ notices: 'dropped' })
    const shop = await makeSelling(app, owner)
    const order = await makeOrder(app, shop)
    await asMachine(app, shop, closeOrdersOf)
    app.clock.advance(1)
    await app.sandbox.pay(order.merchant_order)
    await closeAtProvider(app.deps, owner.tenantId, order.orderno)
    const { steps, pay_state, status } = (await open(order.orderno)).result
    expect({ pay_state, status }).toEqual({ pay_state: 'paid', status: 5 })
    expect(steps.map(({ kind }) => kind)).toEqual(['ordered', 'paid', 'refund_asked', 'ledger'])
  })

  test('says when its machine sold, not when another one used the same name', async () => {
    const second = await makeBoundMachine(app, owner)
    const { now } = app.clock
    const data = {
      saleId: 'same name',
      client: 'coin' as const,
      amount: 350,
      items: [{ ch: 1, n: 1, ok: true }],
      result: 'delivered' as const,
      tookMs: 900,
    }
    const at = [new Date(now.getTime() - 600_000), new Date(now.getTime() - 300_000)]
    for (const [index, { id: deviceId }] of [machine, second].entries())
      await inBooks(app, owner.tenantId, (ctx) =>
        bookSales(ctx, [
          {
            deviceId,
            mid: 'm',
            ts: 0,
            data,
            dated: { at: at[index] ?? now, byClock: true, doubtful: false },
          },
        ]),
      )
    const rows = await asOwner<{ orderno: string }>(
      app,
      'select orderno from bill where tenant_id = $1 order by create_at',
      [owner.tenantId],
    )
    for (const [index, { orderno }] of rows.entries())
      expect((await open(orderno)).result.steps).toMatchObject([
        { kind: 'reported', at: now.toISOString(), happened_at: at[index]?.toISOString() },
      ])
    expect(rows).toHaveLength(2)
  })

  test('of cash has no payment of ours, and no step that did not happen', async () => {
    const reported_at = app.clock.now
    const { orderno } = await makeSale(app, machine, { client: 'coin', reported_at })
    const { steps, pay_state, merchant_order } = (await open(orderno)).result
    expect({ pay_state, merchant_order }).toEqual({ pay_state: null, merchant_order: null })
    expect(steps.map(({ kind }) => kind)).toEqual(['reported'])
  })

  test('shows its refund: who asked for it, why, and that it is done', async () => {
    const { orderno } = await makeSale(app, machine, { client: 'ezcard' })
    app.clock.advance(10)
    const input = { orderno, part_refund: false, remarks: 'broken', sign: await unlock(app, owner) }
    expect((await app.call(billCalls.refund, input, { as: owner })).body.rcode).toBe(0)
    const { steps, status, remarks, refunded } = (await open(orderno)).result
    expect({ status, remarks, refunded }).toEqual({ status: 9, remarks: 'broken', refunded: 350 })
    expect(steps.slice(-2)).toMatchObject([
      { kind: 'refund_asked', amount: 350, by: 'manual', username: owner.username, remarks: 'broken' },
      { kind: 'refund_done', amount: 350 },
    ])
  })

  test('is listed with its number, status, payment, amounts, goods, machine, remarks and time', async () => {
    const tea = { title: 'Tea', price: 300, quantity: 2, delivered: 1, fault: 'MOTOR' as const }
    const seller = await makeBoundMachine(app, owner, { store, title: 'Back', type: 'lattice' })
    const sold = {
      store_id: store,
      dev_type: 'lattice',
      client: 'ezcard',
      status: 1,
      list_price: 1_000,
      goods: [{}, tea],
    } as const
    const { orderno, create_at } = await makeSale(app, seller, { ...sold, goods: [...sold.goods] })
    const listed = async () =>
      (await app.call(billCalls.getBuyBill, { condition: { orderno } }, { as: owner })).body.result.data
    const row = {
      orderno,
      status: 1,
      client: 'ezcard',
      kind: 'buy',
      total_price: 950,
      discount: 50,
      refunded: 0,
      goods: [
        {
          channel_sn: 1,
          goods_id: null,
          title: 'Cola',
          price: 350,
          quantity: 1,
          delivered: null,
          fault: null,
        },
        { channel_sn: 2, goods_id: null, ...tea },
      ],
      dev_type: 'lattice',
      sn: seller.sn,
      dev_title: 'Back',
      store,
      store_name: 'Harbour',
      canRefund: true,
      refund_by: 'hand',
      remarks: '',
      oddities: [],
      create_at: create_at.toISOString(),
    }
    expect(await listed()).toEqual([row])
    const refund = { orderno, part_refund: true, refund_fee: 300, remarks: 'one Tea stuck' }
    const input = { ...refund, sign: await unlock(app, owner) }
    expect((await app.call(billCalls.refund, input, { as: owner })).body.rcode).toBe(0)
    const refunded = { status: 10, refunded: 300, canRefund: false, remarks: 'one Tea stuck' }
    expect(await listed()).toEqual([{ ...row, ...refunded }])
  })

  test('is not found by another merchant, nor outside of the scope, which is that of the sale', async () => {
    const { orderno } = await makeSale(app, machine, { store_id: store })
    const other = await makeStore(app, owner)
    const permissions = ['order.buyBill'] as const
    expect((await open(orderno, await makeMerchant(app))).rcode).toBe(101)
    expect(
      (await open(orderno, await makeStaff(app, owner, { permissions, stores: [other._id] }))).rcode,
    ).toBe(101)
    expect((await open(orderno, await makeStaff(app, owner, { permissions, stores: [store] }))).rcode).toBe(0)
    expect(
      (await open(orderno, await makeStaff(app, owner, { permissions, devices: [machine.id] }))).rcode,
    ).toBe(0)
    expect((await open('202611150400000000000000')).rcode).toBe(101)
  })
})

describe('the export of bills', () => {
  test('has a row a bill with its goods in one cell, amounts, and failures in words, newest first, within the scope', async () => {
    const second = await makeBoundMachine(app, owner, { title: 'Back' })
    const goods = [
      { title: 'Cola', price: 350, quantity: 2, delivered: 2 },
      { title: 'Tea', price: 300, delivered: 0, fault: 'MOTOR' as const },
    ]
    const first = await makeSale(app, machine, {
      store_id: store,
      dev_type: 'gashapon',
      client: 'coin',
      status: 1,
      goods,
      list_price: 1_200,
    })
    app.clock.advance(60)
    const last = await makeSale(app, second, { client: 'card', total_price: 350 })
    const lines = await readExport(app, billCalls.exportBuyBill, { condition: {}, format: 'xlsx' }, owner)
    expect(lines).toHaveLength(3)
    expect(lines[0]).toEqual([
      'Order no.',
      'Time',
      'Device name',
      'Serial number',
      'Store',
      'Goods',
      'Payment',
      'Status',
      'Amount (CNY)',
      'Discount (CNY)',
      'Refunded (CNY)',
      'Failure reason',
      'Remarks',
    ])
    expect(lines[1]?.[0]).toBe(last.orderno)
    expect(lines[2]?.filter((_, column) => column !== 1)).toEqual([
      first.orderno,
      'Front',
      machine.sn,
      'Harbour',
      'Cola ×2\nTea',
      'Coin',
      'Delivery fail',
      '10.00',
      '2.00',
      '0.00',
      'Capsule motor fault',
    ])
    const clerk = await makeStaff(app, owner, { permissions: ['order.buyBill'], devices: [second.id] })
    const theirs = await readExport(
      app,
      billCalls.exportBuyBill,
      { condition: {}, format: 'xlsx' },
      clerk,
      'zh-CN',
    )
    expect(theirs.map(([number]) => number)).toEqual(['订单号', last.orderno])
    const failed = { condition: { status: [1 as const] }, format: 'xlsx' as const }
    expect(
      (await readExport(app, billCalls.exportBuyBill, failed, owner)).slice(1).map(([number]) => number),
    ).toEqual([first.orderno])
  })
})
