/** Statements of sites, against a recount of random bills and of the lines of the ledger, for users of every scope. */
import {
  addDays,
  billStatuses,
  classOf,
  dayOf,
  isOnline,
  payClients,
  regionCalls,
  type SiteStatement,
  siteCalls,
} from '@slotwise/contract'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { billOf, inBooks, makeBills, type Seller } from '../../../test/bills.ts'
import { storm } from '../../../test/depth.ts'
import { readExport, serialOf } from '../../../test/exports.ts'
import {
  makeArea,
  makeDevice,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
} from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { ensureMonths } from '../../kernel/months.ts'
import { bookPayment, bookRefund } from '../ledger/index.ts'

const app = await testApp()
const now = new Date('2026-11-17T04:30:00.000Z')
const zone = 480

type Terms = Partial<
  Record<'coo_start_date' | 'coo_end_date', string> & Record<'coo_share' | 'coo_rent', number>
>
/** The last is deleted in October, the one before has no terms. */
const agreed: readonly Terms[] = [
  { coo_share: 12.5 },
  { coo_share: 3.33, coo_rent: 50_001, coo_start_date: '2026-09-11' },
  { coo_rent: 80_000, coo_end_date: '2026-10-06' },
  { coo_share: 100, coo_start_date: '2026-10-31', coo_end_date: '2026-11-01' },
  { coo_share: 5, coo_start_date: '2025-01-01', coo_end_date: '2026-09-30' },
  {},
  { coo_share: 20, coo_rent: 31_000, coo_start_date: '2026-01-01' },
]
const deletedAt = new Date('2026-10-20T16:30:00.000Z')

let owner: Merchant
let neighbour: Merchant
let area: string
let stores: string[]
let people: Record<'main' | 'ofStores' | 'ofMachines' | 'ofBoth', { as: Merchant; sees: readonly string[] }>

beforeAll(async () => {
  app.clock.now = now
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  area = (await makeArea(app, owner))._id
  stores = []
  for (const [index, terms] of agreed.entries())
    stores.push((await makeStore(app, owner, { ...terms, ...(index % 2 ? { area } : {}) }))._id)
  const [first = '', second = ''] = stores
  const machines: Seller[] = []
  for (const store of [first, second]) machines.push({ ...(await makeDevice(app, owner, store)), store })
  const theirStore = (await makeStore(app, neighbour, { coo_share: 100 }))._id
  const theirs = { ...(await makeDevice(app, neighbour, theirStore)), store: theirStore }
  await asOwner(app, 'update store set created_at = $1', [new Date('2026-08-05T00:00:00.000Z')])
  await sell(owner, machines, stores)
  await sell(neighbour, [theirs], [theirStore])
  const gone = stores.at(-1) ?? ''
  expect((await app.call(regionCalls.delStore, { _id: gone }, { as: owner })).body.rcode).toBe(0)
  await asOwner(app, 'update store set deleted_at = $1 where store_id = $2', [deletedAt, gone])
  const staff = (scope: { stores?: string[]; devices?: string[] }) =>
    makeStaff(app, owner, { ...scope, permissions: ['bank.settle'] })
  const some = [first, stores[3] ?? '', gone]
  people = {
    main: { as: owner, sees: stores },
    ofStores: { as: await staff({ stores: some }), sees: some },
    // A machine is no store: its owner gets a share of all machines there.
    ofMachines: { as: await staff({ devices: machines.map(({ id }) => id) }), sees: [] },
    ofBoth: { as: await staff({ stores: [second], devices: machines.map(({ id }) => id) }), sees: [second] },
  }
})

