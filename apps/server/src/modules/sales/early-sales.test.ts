/** Sales of orders that are not paid yet, by what we know. */
import { billCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStore, type Merchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine } from '../../../test/machines.ts'
import { linesOf, makeOrder, makeSelling } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { beat } from '../../../test/presence-stand.ts'
import {
  billsAt,
  reportSales,
  reportSalesOf,
  type SaleData,
  saleOf,
  stockAt,
} from '../../../test/report-stand.ts'
import { refundsIn } from '../../../test/sale-stand.ts'
import { answersFor, closeOrdersOf, markPaid, type PayOrder } from '../payments/index.ts'
import { decideBill } from './deadline-service.ts'
import { OrderJustReported } from './sale-service.ts'

const app = await testApp()
let owner: Merchant
let machine: BoundMachine
let sibling: BoundMachine

beforeEach(async () => {
  owner = await makeMerchant(app)
  const { _id: store } = await makeStore(app, owner, { auto_refund: true })
  machine = await makeSelling(app, owner, { store })
  sibling = await makeSelling(app, owner, { store })
})

const sell = ({ orderno: orderNo, amount }: PayOrder, more: Partial<SaleData> = {}): SaleData =>
  saleOf({ orderNo, client: 'wechat', amount, ...more })

const failed: Partial<SaleData> = { result: 'failed', items: [{ ch: 1, n: 1, ok: false }] }

function pay({ merchant_order: number, amount }: PayOrder, payer = 'customer') {
  app.clock.advance(1)
  const paid = { state: 'paid', amount, txn: number, paidAt: app.clock.now, payer } as const
  return markPaid(app.deps, owner.tenantId, number, paid)
}

const close = (): Promise<void> => asMachine(app, machine, closeOrdersOf)

/** All deadlines of the bill pass. */
async function wait({ orderno }: PayOrder): Promise<void> {
  for (const seconds of [120, 600]) {
    app.clock.advance(seconds)
    await beat(app, machine)
    await decideBill(app.deps, owner.tenantId, orderno)
  }
}

