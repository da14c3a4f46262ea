/** Sales that come after their slot has got other goods. */
import { type BillGoods, slotCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeGoods, makeMerchant, type Merchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { billsAt, reportSalesOf, type SaleData, saleOf } from '../../../test/report-stand.ts'
import { bookSales } from './sale-service.ts'

const app = await testApp()
let owner: Merchant
let cola: string
let water: string
let machine: BoundMachine
/** Keeps its goods. */
let sibling: BoundMachine

const makeMachine = async (): Promise<BoundMachine> => {
  const one = await makeOnlineMachine(app, owner)
  await put(one, 1, cola)
  await put(one, 2, cola)
  return one
}

beforeEach(async () => {
  owner = await makeMerchant(app)
  cola = (await makeGoods(app, owner, { title: 'Cola', price: 350 })).goods_id
  water = (await makeGoods(app, owner, { title: 'Water', price: 200 })).goods_id
  machine = await makeMachine()
  sibling = await makeMachine()
  app.clock.advance(10)
})

/** Puts goods into a slot, as a merchant does. */
async function put(one: BoundMachine, slot: number, goods: string, quantity = 5): Promise<void> {
  app.clock.advance(10)
  const input = { sn: one.sn, channel_sn: slot, goods, quantity, max: 10 }
  expect((await app.call(slotCalls.setChannelInfo, input, { as: owner })).body.rcode).toBe(0)
  app.clock.advance(10)
}

type Booked = { goods: readonly BillGoods[]; oddities: readonly string[] }

/** Reports a sale of that moment now, and returns its bill. */
async function billOf(one: BoundMachine, at: Date, more: Partial<SaleData> = {}): Promise<Booked> {
  const sale = saleOf(more)
  expect(await reportSalesOf(app, one, at, [sale])).toEqual(['booked'])
  const bill = (await billsAt(app, one)).find(({ sale_id: id }) => id === sale.saleId)
  return { goods: bill?.goods ?? [], oddities: bill?.oddities ?? [] }
}

/** The goods of each line of that bill. */
const goodsOf = async (...args: Parameters<typeof billOf>): Promise<(string | null)[]> =>
  (await billOf(...args)).goods.map(({ goods_id: id }) => id)

const stockIn = ({ id }: BoundMachine) =>
  asOwner<{ ch: number; quantity: number }>(
    app,
    'select channel_sn as ch, quantity from channel where device_id = $1 and channel_sn < 3 order by 1',
    [id],
  ).then((rows) => rows.map(({ quantity }) => quantity))

describe('a sale that is reported after its slot has got other goods', () => {
  test('is of the goods that the slot held, at what the machine said was paid', async () => {
    const before = app.clock.now
    await put(machine, 1, water)
    const between = app.clock.now
    await put(machine, 1, cola)
    expect(await billOf(machine, before)).toMatchObject({
      goods: [{ channel_sn: 1, goods_id: cola, title: 'Cola', price: 350, quantity: 1, delivered: 1 }],
      oddities: [],
    })
    // The slot may have had another price then.
    expect(await billOf(machine, between, { amount: 220 })).toMatchObject({
      goods: [{ goods_id: water, title: 'Water', price: 220 }],
      oddities: [],
    })
    expect(await goodsOf(machine, app.clock.now)).toEqual([cola])
  })

  test('is of the new goods from the moment of the change on', async () => {
    await put(machine, 1, water)
    const [row] = await asOwner<{ until: Date }>(
      app,
      'select until from slot_past_goods where device_id = $1 and channel_sn = 1 and goods_id = $2',
      [machine.id, cola],
    )
    const changed = row?.until ?? new Date(0)
    expect(await goodsOf(machine, new Date(changed.getTime() - 1))).toEqual([cola])
    expect(await goodsOf(machine, changed)).toEqual([water])
  })

  test('is of no goods while the slot held none', async () => {
    const before = app.clock.now
    app.clock.advance(10)
    await app.call(slotCalls.putDownGoods, { sn: machine.sn, channel_sn: [1] }, { as: owner })
    app.clock.advance(10)
    const between = app.clock.now
    await put(machine, 1, water)
    expect(await goodsOf(machine, before)).toEqual([cola])
    expect(await billOf(machine, between)).toMatchObject({ goods: [{ goods_id: null }], oddities: ['goods'] })
  })

  test('leaves other slots and machines alone, and each sale of a batch has its own time', async () => {
    const before = app.clock.now
    await put(machine, 1, water)
    const both = { amount: 700, items: [1, 2].map((ch) => ({ ch, n: 1, ok: true })) }
    expect(await goodsOf(machine, before, both)).toEqual([cola, cola])
    expect(await goodsOf(machine, app.clock.now, both)).toEqual([water, cola])
    expect(await goodsOf(sibling, before)).toEqual([cola])
    const [early, late] = [saleOf(), saleOf()]
    const sent = (data: SaleData, at: Date) => ({
      deviceId: machine.id,
      mid: `m-${data.saleId}`,
      ts: at.getTime(),
      data,
      dated: { at, byClock: true, doubtful: false },
    })
    await asMachine(app, machine, (ctx) => bookSales(ctx, [sent(late, app.clock.now), sent(early, before)]))
    const bills = new Map(
      (await billsAt(app, machine)).map((bill) => [bill.sale_id, bill.goods[0]?.goods_id]),
    )
    expect([bills.get(early.saleId), bills.get(late.saleId)]).toEqual([cola, water])
  })

  test('is in the sums of those goods', async () => {
    const before = app.clock.now
    await put(machine, 1, water)
    await billOf(machine, before)
    const sums = await asOwner(
      app,
      `select goods_id, sum(count)::int as count from sales_goods_day where tenant_id = $1 group by 1
       union select goods_id, sum(count)::int from sales_goods_client_day where tenant_id = $1 group by 1`,
      [owner.tenantId],
    )
    expect(sums).toEqual([{ goods_id: cola, count: 1 }])
  })

  test('takes no piece of the new goods, also when our books had none of the old ones', async () => {
    await put(machine, 1, cola, 0)
    const before = app.clock.now
    await put(machine, 1, water, 5)
    await billOf(machine, before)
    expect(await stockIn(machine)).toEqual([5, 5])
  })
})
