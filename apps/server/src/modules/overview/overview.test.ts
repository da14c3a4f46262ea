import { addDays, type OnlineClient, overviewCalls } from '@slotwise/contract'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { billOf, makeBills } from '../../../test/bills.ts'
import { storm } from '../../../test/depth.ts'
import { makeDevice, makeMerchant, makeStaff } from '../../../test/factories.ts'
import { makeBoundMachine, sayStatus } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import {
  amountsIn,
  channelsIn,
  dayIn,
  figuresIn,
  hourIn,
  linesIn,
  makeSalesStand,
  type SalesStand,
  storeNameIn,
} from '../../../test/sales-stand.ts'
import type { Bill } from '../bills/bill-model.ts'

const app = await testApp()
/** Ten minutes before the end of November, a Monday. A session lasts for a day. */
const begun = new Date('2026-11-30T15:50:00.000Z')
const ended = new Date('2026-12-01T15:30:00.000Z')
let stand: SalesStand

beforeAll(async () => {
  app.clock.now = begun
  stand = await makeSalesStand(app, { last: ended, days: 40, sales: 700 })
})

type Who = keyof SalesStand['users']
const people: readonly Who[] = ['main', 'ofStores', 'ofMachines', 'ofBoth']
const who = fc.constantFrom(...people)
/** Moments on the edges of hours and days, and any others. */
const moment = fc.oneof(
  fc.constantFrom(
    begun,
    new Date('2026-11-30T16:00:00.000Z'),
    new Date('2026-11-30T16:00:00.001Z'),
    new Date('2026-12-01T05:00:00.000Z'),
    ended,
  ),
  fc.date({ min: begun, max: ended, noInvalidDate: true }),
)
const dayMs = 86_400_000

const seenBy = (name: Who): Bill[] => stand.bills.filter(stand.users[name].sees)
const onDay = (day: string) => (bill: Bill) => dayIn(bill.create_at) === day

describe('the overview', () => {
  test('equals a recount of the day, and of the day before up to the same moment', async () => {
    await fc.assert(
      fc.asyncProperty(who, moment, fc.constantFrom('today', 'yesterday'), async (name, now, day) => {
        app.clock.now = now
        const today = dayIn(now)
        const yesterday = addDays(today, -1)
        const seen = seenBy(name)
        const bills = seen.filter(onDay(day === 'today' ? today : yesterday))
        const before =
          day === 'today'
            ? seen.filter(onDay(yesterday)).filter((bill) => bill.create_at.getTime() < now.getTime() - dayMs)
            : seen.filter(onDay(addDays(today, -2)))
        const { body } = await app.call(overviewCalls.overview, { day }, { as: stand.users[name] })
        expect(body.result).toMatchObject({
          overview: figuresIn(bills),
          payment: channelsIn(bills),
          before: amountsIn(before),
        })
      }),
      { numRuns: storm({ usual: 80, deep: 3_000 }) },
    )
  })

  test('compares with the very moment of yesterday: neither the hour nor the minute is rounded', async () => {
    const merchant = await makeMerchant(app)
    const seller = { ...(await makeDevice(app, merchant, null)), store: null }
    const now = new Date('2026-12-01T04:34:56.789Z')
    app.clock.now = now
    const at = (ms: number) => billOf(seller, { create_at: new Date(now.getTime() - dayMs + ms) })
    const whole = billOf(seller, { create_at: new Date('2026-11-30T03:59:59.999Z') })
    await makeBills(app, merchant, [whole, at(-1), at(0), at(1)])
    const answer = async (input: { day?: 'yesterday' } = {}) =>
      (await app.call(overviewCalls.overview, input, { as: merchant })).body.result
    expect((await answer()).before).toEqual({ income: 700, refund: 0, count: 2 })
    expect(await answer({ day: 'yesterday' })).toMatchObject({
      overview: { income: 1400, count: 4 },
      before: { income: 0, refund: 0, count: 0 },
    })
  })

  test('counts machines online and offline, within the scope of the caller', async () => {
    app.clock.now = ended
    const merchant = await makeMerchant(app)
    const [there, gone] = [await makeBoundMachine(app, merchant), await makeBoundMachine(app, merchant)]
    const silent = await makeBoundMachine(app, merchant)
    await sayStatus(app, there, 'online')
    await sayStatus(app, silent, 'online')
    await asOwner(app, 'update device_state set heard_at = $1 where device_id = $2', [
      new Date(ended.getTime() - 91_000),
      silent.id,
    ])
    const clerk = await makeStaff(app, merchant, { permissions: ['home'], devices: [there.id, gone.id] })
    const device = async (as: typeof merchant) =>
      (await app.call(overviewCalls.overview, {}, { as })).body.result.device
    expect(await device(merchant)).toEqual({ online: 1, offline: 2 })
    expect(await device(clerk)).toEqual({ online: 1, offline: 1 })
  })

  test('hides payments from merchants on the list, by main account or agent, and from their staff', async () => {
    const { config } = app.deps
    const merchant = await makeMerchant(app)
    const clerk = await makeStaff(app, merchant, { permissions: ['home'] })
    const neighbour = await makeMerchant(app)
    await asOwner(app, `update tenant set agent = 'kiosk-7' where tenant_id = $1`, [merchant.tenantId])
    const payment = async (as: typeof merchant) =>
      (await app.call(overviewCalls.overview, {}, { as })).body.result.payment
    try {
      for (const name of [merchant.username, 'kiosk-7']) {
        app.deps.config = { ...config, paymentPieBlacklist: ['someone', name] }
        expect([name, await payment(merchant), await payment(clerk)]).toEqual([name, null, null])
        expect(await payment(neighbour)).toEqual([])
      }
      // The name of a sub-account is not that of a merchant.
      app.deps.config = { ...config, paymentPieBlacklist: [clerk.username] }
      expect(await payment(clerk)).toEqual([])
    } finally {
      app.deps.config = config
    }
  })
})

