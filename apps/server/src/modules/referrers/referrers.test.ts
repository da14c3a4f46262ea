/** Referrers, and their statements against a recount of random bills. */
import {
  addDays,
  amountsOf,
  type BillStatus,
  billStatuses,
  classOf,
  dayOf,
  payClients,
  referrerCalls,
  regionCalls,
  voucherCalls,
} from '@slotwise/contract'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { billOf, makeBills, type Seller } from '../../../test/bills.ts'
import { storm } from '../../../test/depth.ts'
import { readExport } from '../../../test/exports.ts'
import {
  giveActivity,
  makeDevice,
  makeGoods,
  makeMerchant,
  makeStore,
  type Merchant,
} from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { makeReferrer, makeVouchers } from '../../../test/voucher-stand.ts'
import { refOf } from '../../kernel/ctx.ts'
import { commissionOf } from './commission-model.ts'
import { holdReferrer, referrerNamesOf } from './index.ts'

const app = await testApp()
const {
  addReferrer,
  delReferrer,
  editReferrer,
  getAllReferrer,
  getReferrer,
  getReferrerStatement,
  restoreReferrer,
} = referrerCalls
const zone = 480
let owner: Merchant
let neighbour: Merchant

beforeEach(async () => {
  app.clock.now = new Date('2026-11-17T04:30:00.000Z')
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  for (const one of [owner, neighbour]) giveActivity(app, one)
})

const list = async (condition: object = {}, as = owner) =>
  (await app.call(getReferrer, { pageSize: 999, condition }, { as })).body.result
const auditOf = (call: string) =>
  asOwner<{ before: unknown; after: unknown }>(
    app,
    'select before, after from audit where tenant_id = $1 and call = $2 order by audit_id',
    [owner.tenantId, call],
  )

