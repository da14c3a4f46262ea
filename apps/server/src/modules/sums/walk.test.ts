/** Where in time the pages of a list begin, by the sums of bills. */
import { beforeAll, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { billOf, makeBills, type Seller } from '../../../test/bills.ts'
import { makeDevice, makeMerchant, makeStore, type Merchant } from '../../../test/factories.ts'
import { dayAt, hourAt, monthsOf, reachOf, type Span } from './walk-queries.ts'
import type { SalesOf } from '../../kernel/sold-by.ts'
import { salesOf } from './sales-service.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const store = (await makeStore(app, owner))._id
const sellerOf = async (who: Merchant, place: string | null): Promise<Seller> => ({
  ...(await makeDevice(app, who, place)),
  store: place,
})
const [machine, sibling, theirs] = [
  await sellerOf(owner, store),
  await sellerOf(owner, null),
  await sellerOf(neighbour, null),
]

/** How many bills the machine in the store sells on days of November, and at which hours of its merchant. */
const sold: Record<number, number[]> = { 10: [9, 9, 12], 11: [8], 12: [7, 20], 13: [0, 6, 6, 23] }
const at = (day: number, hour: number): Date => new Date(Date.UTC(2026, 10, day, hour - 8, 30))

beforeAll(async () => {
  const days = Object.entries(sold).flatMap(([day, hours]) => hours.map((hour) => at(Number(day), hour)))
  await makeBills(
    app,
    owner,
    days.map((create_at) => billOf(machine, { create_at })),
  )
  await makeBills(
    app,
    owner,
    [10, 11, 12, 13].map((day) => billOf(sibling, { create_at: at(day, 9) })),
  )
  await makeBills(
    app,
    neighbour,
    [10, 11, 12, 13].map((day) => billOf(theirs, { create_at: at(day, 9) })),
  )
})

type Where = Partial<SalesOf>
const inStore: Where = { stores: [store] }
const ofMachine: Where = { devices: [machine.id] }
const everywhere: Where = {}

const select = <T>(where: Where, work: (ctx: Parameters<typeof salesOf>[0], sales: SalesOf) => Promise<T>) =>
  asUser(app, owner, async (ctx) => work(ctx, { ...(await salesOf(ctx, {})), ...where }))

const reach = (where: Where, day: string, towards: 'older' | 'newer', atLeast: number) =>
  select(where, (ctx, sales) => reachOf(ctx, sales, { day, towards }, atLeast))

test.each([
  ['of a store', inStore],
  ['of a machine', ofMachine],
])('reading a number of bills %s reaches to a day, and the first day does not count', async (_, where) => {
  const older = (n: number) => reach(where, '2026-11-13', 'older', n)
  expect(await older(1)).toBe('2026-11-12')
  expect([await older(2), await older(3)]).toEqual(['2026-11-12', '2026-11-11'])
  expect([await older(4), await older(6), await older(7)]).toEqual(['2026-11-10', '2026-11-10', undefined])
  const newer = (n: number) => reach(where, '2026-11-10', 'newer', n)
  expect([await newer(1), await newer(2), await newer(3)]).toEqual(['2026-11-11', '2026-11-12', '2026-11-12'])
  expect([await newer(7), await newer(8)]).toEqual(['2026-11-13', undefined])
})

test('reading reaches no further than the range, and counts the bills of all places', async () => {
  expect(await reach(everywhere, '2026-11-13', 'older', 4)).toBe('2026-11-11')
  const range = { ...inStore, from: '2026-11-11', to: '2026-11-12' }
  expect(await reach(range, '2026-11-13', 'older', 3)).toBe('2026-11-11')
  expect(await reach(range, '2026-11-13', 'older', 4)).toBeUndefined()
  expect(await reach(range, '2026-11-10', 'newer', 3)).toBe('2026-11-12')
  expect(await reach(range, '2026-11-10', 'newer', 4)).toBeUndefined()
})

/** A piece of time as the merchant's day and hour, its length, its bills, and how many are newer. */
function described({ since, before, count, newer }: Span): string {
  const begin = new Date(since.getTime() + 8 * 3_600_000).toISOString().slice(8, 13)
  return `${begin} ${(before.getTime() - since.getTime()) / 3_600_000} h: ${count} after ${newer}`
}

const eachOf = (count: number, find: (skip: number) => Promise<Span | undefined>) =>
  Promise.all(
    Array.from({ length: count }, async (_, skip) => {
      const span = await find(skip)
      return span && described(span)
    }),
  )

test.each([
  ['of a store', inStore],
  ['of a machine', ofMachine],
])('each bill %s is found in its day, from both ends of the month', async (_, where) => {
  const found = await select(where, async (ctx, sales) => {
    const [month] = await monthsOf(ctx, sales)
    if (!month) throw new Error('no month')
    expect([month.from, month.to, month.figures.count]).toEqual(['2026-11-01', '2026-11-30', 10])
    return eachOf(10, (skip) => dayAt(ctx, sales, month, skip))
  })
  expect(found).toEqual([
    ...Array<string>(4).fill('13T00 24 h: 4 after 0'),
    ...Array<string>(2).fill('12T00 24 h: 2 after 4'),
    '11T00 24 h: 1 after 6',
    ...Array<string>(3).fill('10T00 24 h: 3 after 7'),
  ])
})

test('each bill of a day is found in its hour, from both ends of the day', async () => {
  const [since, before] = [new Date('2026-11-12T16:00:00Z'), new Date('2026-11-13T16:00:00Z')]
  const found = await select(inStore, (ctx, sales) =>
    eachOf(4, (skip) => hourAt(ctx, sales, { since, before, count: 4, newer: 0 }, skip)),
  )
  expect(found).toEqual([
    '13T23 1 h: 1 after 0',
    ...Array<string>(2).fill('13T06 1 h: 2 after 1'),
    '13T00 1 h: 1 after 3',
  ])
})

test('a month is clipped to the range', async () => {
  const clipped = (where: Where) =>
    select(where, async (ctx, sales) =>
      (await monthsOf(ctx, sales)).map(({ from, to, figures: { count } }) => [from, to, count]),
    )
  expect(await clipped({ ...inStore, from: '2026-11-11', to: '2026-11-12' })).toEqual([
    ['2026-11-11', '2026-11-12', 3],
  ])
  expect(await clipped({ ...inStore, from: '2026-10-11', to: '2026-12-12' })).toEqual([
    ['2026-11-01', '2026-11-30', 10],
  ])
})
