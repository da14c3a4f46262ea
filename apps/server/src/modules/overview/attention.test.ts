import {
  addDays,
  billCalls,
  dayOf,
  overviewCalls,
  regionCalls,
  slotCalls,
  startOfDay,
} from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { billOf, inBooks, makeBills } from '../../../test/bills.ts'
import {
  fillSlot,
  makeGoods,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
} from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine, sayStatus } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { makeSale } from '../../../test/sale-stand.ts'
import { changeBills } from '../bills/book-service.ts'

const app = await testApp()
const dayMs = 86_400_000
/** Of the four weeks whose sales are usual. */
const hours = 28 * 24
const daysAgo = (days: number): Date => new Date(app.clock.now.getTime() - days * dayMs)

const attention = async (as: Merchant) => (await app.call(overviewCalls.getAttention, {}, { as })).body.result

/** A machine that was bound long ago. */
async function makeOldMachine(merchant: Merchant, options: { title?: string; store?: string }) {
  const machine = await makeBoundMachine(app, merchant, options)
  await cameDaysAgo(machine, 400)
  return machine
}

const cameDaysAgo = ({ id }: BoundMachine, days: number) =>
  asOwner(app, 'update device set bound_at = $1 where device_id = $2', [daysAgo(days), id])

/** A machine sold this much, so many days ago, out of a slot. */
const sold = (merchant: Merchant, machine: BoundMachine, total: number, days: number, slot = 1) =>
  makeBills(app, merchant, [
    billOf(
      { ...machine, store: null },
      {
        create_at: daysAgo(days),
        total_price: total,
        goods: [
          {
            channel_sn: slot,
            goods_id: null,
            title: 'Tea',
            price: total,
            quantity: 1,
            delivered: 1,
            fault: null,
          },
        ],
      },
    ),
  ])

