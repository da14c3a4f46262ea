import { addDays, statisticsCalls } from '@slotwise/contract'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { storm } from '../../../test/depth.ts'
import { readExport } from '../../../test/exports.ts'
import { makeMerchant } from '../../../test/factories.ts'
import {
  amountsIn,
  channelsIn,
  dayIn,
  figuresIn,
  goodsChannelsIn,
  hourIn,
  linesIn,
  makeSalesStand,
  type SalesStand,
} from '../../../test/sales-stand.ts'
import type { Bill } from '../bills/bill-model.ts'

const app = await testApp()
/** The middle of a day, in the middle of a month. */
const now = new Date('2026-11-17T04:30:00.000Z')
const today = '2026-11-17'
let stand: SalesStand

beforeAll(async () => {
  app.clock.now = now
  stand = await makeSalesStand(app, { last: now, days: 100, sales: 500 })
})

type Who = keyof SalesStand['users']
const people: readonly Who[] = ['main', 'ofStores', 'ofMachines', 'ofBoth']
type Condition = {
  from?: string | undefined
  to?: string | undefined
  area?: string
  store?: string
  sn?: string
  device?: string
}

const inPlaces =
  ({ area, store, sn, device }: Condition) =>
  (bill: Bill) =>
    (store === undefined || bill.store_id === (store === 'none' ? null : store)) &&
    (area === undefined || (stand.areaOf.get(bill.store_id ?? '') ?? 'none') === area) &&
    (device === undefined || bill.device_id === device) &&
    (sn === undefined || bill.sn === sn)
const inDays =
  ({ from, to }: Condition) =>
  (bill: Bill) =>
    (from ?? '') <= dayIn(bill.create_at) && dayIn(bill.create_at) <= (to ?? '9')

/** The bills of a list and of the days before. */
function recounted(who: Who, condition: Condition): { now: Bill[]; before: Bill[] | null } {
  const seen = stand.bills.filter(stand.users[who].sees).filter(inPlaces(condition))
  const { from, to } = condition
  if (from === undefined) return { now: seen.filter(inDays({ to })), before: null }
  const end = to ?? (from > today ? from : today)
  const days = (Date.parse(end) - Date.parse(from)) / 86_400_000 + 1
  return {
    now: seen.filter(inDays({ from, to })),
    before: seen.filter(inDays({ from: addDays(from, -days), to: addDays(from, -1) })),
  }
}

const lists = {
  area: (bill: Bill) => stand.areaOf.get(bill.store_id ?? '') ?? null,
  store: (bill: Bill) => bill.store_id,
  device: (bill: Bill) => bill.device_id,
}
type List = keyof typeof lists

const day = fc.integer({ min: -5, max: 110 }).map((ago) => addDays(today, -ago))
const range = fc
  .tuple(fc.option(day, { nil: undefined }), fc.option(day, { nil: undefined }))
  .map(([a, b]) => (a !== undefined && b !== undefined && a > b ? { from: b, to: a } : { from: a, to: b }))
const query = () =>
  fc.record({
    who: fc.constantFrom(...people),
    range,
    place: fc.oneof(
      fc.constant({}),
      fc.constantFrom(...stand.areas, 'none').map((area) => ({ area })),
      fc.constantFrom(...stand.stores, 'none').map((store) => ({ store })),
      fc.constantFrom(...stand.machines).map(({ sn }) => ({ sn })),
      fc.constantFrom(...stand.machines).map(({ id }) => ({ device: id })),
    ),
  })
const given = (object: object): Condition =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))

const idIn = (row: object): string | null => {
  const { area, store, device } = row as Record<string, string | null | undefined>
  return device ?? (area === undefined ? (store ?? null) : area)
}