/** Monday to Sunday, and the first to the last of the month. */
const ranges: Record<'today' | 'week' | 'month', (today: string) => [from: string, to: string]> = {
  today: (today) => [today, today],
  week: () => ['2026-11-30', '2026-12-06'],
  month: (today) => (today < '2026-12-01' ? ['2026-11-01', '2026-11-30'] : ['2026-12-01', '2026-12-31']),
}
const range = fc.constantFrom('today' as const, 'week' as const, 'month' as const)

const detailOf = async (name: Who, kind: string, over: string) =>
  (await app.post(overviewCalls.detail.path, { kind, range: over }, { as: stand.users[name] })).body
    .result as { data: Record<string, unknown>[]; count: number }

const online = (bills: readonly Bill[], client: OnlineClient) => {
  const { income, refund } = amountsIn(bills.filter((bill) => bill.client === client))
  return { income, refund }
}
const channels = (bills: readonly Bill[]) => ({
  wechat: online(bills, 'wechat'),
  alipay: online(bills, 'alipay'),
  gkash: online(bills, 'gkash'),
})

/** The ten with the highest income; those of equal income in any order. */
function expectRanked(rows: { income: number }[], all: { income: number }[]): void {
  const incomes = all.map(({ income }) => income).toSorted((a, b) => b - a)
  expect(rows.map(({ income }) => income)).toEqual(incomes.slice(0, 10))
}

