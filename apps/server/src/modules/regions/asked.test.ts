/** What other modules ask of this one. */
import { regionCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asTenant, asUser } from '../../../test/as-user.ts'
import { makeApproved } from '../../../test/bank-cards.ts'
import { makeArea, makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import {
  areaNamesOf,
  areaOfStore,
  hasStores,
  knowsAreas,
  knowsStores,
  payoutsOfStores,
  storeAccountsAt,
  storeCountsOf,
  storeNamesOf,
  storesDeletedBefore,
  storesNamed,
  storesOfArea,
} from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const north = (await makeArea(app, owner, { area_name: 'North' }))._id
const south = (await makeArea(app, owner, { area_name: 'South' }))._id
const far = (await makeArea(app, neighbour, { area_name: 'Far' }))._id
const storeIn = async (name: string, area?: string, as: Merchant = owner) =>
  (await makeStore(app, as, { store_name: name, ...(area === undefined ? {} : { area }) }))._id
const station = await storeIn('Station', north)
const port = await storeIn('Port', north)
const mall = await storeIn('Mall', south)
const loose = await storeIn('Loose')
const gone = await storeIn('Gone', north)
await app.call(regionCalls.delStore, { _id: gone }, { as: owner })
const theirs = await storeIn('Theirs', far, neighbour)
const clerk = await makeStaff(app, owner, { permissions: ['store.manage'], stores: [station, mall, gone] })
const empty = await makeStaff(app, owner, { stores: [gone] })
const every = [station, port, mall, loose, gone, theirs]

const of = <T>(who: Merchant, work: (ctx: Ctx) => Promise<T>): Promise<T> => asUser(app, who, work)

describe('stores in the caller’s scope', () => {
  test('are known, all of a list or not', async () => {
    const known = (who: Merchant, ...ids: string[]) => of(who, (ctx) => knowsStores(ctx, ids))
    expect([await known(owner, station, port, station), await known(owner)]).toEqual([true, true])
    for (const other of [gone, theirs]) expect(await known(owner, station, other)).toBe(false)
    expect([await known(clerk, station, mall), await known(clerk, station, port)]).toEqual([true, false])
  })

  test('have an area, or none; others have no answer', async () => {
    const areas = (who: Merchant) => Promise.all(every.map((id) => of(who, (ctx) => areaOfStore(ctx, id))))
    expect(await areas(owner)).toEqual([north, north, south, null, undefined, undefined])
    expect(await areas(clerk)).toEqual([north, undefined, south, undefined, undefined, undefined])
  })

  test('are counted by area, those without one under 0', async () => {
    const counts = (who: Merchant, ...areas: string[]) => of(who, (ctx) => storeCountsOf(ctx, areas))
    expect(await counts(owner, north, '0', far)).toEqual(
      new Map([
        [north, 2],
        ['0', 1],
      ]),
    )
    expect(await counts(clerk, north, south, '0')).toEqual(
      new Map([
        [north, 1],
        [south, 1],
      ]),
    )
  })

  test('are there, or not', async () => {
    const newcomer = await makeMerchant(app)
    const answers = []
    for (const who of [owner, clerk, neighbour, empty, newcomer]) answers.push(await of(who, hasStores))
    expect(answers).toEqual([true, true, true, false, false])
  })
})

describe('names', () => {
  test('of stores are those of the merchant, deleted ones included, with their present areas', async () => {
    const named = await asTenant(app, owner, (ref) => storesNamed(ref, [station, loose, gone, theirs]))
    const read = [...named].map(([id, { store_name, area_id, area_name }]) => [
      id,
      store_name,
      area_id,
      area_name,
    ])
    expect(read.toSorted()).toEqual(
      [
        [station, 'Station', north, 'North'],
        [loose, 'Loose', null, null],
        [gone, 'Gone', north, 'North'],
      ].toSorted(),
    )
    const names = (...ids: string[]) => asTenant(app, owner, (ref) => storeNamesOf(ref, ids))
    expect(await names(port, gone, theirs)).toEqual(
      new Map([
        [port, 'Port'],
        [gone, 'Gone'],
      ]),
    )
    expect(await names()).toEqual(new Map())
  })

  test('of areas are those of the merchant, deleted ones included', async () => {
    const { _id: old } = await makeArea(app, owner, { area_name: 'Old' })
    await app.call(regionCalls.delArea, { _id: old }, { as: owner })
    const names = (...ids: string[]) => asTenant(app, owner, (ref) => areaNamesOf(ref, ids))
    expect(await names(north, old, far)).toEqual(
      new Map([
        [north, 'North'],
        [old, 'Old'],
      ]),
    )
    expect(await names()).toEqual(new Map())
  })
})

test('an area has its stores, deleted ones included, whatever the caller’s scope: sales have their own', async () => {
  const stores = async (who: Merchant, area: string) =>
    (await of(who, (ctx) => storesOfArea(ctx, area))).toSorted()
  for (const who of [owner, clerk]) expect(await stores(who, north)).toEqual([station, port, gone].toSorted())
  expect([await stores(owner, south), await stores(owner, far)]).toEqual([[mall], []])
})

test('areas are known that are not deleted, all of a list or not', async () => {
  const { _id: old } = await makeArea(app, owner)
  await app.call(regionCalls.delArea, { _id: old }, { as: owner })
  const known = (...areas: string[]) => of(owner, (ctx) => knowsAreas(ctx, areas))
  expect([await known(north, south, north), await known(north, old), await known(far)]).toEqual([
    true,
    false,
    false,
  ])
})

test('stores that were deleted before a moment are those of the merchant', async () => {
  const found = (before: Date) => asTenant(app, owner, (ref) => storesDeletedBefore(ref, before))
  expect(await found(app.clock.now)).toEqual([])
  expect(await found(new Date(app.clock.now.getTime() + 1))).toEqual([gone])
})

test('the payout account of a store is known now and at each moment before, and is its own', async () => {
  const [first, second, third] = [
    (await makeApproved(app, owner)).merchant_id,
    (await makeApproved(app, owner)).merchant_id,
    (await makeApproved(app, owner)).merchant_id,
  ]
  const sibling = await makeStore(app, owner, { store_name: 'Sibling', merchant_id: third })
  const store = await makeStore(app, owner, { store_name: 'Changing', merchant_id: first })
  const earlier = app.clock.now
  const pay = async (_id: string, store_name: string, merchant_id: string | null) => {
    app.clock.advance(60)
    const edit = { _id, store_name, merchant_id }
    expect((await app.call(regionCalls.editStore, edit, { as: owner })).body.rcode).toBe(0)
    return app.clock.now
  }
  const toSecond = await pay(store._id, 'Changing', second)
  await pay(sibling._id, 'Sibling', third)
  const toNone = await pay(store._id, 'Changing', null)
  const at = (storeId: string, moment: Date, ms = 0) => ({ storeId, at: new Date(moment.getTime() + ms) })
  const asked = [
    at(store._id, toNone),
    at(store._id, earlier),
    at(sibling._id, earlier),
    at(store._id, toSecond, -1),
    at(store._id, toSecond),
    at(store._id, toNone, -1),
    at(theirs, earlier),
  ]
  const accounts = await asTenant(app, owner, (ref) => storeAccountsAt(ref, asked))
  expect(accounts).toEqual([null, first, third, first, second, second, null])
  expect(await of(owner, (ctx) => payoutsOfStores(ctx, [store._id, sibling._id, theirs]))).toEqual(
    new Map([
      [store._id, null],
      [sibling._id, third],
    ]),
  )
})
