/** The figures of reports, against a recount of random bills, for users of every scope. */
import {
  addDays,
  countryFacts,
  payClients,
  periodsOf,
  type PlanRhythm,
  reportColumns,
  type ReportFilter,
  type ReportOrder,
  type ReportScale,
  startOfDay,
} from '@slotwise/contract'
import type { Cell } from '@slotwise/sheets'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { storm } from '../../../test/depth.ts'
import {
  dayIn,
  figuresIn,
  linesIn,
  makeSalesStand,
  type SalesStand,
  storeNameIn,
} from '../../../test/sales-stand.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { findIdentity } from '../account/index.ts'
import type { Bill } from '../bills/bill-model.ts'
import { eachDeal, selectionOf } from '../bills/index.ts'
import { reportSheet } from './sheet-service.ts'

const app = await testApp()
const now = new Date('2026-11-17T04:30:00.000Z')
const today = '2026-11-17'
const { utcOffsetMinutes } = countryFacts.CN
let stand: SalesStand

beforeAll(async () => {
  app.clock.now = now
  stand = await makeSalesStand(app, { last: now, days: 100, sales: 500 })
})

type Who = keyof SalesStand['users']
const people: readonly Who[] = ['main', 'ofStores', 'ofMachines', 'ofBoth']

/** Works as the worker does for this user. */
function asUser<T>(who: Who, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { tenantId, accountId } = stand.users[who]
  return inTenant(app.deps.db.main, tenantId, async (tx) => {
    const identity = await findIdentity(tx, tenantId, accountId)
    if (!identity) throw new Error('the user is gone')
    const origin = { requestId: '', address: '', userAgent: '', locale: 'zh-CN' as const, now }
    return work({ ...identity, ...origin, deps: app.deps, tx, audited: false })
  })
}

/** The lines of a report without its header. */
const linesOf = (who: Who, order: Omit<ReportOrder, 'locale' | 'format'>): Promise<Cell[][]> =>
  asUser(who, async (ctx) => {
    const { rows, columns } = await reportSheet(ctx, { ...order, locale: 'en-US', format: 'xlsx' })
    // The form says before what the columns will be.
    expect(columns.map(({ header }) => header)).toEqual(reportColumns('en-US', order, 'CNY'))
    const lines = (await Array.fromAsync(rows)).flat()
    for (const line of lines) expect(line).toHaveLength(columns.length)
    return lines
  })

function billsOf(who: Who, { from, to, area, store, sn, client }: ReportFilter): Bill[] {
  return stand.bills.filter(
    (bill) =>
      stand.users[who].sees(bill) &&
      from <= dayIn(bill.create_at) &&
      dayIn(bill.create_at) <= to &&
      (store === undefined || bill.store_id === store) &&
      (area === undefined || stand.areaOf.get(bill.store_id ?? '') === area) &&
      (sn === undefined || bill.sn === sn) &&
      (client === undefined || bill.client === client),
  )
}

const timeCells = (precision: PlanRhythm, { from, to }: { from: string; to: string }): Cell[] =>
  ({
    month: [from.slice(0, 7)],
    week: [startOfDay(from, utcOffsetMinutes), startOfDay(to, utcOffsetMinutes)],
    day: [startOfDay(from, utcOffsetMinutes)],
  })[precision]

const salesCells = (bills: readonly Bill[]): Cell[] => {
  const { income, refund, count, ...rest } = figuresIn(bills)
  const { successCount, abnormalCount, refundCount, failRate } = rest
  return [{ cents: income }, { cents: refund }, count, successCount, abnormalCount, refundCount, failRate]
}

const goodsCells = (lines: ReturnType<typeof linesIn>): Cell[] => {
  const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((n, line) => n + of(line), 0)
  return [
    sum((line) => line.pieces),
    lines.length,
    { cents: sum((line) => line.income) },
    { cents: sum((line) => line.refund) },
  ]
}

const grouped = <Row>(
  rows: readonly Row[],
  of: (row: Row) => string,
  names: (id: string) => Cell[],
  cells: (rows: Row[]) => Cell[],
) => [...Map.groupBy(rows, of)].map(([id, own]) => [...names(id), ...cells(own)])

/** The rows of a period, by a recount. */
function expectedRows(who: Who, scale: ReportScale, bills: readonly Bill[]): Cell[][] {
  const name = (id: string | undefined) => (id === undefined ? undefined : stand.names.get(id))
  const storeOf = ({ store_id: id }: Bill) => id ?? ''
  switch (scale) {
    case 'bill':
      return [salesCells(bills)]
    case 'area':
      return grouped(
        bills,
        (bill) => stand.areaOf.get(storeOf(bill)) ?? '',
        (id) => [name(id) ?? 'In no area'],
        salesCells,
      )
    case 'store':
      return grouped(
        bills,
        storeOf,
        (id) => [
          name(id) ?? 'In no store',
          name(stand.areaOf.get(id)) ?? null,
          id === '' ? null : id === stand.stores[0] ? '1 North Road' : '',
        ],
        salesCells,
      )
    case 'device':
      return grouped(
        bills,
        ({ device_id: id }) => id,
        (id) => {
          const machine = stand.machines.find((one) => one.id === id)
          return [machine?.title ?? '', machine?.sn ?? '', storeNameIn(stand, who, machine)]
        },
        salesCells,
      )
    case 'goods':
      return grouped(
        linesIn(bills),
        ({ goods }) => goods ?? '',
        (id) => [name(id) ?? 'Goods not specified'],
        goodsCells,
      )
  }
}