describe('details of the overview', () => {
  const bills = (name: Who, now: Date, over: keyof typeof ranges): Bill[] => {
    const [from, to] = ranges[over](dayIn(now))
    return seenBy(name).filter((bill) => from <= dayIn(bill.create_at) && dayIn(bill.create_at) <= to)
  }

  test('the trend equals a recount by hour or day, and has no gaps', async () => {
    await fc.assert(
      fc.asyncProperty(who, moment, range, async (name, now, over) => {
        app.clock.now = now
        const sold = bills(name, now, over)
        const [from, to] = ranges[over](dayIn(now))
        const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
        const places =
          over === 'today'
            ? Array.from({ length: 24 }, (_, hour) => ({ hour }))
            : Array.from({ length: days }, (_, n) => ({ day: addDays(from, n) }))
        const { data, count } = await detailOf(name, 'trend', over)
        expect(count).toBe(places.length)
        expect(data).toEqual(
          places.map((place) => {
            const own = sold.filter((bill) =>
              'hour' in place ? hourIn(bill.create_at) === place.hour : dayIn(bill.create_at) === place.day,
            )
            const { wechat, alipay, gkash } = channels(own)
            return {
              ...place,
              ...amountsIn(own),
              wxIncome: wechat.income,
              wxRefund: wechat.refund,
              alipayIncome: alipay.income,
              alipayRefund: alipay.refund,
              gkashIncome: gkash.income,
              gkashRefund: gkash.refund,
            }
          }),
        )
      }),
      { numRuns: storm({ usual: 40, deep: 2_000 }) },
    )
  })

  test('rankings equal a recount by store, machine and goods', async () => {
    await fc.assert(
      fc.asyncProperty(who, moment, range, async (name, now, over) => {
        app.clock.now = now
        const sold = bills(name, now, over)
        const [first] = stand.stores
        const stores = await detailOf(name, 'storeRank', over)
        const byStore = Map.groupBy(sold, (bill) => bill.store_id)
        expect(stores.count).toBe(byStore.size)
        expectRanked(stores.data as never, [...byStore.values()].map(amountsIn))
        for (const row of stores.data) {
          const own = byStore.get(row.store as string | null) ?? []
          expect(row).toMatchObject({
            store_name: stand.names.get(String(row.store)) ?? null,
            ...amountsIn(own),
            ...channels(own),
          })
          if (row.store === first && name === 'main')
            expect(row).toMatchObject({ store_address: '1 North Road', devCount: 2 })
        }
        const machines = await detailOf(name, 'deviceRank', over)
        const bySn = Map.groupBy(sold, (bill) => bill.sn)
        expect(machines.count).toBe(bySn.size)
        expectRanked(machines.data as never, [...bySn.values()].map(amountsIn))
        for (const row of machines.data) {
          const own = bySn.get(String(row.sn)) ?? []
          const machine = stand.machines.find(({ sn }) => sn === row.sn)
          const region = storeNameIn(stand, name, machine)
          expect(row).toEqual({
            sn: row.sn,
            title: machine?.title,
            region,
            ...amountsIn(own),
            ...channels(own),
          })
        }
        const goods = await detailOf(name, 'goodsRank', over)
        const byGoods = Map.groupBy(linesIn(sold), (line) => line.goods)
        const summed = (lines: ReturnType<typeof linesIn> = []) => ({
          income: lines.reduce((sum, { income }) => sum + income, 0),
          count: lines.reduce((sum, { pieces }) => sum + pieces, 0),
        })
        expect(goods.count).toBe(byGoods.size)
        expectRanked(
          goods.data as never,
          [...byGoods.values()].map((lines) => summed(lines)),
        )
        for (const row of goods.data)
          expect(row).toEqual({
            goods_id: row.goods_id,
            goods_name: stand.names.get(String(row.goods_id)) ?? null,
            ...summed(byGoods.get(row.goods_id as string | null)),
          })
      }),
      { numRuns: storm({ usual: 30, deep: 1_000 }) },
    )
  })

  test('a ranking shows ten, and says how many there are', async () => {
    const merchant = await makeMerchant(app)
    const sellers = []
    for (let i = 0; i < 12; i += 1)
      sellers.push({ ...(await makeDevice(app, merchant, null, `M${i}`)), store: null })
    app.clock.now = ended
    await makeBills(
      app,
      merchant,
      sellers.map((seller, i) => billOf(seller, { create_at: ended, total_price: 100 + i })),
    )
    const input = { kind: 'deviceRank', range: 'today' } as const
    const { body } = await app.call(overviewCalls.detail, input, { as: merchant })
    expect(body.result.count).toBe(12)
    expect(body.result.data.map(({ income }) => income)).toEqual(
      Array.from({ length: 10 }, (_, i) => 111 - i),
    )
  })
})
