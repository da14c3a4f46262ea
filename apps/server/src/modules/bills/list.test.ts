import {
  amountsOf,
  billCalls,
  billStatuses,
  type BuyBillFilter,
  classOf,
  dayOf,
  payClients,
} from '@slotwise/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'

import { testApp } from '../../../test/app.ts'
import { billOf, makeBills, type Seller } from '../../../test/bills.ts'
import {
  makeArea,
  makeDevice,
  makeGoods,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
} from '../../../test/factories.ts'
import { holdTable } from '../../../test/hold-table.ts'
import { longListOf } from '../../../test/long-lists.ts'
import type { Bill } from './bill-model.ts'

const app = await testApp()
const offset = 480
type Condition = z.input<typeof BuyBillFilter>

let owner: Merchant
let neighbour: Merchant
let clerk: Merchant
let all: Bill[]
const sellers: Seller[] = []
const stores: string[] = []
const goods: string[] = []
let area: string

const order = (a: Bill, b: Bill): number =>
  b.create_at.getTime() - a.create_at.getTime() || (a.orderno < b.orderno ? 1 : -1)
const numbersOf = (rows: readonly { orderno: string }[]): string[] => rows.map(({ orderno }) => orderno)

/** Numbers that look random and are the same in every run. */
function* dice(): Generator<number, never> {
  let state = 12_345
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}
const rolls = dice()
const roll = (sides: number): number => Math.floor(rolls.next().value * sides)
const oneOf = <T>(values: readonly T[]): T => values[roll(values.length)] as T

const dayMs = 86_400_000

/** Bills of 70 days, several of them in the same millisecond, with refunds that fit their status. */
function drawBills(count: number, of: readonly Seller[]): Bill[] {
  return Array.from({ length: count }, (_, i) => {
    const at = new Date(app.clock.now.getTime() - Math.floor((roll(1_000) / 1_000) ** 2 * 70 * dayMs))
    // A tenth at the very edge of a day of the merchant.
    if (i % 10 === 0)
      at.setUTCHours(
        i % 20 === 0 ? 16 : 15,
        i % 20 === 0 ? 0 : 59,
        i % 20 === 0 ? 0 : 59,
        i % 20 === 0 ? 0 : 999,
      )
    else if (i % 7 === 0) at.setUTCMinutes(0, 0, 0)
    const status = roll(3) === 0 ? oneOf(billStatuses) : 0
    const total = 100 * (1 + roll(20))
    const refunded = { refund: total, mixed: 50, normal: 0, abnormal: 0 }[classOf(status)]
    const id = roll(4) === 0 ? null : oneOf(goods)
    const line = {
      channel_sn: 1,
      goods_id: id,
      title: 'Tea',
      price: total,
      quantity: 1,
      delivered: 1,
      fault: null,
    }
    return billOf(oneOf(of), {
      create_at: at,
      client: oneOf(payClients),
      status,
      total_price: total,
      refunded,
      goods: [line],
    })
  })
}

beforeAll(async () => {
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  area = (await makeArea(app, owner))._id
  for (const fields of [{ area }, { area }, {}]) stores.push((await makeStore(app, owner, fields))._id)
  for (const store of [...stores, stores[0] ?? '', null])
    sellers.push({ ...(await makeDevice(app, owner, store)), store })
  goods.push((await makeGoods(app, owner)).goods_id, (await makeGoods(app, owner)).goods_id)
  // A machine that moved: its first bills stay with the store of the sale.
  const [moved] = sellers
  if (moved) sellers.push({ ...moved, store: stores[2] ?? '' })
  all = (await makeBills(app, owner, drawBills(400, sellers))).toSorted(order)
  const theirs = await makeDevice(app, neighbour, null)
  await makeBills(app, neighbour, drawBills(60, [{ ...theirs, store: null }]))
  const limits = { stores: [stores[1] ?? ''], devices: [sellers[0]?.id ?? '', sellers[4]?.id ?? ''] }
  clerk = await makeStaff(app, owner, { permissions: ['order.buyBill'], ...limits })
})

