import { auditCalls, couponCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  browserOf,
  type CouponDraft,
  couponStand,
  grantsOf,
  makeCoupon,
  receive,
  tokenOf,
} from '../../../test/coupon-stand.ts'
import { readExport } from '../../../test/exports.ts'
import { makeMerchant, makeStaff, makeStore, type Merchant, signIn } from '../../../test/factories.ts'
import { longListOf } from '../../../test/long-lists.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { ordernoOf } from '../../kernel/orderno.ts'
import { addPastGrants } from './past-grant-queries.ts'
import { sweep } from './sweep-service.ts'

const { addCoupon, delCoupon, editCoupon, getCardCouponList, getCoupon, restoreCoupon } = couponCalls

const app = await testApp()
let owner: Merchant
let neighbour: Merchant
let store: string

beforeEach(async () => {
  app.clock.now = new Date('2026-11-18T04:00:00.000Z')
  ;({ owner, neighbour, store } = await couponStand(app))
})

const list = async (condition: object = {}, as = owner) =>
  (await app.call(getCoupon, { condition }, { as })).body.result
const edit = async (draft: object) => (await app.post(editCoupon.path, draft, { as: owner })).body

describe('a coupon', () => {
  test('is added with its limits, and listed with what became of it', async () => {
    const draft = {
      name: '开业八折',
      type: 'discount',
      value: 20,
      quantity: 100,
      limit_period: 'week',
      limit_count: 2,
      start_date: '2026-11-18',
      end_date: '2026-11-30',
      regions: [store],
    } satisfies CouponDraft
    const made = await makeCoupon(app, owner, draft)
    await makeCoupon(app, neighbour)
    await receive(app, made)
    expect(await list()).toMatchObject({
      count: 1,
      data: [
        {
          ...draft,
          coupon_id: made.coupon_id,
          region_names: [expect.stringContaining('Store')],
          state: 'usable',
          phase: 'running',
          received: 1,
          used: 0,
          discount_sum: 0,
          paid_sum: 0,
          url: expect.stringMatching(/^http:\/\/.+\/c\/[0-9a-z]+\.[\w-]{43}$/),
        },
      ],
    })
  })

  test('begins with one a day for each customer, everywhere, without end', async () => {
    const { body } = await app.call(addCoupon, { name: 'Plain', value: 5 }, { as: owner })
    expect(body.result).toMatchObject({
      type: 'discount',
      quantity: 0,
      limit_period: 'day',
      limit_count: 1,
      start_date: null,
      end_date: null,
      regions: [],
      phase: 'running',
    })
  })

  test.each<[string, CouponDraft, string]>([
    ['name', { name: ' ' }, 'Required'],
    ['value', { value: 0 }, 'Enter the discount'],
    ['value', { value: 100 }, 'From 1% to 99% off'],
    ['value', { type: 'cash', value: 1_000_001 }, 'At most 10,000.00 off'],
    ['value', { value: 2.5 }, 'Enter the discount'],
    ['quantity', { quantity: -1 }, 'At least 0'],
    ['limit_count', { limit_count: 1_001 }, 'At most 1000'],
    [
      'end_date',
      { start_date: '2026-11-19', end_date: '2026-11-18' },
      'The end date is before the start date',
    ],
    ['regions', { regions: ['999999'] }, 'A selected store does not exist'],
  ])('is refused at %s: %j', async (path, draft, message) => {
    const { body } = await app.call(addCoupon, { name: 'X', value: 20, ...draft }, { as: owner })
    expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path, message }] } })
    expect((await list()).count).toBe(0)
  })

  test('takes no store of a neighbour', async () => {
    const { _id: theirs } = await makeStore(app, neighbour)
    const { body } = await app.call(addCoupon, { name: 'X', value: 20, regions: [theirs] }, { as: owner })
    expect(body.result).toMatchObject({ errors: [{ path: 'regions' }] })
  })

  test('may take off up to 99 percent or an amount', async () => {
    await makeCoupon(app, owner, { value: 99 })
    await makeCoupon(app, owner, { type: 'cash', value: 1_000_000 })
    expect((await list({ type: 'cash' })).data).toMatchObject([{ value: 1_000_000 }])
    expect((await list({ q: 'oupon' })).count).toBe(2)
    const { body } = await app.call(getCoupon, { pageNum: 2, pageSize: 1 }, { as: owner })
    expect(body.result).toMatchObject({ count: 2, data: [{ value: 99 }] })
  })

  test('is edited freely until someone has received it', async () => {
    const made = await makeCoupon(app, owner)
    const { coupon_id } = made
    expect(await edit({ coupon_id, rev: 1, name: 'New', type: 'cash', value: 500 })).toMatchObject({
      rcode: 0,
      result: { name: 'New', type: 'cash', value: 500, rev: 2 },
    })
    expect((await edit({ coupon_id, rev: 1, name: 'Old', type: 'cash', value: 500 })).rcode).toBe(103)
    await receive(app, made)
    await receive(app, made)
    const kept = { coupon_id, name: 'Newer', type: 'cash', value: 500, end_date: '2026-12-01' }
    const refused = async (draft: object) => (await edit({ ...kept, ...draft })).result
    const because = { message: '2 were already received, so this can no longer be changed' }
    expect(await refused({ value: 501 })).toMatchObject({ errors: [{ path: 'value', ...because }] })
    expect(await refused({ type: 'discount', value: 50 })).toMatchObject({
      errors: [{ path: 'type', ...because }],
    })
    expect(await refused({ quantity: 1 })).toMatchObject({
      errors: [{ path: 'quantity', message: '2 were already received. Enter at least that many, or 0.' }],
    })
    expect(await edit({ ...kept, quantity: 2, regions: [store] })).toMatchObject({
      rcode: 0,
      result: { name: 'Newer', quantity: 2, regions: [store], end_date: '2026-12-01', received: 2 },
    })
  })

  test('keeps the fields that an edit leaves out, and the rules hold for the whole', async () => {
    const draft = {
      name: 'Half',
      type: 'cash',
      value: 500,
      quantity: 100,
      limit_period: 'week',
      limit_count: 2,
      start_date: '2026-11-18',
      end_date: '2026-11-30',
      regions: [store],
    } satisfies CouponDraft
    const { coupon_id } = await makeCoupon(app, owner, draft)
    expect((await edit({ coupon_id, name: 'Renamed' })).result).toMatchObject({ ...draft, name: 'Renamed' })
    expect((await edit({ coupon_id, value: 600 })).result).toMatchObject({ name: 'Renamed', value: 600 })
    for (const [input, path] of [
      [{ type: 'discount' }, 'value'],
      [{ value: 1_000_001 }, 'value'],
      [{ start_date: '2026-12-01' }, 'end_date'],
    ] as const)
      expect(await edit({ coupon_id, ...input })).toMatchObject({
        rcode: 100,
        result: { errors: [{ path }] },
      })
    const unlimited = { quantity: 0, limit_count: 0, start_date: null, end_date: null, regions: [] }
    expect((await edit({ coupon_id, ...unlimited })).result).toMatchObject({ value: 600, ...unlimited })
  })

  test('keeps a store that was deleted since', async () => {
    const { coupon_id } = await makeCoupon(app, owner, { regions: [store] })
    await asOwner(app, 'update store set deleted_at = now() where store_id = $1', [store])
    expect((await edit({ coupon_id, name: 'Same', value: 20, regions: [store] })).rcode).toBe(0)
  })

  test('is deleted and restored, each once', async () => {
    const { coupon_id } = await makeCoupon(app, owner)
    const sibling = await makeCoupon(app, owner)
    const ask = async (row: typeof delCoupon | typeof restoreCoupon, as = owner) =>
      (await app.call(row, { coupon_id }, { as })).body.rcode
    expect([await ask(delCoupon, neighbour), await ask(restoreCoupon)]).toEqual([101, 101])
    expect([await ask(delCoupon), await ask(delCoupon)]).toEqual([0, 101])
    expect((await list()).data.map((one) => one.coupon_id)).toEqual([sibling.coupon_id])
    expect((await list({ state: 'deleted' })).data).toMatchObject([{ coupon_id, state: 'deleted' }])
    expect((await edit({ coupon_id, name: 'Gone', value: 20 })).rcode).toBe(101)
    expect([await ask(restoreCoupon, neighbour), await ask(restoreCoupon)]).toEqual([101, 0])
    expect((await list()).count).toBe(2)
  })

  test('says whether it has begun and ended, by the days of the merchant', async () => {
    const phaseAt = async (at: string) => {
      app.clock.now = new Date(at)
      return (await list({}, { ...owner, ...(await signIn(app, owner.username)) })).data[0]?.phase
    }
    await makeCoupon(app, owner, { start_date: '2026-11-20', end_date: '2026-11-21' })
    // Midnight in China is 16:00 UTC.
    expect(await phaseAt('2026-11-19T15:59:59.999Z')).toBe('upcoming')
    expect(await phaseAt('2026-11-19T16:00:00.000Z')).toBe('running')
    expect(await phaseAt('2026-11-21T15:59:59.999Z')).toBe('running')
    expect(await phaseAt('2026-11-21T16:00:00.000Z')).toBe('ended')
  })

  test('leaves lines in the audit that read well', async () => {
    const { coupon_id } = await makeCoupon(app, owner, { name: 'Ten', type: 'cash', value: 1_000 })
    await edit({ coupon_id, name: 'Eleven', type: 'discount', value: 11, regions: [store] })
    await app.call(delCoupon, { coupon_id }, { as: owner })
    const lines = (await app.call(auditCalls.getAudit, { condition: { object: 'coupon' } }, { as: owner }))
      .body.result.data
    expect(lines.map(({ call }) => call)).toEqual(['delCoupon', 'editCoupon', 'addCoupon'])
    expect(lines[1]).toMatchObject({
      object_id: coupon_id,
      before: { name: 'Ten', cash: 1_000 },
      after: { name: 'Eleven', percent: 11, regions: [store] },
    })
  })

  test('is for main accounts that the operator lists', async () => {
    const unlisted = await makeMerchant(app)
    const clerk = await makeStaff(app, owner)
    for (const row of Object.values(couponCalls)) {
      expect((await app.post(row.path, {}, { as: unlisted })).body).toMatchObject({
        rcode: 300,
        msg: expect.stringContaining('not switched on for this merchant'),
      })
      expect((await app.post(row.path, {}, { as: clerk })).body.rcode).toBe(303)
    }
  })
})