describe('what needs attention', () => {
  test('machines that are offline, those that usually earn most first', async () => {
    const merchant = await makeMerchant(app)
    const store = await makeStore(app, merchant)
    const make = (title: string) => makeOldMachine(merchant, { title, store: store._id })
    const [small, large, idle, online, late] = [
      await make('Small'),
      await make('Large'),
      await make('Idle'),
      await make('Online'),
      await make('Late'),
    ]
    await sayStatus(app, online, 'online')
    await sold(merchant, small, hours * 5, 3)
    await sold(merchant, large, hours * 20, 28)
    await sold(merchant, online, hours * 90, 2)
    // Older than four weeks, and today, which is not over: neither is usual.
    await sold(merchant, late, hours * 50, 29)
    await sold(merchant, late, hours * 50, 0)
    const { offline } = await attention(merchant)
    expect(offline.count).toBe(4)
    expect(offline.data.slice(0, 2)).toEqual([
      { sn: large.sn, title: 'Large', store_name: store.store_name, since: expect.any(String), perHour: 20 },
      { sn: small.sn, title: 'Small', store_name: store.store_name, since: expect.any(String), perHour: 5 },
    ])
    expect(new Set(offline.data.slice(2).map(({ title, perHour }) => [title, perHour].join()))).toEqual(
      new Set(['Idle,0', 'Late,0']),
    )
    const clerk = await makeStaff(app, merchant, { permissions: ['home'], devices: [small.id, idle.id] })
    expect((await attention(clerk)).offline).toMatchObject({
      count: 2,
      data: [{ sn: small.sn }, { sn: idle.sn }],
    })
    expect((await attention(await makeMerchant(app))).offline).toEqual({ count: 0, data: [] })
  })

  test('what is usual follows late sales and refunds of earlier days within two minutes', async () => {
    const merchant = await makeMerchant(app)
    const [first, second] = [await makeOldMachine(merchant, {}), await makeOldMachine(merchant, {})]
    const usual = async () =>
      new Map((await attention(merchant)).offline.data.map(({ sn, perHour }) => [sn, perHour]))
    await sold(merchant, first, hours * 5, 3)
    expect((await usual()).get(first.sn)).toBe(5)
    const [late] = await sold(merchant, first, hours * 2, 3)
    await sold(merchant, second, hours * 9, 0)
    const neighbour = await makeMerchant(app)
    const theirs = await makeOldMachine(neighbour, {})
    await sold(neighbour, theirs, hours * 3, 3)
    expect((await attention(neighbour)).offline.data).toMatchObject([{ sn: theirs.sn, perHour: 3 }])

    app.clock.advance(120)
    expect(await usual()).toEqual(
      new Map([
        [first.sn, 7],
        [second.sn, 0],
      ]),
    )
    await inBooks(app, merchant, (ctx) =>
      changeBills(ctx, [late?.orderno ?? ''], () => ({ status: 9, refunded: hours * 2 })),
    )
    app.clock.advance(120)
    expect((await usual()).get(first.sn)).toBe(5)

    // From noon to the next day.
    app.clock.advance(13 * 3600)
    expect(await usual()).toEqual(
      new Map([
        [second.sn, 9],
        [first.sn, 5],
      ]),
    )
  })

  test('a machine that came lately by its own days, which may be more than an older one earns', async () => {
    const merchant = await makeMerchant(app)
    const [old, young] = [
      await makeOldMachine(merchant, { title: 'Old' }),
      await makeBoundMachine(app, merchant, { title: 'Young' }),
    ]
    await cameDaysAgo(young, 2)
    await sold(merchant, old, hours * 6, 3)
    await sold(merchant, young, 48 * 7, 1)
    const { offline } = await attention(merchant)
    expect(offline.data.map(({ title, perHour }) => [title, perHour])).toEqual([
      ['Young', 7],
      ['Old', 6],
    ])
  })

  test('of many, the first five, and their number', async () => {
    const merchant = await makeMerchant(app)
    const machines: BoundMachine[] = []
    for (let i = 0; i < 7; i += 1) machines.push(await makeBoundMachine(app, merchant))
    const last = machines.at(-1)
    if (last) await sold(merchant, last, 5_000, 1)
    const { offline } = await attention(merchant)
    expect([offline.count, offline.data.length, offline.data[0]?.sn]).toEqual([7, 5, last?.sn])
    expect(new Set(offline.data.map(({ sn }) => sn)).size).toBe(5)
  })

  test('slots that are empty and sell, those that usually earn most first', async () => {
    const merchant = await makeMerchant(app)
    const machine = await makeOldMachine(merchant, { title: 'Snacks' })
    const sibling = await makeOldMachine(merchant, { title: 'Drinks' })
    const goods = await makeGoods(app, merchant, { title: 'Crisps' })
    const fill = async ({ id }: BoundMachine, slot: number, quantity: number) => {
      await fillSlot(app, merchant, { device: id, channel: slot, goods: goods.goods_id })
      await asOwner(
        app,
        'update channel set max = 5, quantity = $1 where device_id = $2 and channel_sn = $3',
        [quantity, id, slot],
      )
    }
    for (const slot of [1, 2, 4]) await fill(machine, slot, 0)
    await fill(machine, 3, 1)
    await fill(sibling, 2, 0)
    await asOwner(app, 'update channel set enabled = false where device_id = $1 and channel_sn = 4', [
      machine.id,
    ])
    await sold(merchant, machine, 2_800, 1, 2)
    await sold(merchant, machine, 2_800, 28, 2)
    await sold(merchant, machine, 28_000, 29, 2)
    await sold(merchant, sibling, 28_000, 2, 1)
    await sold(merchant, sibling, 1_400, 2, 2)
    await sold(merchant, machine, 14_000, 2, 3)
    const { empty } = await attention(merchant)
    expect(empty).toEqual({
      count: 3,
      data: [
        { sn: machine.sn, title: 'Snacks', channel_sn: 2, goods_name: 'Crisps', perDay: 200 },
        { sn: sibling.sn, title: 'Drinks', channel_sn: 2, goods_name: 'Crisps', perDay: 50 },
        { sn: machine.sn, title: 'Snacks', channel_sn: 1, goods_name: 'Crisps', perDay: 0 },
      ],
    })
    const clerk = await makeStaff(app, merchant, { permissions: ['home'], devices: [sibling.id] })
    expect((await attention(clerk)).empty).toMatchObject({ count: 1, data: [{ sn: sibling.sn }] })
    await asOwner(app, 'update device set unbound_at = $1 where device_id = $2', [app.clock.now, machine.id])
    expect((await attention(merchant)).empty.count).toBe(1)
  })

  test('refunds that wait or were refused, for the main account', async () => {
    const merchant = await makeMerchant(app)
    const machine = await makeBoundMachine(app, merchant)
    const refund = async (state: string, days: number, orderno?: string): Promise<string> => {
      const sale = orderno ? undefined : await makeSale(app, machine, { client: 'coin' })
      const number = orderno ?? sale?.orderno ?? ''
      await asOwner(
        app,
        `insert into bill_refund (tenant_id, orderno, bill_at, kind, state, client, amount, part, remarks, refund_no, username, asked_at)
         select tenant_id, orderno, create_at, 'manual', $2, client, 1, false, '', orderno, '', $3 from bill where orderno = $1`,
        [number, state, daysAgo(days)],
      )
      return number
    }
    await refund('refunding', 30)
    await refund('refunded', 1)
    const twice = await refund('failed', 6)
    await refund('failed', 5, twice)
    // Too long ago, and asked for again with success.
    await refund('failed', 8)
    await refund('refunded', 1, await refund('failed', 2))
    // The first day is counted whole, as the list shows it.
    const begin = startOfDay(addDays(dayOf(app.clock.now, 480), -7), 480)
    const first = await refund('failed', (app.clock.now.getTime() - begin.getTime()) / dayMs)
    expect((await attention(merchant)).refunds).toEqual({ waiting: 1, failed: 2 })
    // The link leads to the same bills, each of them once.
    const condition = {
      status: 'not_retried',
      from: dayOf(begin, 480),
      to: dayOf(app.clock.now, 480),
    } as const
    const { result } = (await app.call(billCalls.getRefundBill, { condition }, { as: merchant })).body
    expect(result.data.map(({ orderno }) => orderno)).toEqual([twice, first])
    const clerk = await makeStaff(app, merchant, { permissions: ['home', 'order.refund', 'order.buyBill'] })
    expect((await attention(clerk)).refunds).toBeNull()
    expect((await attention(await makeMerchant(app))).refunds).toEqual({ waiting: 0, failed: 0 })
  })
})

