/** What other modules ask of this one. */
import { voucherCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asTenant, asUser } from '../../../test/as-user.ts'
import { giveActivity, makeGoods, makeMerchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { makeReferrer, makeVouchers } from '../../../test/voucher-stand.ts'
import { vouchersFor, vouchersOfReferrers } from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
for (const who of [owner, neighbour]) giveActivity(app, who)
const start = app.clock.now
const { goods_id: cola } = await makeGoods(app, owner)
const { goods_id: water } = await makeGoods(app, owner)
const { goods_id: tea } = await makeGoods(app, neighbour)
const first = (await makeReferrer(app, owner)).referrer_id
const second = (await makeReferrer(app, owner)).referrer_id
const theirs = (await makeReferrer(app, neighbour)).referrer_id

const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)
const make = async (
  seconds: number,
  draft: { goods: string; copies?: number; referrer?: string },
  as = owner,
) => {
  app.clock.now = after(seconds)
  const { vouchers } = await makeVouchers(app, as, draft)
  return vouchers.map(({ gift_id: id }) => id)
}
const use = (id: string | undefined, seconds: number) =>
  asOwner(
    app,
    `update voucher set state = 'used', used_at = $2, orderno = $1, device_id = 1 where gift_id = $1::bigint`,
    [id, after(seconds)],
  )

const early = await make(0, { goods: cola, copies: 3, referrer: first })
const late = await make(100, { goods: cola, copies: 2, referrer: first })
const others = await make(50, { goods: water, copies: 4, referrer: second })
await make(50, { goods: cola, copies: 1 })
await make(50, { goods: tea, copies: 2, referrer: theirs }, neighbour)
await app.call(voucherCalls.disableGift, { gift_id: early[0] ?? '' }, { as: owner })
await use(early[1], 60)
await use(others[0], 100)

test('unused vouchers for goods are counted and not named', async () => {
  const uses = (goods: string) => asUser(app, owner, (ctx) => vouchersFor(ctx, goods))
  expect(await uses(cola)).toEqual({ count: 4, names: [] })
  expect(await uses(water)).toEqual({ count: 3, names: [] })
  expect(await uses(tea)).toEqual({ count: 0, names: [] })
})

test('vouchers of referrers were made and used in a time, its end excluded', async () => {
  const counts = (since: number, before: number) =>
    asTenant(app, owner, (ref) => vouchersOfReferrers(ref, { since: after(since), before: after(before) }))
  expect(await counts(0, 100)).toEqual(
    new Map([
      [first, { made: 2, used: 1 }],
      [second, { made: 4, used: 0 }],
    ]),
  )
  expect(await counts(1, 101)).toEqual(
    new Map([
      [first, { made: late.length, used: 1 }],
      [second, { made: 4, used: 1 }],
    ]),
  )
  expect(await counts(60, 61)).toEqual(
    new Map([
      [first, { made: 0, used: 1 }],
      [second, { made: 0, used: 0 }],
    ]),
  )
  expect((await counts(61, 62)).get(first)).toEqual({ made: 0, used: 0 })
  expect(await counts(0, 50)).toEqual(new Map([[first, { made: 2, used: 0 }]]))
})
