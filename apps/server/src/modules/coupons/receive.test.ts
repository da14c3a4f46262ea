import { type Coupon, couponCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  browserOf,
  type CouponDraft,
  grantsOf,
  makeCoupon,
  makePromoter,
  receive,
  tokenOf,
} from '../../../test/coupon-stand.ts'
import { makeStore, type Merchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { tenantToken } from '../../kernel/tokens.ts'
import { takePiece } from './coupon-queries.ts'
import { offeredAt, receiveCoupon } from './receive-service.ts'

const app = await testApp()
let owner: Merchant

beforeEach(async () => {
  app.clock.now = new Date('2026-11-18T04:00:00.000Z')
  owner = await makePromoter(app)
})

const at = (moment: string): void => {
  app.clock.now = new Date(moment)
}

describe('a buyer receives a coupon', () => {
  test('with a code of its own that is hard to guess', async () => {
    const coupon = await makeCoupon(app, owner)
    for (let i = 0; i < 20; i += 1) expect(await receive(app, coupon)).toBe('received')
    const codes = (await grantsOf(app, coupon)).map(({ code }) => code)
    expect(new Set(codes).size).toBe(20)
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-KM-NP-Z]{12}$/)
  })

  test('once, when 64 take the last piece at the same time', async () => {
    const coupon = await makeCoupon(app, owner, { quantity: 3 })
    const sibling = await makeCoupon(app, owner, { quantity: 3 })
    for (let i = 0; i < 2; i += 1) await receive(app, coupon)
    const answers = await Promise.all(Array.from({ length: 64 }, () => receive(app, coupon)))
    expect(answers.filter((answer) => answer === 'received')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'none left')).toHaveLength(63)
    expect(await grantsOf(app, coupon)).toHaveLength(3)
    expect(await grantsOf(app, sibling)).toHaveLength(0)
  })

  test('once, when 64 statements count the last piece without the lock of the coupon', async () => {
    const coupon = await makeCoupon(app, owner, { quantity: 2 })
    await receive(app, coupon)
    const { tenantId } = owner
    const take = () =>
      inTenant(app.deps.db.main, tenantId, (tx) => takePiece({ tx, tenantId }, coupon.coupon_id))
    const taken = await Promise.all(Array.from({ length: 64 }, take))
    expect(taken.filter(Boolean)).toHaveLength(1)
    const { coupon_id: deleted } = await makeCoupon(app, owner)
    await app.call(couponCalls.delCoupon, { coupon_id: deleted }, { as: owner })
    expect(await inTenant(app.deps.db.main, tenantId, (tx) => takePiece({ tx, tenantId }, deleted))).toBe(
      false,
    )
  })

  test('never beyond the quantity, also not by a statement that forgets to compare', async () => {
    const coupon = await makeCoupon(app, owner, { quantity: 1 })
    await receive(app, coupon)
    const more = asOwner(app, 'update coupon set received = received + 1 where coupon_id = $1', [
      coupon.coupon_id,
    ])
    await expect(more).rejects.toThrow(/coupon_received_limit/)
  })

  test('no more than the limit, when one browser presses 64 times at once', async () => {
    const coupon = await makeCoupon(app, owner, { limit_count: 2 })
    const presses = Array.from({ length: 64 }, () => receive(app, coupon, { browser: 'one' }))
    const answers = await Promise.all(presses)
    expect(answers.filter((answer) => answer === 'received')).toHaveLength(2)
    expect(await grantsOf(app, coupon)).toHaveLength(2)
  })

  // The same offset for both, 16:00 UTC is midnight. 2026-11-23 is a Monday.
  describe.each(['CN', 'MY'] as const)('within limits, in the zone of %s', (country) => {
    test.each([
      ['day', '2026-11-18T16:00:00.000Z', '2026-11-19T15:59:59.999Z', '2026-11-19T16:00:00.000Z'],
      ['week', '2026-11-15T16:00:00.000Z', '2026-11-22T15:59:59.999Z', '2026-11-22T16:00:00.000Z'],
      ['month', '2026-10-31T16:00:00.000Z', '2026-11-30T15:59:59.999Z', '2026-11-30T16:00:00.000Z'],
    ] as const)('that end with the %s', async (period, first, last, next) => {
      const merchant = await makePromoter(app, { country })
      const coupon = await makeCoupon(app, merchant, { limit_period: period, limit_count: 2 })
      const press = (browser = 'one') => receive(app, coupon, { browser })
      at(first)
      expect([await press(), await press(), await press()]).toEqual(['received', 'received', 'limit'])
      expect(await press('another')).toBe('received')
      at(last)
      expect(await press()).toBe('limit')
      at(next)
      expect([await press(), await press(), await press()]).toEqual(['received', 'received', 'limit'])
    })
  })

  test('for a browser, whatever card is typed there, and a card of another buyer loses nothing', async () => {
    const coupon = await makeCoupon(app, owner, { limit_count: 1 })
    const press = (browser: string, cardno = '') => receive(app, coupon, { browser, cardno })
    expect(await press('one', '7001')).toBe('received')
    expect(await press('one', '7002')).toBe('limit')
    expect(await press('one')).toBe('limit')
    // The first one may have typed the number of a stranger.
    expect(await press('two', '7001')).toBe('received')
    expect(await press('two')).toBe('limit')
    expect(await press('three')).toBe('received')
  })

  test('within the limit of each coupon, which others do not use up', async () => {
    const coupons = [1, 2].map(() => makeCoupon(app, owner, { limit_count: 1 }))
    for (const coupon of await Promise.all(coupons)) {
      expect(await receive(app, coupon, { browser: 'one' })).toBe('received')
      expect(await receive(app, coupon, { browser: 'one' })).toBe('limit')
    }
  })

  test('any number of times where there is no limit', async () => {
    const coupon = await makeCoupon(app, owner, { limit_count: 0 })
    for (let i = 0; i < 5; i += 1) expect(await receive(app, coupon, { browser: 'one' })).toBe('received')
  })

  test('on its days alone, and not when it was deleted', async () => {
    const coupon = await makeCoupon(app, owner, { start_date: '2026-11-20', end_date: '2026-11-21' })
    expect(await receive(app, coupon)).toBe('upcoming')
    at('2026-11-19T16:00:00.000Z')
    expect(await receive(app, coupon)).toBe('received')
    at('2026-11-21T15:59:59.999Z')
    expect(await receive(app, coupon)).toBe('received')
    at('2026-11-21T16:00:00.000Z')
    expect(await receive(app, coupon)).toBe('ended')
    at('2026-11-18T04:00:00.000Z')
    const deleted = await makeCoupon(app, owner)
    await app.call(couponCalls.delCoupon, { coupon_id: deleted.coupon_id }, { as: owner })
    expect(await receive(app, deleted)).toBe('over')
    await app.call(couponCalls.restoreCoupon, { coupon_id: deleted.coupon_id }, { as: owner })
    expect(await receive(app, deleted)).toBe('received')
  })

  test('at no page that does not exist, also not of a merchant that does not', async () => {
    const coupon = await makeCoupon(app, owner)
    const other = await makePromoter(app)
    const holder = { browser: Buffer.alloc(32), cardno: '' }
    const token = tokenOf(coupon)
    const [, secret = ''] = token.split('.')
    for (const wrong of ['', 'x', tenantToken(owner.tenantId), tenantToken('999999999'), `${token}x`])
      expect(await receiveCoupon(app.deps, wrong, holder)).toBeUndefined()
    const theirs = `${BigInt(other.tenantId).toString(36)}.${secret}`
    expect(await receiveCoupon(app.deps, theirs, holder)).toBeUndefined()
    expect(await grantsOf(app, coupon)).toEqual([])
  })
})