describe('a referrer', () => {
  test('is added, edited, deleted and restored, and siblings stay as they are', async () => {
    const store = await makeStore(app, owner, { store_name: 'Pier 3' })
    const sibling = await makeReferrer(app, owner, { name: 'Sibling' })
    const made = await makeReferrer(app, owner, {
      name: 'Chen',
      number: 'A-7',
      region: [store._id, store._id],
      commission: 12.34,
    })
    expect(made).toMatchObject({
      name: 'Chen',
      number: 'A-7',
      region: [store._id],
      region_names: ['Pier 3'],
      commission: 12.34,
      rev: 1,
      deleted: false,
    })
    const { referrer_id } = made
    const edit = { referrer_id, rev: 1, name: 'Chan', number: 'A-8', region: [], commission: 5 }
    expect((await app.call(editReferrer, edit, { as: owner })).body.result).toMatchObject({
      name: 'Chan',
      region: [],
      rev: 2,
    })
    expect((await app.call(editReferrer, edit, { as: owner })).body.rcode).toBe(103)
    expect((await app.call(delReferrer, { referrer_id }, { as: owner })).body.rcode).toBe(0)
    expect((await app.call(delReferrer, { referrer_id }, { as: owner })).body.rcode).toBe(101)
    expect((await app.call(editReferrer, edit, { as: owner })).body.rcode).toBe(101)
    expect((await list()).data).toEqual([sibling])
    expect((await app.call(restoreReferrer, { referrer_id }, { as: owner })).body.result).toMatchObject({
      rev: 2,
    })
    expect((await list()).data.map(({ name }) => name)).toEqual(['Chan', 'Sibling'])
    expect(await auditOf('editReferrer')).toMatchObject([
      {
        before: { name: 'Chen', commission: 12.34, region_names: ['Pier 3'] },
        after: { name: 'Chan', region: [] },
      },
    ])
    expect(await auditOf('delReferrer')).toMatchObject([{ before: { name: 'Chan' } }])
  })

  test.each([
    ['no name', { name: '' }, 'name'],
    ['no number', { number: ' ' }, 'number'],
    ['a commission above 100 percent', { commission: 100.01 }, 'commission'],
    ['a commission with three decimals', { commission: 1.234 }, 'commission'],
    ['a negative commission', { commission: -1 }, 'commission'],
    ['an unknown store', { region: ['999999'] }, 'region'],
  ])('with %s is refused at the field', async (_, wrong, path) => {
    const input = { name: 'Chen', number: 'A-7', commission: 5, ...wrong }
    const { body } = await app.call(addReferrer, input, { as: owner })
    expect([body.rcode, body.result]).toMatchObject([100, { errors: [{ path }] }])
    expect((await list()).count).toBe(0)
  })

  test('has a number of its own, which another merchant and a deleted referrer may have too', async () => {
    const first = await makeReferrer(app, owner, { number: 'A-7' })
    await makeReferrer(app, neighbour, { number: 'A-7' })
    const again = { name: 'Chen', number: 'A-7', commission: 5 }
    expect((await app.call(addReferrer, again, { as: owner })).body.result).toMatchObject({
      errors: [{ path: 'number', message: 'Another referrer has this number' }],
    })
    await app.call(delReferrer, { referrer_id: first.referrer_id }, { as: owner })
    const second = await makeReferrer(app, owner, again)
    const restored = await app.call(restoreReferrer, { referrer_id: first.referrer_id }, { as: owner })
    expect(restored.body.rcode).toBe(104)
    const third = await makeReferrer(app, owner)
    const taken = { ...again, referrer_id: third.referrer_id }
    expect((await app.call(editReferrer, taken, { as: owner })).body.result).toMatchObject({
      errors: [{ path: 'number' }],
    })
    expect((await list()).data.map(({ referrer_id }) => referrer_id)).toEqual([
      third.referrer_id,
      second.referrer_id,
    ])
  })

  test('keeps the fields that an edit leaves out', async () => {
    const store = await makeStore(app, owner)
    const { referrer_id } = await makeReferrer(app, owner, {
      name: 'Chen',
      number: 'A-7',
      region: [store._id],
      commission: 12.34,
    })
    const edited = async (input: object) =>
      (await app.call(editReferrer, { referrer_id, ...input }, { as: owner })).body.result
    const whole = { name: 'Chen', number: 'A-7', region: [store._id], commission: 12.34 }
    expect(await edited({ name: 'Chan' })).toMatchObject({ ...whole, name: 'Chan' })
    expect(await edited({ commission: 0, number: 'A-8' })).toMatchObject({
      ...whole,
      name: 'Chan',
      number: 'A-8',
      commission: 0,
    })
    expect(await edited({ region: [] })).toMatchObject({ name: 'Chan', region: [], commission: 0 })
  })

  test('keeps a deleted store in its region, and gets no deleted or foreign one', async () => {
    const kept = await makeStore(app, owner, { store_name: 'Kept' })
    const foreign = await makeStore(app, neighbour)
    const made = await makeReferrer(app, owner, { region: [kept._id] })
    await app.call(regionCalls.delStore, { _id: kept._id }, { as: owner })
    const { referrer_id, name, number, commission } = made
    const edit = async (region: string[]) =>
      (await app.call(editReferrer, { referrer_id, name, number, commission, region }, { as: owner })).body
    expect((await edit([kept._id])).result).toMatchObject({ region_names: ['Kept'] })
    expect((await edit([kept._id, foreign._id])).rcode).toBe(100)
    await edit([])
    expect((await edit([kept._id])).rcode).toBe(100)
  })

  test("another merchant's is unknown, and pickers find by name and number", async () => {
    const { referrer_id, number } = await makeReferrer(app, owner, { name: 'Chen' })
    const input = { referrer_id, name: 'X', number: 'X', region: [], commission: 1 }
    expect((await app.call(editReferrer, input, { as: neighbour })).body.rcode).toBe(101)
    for (const call of [delReferrer, restoreReferrer, getReferrerStatement])
      expect((await app.call(call, { referrer_id }, { as: neighbour })).body.rcode).toBe(101)
    const picked = async (condition: object) =>
      (await app.call(getAllReferrer, { condition }, { as: owner })).body.result.data
    expect(await picked({ q: 'che' })).toEqual([{ referrer_id, name: 'Chen', number, deleted: false }])
    await app.call(delReferrer, { referrer_id }, { as: owner })
    expect(await picked({})).toEqual([])
    expect(await picked({ ids: [referrer_id] })).toMatchObject([{ deleted: true }])
  })
})

test.each([
  [1_000, 15, 150],
  // Half of a cent counts as one, a bit less as none.
  [10, 5, 1],
  [10, 4.99, 0],
  [333, 33.33, 111],
  [100_000_000_000, 100, 100_000_000_000],
  [0, 15, 0],
])('the commission of %i cents at %d percent is %i', (income, percent, amount) => {
  expect(commissionOf([{ income, commission: percent }])).toBe(amount)
})

test('the commission of several rates is rounded once', () => {
  // 0.4 and 0.4 cents.
  const parts = [4, 4].map((income) => ({ income, commission: 10 }))
  expect([commissionOf(parts), commissionOf(parts.slice(1)), commissionOf([])]).toEqual([1, 0, 0])
})

