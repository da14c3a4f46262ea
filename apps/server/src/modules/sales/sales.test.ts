import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeApproved } from '../../../test/bank-cards.ts'
import { makeMerchant, makeStore, type Merchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine } from '../../../test/machines.ts'
import { makeSelling, sellIn } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { billsAt, reportSales, type SaleData, saleOf, stockAt } from '../../../test/report-stand.ts'
import { giveCommand, takeAck, takeForSending, takeResult, decideDue } from '../commands/index.ts'
import { sweep } from './index.ts'

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

describe('a reported sale', () => {
  test.each([
    ['delivered', true, 0, 1],
    ['failed', false, 1, 0],
    ['won', true, 3, 1],
  ] as const)('that %s is a bill of that status, and takes its pieces', async (result, ok, status, out) => {
    await book(machine, saleOf({ result, items: [{ ch: 1, n: 1, ok }] }))
    expect(await billsOf(machine)).toMatchObject([{ status, total_price: 350, client: 'coin' }])
    expect(await stockOf(machine)).toBe(5 - out)
    expect([await billsOf(sibling), await stockOf(sibling)]).toEqual([[], 5])
  })

  test('of a lost game has no lines and takes nothing', async () => {
    await book(machine, saleOf({ result: 'lost', items: [] }))
    expect(await billsOf(machine)).toMatchObject([{ status: 4, kind: 'game', goods: [] }])
    expect(await stockOf(machine)).toBe(5)
  })

  test('that came out in part says what came out and why the rest did not', async () => {
    const items = [
      { ch: 1, n: 2, ok: true },
      { ch: 1, n: 1, ok: false, fault: 'MOTOR' as const },
    ]
    await book(machine, saleOf({ result: 'part', amount: 1050, items }))
    const line = { channel_sn: 1, price: 350, quantity: 3, delivered: 2, fault: 'MOTOR' }
    expect(await billsOf(machine)).toMatchObject([{ status: 1, goods: [line], oddities: [] }])
    expect(await stockOf(machine)).toBe(3)
  })

  test('keeps the goods, store and payout account of its time', async () => {
    const { merchant_id } = await makeApproved(app, owner)
    const { _id: store } = await makeStore(app, owner, { merchant_id })
    const here = await makeSelling(app, owner, { store })
    const goods = await sellIn(app, here, owner)
    await book(here, saleOf())
    expect(await billsOf(here)).toMatchObject([
      { store_id: store, merchant_id, dev_type: 'vending', goods: [{ goods_id: goods }] },
    ])
  })

  test.each([
    ['an unknown slot', { items: [{ ch: 99, n: 1, ok: true }] }, ['slot']],
    ['a slot without goods', { items: [{ ch: 2, n: 1, ok: true }] }, ['goods']],
    ['another price', { amount: 300 }, ['price']],
    ['an online payment that is not ours', { client: 'wechat' as const }, ['order']],
    ['an order that is not ours', { orderNo: '202611150400000000000001' }, ['order']],
    ['an order by a name that is no number', { orderNo: 'ours?' }, ['order']],
    ['none of these', {}, []],
  ])('with %s is a bill, and flagged', async (_what, more, oddities) => {
    expect(await book(machine, saleOf(more))).toEqual(['booked'])
    expect(await billsOf(machine)).toMatchObject([{ oddities, status: 0 }])
  })

  test.each([
    ['delivered', [false], 1, 5],
    ['delivered', [true, false], 1, 4],
    ['failed', [true], 0, 4],
    ['part', [true], 1, 4],
    ['won', [false], 1, 5],
    ['lost', [true], 3, 4],
  ] as const)(
    'that says %s, with pieces that came out: %o, is believed by its pieces',
    async (result, ok, status, stock) => {
      await book(machine, saleOf({ result, items: ok.map((one) => ({ ch: 1, n: 1, ok: one })) }))
      expect(await billsOf(machine)).toMatchObject([{ status }])
      expect(await stockOf(machine)).toBe(stock)
    },
  )

  test.each([
    ['a prize that came out', { result: 'won', ok: true, amount: 100 }, 3, 100, []],
    ['a prize that did not', { result: 'failed', ok: false, amount: 100 }, 1, 100, []],
    ['another amount', { result: 'won', ok: true, amount: 350 }, 3, 100, ['price']],
    ['a purchase that failed', { result: 'failed', ok: false, amount: 350 }, 1, 350, []],
    ['neither price', { result: 'failed', ok: false, amount: 90 }, 1, 350, ['price']],
  ] as const)(
    'of a machine with games, with %s, is a game by what was paid',
    async (_what, { result, ok, amount }, status, price, oddities) => {
      const game = await makeSelling(app, owner, { type: 'lipstick', game_price: 100 })
      await book(game, saleOf({ result, amount, items: [{ ch: 1, n: 1, ok }] }))
      expect(await billsOf(game)).toMatchObject([
        { status, kind: price === 100 ? 'game' : 'buy', total_price: amount, goods: [{ price }], oddities },
      ])
    },
  )

  test('from an unknown slot has what was paid for each piece as its price', async () => {
    await book(machine, saleOf({ amount: 700, items: [{ ch: 99, n: 2, ok: true }] }))
    const line = { channel_sn: 99, goods_id: null, price: 350, quantity: 2 }
    expect(await billsOf(machine)).toMatchObject([{ goods: [line] }])
  })

  test('that cost nothing has no amount, whatever the machine says', async () => {
    await book(machine, saleOf({ client: 'gift' }))
    expect((await billsOf(machine)).map((bill) => bill.total_price)).toEqual([0])
  })

  test('by a card that the machine settled has a payment; one by coin, or online without our order, has none', async () => {
    const clients = ['card', 'ezcard', 'coin', 'wechat'] as const
    await book(machine, ...clients.map((client) => saleOf({ client })))
    const payments = await asOwner(
      app,
      'select client, state, amount, cardno from pay_order where device_id = $1 order by client',
      [machine.id],
    )
    const paid = { state: 'paid', amount: 350, cardno: '' }
    expect(payments).toEqual([
      { client: 'card', ...paid },
      { client: 'ezcard', ...paid },
    ])
    expect(await asOwner(app, 'select from ledger_line where tenant_id = $1', [owner.tenantId])).toEqual([])
  })

  test('by a card that the machine settled stays failed in a store that refunds by itself: a person pays it back', async () => {
    const { _id: store } = await makeStore(app, owner, { auto_refund: true })
    const here = await makeSelling(app, owner, { store })
    const failed = { result: 'failed' as const, items: [{ ch: 1, n: 1, ok: false }] }
    await book(here, saleOf({ client: 'card', ...failed }), saleOf({ client: 'coin', ...failed }))
    expect((await billsOf(here)).map(({ client, status, refunded }) => [client, status, refunded])).toEqual([
      ['card', 1, 0],
      ['coin', 1, 0],
    ])
  })

  test('is booked once in a batch that holds it twice, and its neighbours are booked', async () => {
    const sale = saleOf()
    const other = { ...sale, amount: 700 }
    expect(await book(machine, sale, sale, saleOf(), other)).toEqual([
      'booked',
      'repeated',
      'booked',
      'reused name',
    ])
    expect(await billsOf(machine)).toHaveLength(2)
    expect(await stockOf(machine)).toBe(3)
  })

  test('of one millisecond with a number that is taken gets another one', async () => {
    const first = saleOf()
    await book(machine, first)
    // Another sale has the number that the next one would get.
    const sale = saleOf()
    await book(machine, sale)
    const wanted = (await billsOf(machine)).find((bill) => bill.sale_id === sale.saleId)?.orderno ?? ''
    await asOwner(app, 'delete from bill_goods where orderno = $1', [wanted])
    await asOwner(app, `update bill set sale_id = 'another' where orderno = $1`, [wanted])
    await asOwner(app, 'delete from machine_inbox where device_id = $1 and ref = $2', [
      machine.id,
      sale.saleId,
    ])
    expect(await book(machine, sale)).toEqual(['booked'])
    const bills = await billsOf(machine)
    expect(bills.map((bill) => bill.sale_id).toSorted()).toEqual(
      ['another', first.saleId, sale.saleId].toSorted(),
    )
    const noted = await asOwner<{ ref: string; orderno: string }>(
      app,
      'select ref, orderno from machine_inbox where device_id = $1',
      [machine.id],
    )
    const ordernoOf = (ref: string) => bills.find((bill) => bill.sale_id === ref)?.orderno
    expect(noted).toHaveLength(2)
    for (const { ref, orderno } of noted) expect(orderno).toBe(ordernoOf(ref))
  })

  test('whose name is forgotten is recognised by its bill', async () => {
    const sale = saleOf()
    await book(machine, sale)
    const at = app.clock.now
    await sweep(app.deps, owner.tenantId, new Date(at.getTime() + 399 * 86_400_000))
    expect(await book(machine, sale)).toEqual(['repeated'])
    await sweep(app.deps, owner.tenantId, new Date(at.getTime() + 401 * 86_400_000))
    expect(await asOwner(app, 'select from machine_inbox where device_id = $1', [machine.id])).toEqual([])
    await book(machine, sale)
    expect(await billsOf(machine)).toHaveLength(1)
    expect(await stockOf(machine)).toBe(4)
  })

  test('of a time when the merchant did not have the machine any more is not booked', async () => {
    await asOwner(app, 'update device set unbound_at = $2 where device_id = $1', [machine.id, app.clock.now])
    expect(await book(machine, saleOf())).toEqual(['gone'])
    expect(await billsOf(machine)).toEqual([])
  })
})

