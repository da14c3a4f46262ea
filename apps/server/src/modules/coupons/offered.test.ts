/** What the page of a coupon shows to a buyer. */
import { couponCalls } from '@slotwise/contract'
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
import { asOwner } from '../../../test/owner.ts'
import { offeredAt, spacedCode } from './index.ts'

const app = await testApp()
const start = app.clock.now
const { owner, neighbour, store, elsewhere } = await couponStand(app)
beforeEach(() => {
  app.clock.now = start
})

type Made = Awaited<ReturnType<typeof makeCoupon>>
const make = (draft: CouponDraft = {}) => makeCoupon(app, owner, draft)
const page = (coupon: Made, browser?: string) =>
  offeredAt(app.deps, tokenOf(coupon), browser === undefined ? undefined : browserOf(browser))
const remove = ({ coupon_id }: Made) => app.call(couponCalls.delCoupon, { coupon_id }, { as: owner })

describe('an offer', () => {
  test('names its merchant and its stores, in their order', async () => {
    const coupon = await make({ regions: [elsewhere, store], quantity: 3 })
    const names = await asOwner<{ store_name: string }>(
      app,
      'select store_name from store where store_id = any($1) order by store_id desc',
      [[store, elsewhere]],
    )
    expect(await page(coupon)).toEqual({
      merchant: { name: `Merchant ${owner.username}`, country: 'CN' },
      coupon: expect.objectContaining({ coupon_id: coupon.coupon_id, quantity: 3 }),
      storeNames: names.map((row) => row.store_name),
      refusal: undefined,
      own: [],
    })
    expect((await page(await make()))?.storeNames).toEqual([])
  })

  test('says why it cannot be received: its days, its pieces, its deletion, the buyer’s limit', async () => {
    const refusal = async (coupon: Made, browser?: string) => (await page(coupon, browser))?.refusal
    expect(await refusal(await make({ start_date: '2026-11-16', end_date: '2026-11-17' }))).toBe('upcoming')
    const last = await make({ start_date: '2026-11-15', end_date: '2026-11-15', quantity: 1 })
    expect(await refusal(last, 'one')).toBeUndefined()
    await receive(app, last, { browser: 'two' })
    expect(await refusal(last, 'one')).toBe('none left')
    app.clock.now = new Date('2026-11-15T16:00:00.000Z')
    expect(await refusal(last, 'one')).toBe('ended')
    app.clock.now = start

    const limited = await make({ limit_count: 1 })
    await receive(app, limited, { browser: 'one', cardno: '7001' })
    expect([await refusal(limited, 'one'), await refusal(limited, 'two'), await refusal(limited)]).toEqual([
      'limit',
      undefined,
      undefined,
    ])
    await remove(limited)
    expect(await refusal(limited, 'one')).toBe('over')
  })
})

describe('what a browser has received', () => {
  const own = async (coupon: Made, browser: string) =>
    (await page(coupon, browser))?.own.map((one) => one.code)
  const codes = async (coupon: Made) => (await grantsOf(app, coupon)).map(({ code }) => code)
  const take = async (coupon: Made, browser: string): Promise<string> => {
    app.clock.advance(60)
    expect(await receive(app, coupon, { browser })).toBe('received')
    return (await codes(coupon)).at(-1) ?? ''
  }
  const useUp = (code: string, state: 'used' | 'reserved') =>
    asOwner(
      app,
      `update coupon_grant set state = $2, orderno = code, discount = 1,
         used_at = case when $2 = 'used' then received_at end, paid = case when $2 = 'used' then 1 end
        where code = $1`,
      [code, state],
    )

  test('is shown while it can be used, of this coupon first, and the newest first', async () => {
    const [shown, other] = [await make(), await make()]
    const first = await take(shown, 'a')
    const second = await take(other, 'a')
    const third = await take(shown, 'a')
    const used = await take(shown, 'a')
    await useUp(used, 'used')
    await useUp(first, 'reserved')
    await take(shown, 'another')
    expect(await own(shown, 'a')).toEqual([third, first, second])
    expect(await own(other, 'a')).toEqual([second, third, first])
    const states = (await page(shown, 'a'))?.own.map(({ state, coupon }) => [state, coupon.coupon_id])
    expect(states).toEqual([
      ['received', shown.coupon_id],
      ['reserved', shown.coupon_id],
      ['received', other.coupon_id],
    ])
    // The clock of another process may be behind, so the time orders them, not the number.
    app.clock.now = new Date(start.getTime() - 3_600_000)
    const earliest = await take(shown, 'a')
    expect(await own(shown, 'a')).toEqual([third, first, earliest, second])
    expect((await page(shown))?.own).toEqual([])
  })

  test('is left out when its coupon has ended or was deleted, and at other merchants', async () => {
    const [shown, ends, gone] = [await make(), await make({ end_date: '2026-11-15' }), await make()]
    const kept = await take(shown, 'b')
    const today = await take(ends, 'b')
    await take(gone, 'b')
    await remove(gone)
    expect(await own(shown, 'b')).toEqual([kept, today])
    app.clock.now = new Date('2026-11-15T16:00:00.000Z')
    expect(await own(shown, 'b')).toEqual([kept])
    const theirs = await makeCoupon(app, neighbour)
    expect(await own(theirs, 'b')).toEqual([])
  })

  test('is shown up to 20 pieces', async () => {
    const shown = await make()
    for (let i = 0; i < 21; i += 1) await receive(app, shown, { browser: 'c' })
    // Of the same moment, the last one is the newest.
    expect(await own(shown, 'c')).toEqual((await codes(shown)).slice(1).toReversed())
  })
})

test('a page that does not exist shows nothing', async () => {
  const token = tokenOf(await make())
  for (const wrong of ['', 'x', `${token}x`])
    expect(await offeredAt(app.deps, wrong, undefined)).toBeUndefined()
})

test('a code is read in fours', () => {
  expect(['K7QM2ZPA93XF', 'K7QM2', 'K7', ''].map(spacedCode)).toEqual(['K7QM-2ZPA-93XF', 'K7QM-2', 'K7', ''])
})