const day = fc.integer({ min: -3, max: 105 }).map((ago) => addDays(today, -ago))
const query = () =>
  fc.record({
    who: fc.constantFrom(...people),
    range: fc.tuple(day, day).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
    place: fc.oneof(
      fc.constant({}),
      fc.constantFrom(...stand.areas).map((area) => ({ area })),
      fc.constantFrom(...stand.stores).map((store) => ({ store })),
      fc.constantFrom(...stand.machines).map(({ sn }) => ({ sn })),
    ),
    client: fc.option(fc.constantFrom(...payClients), { nil: undefined, freq: 3 }),
  })

/** Rows of one period have no order of their own where their income is the same. */
const inAnyOrder = (rows: readonly Cell[][]): string[] => rows.map((row) => JSON.stringify(row)).toSorted()

describe('a report', () => {
  test.each<ReportScale>(['area', 'store', 'device', 'goods', 'bill'])(
    'by %s and month, week or day equals a recount of bills',
    async (scale) => {
      const precisions = fc.constantFrom<PlanRhythm>('month', 'week', 'day')
      await fc.assert(
        fc.asyncProperty(query(), precisions, async ({ who, range, place, client }, precision) => {
          const condition = { ...range, ...place, client }
          const lines = await linesOf(who, { data_scale: scale, data_precision: precision, condition })
          const all = billsOf(who, condition)
          const expected = periodsOf(range, precision).flatMap(({ from, to }) =>
            expectedRows(who, scale, billsOf(who, { ...condition, from, to })).map((row) => [
              ...timeCells(precision, { from, to }),
              ...row,
            ]),
          )
          expect(inAnyOrder(lines.slice(0, -1))).toEqual(inAnyOrder(expected))
          const total = scale === 'goods' ? goodsCells(linesIn(all)) : salesCells(all)
          expect(lines.at(-1)?.slice(-total.length)).toEqual(total)
          expect(lines.at(-1)?.[0]).toBe('Total')
        }),
        { numRuns: storm({ usual: 8, deep: 1_000 }) },
      )
    },
  )

  test('of each deal lists the bills of every scale, the newest first', async () => {
    await fc.assert(
      fc.asyncProperty(query(), fc.constantFrom('area', 'goods', 'bill'), async (asked, scale) => {
        const condition = { ...asked.range, ...asked.place, client: asked.client }
        const all = await linesOf(asked.who, { data_scale: scale, data_precision: 'deal', condition })
        const lines = scale === 'area' ? all.map((line) => line.slice(1)) : all
        const expected = billsOf(asked.who, condition).toSorted(
          (a, b) => b.create_at.getTime() - a.create_at.getTime() || (a.orderno < b.orderno ? 1 : -1),
        )
        expect(lines.map(([orderno, at]) => [orderno, at])).toEqual(
          expected.map((bill) => [bill.orderno, bill.create_at]),
        )
        for (const [index, bill] of expected.entries()) {
          const line = lines[index] ?? []
          if (scale === 'area')
            expect(all[index]?.[0]).toBe(
              stand.names.get(stand.areaOf.get(bill.store_id ?? '') ?? '') ?? 'In no area',
            )
          expect(line[3]).toBe(bill.sn)
          expect(line[4]).toBe(bill.store_id === null ? null : stand.names.get(bill.store_id))
          expect(line.slice(8, 11)).toEqual([
            { cents: bill.total_price },
            { cents: bill.list_price - bill.total_price },
            { cents: bill.refunded },
          ])
        }
      }),
      { numRuns: storm({ usual: 10, deep: 1_000 }) },
    )
  })

  test('of each deal is read in pieces, without a gap and without a repetition', async () => {
    for (const who of people) {
      const condition = { from: '2026-08-01', to: today }
      const read = await asUser(who, async (ctx) => {
        const pieces = await Array.fromAsync(eachDeal(ctx, await selectionOf(ctx, condition), 7))
        return pieces.flat().map(({ orderno }) => orderno)
      })
      const lines = await linesOf(who, { data_scale: 'bill', data_precision: 'deal', condition })
      expect(read).toEqual(lines.map(([orderno]) => orderno))
    }
  })

  test('has its rows in the order of time, in each period those with the highest income first', async () => {
    const condition = { from: '2026-10-01', to: today }
    const lines = await linesOf('main', { data_scale: 'store', data_precision: 'month', condition })
    const rows = lines
      .slice(0, -1)
      .map((line) => [line[0] as string, (line[4] as { cents: number }).cents] as const)
    expect(new Set(rows.map(([month]) => month))).toEqual(new Set(['2026-10', '2026-11']))
    expect(rows).toEqual(rows.toSorted(([a, x], [b, y]) => a.localeCompare(b) || y - x))
  })
})
