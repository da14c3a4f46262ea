/** Routes that are stored at once, and what stays of them when accounts and stores are deleted. */
import { refillCalls, regionCalls, staffCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { sweep } from './index.ts'

const app = await testApp()
let owner: Merchant
let sibling: Merchant
let neighbour: Merchant

beforeEach(async () => {
  owner = await makeMerchant(app)
  sibling = await makeStaff(app, owner, { permissions: ['device.manage'] })
  neighbour = await makeMerchant(app)
})

const makeStores = async (count: number, as: Merchant = owner): Promise<string[]> => {
  const stores: string[] = []
  for (let i = 0; i < count; i += 1) stores.push((await makeStore(app, as))._id)
  return stores
}
const route = async (stores: readonly string[], as: Merchant = owner): Promise<number> =>
  (await app.call(refillCalls.setRefillRoute, { stores: [...stores] }, { as })).body.rcode
const stored = async (as: Merchant): Promise<string[] | undefined> => {
  const rows = await asOwner<{ store_ids: string[] }>(
    app,
    'select store_ids from refill_route where account_id = $1',
    [as.accountId],
  )
  return rows[0]?.store_ids
}

describe('sixteen orders at once', () => {
  const parallel = 16
  const turned = (stores: readonly string[], by: number): string[] => [
    ...stores.slice(by),
    ...stores.slice(0, by),
  ]

  test('of different stores lose none of them', async () => {
    const stores = await makeStores(parallel)
    const answers = await Promise.all(stores.map((store) => route([store])))
    expect(answers).toEqual(answers.map(() => 0))
    expect((await stored(owner))?.toSorted()).toEqual(stores.toSorted())
  })

  test('of the same stores end with one of them, whole', async () => {
    const stores = await makeStores(parallel)
    const orders = stores.map((_, by) => turned(stores, by))
    await route(stores, sibling)
    const answers = await Promise.all(orders.map((order) => route(order)))
    expect(answers).toEqual(answers.map(() => 0))
    expect(orders).toContainEqual(await stored(owner))
    expect(await stored(sibling)).toEqual(stores)
  })
})

describe('the sweep', () => {
  const daysLater = (days: number): Date => new Date(app.clock.now.getTime() + days * 86_400_000)

  test('forgets routes of accounts and places of stores that were deleted a month ago', async () => {
    const [one = '', two = '', three = ''] = await makeStores(3)
    const theirs = await makeStores(2, neighbour)
    const leaver = await makeStaff(app, owner, { permissions: ['device.manage'] })
    for (const as of [owner, sibling, leaver]) await route([three, one, two], as)
    await route(theirs, neighbour)
    await app.call(staffCalls.delSubUser, { sub_userid: leaver.accountId }, { as: owner })
    await app.call(regionCalls.delStore, { _id: one }, { as: owner })
    await sweep(app.deps, owner.tenantId, daysLater(29))
    expect([await stored(leaver), await stored(owner)]).toEqual([
      [three, one, two],
      [three, one, two],
    ])
    await sweep(app.deps, owner.tenantId, daysLater(31))
    await sweep(app.deps, neighbour.tenantId, daysLater(31))
    expect(await stored(leaver)).toBeUndefined()
    expect(await stored(owner)).toEqual([three, two])
    expect(await stored(sibling)).toEqual([three, two])
    expect(await stored(neighbour)).toEqual(theirs)
  })
})