/** The same question, answered by going through all bills. */
function expected(condition: Condition, as: Merchant): Bill[] {
  const { from, to, orderno = '', sn, device, store, client, status, goods_id, min, max } = condition
  const inArea = new Set(stores.slice(0, 2))
  const mine = (bill: Bill): boolean =>
    bill.store_id === stores[1] || [sellers[0]?.id, sellers[4]?.id].includes(bill.device_id)
  return all.filter((bill) => {
    const day = dayOf(bill.create_at, offset)
    return (
      (as === owner || mine(bill)) &&
      (from === undefined || day >= from) &&
      (to === undefined || day <= to) &&
      bill.orderno.startsWith(orderno) &&
      (sn === undefined || bill.sn === sn) &&
      (device === undefined || bill.device_id === device) &&
      (store === undefined || bill.store_id === (store === 'none' ? null : store)) &&
      (condition.area === undefined || inArea.has(bill.store_id ?? '') === (condition.area !== 'none')) &&
      (client === undefined || bill.client === client) &&
      (!status?.length || status.includes(bill.status)) &&
      (goods_id === undefined || bill.goods.some((line) => line.goods_id === goods_id)) &&
      (min === undefined || bill.total_price >= min) &&
      (max === undefined || bill.total_price <= max)
    )
  })
}

const day = (ago: number): string => dayOf(new Date(app.clock.now.getTime() - ago * dayMs), offset)

/** Conditions that sums answer, and others. */
const counted: [string, () => Condition][] = [
  ['everything', () => ({})],
  ['a range', () => ({ from: day(40), to: day(3) })],
  ['one day', () => ({ from: day(2), to: day(2) })],
  ['up to a day', () => ({ to: day(20) })],
  ['a store', () => ({ store: stores[0] ?? '' })],
  ['a store and a range', () => ({ store: stores[2] ?? '', from: day(50), to: day(10) })],
  ['an area', () => ({ area })],
  ['no store', () => ({ store: 'none' })],
  ['no store and a range', () => ({ store: 'none', from: day(50), to: day(10) })],
  ['no area', () => ({ area: 'none' })],
  ['no area and a store of none', () => ({ area: 'none', store: stores[2] ?? '' })],
  ['no area and no store', () => ({ area: 'none', store: 'none' })],
  ['an area and no store', () => ({ area, store: 'none' })],
  ['one binding of a machine', () => ({ device: sellers[4]?.id ?? '' })],
  ['a machine by both its numbers', () => ({ sn: sellers[1]?.sn ?? '', device: sellers[1]?.id ?? '' })],
  ['the numbers of two machines', () => ({ sn: sellers[1]?.sn ?? '', device: sellers[2]?.id ?? '' })],
  ['an area and a store elsewhere', () => ({ area, store: stores[2] ?? '' })],
  ['a machine that moved', () => ({ sn: sellers[0]?.sn ?? '' })],
  ['a machine in one of its stores', () => ({ sn: sellers[0]?.sn ?? '', store: stores[2] ?? '' })],
  ['a payment', () => ({ client: 'wechat' })],
  ['a payment in a store', () => ({ client: 'coin', store: stores[1] ?? '', from: day(60) })],
  ['an unknown machine', () => ({ sn: '99999999' })],
]
const uncounted: [string, () => Condition][] = [
  ['rare statuses', () => ({ status: [1, 2, 9] })],
  ['all statuses', () => ({ status: [...billStatuses] })],
  ['success and another', () => ({ status: [0, 4], client: 'card' })],
  ['a status in a store', () => ({ status: [5], store: stores[0] ?? '' })],
  ['goods', () => ({ goods_id: goods[0] ?? '' })],
  ['goods in an area', () => ({ goods_id: goods[1] ?? '', area, from: day(45) })],
  ['amounts', () => ({ min: 500, max: 900 })],
  ['the beginning of a number', () => ({ orderno: all[0]?.orderno.slice(0, 7) ?? '' })],
  ['a whole number', () => ({ orderno: all[17]?.orderno ?? '' })],
  ['a year', () => ({ orderno: '2026', to: day(30) })],
  ['numbers of no time', () => ({ orderno: '2026023' })],
]
const callers: [string, () => Merchant][] = [
  ['the owner', () => owner],
  ['a clerk of one store and two machines', () => clerk],
]
const cases = callers.flatMap(([who, as]) =>
  [...counted, ...uncounted].map(([what, condition]) => ({ what, who, condition, as })),
)