/** Random sales at stores of the merchant, many at the edges of days and months, and refunds days later. */
async function sell(
  merchant: Merchant,
  machines: readonly Seller[],
  places: readonly string[],
): Promise<void> {
  const draft = fc.record({
    machine: fc.nat(),
    store: fc.option(fc.constantFrom(...places), { freq: 8 }),
    day: fc.oneof(
      fc.constantFrom('2026-08-31', '2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01', '2026-10-06'),
      fc.integer({ min: 0, max: 100 }).map((days) => addDays('2026-08-06', days)),
    ),
    moment: fc.oneof(fc.constantFrom(0, 1, 86_399_999), fc.integer({ min: 0, max: 86_399_999 })),
    // Most payments are booked at once, some after midnight.
    bookedAfter: fc.constantFrom(0, 1, 40_000),
    refundedAfter: fc.oneof(fc.constant(1_000), fc.integer({ min: 0, max: 30 * 86_400_000 })),
    client: fc.constantFrom(...payClients),
    status: fc.constantFrom(...billStatuses),
    total: fc.integer({ min: 1, max: 20_000 }),
    part: fc.integer({ min: 1, max: 99 }),
    isFlagged: fc.nat(9).map((one) => one === 0),
  })
  const drafts = fc.sample(draft, { numRuns: storm({ usual: 250, deep: 1_000 }), seed: 11 })
  const sales = drafts.map((one) => {
    const at = new Date(Date.parse(`${one.day}T00:00:00+08:00`) + one.moment)
    const back = { refund: one.total, mixed: Math.ceil((one.total * one.part) / 100), normal: 0, abnormal: 0 }
    const machine = machines[one.machine % machines.length] as Seller
    const isFree = one.client === 'gift' || one.client === 'remote'
    const bill = billOf(
      { ...machine, store: one.store },
      {
        create_at: at,
        client: one.client,
        status: one.status,
        total_price: isFree ? 0 : one.total,
        refunded: isFree ? 0 : back[classOf(one.status)],
      },
    )
    return { ...one, at, bill }
  })
  const moment = (at: Date, later: number): Date => new Date(Math.min(at.getTime() + later, now.getTime()))
  await ensureMonths(app.deps.db.main, [...sales.map(({ at }) => at), now])
  await makeBills(
    app,
    merchant,
    sales.map(({ bill }) => bill),
  )
  await inBooks(app, merchant, async (ref) => {
    for (const { bill, at, bookedAfter, refundedAfter, isFlagged } of sales) {
      // An online sale without an order of ours has no line.
      if (!isOnline(bill.client) || isFlagged) continue
      const { orderno, client, store_id: storeId, total_price: amount, refunded: refund } = bill
      const payment = { orderno, client, storeId, merchantId: null, amount, feeRate: 60 }
      await bookPayment(ref, { ...payment, at: moment(at, bookedAfter) })
      if (refund > 0)
        await bookRefund(ref, { ...payment, at: moment(at, bookedAfter + refundedAfter), refund })
    }
  })
}

type Money = { store: string | null; day: string; client: string; amount: number }

/** Everything that was paid (above 0) or given back (below), straight from bills and ledger. */
async function allMoney({ tenantId }: Merchant): Promise<Money[]> {
  type Line = { store_id: string | null; at: Date; client: string; amount: number }
  const lines = await asOwner<Line>(
    app,
    `select b.store_id, l.at, l.client, l.amount from ledger_line l join bill b using (tenant_id, orderno)
      where l.tenant_id = $1 and l.account = 'provider'`,
    [tenantId],
  )
  const others = await asOwner<Line>(
    app,
    `select b.store_id, b.create_at as at, b.client, v.amount
       from bill b, lateral (values (b.total_price), (-b.refunded)) v (amount)
      where b.tenant_id = $1 and b.client <> all('{wechat,alipay,gkash}') and b.status not in (1, 2, 5) and v.amount <> 0`,
    [tenantId],
  )
  return [...lines, ...others].map(({ store_id: store, at, client, amount }) => ({
    store,
    day: dayOf(at, zone),
    client,
    amount,
  }))
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
const takingsIn = (money: readonly Money[]) => {
  const paid = money.filter(({ amount }) => amount > 0)
  return {
    taken: sum(paid.map(({ amount }) => amount)),
    refunded: -sum(money.filter(({ amount }) => amount < 0).map(({ amount }) => amount)) + 0,
    count: paid.length,
  }
}

/** The days of a month on which a store cooperated, found one by one. */
function daysOf(store: string, month: string): string[] {
  const index = stores.indexOf(store)
  const { coo_start_date: start = '2026-08-01', coo_end_date: end = '9999' } = agreed[index] ?? {}
  const gone = index === stores.length - 1 ? '2026-10-21' : '9999'
  const days: string[] = []
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1))
    if (day >= start && day <= end && day <= gone) days.push(day)
  return days
}

const monthDays = (month: string): number =>
  new Date(Number(month.slice(0, 4)), Number(month.slice(5)), 0).getDate()

