import { billStatuses, classOf, payClients } from '@slotwise/contract'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { billOf, inBooks, makeBills, type Seller } from '../../../test/bills.ts'
import { storm } from '../../../test/depth.ts'
import { makeDevice, makeMerchant, makeStore, type Merchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import type { Bill } from './bill-model.ts'
import { addBills, changeBills } from './book-service.ts'
import { nightlyRanges, recount, recountAll, recountFigures, salesRange } from './recount-service.ts'
import { sweep } from '../sums/index.ts'
import { rollups } from '../sums/rollups-model.ts'

const app = await testApp()
let owner: Merchant
let neighbour: Merchant
const sellers: Seller[] = []
let theirs: Seller

const tables = ['bill_goods', ...rollups.map(({ table }) => table), 'bill']
/** One connection for hundreds of runs. */
const direct = new pg.Client({ connectionString: app.deps.db.url })
await direct.connect()
afterAll(() => direct.end())
const clear = () => direct.query(tables.map((table) => `delete from ${table}`).join('; '))

beforeAll(async () => {
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  const stores = [(await makeStore(app, owner))._id, (await makeStore(app, owner))._id, null]
  for (const store of stores) sellers.push({ ...(await makeDevice(app, owner, store)), store })
  theirs = { ...(await makeDevice(app, neighbour, null)), store: null }
  // The first bills make the months.
  await makeBills(app, owner, [
    billOf(seller(0), { create_at: at(0) }),
    billOf(seller(0), { create_at: at(40) }),
  ])
})
beforeEach(clear)

const seller = (i: number): Seller => sellers[i % sellers.length] as Seller
/** The end of a month of the merchant, some hours before and after. */
const monthEnd = new Date('2026-10-31T16:00:00.000Z')
const at = (hours: number): Date => new Date(monthEnd.getTime() + (hours - 20) * 3_600_000)
const range = { from: '2026-10-31', to: '2026-11-01' }

const line = fc.record({
  channel_sn: fc.integer({ min: 1, max: 3 }),
  goods_id: fc.constantFrom(null, '7', '8'),
  price: fc.integer({ min: 0, max: 500 }),
  quantity: fc.integer({ min: 1, max: 3 }),
  delivered: fc.constantFrom(null, 0, 1, 3),
})
const draft = fc.record({
  machine: fc.integer({ min: 0, max: 2 }),
  hour: fc.integer({ min: 0, max: 40 }),
  client: fc.constantFrom(...payClients),
  status: fc.constantFrom(...billStatuses),
  total: fc.integer({ min: 1, max: 2_000 }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  kept: fc.constantFrom(null, 0, 150, 3_000),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
})
type Draft = typeof draft extends fc.Arbitrary<infer One> ? One : never
const step = fc.record({
  added: fc.array(draft, { maxLength: 6 }),
  /** The next bills get these contents. */
  changed: fc.array(fc.record({ pick: fc.nat(), to: draft }), { maxLength: 4 }),
  /** Whether the last bills are sent once more. */
  repeated: fc.boolean(),
})

const contents = ({ status, total, part, lines }: Draft, most = total) => ({
  status,
  refunded: { refund: most, mixed: Math.round(most * part), normal: 0, abnormal: 0 }[classOf(status)],
  goods: lines.map((one) => ({ ...one, title: 'Tea', fault: null })),
})

const drawn = (one: Draft): Bill =>
  billOf(seller(one.machine), {
    create_at: at(one.hour),
    client: one.client,
    total_price: one.total,
    cash: one.kept === null ? null : { kept: one.kept },
    ...contents(one),
  })

/** Hundreds of sequences on a busy computer, and the thousands of a deep run, take longer than other tests may. */
const timeout = storm({ usual: 900_000, deep: 3_600_000 })

describe('the sums of bills', () => {
  test('of a day are without a bill of the first moment of the next day', async () => {
    await makeBills(
      app,
      owner,
      [19, 20].map((hour) => billOf(seller(0), { create_at: at(hour) })),
    )
    const day = { from: range.from, to: range.from }
    expect(await recount(app.deps, owner.tenantId, day)).toEqual([])
  })

  test('equal a recount after any bills and changes', { timeout }, async () => {
    app.clock.now = at(41)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
        await clear()
        const known: Bill[] = []
        for (const { added, changed, repeated } of steps) {
          const bills = added.map(drawn)
          await inBooks(app, owner, async (ctx) => {
            known.push(...(await addBills(ctx, bills)))
            if (repeated) expect(await addBills(ctx, bills)).toEqual([])
            const changes = new Map(
              changed.flatMap(({ pick, to }) => {
                const bill = known[pick % (known.length || 1)]
                return bill ? [[bill.orderno, to] as const] : []
              }),
            )
            await changeBills(ctx, [...changes.keys()], (bill) => {
              const to = changes.get(bill.orderno)
              return to && contents(to, bill.total_price)
            })
          })
        }
        expect(await recount(app.deps, owner.tenantId, range)).toEqual([])
        // The sums agree with each other: by machine, by store and by goods.
        const { rows } = await direct.query<Record<string, number>>(
          `select (select coalesce(sum(count), 0)::int from sales_device_day) as bills,
                  (select coalesce(sum(count), 0)::int from sales_store_hour) as hours,
                  (select coalesce(sum(count), 0)::int from sales_store_day) as days,
                  (select coalesce(sum(income), 0)::int from sales_device_month) as income,
                  (select coalesce(sum(income), 0)::int from sales_goods_day) as goods_income,
                  (select coalesce(sum(income), 0)::int from sales_goods_month) as goods_months,
                  (select coalesce(sum(income), 0)::int from sales_goods_client_day) as goods_client_income,
                  (select coalesce(sum(income), 0)::int from sales_goods_client_month) as goods_client_months,
                  (select coalesce(sum(count), 0)::int from sales_device_hour) as machine_hours,
                  (select coalesce(sum(refund), 0)::int from sales_device_day) as refund,
                  (select coalesce(sum(refund), 0)::int from sales_goods_day) as goods_refund`,
        )
        const { bills, hours, days, machine_hours, income, goods_months, refund, ...goods } = rows[0] ?? {}
        expect({ bills, hours, days, machine_hours, goods_months, ...goods }).toEqual({
          bills: known.length,
          hours: known.length,
          days: known.length,
          machine_hours: known.length,
          goods_months: income,
          goods_income: income,
          goods_client_income: income,
          goods_client_months: income,
          goods_refund: refund,
        })
      }),
      { numRuns: storm({ usual: 500, deep: 20_000 }) },
    )
  })

  test('that are wrong are found by the recount of the night, counted and logged, and not changed', async () => {
    app.clock.now = at(30)
    const errors: unknown[] = []
    const deps = {
      ...app.deps,
      log: { ...app.deps.log, error: (what: unknown) => errors.push(what) } as never,
    }
    await makeBills(app, owner, [
      billOf(seller(0), { create_at: at(22) }),
      billOf(seller(1), { create_at: at(23) }),
    ])
    await makeBills(app, neighbour, [billOf(theirs, { create_at: at(22) })])
    await recountAll(deps)
    expect(errors).toEqual([])
    await asOwner(
      app,
      'update sales_device_day set income = income + 1, count = count + 2 where device_id = $1',
      [seller(1).id],
    )
    const before = recountFigures.differences
    await recountAll(deps)
    const key = { day: '2026-11-01', store_id: seller(1).store, device_id: seller(1).id, client: 'coin' }
    const wrong = { tenant: owner.tenantId, table: 'sales_device_day', key }
    expect(errors[0]).toEqual({
      ...wrong,
      stored: { count: 3, income: 351 },
      recounted: { count: 1, income: 350 },
    })
    expect(errors).toHaveLength(2)
    expect(recountFigures.differences).toBe(before + 2)
    expect(await recount(deps, owner.tenantId, range)).toHaveLength(2)
  })

  test('are repaired when the operator says so', async () => {
    app.clock.now = at(30)
    await makeBills(app, owner, [
      billOf(seller(0), { create_at: at(22) }),
      billOf(seller(1), { create_at: at(23) }),
    ])
    await asOwner(app, 'delete from sales_device_day where device_id = $1', [seller(0).id])
    await asOwner(app, 'update sales_goods_day set pieces = 9')
    await asOwner(
      app,
      'update sales_store_hour set abnormal = 4; update sales_device_hour set mixed = 2; update sales_device_month set refund = 5; update sales_goods_month set pieces = 7; update sales_store_day set normal = 3; update sales_store_month set count = 8; update sales_goods_client_day set refund = 6; update sales_goods_client_month set income = 9',
    )
    expect((await recount(app.deps, owner.tenantId, range, { repair: true })).length).toBeGreaterThan(10)
    expect(await recount(app.deps, owner.tenantId, range)).toEqual([])
  })

  test('that are all gone are found from the first bill on, and made anew', async () => {
    app.clock.now = at(30)
    await makeBills(app, owner, [
      billOf(seller(0), { create_at: at(-24 * 70) }),
      billOf(seller(1), { create_at: at(22) }),
    ])
    const sums = tables.filter((table) => table.startsWith('sales_'))
    const stored = () =>
      Promise.all(sums.map((table) => asOwner(app, `select * from ${table} order by 1, 2, 3`)))
    const right = await stored()
    await direct.query(sums.map((table) => `delete from ${table}`).join('; '))
    const whole = (await salesRange(app.deps, owner.tenantId)) ?? range
    expect(whole).toEqual({ from: '2026-08-01', to: '2026-11-01' })
    expect(await nightlyRanges(app.deps, owner.tenantId)).toHaveLength(2)
    expect((await recount(app.deps, owner.tenantId, whole)).length).toBeGreaterThan(10)
    await recount(app.deps, owner.tenantId, whole, { repair: true })
    expect(await stored()).toEqual(right)

    // Sums whose bills are gone are found as well.
    await direct.query('delete from bill_goods; delete from bill')
    expect((await salesRange(app.deps, owner.tenantId))?.from).toBe('2026-08-01')
  })

  test('are recounted for yesterday and today, and for another older month each night', async () => {
    app.clock.now = at(30)
    expect(await nightlyRanges(app.deps, owner.tenantId)).toEqual([{ from: '2026-10-31', to: '2026-11-01' }])
    await makeBills(app, owner, [
      billOf(seller(0), { create_at: at(-24 * 40) }),
      billOf(seller(0), { create_at: at(0) }),
    ])
    const months = new Set<string>()
    for (let night = 0; night < 2; night += 1) {
      app.clock.now = at(30 + 24 * night)
      const [, older] = await nightlyRanges(app.deps, owner.tenantId)
      months.add(`${older?.from} ${older?.to}`)
    }
    expect([...months].toSorted()).toEqual(['2026-09-01 2026-09-30', '2026-10-01 2026-10-31'])
  })

  test('by machine and hour are kept for three days, all others and the bills stay', async () => {
    app.clock.now = at(22 + 72)
    // One machine sells again an hour later, and another one for the first time.
    const old = [seller(0), seller(1)].map((one) => billOf(one, { create_at: at(22.5) }))
    const recent = [seller(0), seller(2)].map((one) => billOf(one, { create_at: at(23.5) }))
    await makeBills(app, owner, [...old, ...recent])
    const foreign = await makeBills(app, neighbour, [billOf(theirs, { create_at: at(22.5) })])
    const hours = async () =>
      (
        await asOwner<{ device_id: string; hour: Date }>(app, 'select device_id, hour from sales_device_hour')
      ).map((row) => [row.device_id, row.hour.toISOString().slice(11, 13)])
    const hourOf = ({ device_id: id, create_at: sold }: Bill) => [id, sold.toISOString().slice(11, 13)]
    const countOthers = async (): Promise<number[]> =>
      Promise.all(
        tables
          .filter((one) => one !== 'sales_device_hour')
          .map(async (table) => (await asOwner(app, `select from ${table}`)).length),
      )
    const before = await countOthers()
    // The oldest hour that is kept is still recounted.
    const add = (count: number) =>
      asOwner(app, 'update sales_device_hour set count = count + $1 where hour = $2', [count, at(22)])
    await add(1)
    const wrong = await recount(app.deps, owner.tenantId, range)
    expect(wrong.map(({ table, key }) => [table, key['device_id']]).toSorted()).toEqual(
      old.map((bill) => ['sales_device_hour', bill.device_id]).toSorted(),
    )
    await add(-1)
    await sweep(app.deps, owner.tenantId, app.clock.now)
    expect((await hours()).toSorted()).toEqual([...old, ...recent, ...foreign].map(hourOf).toSorted())
    app.clock.advance(1)
    await sweep(app.deps, owner.tenantId, app.clock.now)
    expect((await hours()).toSorted()).toEqual([...recent, ...foreign].map(hourOf).toSorted())
    expect(await countOthers()).toEqual(before)
    expect(await recount(app.deps, owner.tenantId, range)).toEqual([])
  })
})