describe('statistics', () => {
  test.each<List>(['area', 'store', 'device'])('by %s equal a recount of bills', async (list) => {
    await fc.assert(
      fc.asyncProperty(query(), async ({ who, range: days, place }) => {
        const condition = given({ ...days, ...place })
        const all = recounted(who, condition)
        const groups = new Set([...all.now, ...(all.before ?? [])].map(lists[list]))
        const sales = (of: (bill: Bill) => boolean) => {
          const bills = all.now.filter(of)
          const before = all.before && amountsIn(all.before.filter(of))
          return { ...figuresIn(bills), channels: channelsIn(bills), before }
        }
        const { body } = await app.call(
          statisticsCalls[list],
          { pageSize: 999, condition },
          { as: stand.users[who] },
        )
        const { data, count, total } = body.result
        expect(count).toBe(groups.size)
        expect(new Set(data.map(idIn))).toEqual(groups)
        expect(total).toEqual(sales(() => true))
        for (const row of data) expect(row).toMatchObject(sales((bill) => lists[list](bill) === idIn(row)))
        expect(data.map(({ income }) => income)).toEqual(
          data.map(({ income }) => income).toSorted((a, b) => b - a),
        )
      }),
      { numRuns: storm({ usual: 40, deep: 2_000 }) },
    )
  })

  test('by goods equal a recount of the lines of bills', async () => {
    await fc.assert(
      fc.asyncProperty(query(), async ({ who, range: days, place }) => {
        const condition = given({ ...days, ...place })
        const all = recounted(who, condition)
        const lines = linesIn(all.now)
        const before = all.before && linesIn(all.before)
        const groups = new Set([...lines, ...(before ?? [])].map(({ goods }) => goods))
        const sales = (of: (goods: string | null) => boolean) => {
          const sum = (rows: typeof lines) => {
            const own = rows.filter((line) => of(line.goods))
            const add = (value: (line: (typeof lines)[number]) => number) =>
              own.reduce((n, line) => n + value(line), 0)
            return {
              own,
              amounts: {
                count: add((line) => line.pieces),
                income: add((line) => line.income),
                refund: add((line) => line.refund),
              },
            }
          }
          const { own, amounts } = sum(lines)
          return { ...amounts, lines: own.length, before: before && sum(before).amounts }
        }
        const input = { pageSize: 999, condition }
        const { body } = await app.call(statisticsCalls.goods, input, { as: stand.users[who] })
        const { data, count, total } = body.result
        expect([count, new Set(data.map((row) => row.goods_id))]).toEqual([groups.size, groups])
        expect(total).toEqual(sales(() => true))
        for (const row of data) {
          expect(row).toEqual({
            goods_id: row.goods_id,
            goods_name: stand.names.get(row.goods_id ?? '') ?? null,
            ...sales((goods) => goods === row.goods_id),
          })
        }
      }),
      { numRuns: storm({ usual: 40, deep: 2_000 }) },
    )
  })

  test('of goods by payment equal a recount of the lines of bills, alone and together', async () => {
    const chosen = fc.constantFrom(undefined, null, ...stand.goods)
    await fc.assert(
      fc.asyncProperty(query(), chosen, async ({ who, range: days, place }, goods) => {
        const condition = given({ ...days, ...place, goods_id: goods === null ? 'none' : goods })
        const lines = linesIn(recounted(who, condition).now)
        const { body } = await app.call(
          statisticsCalls.getGoodsChannels,
          { condition },
          { as: stand.users[who] },
        )
        expect(body.result.channels).toEqual(
          goodsChannelsIn(lines.filter((line) => goods === undefined || line.goods === goods)),
        )
      }),
      { numRuns: storm({ usual: 60, deep: 3_000 }) },
    )
  })

  test('over time equal a recount of bills, without gaps', async () => {
    const oneDay = day.map((only) => ({ from: only, to: only }))
    await fc.assert(
      fc.asyncProperty(query(), fc.option(oneDay), async ({ who, range: days, place }, only) => {
        const condition = given({ ...(only ?? days), ...place })
        const { now: bills } = recounted(who, condition)
        const { body } = await app.call(
          statisticsCalls.getSalesTrend,
          { condition },
          { as: stand.users[who] },
        )
        const { step, data } = body.result
        const { from, to = today } = condition
        const length = from === undefined ? Infinity : (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
        expect(step).toBe(length <= 1 ? 'hour' : length <= 92 ? 'day' : 'month')
        const placeOf = ({ create_at: at }: Bill): string =>
          step === 'hour' ? String(hourIn(at)) : dayIn(at).slice(0, step === 'day' ? 10 : 7)
        for (const { period, ...amounts } of data)
          expect([period, amounts]).toEqual([
            period,
            amountsIn(bills.filter((bill) => placeOf(bill) === period)),
          ])
        expect(data.reduce((sum, { count }) => sum + count, 0)).toBe(bills.length)
        if (step === 'hour') expect(data).toHaveLength(24)
        if (step === 'day') expect(data).toHaveLength(Math.max(length, 1))
        const months = data.map(({ period }) => Number(period.slice(0, 4)) * 12 + Number(period.slice(5)))
        if (step === 'month') expect(months.map((month, i) => month - i)).toEqual(months.map(() => months[0]))
      }),
      { numRuns: storm({ usual: 60, deep: 2_000 }) },
    )
  })
})

describe('a list of statistics', () => {
  const main = () => stand.users.main
  const listed = async (list: List, input: object = {}) =>
    (await app.call(statisticsCalls[list], input, { as: main() })).body.result

  test('names what is gone, and where everything is now', async () => {
    const [north, , closed] = stand.areas
    const areas = (await listed('area', { pageSize: 50 })).data
    expect(new Set(areas.map((row) => ('area_name' in row ? row.area_name : '')))).toEqual(
      new Set([...stand.areas.map((id) => stand.names.get(id)), null]),
    )
    expect(areas.find((row) => 'area' in row && row.area === closed)).toMatchObject({ storeCount: 0 })
    expect(areas.find((row) => 'area' in row && row.area === north)).toMatchObject({ storeCount: 2 })
    const stores = (await listed('store', { pageSize: 50 })).data
    const [first, , third, , shut] = stand.stores
    const storeRow = (id: string | null | undefined) => stores.find((row) => idIn(row) === id)
    expect(storeRow(first)).toMatchObject({
      store_name: stand.names.get(first ?? ''),
      store_address: '1 North Road',
      area_name: stand.names.get(north ?? ''),
      devCount: 2,
    })
    expect(storeRow(shut)).toMatchObject({ store_name: stand.names.get(shut ?? ''), devCount: 0 })
    // Its machine was unbound.
    expect(storeRow(third)).toMatchObject({ devCount: 0 })
    expect(storeRow(null)).toMatchObject({ store_name: null, area_name: null, devCount: 1 })
    const devices = (await listed('device', { pageSize: 50 })).data
    for (const { id, sn, title, store } of stand.machines)
      expect(devices.find((row) => idIn(row) === id)).toMatchObject({
        sn,
        title,
        store,
        store_name: stand.names.get(store ?? '') ?? null,
      })
  })

  test('counts machines and stores within the scope of the caller', async () => {
    const [first] = stand.stores
    const ask = (who: Who, list: 'area' | 'store') =>
      app.call(statisticsCalls[list], { pageSize: 50, condition: { store: first } }, { as: stand.users[who] })
    // One of the two machines of the store, which is not assigned itself.
    expect((await ask('ofMachines', 'store')).body.result.data).toMatchObject([{ store: first, devCount: 1 }])
    expect((await ask('ofStores', 'store')).body.result.data).toMatchObject([{ store: first, devCount: 2 }])
    expect((await ask('ofMachines', 'area')).body.result.data).toMatchObject([{ storeCount: 0 }])
    expect((await ask('ofStores', 'area')).body.result.data).toMatchObject([{ storeCount: 1 }])
  })

  test('is sorted by any column in both directions, and names as people sort them', async () => {
    const names = (rows: readonly object[]) => rows.map((row) => (row as { title: string }).title)
    const byName = (await listed('device', { condition: { sort: 'name' } })).data
    expect(names(byName)).toEqual(['Machine 5', 'Machine 6', 'Machine 7', 'Machine 8', 'Machine 9'])
    const backwards = (await listed('device', { condition: { sort: '-name' } })).data
    expect(names(backwards)).toEqual(names(byName).toReversed())
    const condition = { from: addDays(today, -40), to: today }
    const value = (row: object, column: string): number => {
      const { before, ...figures } = row as Record<string, number> & { before: { income: number } | null }
      return (column === 'before' ? before?.income : figures[column]) ?? Number.NaN
    }
    const lists = {
      device: [
        'income',
        'refund',
        'count',
        'failRate',
        'successCount',
        'abnormalCount',
        'refundCount',
        'before',
      ],
      goods: ['income', 'refund', 'count', 'lines', 'before'],
    } as const
    for (const list of ['device', 'goods'] as const)
      for (const column of lists[list]) {
        const sorted = async (sort: string) => {
          const input = { condition: { ...condition, sort: sort as 'income' } }
          const { data } = (await app.call(statisticsCalls[list], input, { as: main() })).body.result
          return data.map((row) => value(row, column))
        }
        const up = await sorted(column)
        const inOrder = up.toSorted((a, b) => a - b)
        expect([column, new Set(up).size > 1]).toEqual([column, true])
        expect([column, up]).toEqual([column, inOrder])
        expect([column, await sorted(`-${column}`)]).toEqual([column, inOrder.toReversed()])
      }
    const goods = (await app.call(statisticsCalls.goods, { condition: { sort: 'name' } }, { as: main() }))
      .body.result
    expect(goods.data.map((row) => row.goods_name)).toEqual([
      null,
      ...stand.goods.map((id) => stand.names.get(id)),
    ])
  })

  test('has pages, and the sum of all of them on each', async () => {
    const whole = await listed('device', { pageSize: 50 })
    const pages = await Promise.all([1, 2, 3, 4].map((pageNum) => listed('device', { pageNum, pageSize: 2 })))
    expect(pages.flatMap(({ data }): object[] => data)).toEqual(whole.data)
    expect(pages.map((page) => page.data.length)).toEqual([2, 2, 1, 0])
    for (const page of pages) expect([page.count, page.total]).toEqual([5, whole.total])
  })

  test('of a merchant without sales is empty, with a sum of nothing', async () => {
    const fresh = await makeMerchant(app)
    const condition = { from: today, to: today }
    const { body } = await app.call(statisticsCalls.store, { condition }, { as: fresh })
    expect(body.result).toEqual({
      data: [],
      count: 0,
      total: { ...figuresIn([]), channels: [], before: { income: 0, refund: 0, count: 0 } },
    })
    const goods = await app.call(statisticsCalls.goods, {}, { as: fresh })
    expect(goods.body.result.total).toEqual({ count: 0, lines: 0, income: 0, refund: 0, before: null })
    const trend = await app.call(statisticsCalls.getSalesTrend, {}, { as: fresh })
    expect(trend.body.result).toEqual({
      step: 'month',
      data: [{ period: '2026-11', income: 0, refund: 0, count: 0 }],
    })
  })

  test('is exported with all rows and their sum, within the scope of the caller', async () => {
    const condition = { from: '2026-10-01', to: '2026-11-10' }
    const { ofBoth } = stand.users
    const { result } = (await app.call(statisticsCalls.device, { condition }, { as: ofBoth })).body
    const [header, ...lines] = await readExport(app, statisticsCalls.exportDeviceSales, { condition }, ofBoth)
    expect(header).toEqual([
      'Device',
      'Serial number',
      'Store',
      'Income (CNY)',
      'Refunds (CNY)',
      'Sales',
      'Successful',
      'Abnormal',
      'Refunded',
      'Failure rate (%)',
      'Previous income (CNY)',
    ])
    const cells = (row: (typeof result)['total']) =>
      [
        (row.income / 100).toFixed(2),
        (row.refund / 100).toFixed(2),
        row.count,
        row.successCount,
        row.abnormalCount,
        row.refundCount,
        row.failRate.toFixed(2),
        ((row.before?.income ?? 0) / 100).toFixed(2),
      ].map(String)
    // Empty cells are not in the file.
    expect(lines).toEqual([
      ...result.data.map((row) => [row.title, row.sn, ...[row.store_name ?? []].flat(), ...cells(row)]),
      ['Total', ...cells(result.total)],
    ])
    const areas = await readExport(app, statisticsCalls.exportAreaSales, {}, stand.users.main)
    expect(areas.map(([name]) => name)).toContain('In no area')
    expect(areas.at(-1)?.[0]).toBe('Total')
    const goods = await readExport(app, statisticsCalls.exportGoodsSales, {}, stand.users.main, 'zh-CN')
    expect(goods[0]).toEqual(['商品', '售出件数', '销售笔数', '收入 (CNY)', '退款 (CNY)', '上期收入 (CNY)'])
    expect(goods.map(([name]) => name)).toContain('未指定商品')
  })
})