function expected(store: string, month: string, all: readonly Money[]) {
  const { coo_share: share, coo_rent: rent } = agreed[stores.indexOf(store)] ?? {}
  const days = daysOf(store, month)
  const money = all.filter((one) => one.store === store && days.includes(one.day))
  const takings = takingsIn(money)
  const base = takings.taken - takings.refunded
  const shareAmount = Math.max(0, Math.round((base * Math.round((share ?? 0) * 100)) / 10_000))
  const rentAmount = Math.round(((rent ?? 0) * days.length) / monthDays(month))
  return {
    money,
    days,
    statement: {
      store,
      coo_share: share ?? null,
      coo_rent: rent ?? null,
      from: days[0] ?? null,
      to: days.at(-1) ?? null,
      days: days.length,
      month_days: monthDays(month),
      ...takings,
      base,
      share_amt: shareAmount,
      rent_amt: rentAmount,
      due: shareAmount + rentAmount,
    },
  }
}

const months = ['2026-07', '2026-08', '2026-09', '2026-10', '2026-11', '2026-12']
const figures = ['taken', 'refunded', 'count', 'base', 'share_amt', 'rent_amt', 'due'] as const
const getSites = async (as: Merchant, condition: object) =>
  (await app.call(siteCalls.getSites, { pageSize: 99, condition }, { as })).body.result

describe('the statements of a month', () => {
  test.each(months)('of %s equal a recount of bills and ledger, for every user', async (month) => {
    const all = await allMoney(owner)
    for (const { as, sees } of Object.values(people)) {
      const wanted = stores
        .filter((store) => sees.includes(store))
        .map((store) => expected(store, month, all).statement)
        .filter(({ coo_share: share, coo_rent: rent, days }) => (share ?? rent) !== null && days > 0)
      const { data, count, total, month: answered } = await getSites(as, { month })
      expect(answered).toBe(month)
      const byStore = (a: { store: string }, b: { store: string }): number =>
        Number(a.store) - Number(b.store)
      expect(data.toSorted(byStore)).toMatchObject(wanted.toSorted(byStore))
      expect(count).toBe(wanted.length)
      for (const name of figures) expect(total[name]).toBe(sum(wanted.map((one) => one[name])))
    }
  })

  test('have something of everything to compare', async () => {
    const all = await allMoney(owner)
    const found = months.flatMap((month) => stores.map((store) => expected(store, month, all).statement))
    expect(found.filter(({ share_amt: share }) => share > 0).length).toBeGreaterThan(5)
    expect(found.filter(({ refunded }) => refunded > 0).length).toBeGreaterThan(5)
    expect(found.some(({ days, month_days: whole }) => days > 0 && days < whole)).toBe(true)
    expect(all.some(({ store }) => store === null)).toBe(true)
  })

  test('are those of the month before, when none is named', async () => {
    expect((await getSites(owner, {})).month).toBe('2026-10')
    // The first moment of a month of the merchant, and the one before.
    app.clock.now = new Date('2026-11-30T16:00:00.000Z')
    const later = await makeMerchant(app)
    expect((await getSites(later, {})).month).toBe('2026-11')
    app.clock.advance(-1)
    expect((await getSites(later, {})).month).toBe('2026-10')
    app.clock.now = now
  })

  test('are found by area, store, numbers and text, and come in pages by name', async () => {
    const found = async (condition: object): Promise<string[]> =>
      (await getSites(owner, { month: '2026-10', ...condition })).data.map(({ store }) => store).toSorted()
    const [first = '', second = '', third = '', fourth = '', , , gone = ''] = stores
    expect(await found({})).toEqual([first, second, third, fourth, gone].toSorted())
    expect(await found({ area })).toEqual([second, fourth].toSorted())
    expect(await found({ store: third })).toEqual([third])
    expect(await found({ ids: [third, first] })).toEqual([first, third].toSorted())
    const { data } = await getSites(owner, { month: '2026-10' })
    expect(await found({ q: data[0]?.store_name })).toContain(data[0]?.store)
    expect(await found({ q: 'no such name' })).toEqual([])
    const pages: SiteStatement[] = []
    for (const pageNum of [1, 2, 3]) {
      const input = { pageNum, pageSize: 2, condition: { month: '2026-10' } }
      const { body } = await app.call(siteCalls.getSites, input, { as: owner })
      expect(body.result.count).toBe(5)
      pages.push(...body.result.data)
    }
    expect(pages).toEqual(data)
    const { compare } = new Intl.Collator('zh-CN', { numeric: true })
    expect(data.map((site) => site.store_name)).toEqual(data.map((site) => site.store_name).toSorted(compare))
  })

  test('say of a deleted store that it is deleted', async () => {
    const { data } = await getSites(owner, { month: '2026-10' })
    expect(data.filter(({ deleted }) => deleted).map(({ store }) => store)).toEqual([stores.at(-1)])
  })

  test('are a file with a row for each site and their sum', async () => {
    const { data, total } = await getSites(owner, { month: '2026-10' })
    const input = { condition: { month: '2026-10' } }
    const lines = await readExport(app, siteCalls.exportSites, input, owner)
    expect(lines).toHaveLength(data.length + 2)
    expect(lines.slice(1, -1).map(([name]) => name)).toEqual(data.map((site) => site.store_name))
    const dueOf = (line: readonly (string | null)[] | undefined): number =>
      Math.round(Number(line?.at(-1)) * 100)
    expect(lines.slice(1, -1).map(dueOf)).toEqual(data.map(({ due }) => due))
    expect(lines[0]).toContain('Share (%)')
    for (const [index, { parts }] of data.entries())
      for (const { coo_share: share } of parts)
        if (share !== null) expect(lines[index + 1]?.map(Number)).toContain(share)
    for (const [index, { from, to }] of data.entries())
      expect(lines[index + 1]).toEqual(
        expect.arrayContaining([from, to].flatMap((day) => (day === null ? [] : [serialOf(day)]))),
      )
    expect(dueOf(lines.at(-1))).toBe(total.due)
    const scoped = await readExport(app, siteCalls.exportSites, input, people.ofBoth.as)
    expect(scoped.slice(1, -1).map(([name]) => name)).toEqual(
      data.filter(({ store }) => store === stores[1]).map((site) => site.store_name),
    )
  })
})