describe('the checklist of a new merchant', () => {
  const beginnings = async (as: Merchant) =>
    (await app.call(overviewCalls.getBeginnings, {}, { as })).body.result
  const nothing = { store: false, goods: false, device: false, slot: false, sale: false }

  test('is checked off step by step, for what the caller sees', async () => {
    const merchant = await makeMerchant(app)
    const clerk = await makeStaff(app, merchant, { permissions: ['home'], devices: [] })
    expect(await beginnings(merchant)).toEqual(nothing)
    const store = await makeStore(app, merchant)
    expect(await beginnings(merchant)).toEqual({ ...nothing, store: true })
    const goods = await makeGoods(app, merchant)
    expect(await beginnings(merchant)).toEqual({ ...nothing, store: true, goods: true })
    const machine = await makeBoundMachine(app, merchant)
    expect(await beginnings(merchant)).toEqual({ ...nothing, store: true, goods: true, device: true })
    const slot = { sn: machine.sn, channel_sn: 1, goods: goods.goods_id, price: 350 }
    await fillSlot(app, merchant, { device: machine.id, channel: 2, goods: goods.goods_id })
    expect((await beginnings(merchant)).slot).toBe(false)
    await app.call(slotCalls.setChannelInfo, { ...slot, quantity: 0, max: 5 }, { as: merchant })
    expect(await beginnings(merchant)).toMatchObject({ device: true, slot: true, sale: false })
    await sold(merchant, machine, 100, 0)
    expect(await beginnings(merchant)).toEqual({
      store: true,
      goods: true,
      device: true,
      slot: true,
      sale: true,
    })
    expect(await beginnings(clerk)).toEqual({ ...nothing, goods: true })
    expect(await beginnings(await makeMerchant(app))).toEqual(nothing)
    await app.call(regionCalls.delStore, { _id: store._id }, { as: merchant })
    await asOwner(app, 'update device set unbound_at = $1 where device_id = $2', [app.clock.now, machine.id])
    expect(await beginnings(merchant)).toEqual({ ...nothing, goods: true, sale: true })
  })
})