describe('the page of a coupon', () => {
  const page = (coupon: Coupon, browser?: string) =>
    offeredAt(app.deps, tokenOf(coupon), browser === undefined ? undefined : browserOf(browser))

  test('names the merchant and the stores, and has nothing of a browser that is not known', async () => {
    const { _id: here } = await makeStore(app, owner, { store_name: 'Station' })
    await makeStore(app, owner)
    const coupon = await makeCoupon(app, owner, { regions: [here], quantity: 2, limit_count: 1 })
    await receive(app, coupon, { browser: 'one' })
    const offered = await page(coupon)
    expect(offered).toMatchObject({
      merchant: { name: expect.stringContaining(owner.username), country: 'CN' },
      coupon: { coupon_id: coupon.coupon_id, received: 1 },
      storeNames: ['Station'],
    })
    expect([offered?.refusal, offered?.own]).toEqual([undefined, []])
    expect(await offeredAt(app.deps, tenantToken(owner.tenantId), undefined)).toBeUndefined()
  })

  test.each<[string, CouponDraft, string | undefined]>([
    ['one piece that is gone', { quantity: 1 }, 'none left'],
    ['a second piece', { quantity: 2 }, undefined],
    ['any number of pieces', { quantity: 0 }, undefined],
    ['a limit that the browser has reached', { limit_count: 1 }, 'limit'],
    ['a limit that the browser has not reached', { limit_count: 2 }, undefined],
  ])('says before the press what it would answer: %s', async (_what, draft, refusal) => {
    const coupon = await makeCoupon(app, owner, draft)
    await receive(app, coupon, { browser: 'one' })
    expect((await page(coupon, 'one'))?.refusal).toBe(refusal)
    expect(await receive(app, coupon, { browser: 'one' })).toBe(refusal ?? 'received')
  })

  test('says that the coupon has not begun, has ended, or was deleted', async () => {
    const deleted = await makeCoupon(app, owner)
    await app.call(couponCalls.delCoupon, { coupon_id: deleted.coupon_id }, { as: owner })
    expect((await page(deleted))?.refusal).toBe('over')
    const coupon = await makeCoupon(app, owner, { start_date: '2026-11-20', end_date: '2026-11-20' })
    const refusals = []
    for (const moment of [
      '2026-11-19T15:59:59.999Z',
      '2026-11-19T16:00:00.000Z',
      '2026-11-20T16:00:00.000Z',
    ]) {
      at(moment)
      refusals.push((await page(coupon))?.refusal)
    }
    expect(refusals).toEqual(['upcoming', undefined, 'ended'])
  })

  test('shows what the browser has and can still use: of this coupon first, then the newest', async () => {
    const shown = await makeCoupon(app, owner)
    const others = [await makeCoupon(app, owner), await makeCoupon(app, owner)]
    const ended = await makeCoupon(app, owner, { end_date: '2026-11-18' })
    const deleted = await makeCoupon(app, owner)
    const mine = { browser: 'one' }
    for (const coupon of [shown, ...others, shown, ended, deleted]) {
      app.clock.advance(1)
      await receive(app, coupon, mine)
    }
    await receive(app, shown, { browser: 'another' })
    await app.call(couponCalls.delCoupon, { coupon_id: deleted.coupon_id }, { as: owner })
    const [first, second] = await grantsOf(app, shown)
    const own = async () => (await page(shown, 'one'))?.own.map(({ code, coupon }) => [code, coupon.name])
    const codeOf = async (coupon: Coupon) => (await grantsOf(app, coupon))[0]?.code
    const older = await Promise.all(others.toReversed().map(async (one) => [await codeOf(one), one.name]))
    const ofShown = [first, second].map((grant) => [grant?.code, shown.name]).toReversed()
    expect(await own()).toEqual([...ofShown, [await codeOf(ended), ended.name], ...older])
    at('2026-11-18T16:00:00.000Z')
    await asOwner(
      app,
      `update coupon_grant set state = 'used', orderno = 'o1', discount = 1, paid = 1, used_at = now()
        where grant_id = $1`,
      [second?.grant_id],
    )
    expect(await own()).toEqual([ofShown[1], ...older])
    for (let i = 0; i < 20; i += 1) await receive(app, shown, { browser: 'one' })
    expect(await own()).toHaveLength(20)
  })
})
