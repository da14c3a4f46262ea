/** Coupons for tests, made and received as merchants and buyers do. */
import { createHash } from 'node:crypto'

import { type Coupon, couponCalls, type InputOf } from '@slotwise/contract'

import { receiveCoupon } from '../src/modules/coupons/index.ts'
import type { Signed, TestApp } from './app.ts'
import { giveActivity, makeMerchant, makeStore, type Merchant } from './factories.ts'
import { asOwner } from './owner.ts'

let serial = 0

export type CouponDraft = Partial<InputOf<typeof couponCalls.addCoupon>>

/** A coupon of 20 percent off, of which a buyer can receive any number, unless told otherwise. */
export async function makeCoupon(app: TestApp, as: Signed, draft: CouponDraft = {}): Promise<Coupon> {
  const { body } = await app.call(
    couponCalls.addCoupon,
    { name: `Coupon ${(serial += 1)}`, value: 20, limit_count: 0, ...draft },
    { as },
  )
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result
}

/** A merchant with the activity pages. */
export async function makePromoter(
  app: TestApp,
  options: Parameters<typeof makeMerchant>[1] = {},
): Promise<Merchant> {
  const merchant = await makeMerchant(app, options)
  giveActivity(app, merchant)
  return merchant
}

export const tokenOf = ({ url }: Pick<Coupon, 'url'>): string => new URL(url).pathname.slice('/c/'.length)

export const browserOf = (name: string): Buffer => createHash('sha256').update(name).digest()

/** A buyer's browser receives a piece; without a name, a new browser. */
export const receive = (
  app: TestApp,
  coupon: Coupon,
  { browser = `browser ${(serial += 1)}`, cardno = '' } = {},
) => receiveCoupon(app.deps, tokenOf(coupon), { browser: browserOf(browser), cardno })

export type StoredGrant = {
  grant_id: string
  code: string
  state: string
  orderno: string | null
  discount: number | null
  paid: number | null
  used_at: Date | null
}

/** What was received of a coupon, the oldest first. */
export const grantsOf = (app: TestApp, { coupon_id: id }: Coupon): Promise<StoredGrant[]> =>
  asOwner<StoredGrant>(
    app,
    'select grant_id, code, state, orderno, discount, paid, used_at from coupon_grant where coupon_id = $1 order by grant_id',
    [id],
  )

/** The code of a new piece. */
export async function codeOf(app: TestApp, coupon: Coupon): Promise<string> {
  const received = await receive(app, coupon)
  if (received !== 'received') throw new Error(String(received))
  return (await grantsOf(app, coupon)).at(-1)?.code ?? ''
}

/** Inputs for the calls of coupons, which succeed when a main account with the activity pages sends them. */
export async function couponSamples(app: TestApp, owner: Merchant, store: string) {
  const coupon = await makeCoupon(app, owner, { regions: [store] })
  const spare = await makeCoupon(app, owner)
  const gone = await makeCoupon(app, owner)
  await app.call(couponCalls.delCoupon, { coupon_id: gone.coupon_id }, { as: owner })
  await receive(app, coupon, { cardno: '7001' })
  const [grant] = await asOwner<{ id: string }>(
    app,
    'select grant_id::text as id from coupon_grant where coupon_id = $1',
    [coupon.coupon_id],
  )
  const { coupon_id: id } = coupon
  const page = (condition: object) => ({ pageNum: 1, pageSize: 10, condition })
  return {
    inputs: {
      'coupons.getCoupon': page({ ids: [id] }),
      'coupons.addCoupon': { name: 'C', value: 10, regions: [store] },
      'coupons.editCoupon': { coupon_id: id, name: 'D', value: 20, limit_count: 2, regions: [store] },
      'coupons.delCoupon': { coupon_id: spare.coupon_id },
      'coupons.restoreCoupon': { coupon_id: gone.coupon_id },
      'coupons.getCardCouponList': page({ ids: [grant?.id ?? ''] }),
      'coupons.exportCoupon': { kind: 'coupon', condition: {} },
    },
    ids: [id, spare.coupon_id, gone.coupon_id, grant?.id ?? ''],
  }
}

/** A merchant with the activity pages and two stores, and a neighbour with the same. */
export async function couponStand(app: TestApp) {
  const owner = await makePromoter(app)
  const neighbour = await makePromoter(app)
  const { _id: store } = await makeStore(app, owner)
  const { _id: elsewhere } = await makeStore(app, owner)
  return { owner, neighbour, store, elsewhere }
}