describe('the list of bills', () => {
  test.each(cases)(
    'has $what for $who, by pages and by cursors in both directions',
    async ({ condition, as }) => {
      const wanted = numbersOf(expected(condition(), as()))
      const { page, follow } = longListOf(app, billCalls.getBuyBill, condition(), as())
      const size = 60
      const byNumber: string[] = []
      for (let pageNum = 1; pageNum === 1 || byNumber.length < wanted.length; pageNum += 1) {
        const { data, count, countCapped } = await page({ pageNum, pageSize: size })
        expect({ count, countCapped }).toEqual({ count: wanted.length, countCapped: undefined })
        if (data.length === 0) break
        byNumber.push(...numbersOf(data))
      }
      expect(byNumber).toEqual(wanted)
      const older = await follow('older', await page({ pageSize: size }), size)
      expect(older.flatMap(({ data }) => numbersOf(data))).toEqual(wanted)
      const newer = await follow('newer', older.at(-1) ?? (await page()), size)
      const backwards = newer.map(({ data }) => numbersOf(data))
      expect(backwards.at(-1)).toEqual(wanted.slice(0, size))
      // Going back, pages begin where those after them end; only the newest page may overlap.
      expect(new Set(backwards.flat())).toEqual(new Set(wanted))
    },
  )

  test('keeps to its range when it is read from a place outside, and to the moment where a day begins', async () => {
    const merchant = await makeMerchant(app)
    const machine = { ...(await makeDevice(app, merchant, null)), store: null }
    const midnight = Date.parse('2026-11-12T16:00:00.000Z')
    const times = [midnight - dayMs, midnight - 1, midnight, midnight + 2 * dayMs]
    const drafts = times.map((at) => billOf(machine, { create_at: new Date(at) }))
    const made = (await makeBills(app, merchant, drafts)).toSorted(order)
    const [, first, last] = numbersOf(made)
    const whole = longListOf(app, billCalls.getBuyBill, {}, merchant)
    const [newest, , older] = await whole.follow('older', await whole.page({ pageSize: 1 }), 1)
    const read = async (condition: Condition, place: { cursor?: string; day?: string }) => {
      const list = longListOf(app, billCalls.getBuyBill, condition, merchant)
      const { data, newer } = await list.page({ ...place, pageSize: 1 })
      return { bills: numbersOf(data), hasNewer: newer !== null }
    }
    const since = { from: '2026-11-13' }
    expect(await read(since, { cursor: older?.newer ?? '' })).toEqual({ bills: [first], hasNewer: true })
    const before = { to: '2026-11-12' }
    expect(await read(before, { cursor: newest?.older ?? '' })).toMatchObject({ bills: [last] })
    // The only newer bill of this range is of the first moment of the next day.
    const until = { to: '2026-11-13' }
    expect(await read(until, { day: '2026-11-12' })).toEqual({ bills: [last], hasNewer: true })
  })

  test.each(cases)('has the totals of $what for $who', async ({ condition, as }) => {
    const bills = expected(condition(), as())
    const sum = (of: (bill: Bill) => number): number => bills.reduce((total, bill) => total + of(bill), 0)
    const { body } = await app.call(billCalls.getBuyBillTotal, { condition: condition() }, { as: as() })
    expect(body.result).toEqual({
      computed: true,
      count: bills.length,
      income: sum((bill) => amountsOf(bill).income),
      refund: sum((bill) => amountsOf(bill).refund),
      successCount: sum(({ status }) => Number([0, 3, 4, 6, 7].includes(status))),
      abnormalCount: sum(({ status }) => Number([1, 2, 5].includes(status))),
      refundCount: sum(({ status }) => Number([8, 9, 10, 11].includes(status))),
    })
  })
})

