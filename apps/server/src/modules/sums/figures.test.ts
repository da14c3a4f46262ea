/** The figures that the overview and the statistics are made of, against a plain recount of the bills. */
import { amountsOf, billStatuses, type BuyBillFilter, classOf, dayOf, payClients } from '@slotwise/contract'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { billOf, makeBills, type Seller } from '../../../test/bills.ts'
import { storm } from '../../../test/depth.ts'
import { makeDevice, makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { asMachine, makeBoundMachine } from '../../../test/machines.ts'
import { refOf } from '../../kernel/ctx.ts'
import type { Bill } from '../bills/bill-model.ts'
import { salesUntil, soldSince } from '../bills/index.ts'
import {
  addNamed,
  amountNames,
  figureNames,
  type Figures,
  hasSales,
  incomesOf,
  mostSales,
  mostSalesByGoods,
  salesBy,
  salesByDay,
  salesByGoods,
  salesByHour,
  salesInSpans,
  salesOf,
  slotIncomesOf,
} from './index.ts'

type Filter = z.output<typeof BuyBillFilter>

const app = await testApp()
const offset = 480
const dayMs = 86_400_000
const hourMs = 3_600_000
const sellers: Seller[] = []
let bills: Bill[] = []
let owner: Merchant
/** Users with what each of them sees. */
let users: { name: string; as: Merchant; sees: (bill: Bill) => boolean }[]

beforeAll(async () => {
  owner = await makeMerchant(app)
  const [one, other] = [(await makeStore(app, owner))._id, (await makeStore(app, owner))._id]
  for (const store of [one, other, other, null])
    sellers.push({ ...(await makeDevice(app, owner, store)), store })
  // Every combination of machine, payment and status comes up, from the end of August to today.
  bills = Array.from({ length: 360 }, (_, n) =>
    billOf(sellers[n % 4] as Seller, {
      create_at: new Date(app.clock.now.getTime() - (n % 80) * dayMs - (n % 7) * hourMs - n * 1_000),
      client: payClients[n % payClients.length] ?? 'coin',
      status: billStatuses[n % billStatuses.length] ?? 0,
      total_price: 100 + n,
      refunded: { refund: 100 + n, mixed: 40, normal: 0, abnormal: 0 }[
        classOf(billStatuses[n % billStatuses.length] ?? 0)
      ],
      goods: [
        {
          channel_sn: 1,
          goods_id: String(1 + (n % 5)),
          title: 'Tea',
          price: 100 + n,
          quantity: 1,
          delivered: 1,
          fault: null,
        },
      ],
    }),
  )
  await makeBills(app, owner, bills)
  const neighbour = await makeMerchant(app)
  const theirs = { ...(await makeDevice(app, neighbour, null)), store: null }
  await makeBills(app, neighbour, [billOf(theirs, { create_at: app.clock.now })])
  const [first, second] = sellers as [Seller, Seller]
  users = [
    { name: 'the main account', as: owner, sees: () => true },
    {
      name: 'a user of one store',
      as: await makeStaff(app, owner, { permissions: ['home'], stores: [other] }),
      sees: ({ store_id: store }) => store === other,
    },
    {
      name: 'a user of a store and a machine',
      as: await makeStaff(app, owner, { permissions: ['home'], stores: [one], devices: [second.id] }),
      sees: ({ store_id: store, device_id: device }) => store === one || device === second.id,
    },
    {
      name: 'a user of one machine',
      as: await makeStaff(app, owner, { permissions: ['home'], stores: [], devices: [first.id] }),
      sees: ({ device_id: device }) => device === first.id,
    },
  ]
})

const day = ({ create_at: at }: Bill): string => dayOf(at, offset)
const month = (bill: Bill): string => `${day(bill).slice(0, 7)}-01`
const hour = ({ create_at: at }: Bill): string =>
  new Date(at.getTime() - (at.getTime() % hourMs)).toISOString()

const matches = (bill: Bill, { from, to, sn, store, client }: Filter): boolean =>
  (from === undefined || day(bill) >= from) &&
  (to === undefined || day(bill) <= to) &&
  (sn === undefined || bill.sn === sn) &&
  (store === undefined || bill.store_id === store) &&
  (client === undefined || bill.client === client)

const figuresOf = (some: readonly Bill[]): Figures => {
  const of = (name: string) => some.filter(({ status }) => classOf(status) === name).length
  const sum = (name: 'income' | 'refund') => some.reduce((total, bill) => total + amountsOf(bill)[name], 0)
  return {
    count: some.length,
    normal: of('normal'),
    abnormal: of('abnormal'),
    refund_only: of('refund'),
    mixed: of('mixed'),
    income: sum('income'),
    refund: sum('refund'),
  }
}

/** Groups of bills with their figures, in the order of their keys. */
function recounted(some: readonly Bill[], keyOf: (bill: Bill) => string): [string, Figures][] {
  const groups = Map.groupBy(some, keyOf)
  return [...groups]
    .map(([key, members]): [string, Figures] => [key, figuresOf(members)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}
const listed = <Row extends Figures>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): [string, Figures][] =>
  rows
    .map((row): [string, Figures] => [
      keyOf(row),
      Object.fromEntries(figureNames.map((name) => [name, row[name]])) as Figures,
    ])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

const filters = (): [string, Filter][] => {
  const [first, second] = sellers as [Seller, Seller]
  return [
    ['everything', {}],
    ['a store', { store: second.store ?? '' }],
    ['a machine', { sn: first.sn }],
    ['a payment', { client: 'wechat' }],
    ['a payment at a machine', { client: 'coin', sn: second.sn }],
    ['one day', { from: '2026-11-10', to: '2026-11-10' }],
    ['two months less their ends', { from: '2026-09-02', to: '2026-10-30' }],
    ['whole months', { from: '2026-09-01', to: '2026-10-31' }],
  ]
}

describe('the figures of a filter, of each user', () => {
  const each = async (
    work: (ctx: Parameters<typeof salesBy>[0], filter: Filter, expected: Bill[]) => Promise<void>,
  ): Promise<void> => {
    for (const { as, sees } of users)
      for (const [, filter] of filters())
        await asUser(app, as, (ctx) =>
          work(
            ctx,
            filter,
            bills.filter((bill) => sees(bill) && matches(bill, filter)),
          ),
        )
  }

  test('by machine, by store, by payment and by month equal a recount', async () => {
    await each(async (ctx, filter, expected) => {
      const selection = await salesOf(ctx, filter)
      expect(listed(await salesBy(ctx, selection, ['device_id']), (row) => row.device_id)).toEqual(
        recounted(expected, (bill) => bill.device_id),
      )
      expect(listed(await salesBy(ctx, selection, ['store_id']), (row) => row.store_id)).toEqual(
        recounted(expected, (bill) => bill.store_id ?? '0'),
      )
      expect(
        listed(await salesBy(ctx, selection, ['client', 'month']), (row) => `${row.client} ${row.month}`),
      ).toEqual(recounted(expected, (bill) => `${bill.client} ${month(bill)}`))
    })
  })

  test('by day and by hour equal a recount', async () => {
    await each(async (ctx, filter, expected) => {
      const selection = await salesOf(ctx, filter)
      const { from = '2026-08-01', to = '2026-12-31' } = filter
      expect(
        listed(
          await salesByDay(ctx, { ...selection, from, to }, figureNames),
          (row) => `${row.day} ${row.client}`,
        ),
      ).toEqual(recounted(expected, (bill) => `${day(bill)} ${bill.client}`))
      for (const daysAgo of [0, 20]) {
        const since = new Date(app.clock.now.getTime() - daysAgo * dayMs - 6 * hourMs)
        since.setUTCMinutes(0, 0, 0)
        const before = new Date(since.getTime() + 4 * hourMs)
        const all = bills.filter((bill) => expected.includes(bill))
        const within = (until: Date) => all.filter(({ create_at: at }) => at >= since && at < until)
        if (filter.from !== undefined) continue
        expect(
          listed(
            await salesByHour(ctx, selection, { since, before }, figureNames),
            (row) => `${row.hour.toISOString()} ${row.client}`,
          ),
        ).toEqual(recounted(within(before), (bill) => `${hour(bill)} ${bill.client}`))
      }
    })
  })

  test('of a day up to any moment equal a recount', async () => {
    // Bills of all minutes of a day, on the edges of hours and half hours, and of the days beside it.
    const day = dayOf(new Date(app.clock.now.getTime() - dayMs), offset)
    const start = Date.parse(`${day}T00:00:00+08:00`)
    const edges = [0, 1, hourMs / 2 - 1, hourMs / 2, hourMs / 2 + 1, hourMs - 1]
    const moments = Array.from({ length: 24 }, (_, n) =>
      edges.map((edge) => start + n * hourMs + edge),
    ).flat()
    const busy = [start - 1, ...moments, start + dayMs].map((at, n) =>
      billOf(sellers[n % 4] as Seller, {
        create_at: new Date(at),
        client: payClients[n % payClients.length] ?? 'coin',
        status: billStatuses[n % billStatuses.length] ?? 0,
        total_price: 100 + n,
        refunded: { refund: 100 + n, mixed: 40, normal: 0, abnormal: 0 }[
          classOf(billStatuses[n % billStatuses.length] ?? 0)
        ],
      }),
    )
    bills.push(...(await makeBills(app, owner, busy)))
    const moment = fc.oneof(fc.constantFrom(...moments), fc.integer({ min: start, max: start + dayMs - 1 }))
    const who = fc.constantFrom(...users)
    const filter = fc.constantFrom(...filters().map(([, one]) => one))
    const names = fc.constantFrom(figureNames, ['income'] as const, amountNames)
    await fc.assert(
      fc.asyncProperty(
        who,
        filter,
        moment,
        names,
        async ({ as, sees }, { from: _from, to: _to, ...places }, at, named) => {
          const expected = bills.filter(
            (bill) =>
              sees(bill) &&
              matches(bill, places) &&
              bill.create_at.getTime() >= start &&
              bill.create_at.getTime() < at,
          )
          const until = { day, before: new Date(at) }
          const found = await asUser(app, as, async (ctx) =>
            salesUntil(ctx, await salesOf(ctx, places), until, named),
          )
          expect(found).toEqual(addNamed(named, [figuresOf(expected)]))
        },
      ),
      { numRuns: storm({ usual: 150, deep: 5_000 }) },
    )
  })

  test('the highest income comes first, with the number of all groups', async () => {
    await each(async (ctx, filter, expected) => {
      const selection = await salesOf(ctx, filter)
      const { groups, data } = await mostSales(ctx, selection, 'device_id', { most: 2 })
      const ranked = recounted(expected, (bill) => bill.device_id).toSorted(
        ([, a], [, b]) => b.income - a.income,
      )
      expect(groups).toBe(ranked.length)
      expect(data.map((row) => row.income)).toEqual(ranked.slice(0, 2).map(([, { income }]) => income))
    })
  })

  test('tell which machines and slots earned most in some days', async () => {
    const days = { from: '2026-10-01', to: '2026-10-31' }
    const [first, , third] = sellers as [Seller, Seller, Seller]
    const october = bills.filter((bill) => matches(bill, days as Filter))
    const earned = ({ id }: Seller) =>
      figuresOf(october.filter(({ device_id: device }) => device === id)).income
    await asUser(app, owner, async (ctx) => {
      const incomes = await incomesOf(ctx, [first.id, third.id], days)
      expect(new Map(incomes.map((row) => [row.device_id, row.income]))).toEqual(
        new Map([first, third].map((one) => [one.id, earned(one)])),
      )
      // Every bill is of slot 1.
      const slots = [1, 2].map((channel_sn) => ({ device_id: first.id, channel_sn }))
      const sold = october.filter((bill) => bill.device_id === first.id && amountsOf(bill).income > 0)
      for (const at of new Set(sold.map(day)))
        expect(await slotIncomesOf(ctx, slots, { from: at, to: at })).toEqual([
          {
            device_id: first.id,
            channel_sn: 1,
            income: figuresOf(sold.filter((bill) => day(bill) === at)).income,
          },
          { device_id: first.id, channel_sn: 2, income: null },
        ])
    })
  })

  test('by goods equal a recount; the sums by goods do not know the payment', async () => {
    await each(async (ctx, filter, expected) => {
      if (filter.client !== undefined) return
      const selection = await salesOf(ctx, filter)
      const rows = await salesByGoods(ctx, selection)
      const groups = Map.groupBy(expected, (bill) => bill.goods[0]?.goods_id ?? '0')
      expect(rows.map(({ goods_id: goods, count }) => [goods, count])).toEqual(
        [...groups].map(([goods, members]) => [goods, members.length]).toSorted(),
      )
      const most = await mostSalesByGoods(ctx, selection, { most: 1 })
      expect(most.groups).toBe(groups.size)
      expect(most.data[0]?.income).toBe(
        rows.length === 0 ? undefined : Math.max(...rows.map(({ income }) => income)),
      )
    })
  })
})

test('sales of stores are summed, each store within days of its own', async () => {
  const [one, other] = [sellers[0]?.store ?? '', sellers[1]?.store ?? '']
  const [today, first] = [dayOf(app.clock.now, offset), day(bills[20] as Bill)]
  const spans = [
    { store: one, from: first, to: today },
    { store: other, from: first, to: first },
  ]
  const found = await asUser(app, owner, (ctx) => salesInSpans(refOf(ctx), spans))
  const expected = spans.flatMap(({ store, from, to }) =>
    payClients.flatMap((client) => {
      const some = bills.filter((bill) => matches(bill, { from, to, store, client }))
      return some.length === 0 ? [] : [{ store_id: store, client, ...figuresOf(some) }]
    }),
  )
  const inOrder = (list: { store_id: string; client: string }[]) =>
    list.toSorted((a, b) => (`${a.store_id} ${a.client}` < `${b.store_id} ${b.client}` ? -1 : 1))
  expect(inOrder(found)).toEqual(inOrder(expected))
  expect(await asUser(app, owner, (ctx) => salesInSpans(refOf(ctx), []))).toEqual([])
})

test('a user has sales where a machine of the scope has sold', async () => {
  for (const { as } of users) expect(await asUser(app, as, hasSales)).toBe(true)
  const idle = await makeStaff(app, owner, { permissions: ['home'], stores: [], devices: [] })
  expect(await asUser(app, idle, hasSales)).toBe(false)
  expect(await asUser(app, await makeMerchant(app), hasSales)).toBe(false)
})

test('pieces that came out of slots since a moment of each slot, without those of commands', async () => {
  const merchant = await makeMerchant(app)
  const [machine, sibling] = [await makeBoundMachine(app, merchant), await makeBoundMachine(app, merchant)]
  const at = (second: number) => new Date(app.clock.now.getTime() - 60_000 + second * 1_000)
  const line = (slot: number, delivered: number) => ({
    channel_sn: slot,
    goods_id: null,
    title: 'Tea',
    price: 100,
    quantity: 2,
    delivered,
    fault: null,
  })
  const seller = { id: machine.id, sn: machine.sn, store: null }
  const made = await makeBills(app, merchant, [
    billOf(seller, { create_at: at(1), goods: [line(1, 1)] }),
    billOf(seller, { create_at: at(2), goods: [line(1, 2), line(2, 1), line(1, 1)] }),
    billOf(seller, { create_at: at(3), goods: [line(1, 0), line(2, 2), line(3, 1)] }),
    billOf(seller, {
      create_at: at(4),
      goods: [line(1, 1)],
      client: 'remote',
      sale_id: null,
      command_id: '7',
    }),
    billOf({ ...seller, id: sibling.id, sn: sibling.sn }, { create_at: at(5), goods: [line(1, 1)] }),
  ])
  const found = await asMachine(app, machine, (ctx) =>
    soldSince(ctx, [
      { channel_sn: 1, at: at(1) },
      { channel_sn: 2, at: at(2) },
    ]),
  )
  expect(found.toSorted((a, b) => a.ch - b.ch)).toEqual([
    { orderno: made[1]?.orderno, at: at(2), ch: 1, n: 3 },
    { orderno: made[2]?.orderno, at: at(3), ch: 2, n: 2 },
  ])
  expect(await asMachine(app, machine, (ctx) => soldSince(ctx, []))).toEqual([])
})