describe('the statement of a site', () => {
  const getSite = async (as: Merchant, store: string, month: string) =>
    (await app.call(siteCalls.getSite, { store, month }, { as })).body

  test.each(['2026-09', '2026-10', '2026-11'])(
    'of %s has its takings by payment and by day',
    async (month) => {
      const all = await allMoney(owner)
      for (const store of stores) {
        const { statement, money, days } = expected(store, month, all)
        const { result } = await getSite(owner, store, month)
        expect(result).toMatchObject(statement)
        const shown = days.filter((day) => day <= '2026-11-17')
        expect(result.by_day).toEqual(
          shown.map((day) => ({ day, ...takingsIn(money.filter((one) => one.day === day)) })),
        )
        const clients = payClients.filter((client) => money.some((one) => one.client === client))
        expect(result.by_client).toEqual(
          clients.map((client) => ({ client, ...takingsIn(money.filter((one) => one.client === client)) })),
        )
      }
    },
  )

  test('is refused for stores outside of the scope, and of other merchants', async () => {
    const [first = '', second = ''] = stores
    expect((await getSite(people.ofStores.as, first, '2026-10')).rcode).toBe(0)
    expect((await getSite(people.ofStores.as, second, '2026-10')).rcode).toBe(101)
    expect((await getSite(people.ofMachines.as, first, '2026-10')).rcode).toBe(101)
    expect((await getSite(neighbour, first, '2026-10')).rcode).toBe(101)
  })

  test('does not change when a sale of a month that is over is refunded', async () => {
    const [first = ''] = stores
    const before = (await getSite(owner, first, '2026-10')).result
    const [sale] = await asOwner<{ orderno: string; total_price: number; client: string }>(
      app,
      `select b.orderno, b.total_price, b.client from bill b join ledger_line l using (tenant_id, orderno)
        where b.tenant_id = $1 and b.store_id = $2 and l.account = 'provider' and b.refunded = 0
          and l.at between '2026-10-02' and '2026-10-30' limit 1`,
      [owner.tenantId, first],
    )
    const { orderno = '', total_price: amount = 0, client = '' } = sale ?? {}
    expect(amount).toBeGreaterThan(0)
    const november = (await getSite(owner, first, '2026-11')).result
    const payment = { orderno, client, storeId: first, merchantId: null, amount, feeRate: 60 }
    await inBooks(app, owner, (ref) => bookRefund(ref, { ...payment, at: now, refund: amount }))
    expect((await getSite(owner, first, '2026-10')).result).toEqual(before)
    const { refunded } = (await getSite(owner, first, '2026-11')).result
    expect(refunded).toBe(november.refunded + amount)
  })
})