describe('a list of more than ten thousand bills', () => {
  let merchant: Merchant
  let store: string
  let bills: Bill[]
  const start = new Date('2026-11-14T02:00:00.000Z')
  const page = (condition: Condition, pageNum: number, as = merchant) =>
    app.call(billCalls.getBuyBill, { condition, pageNum, pageSize: 10 }, { as })

  beforeAll(async () => {
    merchant = await makeMerchant(app)
    store = (await makeStore(app, merchant))._id
    const inStore = { ...(await makeDevice(app, merchant, store)), store }
    const elsewhere = { ...(await makeDevice(app, merchant, null)), store: null }
    const drafts = Array.from({ length: 10_050 }, (_, i) =>
      billOf(i % 5 === 0 ? elsewhere : inStore, {
        create_at: new Date(start.getTime() + i * 4_000),
        client: i % 3 === 0 ? 'card' : 'coin',
      }),
    )
    bills = (await makeBills(app, merchant, drafts)).toSorted(order)
  })

  test('has pages at any depth where sums fit the filter, and an exact count', async () => {
    const { body } = await page({}, 1_004)
    expect(numbersOf(body.result.data)).toEqual(numbersOf(bills.slice(10_030, 10_040)))
    expect(body.result).toMatchObject({ count: 10_050 })
    expect(body.result.countCapped).toBeUndefined()
    // Within a long day, the page is found by its hour.
    const cards = bills.filter(({ client }) => client === 'card')
    for (const pageNum of [60, 100, 201, 250, 335])
      expect(numbersOf((await page({ client: 'card' }, pageNum)).body.result.data)).toEqual(
        numbersOf(cards.slice(pageNum * 10 - 10, pageNum * 10)),
      )
    expect((await page({}, 1_006)).body.result).toMatchObject({ data: [], older: null })
  })

  test('has the same pages, whichever end of an hour or of a day is nearer', async () => {
    const sn = bills.find(({ store_id }) => store_id === store)?.sn ?? ''
    const lists: { condition: Condition; all: Bill[] }[] = [
      { condition: {}, all: bills },
      { condition: { sn }, all: bills.filter((bill) => bill.sn === sn) },
      { condition: { store }, all: bills.filter(({ store_id }) => store_id === store) },
    ]
    for (const { condition, all } of lists)
      for (const pageNum of [2, 50, 51, 52, 53, 70, 90, 91, 300, 402, 403, 404, 620, 803, 804]) {
        const { result } = (await page(condition, pageNum)).body
        const shown = numbersOf(all.slice(pageNum * 10 - 10, pageNum * 10))
        expect(numbersOf(result.data), `page ${pageNum}`).toEqual(shown)
        expect(result.newer).not.toBeNull()
      }
  })

  test('has pages at any depth for a clerk of a store, and none of other stores', async () => {
    const keeper = await makeStaff(app, merchant, { permissions: ['order.buyBill'], stores: [store] })
    const seen = bills.filter(({ store_id }) => store_id === store)
    for (const pageNum of [2, 60, 300, 804]) {
      const { result } = (await page({}, pageNum, keeper)).body
      expect(numbersOf(result.data)).toEqual(numbersOf(seen.slice(pageNum * 10 - 10, pageNum * 10)))
      expect(result.count).toBe(seen.length)
    }
  })

  test('ends at ten thousand for other filters, and asks for a narrower one', async () => {
    const { body } = await page({ status: [0] }, 1_000)
    expect(body.result).toMatchObject({ count: 10_000, countCapped: true })
    expect(numbersOf(body.result.data)).toEqual(numbersOf(bills.slice(9_990, 10_000)))
    expect((await page({ status: [0] }, 1_001)).body.rcode).toBe(103)
  })
})

test('what would take too long is not computed, and the list asks for a narrower filter', async () => {
  const total = (condition: Condition) => app.call(billCalls.getBuyBillTotal, { condition }, { as: owner })
  const list = (condition: Condition) => app.call(billCalls.getBuyBill, { condition }, { as: owner })
  // No statement that reads bills comes to an end.
  const barrier = await holdTable(app, 'bill')
  const status = [1 as const]
  const [totals, page, bySums] = await Promise.all([total({ status }), list({ status }), total({})])
  await barrier.letGo()
  expect(totals.body).toMatchObject({ rcode: 0, result: { computed: false } })
  expect(page.body).toMatchObject({
    rcode: 103,
    msg: 'This search takes too long. Select fewer days, or narrow the filter.',
  })
  // Sums answer without reading bills.
  expect(bySums.body).toMatchObject({ rcode: 0, result: { computed: true, count: all.length } })
  expect((await total({ status })).body.result).toMatchObject({
    computed: true,
    count: expected({ status }, owner).length,
  })
})
