import { voucherCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { giveActivity, makeMerchant, makeStore, type Merchant } from '../../../test/factories.ts'
import { listenAs } from '../../../test/listening.ts'
import { asMachine, type BoundMachine } from '../../../test/machines.ts'
import { ask, makeOrder, makeSelling, requestOf, sellIn } from '../../../test/order-stand.ts'
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
import { billOf, refundsIn } from '../../../test/sale-stand.ts'
import { makeVoucher } from '../../../test/voucher-stand.ts'
import { markPaid } from '../payments/index.ts'
import { decideBill } from './deadline-service.ts'
import { runRefund } from '../refunds/run-service.ts'
import { bookSales } from './sale-service.ts'

const app = await testApp()
let owner: Merchant
let machine: BoundMachine
let sibling: BoundMachine

beforeEach(async () => {
  owner = await makeMerchant(app)
  machine = await makeSelling(app, owner)
  sibling = await makeSelling(app, owner)
  app.clock.advance(1)
})

const book = (one: BoundMachine, ...sales: SaleData[]) => reportSales(app, one, ...sales)
const billsOf = (one: BoundMachine) => billsAt(app, one)
const stockOf = (one: BoundMachine) => stockAt(app, one)

describe('the report of a paid order', () => {
  const ending = (orderNo: string, more: Partial<SaleData> = {}) =>
    saleOf({ orderNo, client: 'wechat', ...more })

  async function payFor(
    one: BoundMachine,
    more: Parameters<typeof makeOrder>[2] = {},
    payer = 'customer',
  ): Promise<string> {
    const order = await makeOrder(app, one, more)
    const { merchant_order: number, amount } = order
    const paid = { state: 'paid', amount, txn: number, paidAt: app.clock.now, payer } as const
    expect(await markPaid(app.deps, owner.tenantId, number, paid)).toBe('paid')
    expect((await billOf(app, owner.tenantId, order.orderno)).status).toBe(7)
    return order.orderno
  }

  test('ends its bill, and no other of the machine', async () => {
    const [first, second] = [await payFor(machine), await payFor(machine)]
    const hear = await listenAs(app, owner)
    expect(await book(machine, ending(first))).toEqual(['booked'])
    expect(await hear()).toContainEqual({ kind: 'bills', data: { sn: machine.sn, ordernos: [first] } })
    expect(await billOf(app, owner.tenantId, first)).toMatchObject({
      status: 0,
      goods: [{ delivered: 1, fault: null }],
      oddities: [],
      reported_at: app.clock.now,
    })
    expect(await billOf(app, owner.tenantId, second)).toMatchObject({ status: 7, reported_at: null })
    expect(await billsOf(machine)).toHaveLength(2)
    expect(await stockOf(machine)).toBe(4)
  })

  test('leaves its bill at the time of the order, which is the server’s', async () => {
    const order = await makeOrder(app, machine)
    const { orderno, merchant_order: number, amount } = order
    const ordered = app.clock.now
    app.clock.advance(10)
    const paidAt = new Date(0)
    await markPaid(app.deps, owner.tenantId, number, { state: 'paid', amount, txn: number, paidAt })
    app.clock.advance(20)
    // The machine believes that it sold on another day.
    const at = new Date(ordered.getTime() - 3 * 86_400_000)
    const data = ending(orderno)
    const sale = { deviceId: machine.id, mid: 'm-off', ts: at.getTime(), data }
    await asMachine(app, machine, (ctx) =>
      bookSales(ctx, [{ ...sale, dated: { at, byClock: true, doubtful: false } }]),
    )
    expect(await billsOf(machine)).toMatchObject([{ orderno, create_at: ordered, status: 0 }])
    expect(orderno.slice(0, 14)).toBe(ordered.toISOString().replaceAll(/\D/g, '').slice(0, 14))
  })

  test('by another machine is a sale of its own, and leaves the bill alone', async () => {
    const orderno = await payFor(machine)
    await book(sibling, ending(orderno))
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status: 7 })
    expect(await billsOf(sibling)).toMatchObject([{ oddities: ['order'] }])
  })

  test('a second time by another name, with nothing given out, is left out', async () => {
    const orderno = await payFor(machine)
    const failed = ending(orderno, { result: 'failed', items: [] })
    expect(await book(machine, ending(orderno), failed)).toEqual(['booked', 'order reported before'])
    const items = [{ ch: 1, n: 1, ok: false }]
    expect(await book(machine, { ...failed, saleId: 'once more', items })).toEqual(['order reported before'])
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status: 0, goods: [{ delivered: 1 }] })
    expect(await billsOf(machine)).toHaveLength(1)
    expect(await stockOf(machine)).toBe(4)
  })

  test('a second time by another name, with goods given out, is a bill of its own that cost nothing', async () => {
    const orderno = await payFor(machine)
    await book(machine, ending(orderno))
    app.clock.advance(1)
    expect(await book(machine, ending(orderno, { saleId: 'again', amount: 900 }))).toEqual(['booked'])
    const second = {
      sale_id: 'again',
      status: 0,
      client: 'wechat',
      total_price: 0,
      list_price: 0,
      oddities: ['again'],
      goods: [{ channel_sn: 1, delivered: 1 }],
    }
    expect(await billsOf(machine)).toMatchObject([
      { orderno, status: 0, total_price: 350, oddities: [] },
      second,
    ])
    expect(await stockOf(machine)).toBe(3)
    const payments = await asOwner(app, 'select orderno from pay_order where device_id = $1', [machine.id])
    expect(payments).toEqual([{ orderno }])
    // Both in one batch.
    const other = await payFor(machine)
    app.clock.advance(1)
    await book(machine, ending(other), ending(other, { saleId: 'again too' }))
    expect(await billsOf(machine)).toMatchObject([{}, {}, { orderno: other }, { sale_id: 'again too' }])
    expect(await stockOf(machine)).toBe(1)
  })

  test('that is forgotten and comes again changes nothing', async () => {
    const orderno = await payFor(machine)
    const sale = ending(orderno)
    await book(machine, sale)
    await asOwner(app, 'delete from machine_inbox where device_id = $1', [machine.id])
    await book(machine, sale)
    expect(await billsOf(machine)).toHaveLength(1)
    expect(await stockOf(machine)).toBe(4)
  })

  test('that comes late moves an abnormal bill, but not one that is being refunded', async () => {
    const [late, refunded] = [await payFor(machine), await payFor(machine)]
    await asOwner(app, 'update bill set status = 2 where orderno = $1', [late])
    await asOwner(app, 'update bill set status = 5, status_before = 2 where orderno = $1', [refunded])
    await book(machine, ending(late), ending(refunded))
    expect(await billOf(app, owner.tenantId, late)).toMatchObject({ status: 0, goods: [{ delivered: 1 }] })
    expect(await billOf(app, owner.tenantId, refunded)).toMatchObject({
      status: 5,
      goods: [{ delivered: 1 }],
    })
    expect(await stockOf(machine)).toBe(3)
  })

  test.each([
    ['delivered', true, 0],
    ['failed', false, 1],
  ] as const)(
    'that comes while its refund is under way, and says %s, counts when the provider refuses',
    async (result, ok, status) => {
      const { _id: store } = await makeStore(app, owner, { auto_refund: true })
      const here = await makeSelling(app, owner, { store })
      const { orderno, merchant_order: number } = await makeOrder(app, here)
      await app.sandbox.pay(number)
      await app.sandbox.settled()
      for (const seconds of [120, 600]) {
        app.clock.advance(seconds)
        await beat(app, here)
        await decideBill(app.deps, owner.tenantId, orderno)
      }
      expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status: 5, status_before: 2 })
      const [refund] = await refundsIn(app, orderno)
      const run = () => runRefund(app.deps, owner.tenantId, refund?.refund_id ?? '')
      await app.sandbox.behave({ refund: 'processing' }, number)
      await run()
      await book(here, ending(orderno, { result, items: [{ ch: 1, n: 1, ok }] }))
      expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status: 5, status_before: status })
      await app.sandbox.endRefund(`${number}R1`, 'rejected')
      app.clock.advance(10)
      await run()
      expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({
        status,
        status_before: null,
        refunded: 0,
        goods: [{ delivered: ok ? 1 : 0 }],
      })
    },
  )

  test.each([
    ['delivered, with a piece that did not come out', { result: 'delivered', ok: [true, false] }, 1],
    ['delivered, with nothing that came out', { result: 'delivered', ok: [false, false] }, 1],
    ['part, with nothing missing', { result: 'part', ok: [true, true] }, 0],
    ['part, with a piece that is not named', { result: 'part', ok: [true] }, 1],
    ['failed, with all that was ordered', { result: 'failed', ok: [true, true] }, 0],
    ['failed, with a part of what was ordered', { result: 'failed', ok: [true] }, 1],
  ] as const)('that says %s is believed by its pieces', async (_what, { result, ok }, status) => {
    const orderno = await payFor(machine, { items: [{ ch: 1, n: 2 }] })
    const items = ok.map((one) => ({ ch: 1, n: 1, ok: one }))
    await book(machine, ending(orderno, { amount: 700, result, items }))
    const delivered = ok.filter(Boolean).length
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status, goods: [{ delivered }] })
  })

  test.each([
    ['won, and the prize did not come out', { result: 'won', ok: false }, 1, []],
    ['won, and the prize came out', { result: 'won', ok: true }, 3, [{}]],
    ['lost, and a prize came out', { result: 'lost', ok: true }, 3, [{}]],
    ['lost, and nothing came out', { result: 'lost', ok: false }, 4, []],
    ['failed, and the prize came out', { result: 'failed', ok: true }, 3, [{}]],
  ] as const)(
    'of a game that says %s is believed by its prize',
    async (_what, { result, ok }, status, wins) => {
      const game = await makeSelling(app, owner, { type: 'lipstick', game_price: 100 })
      const orderno = await payFor(game, { kind: 'game' }, 'winner')
      await book(game, ending(orderno, { amount: 100, result, items: [{ ch: 1, n: 1, ok }] }))
      expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status, kind: 'game', oddities: [] })
      expect(await stockOf(game)).toBe(ok ? 4 : 5)
      expect(await asOwner(app, 'select from game_win where tenant_id = $1', [owner.tenantId])).toEqual(wins)
    },
  )

  test('of a game that was won long before it is reported dates the win by the game, not before the payment', async () => {
    const game = await makeSelling(app, owner, { type: 'lipstick', game_price: 100 })
    const won = async (payer: string, after: number): Promise<Date> => {
      const orderno = await payFor(game, { kind: 'game' }, payer)
      const at = new Date(app.clock.now.getTime() + after * 1_000)
      app.clock.advance(5 * 86_400)
      await reportSalesOf(app, game, at, [ending(orderno, { amount: 100, result: 'won' })])
      return at
    }
    const first = await won('one', 60)
    const paid = app.clock.now.getTime() + 1_000
    await won('two', -60)
    const wins = await asOwner(app, 'select won_at from game_win where tenant_id = $1 order by won_at', [
      owner.tenantId,
    ])
    expect(wins).toEqual([{ won_at: first }, { won_at: new Date(paid) }])
  })

  test('with forgotten items says that nothing came out, or all of it', async () => {
    const [none, all] = [await payFor(machine), await payFor(machine)]
    await book(machine, ending(none, { result: 'failed', items: [] }), ending(all, { items: [] }))
    expect(await billOf(app, owner.tenantId, none)).toMatchObject({ status: 1, goods: [{ delivered: 0 }] })
    expect(await billOf(app, owner.tenantId, all)).toMatchObject({ status: 0, goods: [{ delivered: 1 }] })
    const game = await makeSelling(app, owner, { type: 'lipstick', game_price: 100 })
    const prize = await payFor(game, { kind: 'game' })
    await book(game, ending(prize, { amount: 100, result: 'won', items: [] }))
    expect(await billOf(app, owner.tenantId, prize)).toMatchObject({ status: 3, goods: [{ delivered: 1 }] })
  })

  test('with another amount or another slot is flagged', async () => {
    const orderno = await payFor(machine)
    const items = [{ ch: 2, n: 1, ok: true }]
    await book(machine, ending(orderno, { amount: 1, items }))
    const { goods, oddities } = await billOf(app, owner.tenantId, orderno)
    expect(oddities).toEqual(['slot', 'price'])
    expect(goods).toMatchObject([
      { channel_sn: 1, delivered: 0 },
      { channel_sn: 2, delivered: 1, price: 0 },
    ])
  })
})