describe('the list of who received', () => {
  const received = async (condition: object = {}, as = owner) =>
    (await app.call(getCardCouponList, { condition }, { as })).body.result

  test('shows codes too short to be used, and whose they are', async () => {
    const made = await makeCoupon(app, owner)
    const sibling = await makeCoupon(app, owner)
    await receive(app, made, { cardno: '7001' })
    app.clock.advance(1)
    await receive(app, made)
    await receive(app, sibling)
    await receive(app, await makeCoupon(app, neighbour))
    const { data, count } = await received({ coupon_id: made.coupon_id })
    expect(count).toBe(2)
    expect(data).toMatchObject([
      { cardno: '', received_at: app.clock.now.toISOString(), coupon_name: made.name },
      { cardno: '7001', state: 'received', used_at: null, orderno: null, discount: null, paid: null },
    ])
    expect(data[0]?.code).toMatch(/^[2-9A-Z]{4}…[2-9A-Z]{2}$/)
    expect((await received({ cardno: '7001' })).count).toBe(1)
    expect((await received({ state: 'used' })).count).toBe(0)
    expect((await received()).count).toBe(3)
    expect((await received({ coupon_id: made.coupon_id }, neighbour)).count).toBe(0)
  })

  test('tells buyers without a card apart by the beginning of their digest', async () => {
    const made = await makeCoupon(app, owner)
    for (const browser of ['one', 'two', 'one']) await receive(app, made, { browser })
    const { data } = await received()
    const [last, second, first] = data.map(({ buyer }) => buyer)
    expect([first, second]).toEqual(['one', 'two'].map((name) => browserOf(name).toString('hex', 0, 3)))
    expect(last).toBe(first)
    expect((await received({ buyer: first })).data.map(({ buyer }) => buyer)).toEqual([first, first])
    expect((await received({ buyer: 'ffffff' })).count).toBe(0)
    expect((await received({ buyer: first }, neighbour)).count).toBe(0)
    const wrong = await app.post(getCardCouponList.path, { condition: { buyer: '%' } }, { as: owner })
    expect(wrong.body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'condition.buyer' }] } })
    const lines = await readExport(app, couponCalls.exportCoupon, { kind: 'received', condition: {} }, owner)
    expect(lines.slice(1).every((line) => line.includes(first ?? '') || line.includes(second ?? ''))).toBe(
      true,
    )
  })

  test('is read page by page to its end, and found by order and number', async () => {
    const made = await makeCoupon(app, owner)
    for (let i = 0; i < 3; i += 1) {
      app.clock.advance(1)
      await receive(app, made)
    }
    // Two of the same moment.
    await receive(app, made)
    const grants = await grantsOf(app, made)
    const [first] = grants
    const orderno = ordernoOf(app.clock.now, ['paid'])
    await asOwner(
      app,
      `update coupon_grant set state = 'used', orderno = $2, discount = 1, paid = 2, used_at = received_at
        where grant_id = $1`,
      [first?.grant_id, orderno],
    )
    await receive(app, await makeCoupon(app, neighbour))
    const { page, follow } = longListOf(app, getCardCouponList, {}, owner)
    const pages = await follow('older', await page({ pageSize: 3 }), 3)
    const ids = pages.map(({ data }) => data.map(({ card_coupon_id: id }) => id))
    const newest = grants.map(({ grant_id: id }) => id).toReversed()
    expect(ids).toEqual([newest.slice(0, 3), newest.slice(3)])
    for (const condition of [{ orderno }, { state: 'used' }, { ids: [first?.grant_id] }])
      expect(await received(condition)).toMatchObject({
        count: 1,
        data: [{ card_coupon_id: first?.grant_id, orderno, discount: 1, paid: 2 }],
      })
  })

  test('of the past is filled at once, and its coupon counts it', async () => {
    const [made, sibling] = [await makeCoupon(app, owner), await makeCoupon(app, owner)]
    const { tenantId } = owner
    const at = (day: number) => new Date(Date.UTC(2026, 9, day))
    const grant = { browser: Buffer.alloc(32), cardno: '7001', received_at: at(3), order: null }
    const order = { orderno: ordernoOf(at(4), ['past']), usedAt: at(4), discount: 70, paid: 280 }
    await inTenant(app.deps.db.main, tenantId, async (tx) => {
      await addPastGrants({ tx, tenantId }, made.coupon_id, [
        grant,
        { ...grant, cardno: '', received_at: at(2), order },
      ])
      await addPastGrants({ tx, tenantId }, sibling.coupon_id, [])
    })
    expect((await received()).data).toMatchObject([
      { cardno: '7001', state: 'received', received_at: at(3).toISOString(), orderno: null },
      {
        cardno: '',
        state: 'used',
        received_at: at(2).toISOString(),
        used_at: at(4).toISOString(),
        orderno: order.orderno,
        discount: 70,
        paid: 280,
      },
    ])
    expect((await list()).data).toMatchObject([
      { coupon_id: sibling.coupon_id, received: 0 },
      { coupon_id: made.coupon_id, received: 2, created_at: at(2).toISOString() },
    ])
  })

  test('forgets what was never used a year after the coupon ended or was deleted', async () => {
    app.clock.now = new Date('2026-11-18T04:00:00.000Z')
    const ended = await makeCoupon(app, owner, { end_date: '2026-11-18' })
    const deleted = await makeCoupon(app, owner)
    const running = await makeCoupon(app, owner)
    for (const coupon of [ended, deleted, running]) await receive(app, coupon)
    await receive(app, deleted)
    const [, used] = await grantsOf(app, deleted)
    await asOwner(
      app,
      `update coupon_grant set state = 'used', orderno = 'o2', discount = 1, paid = 2, used_at = received_at
        where grant_id = $1`,
      [used?.grant_id],
    )
    const theirs = await makeCoupon(app, neighbour, { end_date: '2026-11-18' })
    await receive(app, theirs)
    await app.call(delCoupon, { coupon_id: deleted.coupon_id }, { as: owner })
    const sweepAt = async (at: string) => {
      app.clock.now = new Date(at)
      await sweep(app.deps, owner.tenantId, app.clock.now)
      const rows = await asOwner(app, 'select from coupon_grant where tenant_id = $1', [owner.tenantId])
      return rows.length
    }
    expect(await sweepAt('2027-11-18T04:00:00.000Z')).toBe(4)
    expect(await sweepAt('2027-11-18T04:00:00.001Z')).toBe(3)
    expect(await sweepAt('2027-11-19T04:00:00.000Z')).toBe(2)
    expect(await sweepAt('2029-01-01T00:00:00.000Z')).toBe(2)
    expect(await grantsOf(app, deleted)).toMatchObject([{ state: 'used' }])
    expect(await grantsOf(app, theirs)).toHaveLength(1)
  })
})

test('the page of a coupon is known by nothing that can be guessed', async () => {
  const [one, other] = [await makeCoupon(app, owner), await makeCoupon(app, owner)]
  expect(tokenOf(one).slice(-43)).not.toBe(tokenOf(other).slice(-43))
})
