import type { UpMessage } from '@slotwise/machine-protocol'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeApproved } from '../../../test/bank-cards.ts'
import { makeMerchant, makeStore, type Merchant } from '../../../test/factories.ts'
import { listenAs } from '../../../test/listening.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { makeOrder, makeSelling, sellIn } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { billOf } from '../../../test/sale-stand.ts'
import { giveCommand, takeAck, takeForSending, takeResult, decideDue } from '../commands/index.ts'
import { markPaid } from '../payments/index.ts'
import type { Bill } from './bill-model.ts'
import { bookWaiting, sweepInbox } from './inbox-service.ts'
import { bookSales, type SaleOutcome } from './sale-service.ts'

const app = await testApp()
let owner: Merchant
let machine: BoundMachine
let sibling: BoundMachine
let serial = 0

beforeEach(async () => {
  owner = await makeMerchant(app)
  machine = await makeSelling(app, owner)
  sibling = await makeSelling(app, owner)
  app.clock.advance(1)
})

type SaleData = UpMessage<'sale'>
const saleOf = (more: Partial<SaleData> = {}): SaleData => ({
  saleId: `s${(serial += 1)}`,
  client: 'coin',
  amount: 350,
  items: [{ ch: 1, n: 1, ok: true }],
  result: 'delivered',
  tookMs: 900,
  ...more,
})

const book = (one: BoundMachine, ...sales: SaleData[]): Promise<SaleOutcome[]> =>
  asMachine(app, one, (ctx) =>
    bookSales(
      ctx,
      sales.map((data) => ({
        deviceId: one.id,
        mid: `m-${data.saleId}`,
        ts: app.clock.now.getTime(),
        data,
        dated: { at: app.clock.now, byClock: true, doubtful: false },
      })),
    ),
  )

const billsOf = ({ id }: BoundMachine): Promise<Bill[]> =>
  asOwner<Bill>(app, 'select * from bill where device_id = $1 order by create_at, sale_id', [id])
const stockOf = async ({ id }: BoundMachine): Promise<number | undefined> =>
  (
    await asOwner<{ quantity: number }>(
      app,
      'select quantity from channel where device_id = $1 and channel_sn = 1',
      [id],
    )
  )[0]?.quantity

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

  test('from an unknown slot has what was paid for each piece as its price', async () => {
    await book(machine, saleOf({ amount: 700, items: [{ ch: 99, n: 2, ok: true }] }))
    const line = { channel_sn: 99, goods_id: null, price: 350, quantity: 2 }
    expect(await billsOf(machine)).toMatchObject([{ goods: [line] }])
  })

  test('that cost nothing has no amount, whatever the machine says', async () => {
    await book(machine, saleOf({ client: 'gift' }), saleOf({ client: 'remote' }))
    expect((await billsOf(machine)).map((bill) => bill.total_price)).toEqual([0, 0])
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

  test('by card that failed is refunded at once in a store that refunds by itself', async () => {
    const { _id: store } = await makeStore(app, owner, { auto_refund: true })
    const here = await makeSelling(app, owner, { store })
    const failed = { result: 'failed' as const, items: [{ ch: 1, n: 1, ok: false }] }
    await book(here, saleOf({ client: 'card', ...failed }), saleOf({ client: 'coin', ...failed }))
    expect((await billsOf(here)).map(({ client, status, refunded }) => [client, status, refunded])).toEqual([
      ['card', 8, 350],
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
    const [first] = [await book(machine, saleOf()), await billsOf(machine)].slice(1) as [Bill[]]
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
      ['another', first?.[0]?.sale_id, sale.saleId].toSorted(),
    )
    const [noted] = await asOwner<{ orderno: string }>(
      app,
      'select orderno from machine_inbox where device_id = $1 and ref = $2',
      [machine.id, sale.saleId],
    )
    expect(noted?.orderno).toBe(bills.find((bill) => bill.sale_id === sale.saleId)?.orderno)
  })

  test('whose name is forgotten is recognised by its bill', async () => {
    const sale = saleOf()
    await book(machine, sale)
    const at = app.clock.now
    await sweepInbox(app.deps, owner.tenantId, new Date(at.getTime() + 399 * 86_400_000))
    expect(await book(machine, sale)).toEqual(['repeated'])
    await sweepInbox(app.deps, owner.tenantId, new Date(at.getTime() + 401 * 86_400_000))
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

describe('the report of a paid order', () => {
  const ending = (orderNo: string, more: Partial<SaleData> = {}) =>
    saleOf({ orderNo, client: 'wechat', ...more })

  async function payFor(one: BoundMachine, more: Parameters<typeof makeOrder>[2] = {}): Promise<string> {
    const order = await makeOrder(app, one, more)
    const { merchant_order: number, amount } = order
    const paid = { state: 'paid', amount, txn: number, paidAt: app.clock.now } as const
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

  test('with forgotten items says that nothing came out, or all of it', async () => {
    const [none, all] = [await payFor(machine), await payFor(machine)]
    await book(machine, ending(none, { result: 'failed', items: [] }), ending(all, { items: [] }))
    expect(await billOf(app, owner.tenantId, none)).toMatchObject({ status: 1, goods: [{ delivered: 0 }] })
    expect(await billOf(app, owner.tenantId, all)).toMatchObject({ status: 0, goods: [{ delivered: 1 }] })
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

describe('a remote dispensing', () => {
  const by = { id: null, username: 'tester' }
  const dispense = async (): Promise<string> => {
    const args = { items: [{ ch: 1, n: 2 }] }
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

test('sales that were stored before there were bills become bills once', async () => {
  const old = await makeBoundMachine(app, owner)
  await sellIn(app, old, owner)
  const store = (ref: string, kind: 'sale' | 'order') =>
    asOwner(
      app,
      `insert into machine_inbox (tenant_id, device_id, kind, ref, mid, ts, data, happened_at, clock_doubtful, received_at)
       values ($1, $2, $3, $4, $4, $5, $6, $7, true, $7)`,
      [
        old.tenantId,
        old.id,
        kind,
        ref,
        app.clock.now.getTime(),
        JSON.stringify(saleOf({ saleId: ref })),
        app.clock.now,
      ],
    )
  await store('waiting', 'sale')
  await store('request', 'order')
  for (let i = 0; i < 2; i += 1) await bookWaiting(app.deps, owner.tenantId)
  expect(await billsOf(old)).toMatchObject([{ sale_id: 'waiting', total_price: 350, oddities: ['clock'] }])
  expect(await stockOf(old)).toBe(4)
  expect(await book(old, saleOf({ saleId: 'waiting' }))).toEqual(['repeated'])
})