describe('the statement of a month', () => {
  const months = ['2026-09', '2026-10', '2026-11']

  /** Random sales in some stores and in none, many at the edges of days and months. */
  async function sell(merchant: Merchant, machine: Omit<Seller, 'store'>, stores: readonly string[]) {
    const draft = fc.record({
      store: fc.option(fc.constantFrom(...stores), { freq: 6 }),
      day: fc.oneof(
        fc.constantFrom('2026-08-31', '2026-09-01', '2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01'),
        fc.integer({ min: 0, max: 80 }).map((days) => addDays('2026-08-28', days)),
      ),
      moment: fc.oneof(fc.constantFrom(0, 86_399_999), fc.integer({ min: 0, max: 86_399_999 })),
      client: fc.constantFrom(...payClients),
      status: fc.constantFrom(...billStatuses),
      total: fc.integer({ min: 2, max: 20_000 }),
    })
    const bills = fc.sample(draft, { numRuns: storm({ usual: 200, deep: 2_000 }), seed: 5 }).map((one) => {
      const isFree = one.client === 'gift' || one.client === 'remote'
      const back = { refund: one.total, mixed: Math.ceil(one.total / 3), normal: 0, abnormal: 0 }
      return billOf(
        { ...machine, store: one.store },
        {
          create_at: new Date(Date.parse(`${one.day}T00:00:00+08:00`) + one.moment),
          client: one.client,
          status: one.status,
          total_price: isFree ? 0 : one.total,
          refunded: isFree ? 0 : back[classOf(one.status)],
        },
      )
    })
    await makeBills(app, merchant, bills)
  }

  type Stored = {
    store_id: string | null
    create_at: Date
    client: string
    status: BillStatus
    total_price: number
    refunded: number
  }
  const recounted = (bills: readonly Stored[]) => ({
    sales: bills.filter(({ client }) => client !== 'gift' && client !== 'remote').length,
    income: bills.reduce((sum, bill) => sum + amountsOf(bill).income, 0),
    refund: bills.reduce((sum, bill) => sum + amountsOf(bill).refund, 0),
  })

  test('equals a recount of the bills of the region, also after a referrer was deleted', async () => {
    const stores: string[] = []
    for (let n = 0; n < 4; n += 1) stores.push((await makeStore(app, owner))._id)
    await sell(owner, await makeDevice(app, owner, null), stores)
    const theirs = (await makeStore(app, neighbour))._id
    await sell(neighbour, await makeDevice(app, neighbour, null), [theirs])
    const [a = '', b = ''] = stores
    const regions: [string[], number][] = [
      [[], 3.33],
      [[a], 12.5],
      [[a, b], 0.01],
      [[b], 100],
    ]
    const made = []
    for (const [region, commission] of regions)
      made.push(await makeReferrer(app, owner, { region, commission }))
    await asOwner(app, 'update referrer set created_at = $1', [new Date('2026-09-20T00:00:00Z')])
    const gone = made.at(-1)?.referrer_id ?? ''
    await app.call(delReferrer, { referrer_id: gone }, { as: owner })
    // Already the 11th, for the merchant.
    await asOwner(app, 'update referrer set deleted_at = $1 where referrer_id = $2', [
      new Date('2026-10-10T16:30:00Z'),
      gone,
    ])
    const bills = await asOwner<Stored>(app, 'select * from bill where tenant_id = $1', [owner.tenantId])
    for (const month of months) {
      const { data, total } = await list({ month })
      const present = month === '2026-11' ? made.slice(0, 3) : made
      expect(data.map(({ referrer_id }) => referrer_id)).toEqual(
        present.map(({ referrer_id }) => referrer_id).toReversed(),
      )
      for (const { referrer_id, region, commission } of present) {
        const lastDay = referrer_id === gone ? '2026-10-11' : '9999'
        const own = bills.filter(({ store_id: store, create_at: at }) => {
          const day = dayOf(at, zone)
          const isInRegion = region.length === 0 || (store !== null && region.includes(store))
          return day.startsWith(month) && day >= '2026-09-20' && day <= lastDay && isInRegion
        })
        const figures = recounted(own)
        const found = data.find((one) => one.referrer_id === referrer_id)
        expect(found).toMatchObject({
          ...figures,
          commission_amt: commissionOf([{ income: figures.income, commission }]),
        })
        const { body } = await app.call(getReferrerStatement, { referrer_id, month }, { as: owner })
        const { by_store: byStore, ...statement } = body.result
        expect(statement).toEqual({ ...found, month })
        for (const { store, sales, income, refund } of byStore)
          expect({ sales, income, refund }).toEqual(
            recounted(own.filter((bill) => (bill.store_id ?? null) === store)),
          )
        expect(byStore.reduce((sum, { income }) => sum + income, 0)).toBe(figures.income)
      }
      expect(total.commission_amt).toBe(data.reduce((sum, one) => sum + one.commission_amt, 0))
      const lines = await readExport(app, referrerCalls.exportReferrers, { condition: { month } }, owner)
      expect(lines.at(-1)?.at(-1)).toBe(String(total.commission_amt / 100))
    }
    expect((await list({ month: '2026-08' })).data).toEqual([])
    const early = { referrer_id: made[0]?.referrer_id ?? '', month: '2026-08' }
    expect((await app.call(getReferrerStatement, early, { as: owner })).body.result).toMatchObject({
      sales: 0,
      income: 0,
      by_store: [],
    })
  })

  test('counts vouchers that were made and used in the month, and pays nothing for them', async () => {
    const { goods_id: goods } = await makeGoods(app, owner)
    const chen = await makeReferrer(app, owner)
    const sibling = await makeReferrer(app, owner)
    const { vouchers } = await makeVouchers(app, owner, { goods, referrer: chen.referrer_id, copies: 5 })
    await makeVouchers(app, owner, { goods, copies: 2 })
    const [deleted, october, november] = vouchers
    await app.call(voucherCalls.disableGift, { gift_id: deleted?.gift_id ?? '' }, { as: owner })
    await asOwner(app, 'update referrer set created_at = $1', [new Date('2026-09-20T00:00:00Z')])
    await asOwner(app, 'update voucher_batch set created_at = $1', [new Date('2026-10-31T15:59:59.999Z')])
    const use = (id: string | undefined, at: string) =>
      asOwner(
        app,
        `update voucher set state = 'used', used_at = $2, orderno = 'o' || gift_id, device_id = 1
          where gift_id = $1`,
        [id, new Date(at)],
      )
    await use(october?.gift_id, '2026-10-31T15:59:59.999Z')
    await use(november?.gift_id, '2026-10-31T16:00:00.000Z')
    const counts = async (month: string) =>
      (await list({ month })).data.map((one) => [
        one.referrer_id,
        one.vouchers,
        one.vouchers_used,
        one.commission_amt,
      ])
    expect(await counts('2026-10')).toEqual([
      [sibling.referrer_id, 0, 0, 0],
      [chen.referrer_id, 4, 1, 0],
    ])
    expect(await counts('2026-11')).toEqual([
      [sibling.referrer_id, 0, 0, 0],
      [chen.referrer_id, 0, 1, 0],
    ])
  })

  test('lists those for whom a store counts', async () => {
    const [a, b] = [await makeStore(app, owner), await makeStore(app, owner)]
    const all = await makeReferrer(app, owner)
    const one = await makeReferrer(app, owner, { region: [a._id] })
    await makeReferrer(app, owner, { region: [b._id] })
    expect((await list({ store: a._id })).data.map(({ referrer_id }) => referrer_id)).toEqual([
      one.referrer_id,
      all.referrer_id,
    ])
  })
})

test('referrers are held while they are not deleted, and named also afterwards', async () => {
  const [chen, gone] = [
    await makeReferrer(app, owner, { name: 'Chen' }),
    await makeReferrer(app, owner, { name: 'Gone' }),
  ]
  const theirs = await makeReferrer(app, neighbour)
  await app.call(delReferrer, { referrer_id: gone.referrer_id }, { as: owner })
  const ids = [chen, gone, theirs].map(({ referrer_id: id }) => id)
  await asUser(app, owner, async (ctx) => {
    expect(await Promise.all(ids.map((id) => holdReferrer(ctx, id)))).toEqual([true, false, false])
    expect(await referrerNamesOf(refOf(ctx), ids)).toEqual(
      new Map([
        [chen.referrer_id, 'Chen'],
        [gone.referrer_id, 'Gone'],
      ]),
    )
    expect(await referrerNamesOf(refOf(ctx), [gone.referrer_id])).toEqual(
      new Map([[gone.referrer_id, 'Gone']]),
    )
    expect(await referrerNamesOf(refOf(ctx), [])).toEqual(new Map())
  })
})