describe('a remote dispensing', () => {
  const by = { id: null, username: 'tester' }
  const dispense = async (...slots: number[]): Promise<string> => {
    const args = { items: (slots.length === 0 ? [1] : slots).map((ch) => ({ ch, n: 2 })) }
    const { command } = await asMachine(app, machine, (ctx) => giveCommand(ctx, { op: 'dispense', args, by }))
    await asMachine(app, machine, (ctx) => takeForSending(ctx, command))
    return command
  }
  const ack = (id: string, accepted = true) =>
    asMachine(app, machine, (ctx) => takeAck(ctx, { id, accepted }))
  const result = (id: string, ok: boolean) =>
    asMachine(app, machine, (ctx) => takeResult(ctx, { id, ok, items: [{ ch: 1, n: 2, ok }] }))

  test.each([
    [true, 0, 2],
    [false, 1, 0],
  ])('that ends with ok %s is a bill of status %s without an amount', async (ok, status, delivered) => {
    const id = await dispense()
    await ack(id)
    await result(id, ok)
    expect(await billsOf(machine)).toMatchObject([
      { client: 'remote', status, total_price: 0, command_id: id, goods: [{ quantity: 2, delivered }] },
    ])
    expect(await billsOf(sibling)).toEqual([])
  })

  test('has the goods and the price of each slot, and neither where the slot is empty or unknown', async () => {
    const id = await dispense(1, 2, 99)
    await ack(id)
    await result(id, true)
    const none = { goods_id: null, title: '', price: 0, delivered: 0 }
    expect(await billsOf(machine)).toMatchObject([
      {
        total_price: 0,
        goods: [
          {
            channel_sn: 1,
            goods_id: expect.any(String),
            title: expect.stringMatching(/^Cola/),
            price: 350,
            delivered: 2,
          },
          { channel_sn: 2, ...none },
          { channel_sn: 99, ...none },
        ],
      },
    ])
  })

  test('without a result is abnormal, until the result comes', async () => {
    const id = await dispense()
    await ack(id)
    app.clock.advance(3_600)
    await decideDue(app.deps, owner.tenantId, id)
    expect(await billsOf(machine)).toMatchObject([
      { status: 2, reported_at: null, goods: [{ delivered: null }] },
    ])
    await result(id, true)
    expect(await billsOf(machine)).toMatchObject([
      { status: 0, reported_at: app.clock.now, goods: [{ delivered: 2 }] },
    ])
  })

  test('that the machine refused, or never heard of, is no bill', async () => {
    await ack(await dispense(), false)
    const unheard = await dispense()
    app.clock.advance(3_600)
    await decideDue(app.deps, owner.tenantId, unheard)
    expect(await billsOf(machine)).toEqual([])
  })
})