test('a report gives back the voucher of an order of which nothing came out, and no other', async () => {
  giveActivity(app, owner)
  const goods = await sellIn(app, machine, owner)
  const take = async () => {
    const { code, gift_id: id } = await makeVoucher(app, owner, { goods })
    const order = await ask(app, machine, requestOf({ items: [], pay: 'gift', voucher: code }))
    return { id, orderNo: order?.orderNo ?? '' }
  }
  const [none, some, all, waiting] = [await take(), await take(), await take(), await take()]
  const gift = { client: 'gift', amount: 0 } as const
  await book(
    machine,
    saleOf({ ...gift, orderNo: none.orderNo, items: [{ ch: 1, n: 1, ok: false }], result: 'failed' }),
    // The slot beside it gave a piece.
    saleOf({
      ...gift,
      orderNo: some.orderNo,
      items: [
        { ch: 1, n: 1, ok: false },
        { ch: 2, n: 1, ok: true },
      ],
      result: 'part',
    }),
    saleOf({ ...gift, orderNo: all.orderNo }),
  )
  const condition = { ids: [none, some, all, waiting].map(({ id }) => id) }
  const { data } = (await app.call(voucherCalls.getGift, { condition }, { as: owner })).body.result
  const unused = data.filter(({ state }) => state === 'unused').map(({ gift_id: id }) => id)
  expect([data.length, unused]).toEqual([4, [none.id]])
})