describe('a sale of an order that was not paid yet', () => {
  test('is the bill of that order, flagged; the payment ends the flag, and makes no second bill', async () => {
    const order = await makeOrder(app, machine)
    const other = await makeOrder(app, machine)
    app.clock.advance(5)
    const sale = sell(order)
    expect(await reportSales(app, machine, sale)).toEqual(['booked'])
    const reported = {
      orderno: order.orderno,
      create_at: order.create_at,
      store_id: order.store_id,
      client: 'wechat',
      status: 0,
      total_price: 350,
      sale_id: sale.saleId,
      goods: [{ title: expect.stringMatching(/^Cola/), price: 350, quantity: 1, delivered: 1 }],
    }
    expect(await billsAt(app, machine)).toMatchObject([{ ...reported, oddities: ['order'] }])
    const [row] = (await app.call(billCalls.getBuyBill, {}, { as: owner })).body.result.data
    expect(row).toMatchObject({ orderno: order.orderno, canRefund: false })
    expect(await linesOf(app, order)).toEqual([])

    expect(await pay(order)).toBe('paid')
    expect(await billsAt(app, machine)).toMatchObject([{ ...reported, oddities: [] }])
    expect((await linesOf(app, order)).map(({ amount }) => amount)).toEqual([350, -2, -348])
    expect(await pay(other)).toBe('paid')
    await wait(order)
    expect(await billsAt(app, machine)).toMatchObject([reported, { orderno: other.orderno, status: 7 }])
    expect(await refundsIn(app, order.orderno)).toEqual([])
    expect(await stockAt(app, machine)).toBe(4)

    const sums = await asOwner(
      app,
      'select sum(count)::int as count, sum(income)::int as income from sales_device_day where tenant_id = $1',
      [owner.tenantId],
    )
    expect(sums).toEqual([{ count: 2, income: 700 }])
  })

  test('is one bill however often sale and payment come, in either order', async () => {
    const [first, second] = [await makeOrder(app, machine), await makeOrder(app, machine)]
    const [early, late] = [sell(first), sell(second)]
    const at = app.clock.now
    const report = (...sales: SaleData[]) => reportSalesOf(app, machine, at, sales)
    expect(await report(early)).toEqual(['booked'])
    expect(await report(early)).toEqual(['repeated'])
    expect([await pay(first), await pay(first)]).toEqual(['paid', 'known'])
    expect([await pay(second), await pay(second)]).toEqual(['paid', 'known'])
    expect(await report(late, early, late)).toEqual(['booked', 'repeated', 'repeated'])
    await asOwner(app, 'delete from machine_inbox where device_id = $1', [machine.id])
    await report(early, late)
    const bills = await billsAt(app, machine)
    expect(bills.map(({ orderno, status, oddities }) => [orderno, status, oddities])).toEqual([
      [first.orderno, 0, []],
      [second.orderno, 0, []],
    ])
    expect(await stockAt(app, machine)).toBe(3)
  })

  test('is one bill when sale and payment come at the same time', async () => {
    const busy = await makeSelling(app, owner, { quantity: 10 })
    const report = async (sale: SaleData): Promise<unknown> => {
      try {
        return await reportSales(app, busy, sale)
      } catch (error) {
        if (!(error instanceof OrderJustReported)) throw error
        return report(sale)
      }
    }
    for (let round = 0; round < 10; round += 1) {
      const order = await makeOrder(app, busy)
      await Promise.all([report(sell(order)), pay(order)])
      const bills = (await billsAt(app, busy)).filter(({ orderno }) => orderno === order.orderno)
      expect(bills).toMatchObject([{ status: 0, oddities: [], goods: [{ delivered: 1 }] }])
      expect(await billsAt(app, busy)).toHaveLength(round + 1)
    }
  })

  test('that gave nothing is refunded once it is paid, in a store that refunds by itself', async () => {
    const order = await makeOrder(app, machine)
    await reportSales(app, machine, sell(order, failed))
    expect(await billsAt(app, machine)).toMatchObject([{ status: 1, oddities: ['order'] }])
    expect(await refundsIn(app, order.orderno)).toEqual([])
    await pay(order)
    expect(await billsAt(app, machine)).toMatchObject([{ status: 5, status_before: 1, oddities: [] }])
    expect(await refundsIn(app, order.orderno)).toMatchObject([{ amount: 350, state: 'refunding' }])
  })

  test('that was closed before it was paid keeps the money for what came out, and gives back the rest', async () => {
    const out = await makeOrder(app, machine)
    const jammed = await makeOrder(app, machine)
    const partly = await makeOrder(app, machine, { items: [{ ch: 1, n: 2 }] })
    await close()
    const items = [
      { ch: 1, n: 1, ok: true },
      { ch: 1, n: 1, ok: false },
    ]
    await reportSales(app, machine, sell(out), sell(jammed, failed), sell(partly, { result: 'part', items }))
    for (const order of [out, jammed, partly]) expect(await pay(order)).toBe('paid')
    expect(await billsAt(app, machine)).toMatchObject([
      { orderno: out.orderno, status: 0, oddities: [] },
      { orderno: jammed.orderno, status: 5 },
      { orderno: partly.orderno, status: 5 },
    ])
    expect(await refundsIn(app, out.orderno)).toEqual([])
    expect(await refundsIn(app, jammed.orderno)).toMatchObject([{ amount: 350, part: false }])
    expect(await refundsIn(app, partly.orderno)).toMatchObject([{ amount: 350, part: true }])
  })

  test('asks the machine for nothing more when the payment comes', async () => {
    const [sold, waiting] = [await makeOrder(app, machine), await makeOrder(app, machine)]
    await reportSales(app, machine, sell(sold))
    for (const order of [sold, waiting]) await pay(order)
    const answersOf = (orderno?: string) => asMachine(app, machine, (ctx) => answersFor(ctx, orderno))
    expect(await answersOf(sold.orderno)).toEqual([])
    expect(await answersOf(waiting.orderno)).toMatchObject([{ state: 'paid' }])
    expect(await answersOf()).toMatchObject([{ orderNo: waiting.orderno }])
  })

  test('of another machine, or that was paid in another way, is a sale of its own', async () => {
    const [foreign, cash] = [await makeOrder(app, machine), await makeOrder(app, machine)]
    await reportSales(app, sibling, sell(foreign))
    await reportSales(app, machine, sell(cash, { client: 'coin' }))
    expect(await billsAt(app, sibling)).toMatchObject([{ oddities: ['order'] }])
    expect(await billsAt(app, machine)).toMatchObject([{ client: 'coin', oddities: ['order'] }])
    for (const order of [foreign, cash]) await pay(order)
    const waiting = (await billsAt(app, machine)).filter(({ status }) => status === 7)
    expect(waiting.map(({ orderno }) => orderno)).toEqual([foreign.orderno, cash.orderno])
  })

  test('that is reported twice by other names is paid once', async () => {
    const order = await makeOrder(app, machine)
    const empty = sell(order, failed)
    expect(await reportSales(app, machine, sell(order), sell(order), empty)).toEqual([
      'booked',
      'booked',
      'order reported before',
    ])
    const bills = await billsAt(app, machine)
    expect(bills.map(({ total_price: total, oddities }) => [total, oddities])).toEqual([
      [350, ['order']],
      [0, ['again']],
    ])
  })

  test('with another amount is flagged, and costs what was ordered', async () => {
    const order = await makeOrder(app, machine)
    await reportSales(app, machine, sell(order, { amount: 1 }))
    expect(await billsAt(app, machine)).toMatchObject([{ total_price: 350, oddities: ['price', 'order'] }])
    await pay(order)
    expect(await billsAt(app, machine)).toMatchObject([{ total_price: 350, oddities: ['price'] }])
  })

  test('of a game that was won notes the win when the payment names the customer', async () => {
    const game = await makeSelling(app, owner, { type: 'lipstick', game_price: 100 })
    const order = await makeOrder(app, game, { kind: 'game' })
    await reportSales(app, game, sell(order, { result: 'won' }))
    const wins = () => asOwner(app, 'select won_at from game_win where tenant_id = $1', [owner.tenantId])
    expect(await wins()).toEqual([])
    await pay(order)
    expect(await billsAt(app, game)).toMatchObject([{ status: 3, kind: 'game', total_price: 100 }])
    expect(await wins()).toEqual([{ won_at: app.clock.now }])
  })
})
