import { regionCalls, searchCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeArea, makeDevice, makeMerchant, makeStaff, makeStore } from '../../../test/factories.ts'
import { downloadExport, linesOf } from '../../../test/exports.ts'
import { refOf } from '../../kernel/ctx.ts'
import { knowsAreas } from './area-queries.ts'
import {
  areaNamesOf,
  areaOfStore,
  hasStores,
  knowsStores,
  seenAreaNames,
  storeCountsOf,
  storeNamesOf,
  storesOfArea,
} from './index.ts'

const app = await testApp()
const neighbour = await makeMerchant(app)

describe('scope', () => {
  test('areas are known to their merchant alone, all of a list, and not after their deletion', async () => {
    const merchant = await makeMerchant(app)
    const [one, two, gone] = [
      (await makeArea(app, merchant))._id,
      (await makeArea(app, merchant))._id,
      (await makeArea(app, merchant))._id,
    ]
    await app.call(regionCalls.delArea, { _id: gone }, { as: merchant })
    const theirs = (await makeArea(app, neighbour))._id
    const known = (ids: string[]) => asUser(app, merchant, (ctx) => knowsAreas(ctx, ids))
    expect([await known([one, two, one]), await known([])]).toEqual([true, true])
    for (const other of [gone, theirs]) expect(await known([one, other])).toBe(false)
  })

  test('what other modules ask of stores and areas is the caller’s, and names are also those of deleted ones', async () => {
    const merchant = await makeMerchant(app)
    const [north, south] = [
      (await makeArea(app, merchant, { area_name: 'North' }))._id,
      (await makeArea(app, merchant, { area_name: 'South' }))._id,
    ]
    const [pier, mall, gone, free] = [
      (await makeStore(app, merchant, { store_name: 'Pier', area: north }))._id,
      (await makeStore(app, merchant, { store_name: 'Mall', area: north }))._id,
      (await makeStore(app, merchant, { store_name: 'Gone', area: north }))._id,
      (await makeStore(app, merchant, { store_name: 'Free' }))._id,
    ]
    await app.call(regionCalls.delStore, { _id: gone }, { as: merchant })
    const theirs = (await makeStore(app, neighbour))._id
    const clerk = await makeStaff(app, merchant, { permissions: [], stores: [pier] })
    const idle = await makeStaff(app, merchant, { permissions: [], stores: [] })
    const all = [pier, mall, gone, free, theirs]
    const asked = (as: typeof merchant) =>
      asUser(app, as, async (ctx) => ({
        any: await hasStores(ctx),
        known: await Promise.all(all.map((id) => knowsStores(ctx, [pier, id]))),
        areas: await Promise.all(all.map((id) => areaOfStore(ctx, id))),
        counts: await storeCountsOf(ctx, [north, south, '0']),
        few: await storeCountsOf(ctx, [south]),
        ofArea: (await storesOfArea(ctx, north)).toSorted(),
        names: await storeNamesOf(refOf(ctx), [pier, gone, theirs]),
        areaNames: await areaNamesOf(refOf(ctx), [south]),
        none: await areaNamesOf(refOf(ctx), []),
      }))
    const same = {
      few: new Map(),
      ofArea: [pier, mall, gone].toSorted(),
      names: new Map([
        [pier, 'Pier'],
        [gone, 'Gone'],
      ]),
      areaNames: new Map([[south, 'South']]),
      none: new Map(),
    }
    expect(await asked(merchant)).toEqual({
      ...same,
      any: true,
      known: [true, true, false, true, false],
      areas: [north, north, undefined, null, undefined],
      counts: new Map([
        [north, 2],
        ['0', 1],
      ]),
    })
    expect(await asked(clerk)).toEqual({
      ...same,
      any: true,
      known: [true, false, false, false, false],
      areas: [north, undefined, undefined, undefined, undefined],
      counts: new Map([[north, 1]]),
    })
    expect(await asked(idle)).toMatchObject({ any: false, counts: new Map() })
  })

  test('a limited user sees only the chosen stores, in lists, pickers and counts', async () => {
    const merchant = await makeMerchant(app)
    const area = await makeArea(app, merchant)
    const mine = await makeStore(app, merchant, { area: area._id })
    const other = await makeStore(app, merchant, { area: area._id })
    const clerk = await makeStaff(app, merchant, { permissions: ['store.manage'], stores: [mine._id] })
    const list = await app.call(regionCalls.getStore, {}, { as: clerk })
    const picks = await app.call(regionCalls.getAllStore, {}, { as: clerk })
    const areas = await app.call(regionCalls.getArea, {}, { as: clerk })
    expect(list.body.result.data.map((store) => store._id)).toEqual([mine._id])
    expect(picks.body.result.data.map((store) => store._id)).toEqual([mine._id])
    expect(areas.body.result.data).toMatchObject([{ store_count: 1 }])
    for (const row of [regionCalls.editStore, regionCalls.delStore]) {
      const { body } = await app.post(
        row.path,
        { _id: other._id, ...(row === regionCalls.editStore ? { store_name: 'Taken' } : {}) },
        { as: clerk },
      )
      expect(body.rcode).toBe(101)
    }
  })

  test('a limited user sees the areas of his stores and machines, in lists, search, files and names', async () => {
    const merchant = await makeMerchant(app)
    const [north, south, east, west] = [
      (await makeArea(app, merchant, { area_name: 'North ward' }))._id,
      (await makeArea(app, merchant, { area_name: 'South ward' }))._id,
      (await makeArea(app, merchant, { area_name: 'East ward' }))._id,
      (await makeArea(app, merchant, { area_name: 'West ward' }))._id,
    ]
    const mine = (await makeStore(app, merchant, { area: north }))._id
    const other = (await makeStore(app, merchant, { area: south }))._id
    await makeStore(app, merchant, { area: west })
    const machine = await makeDevice(app, merchant, other)
    const sibling = await makeDevice(app, merchant, other)
    await makeArea(app, neighbour, { area_name: 'Neighbour ward' })
    const limited = (scope: object) => makeStaff(app, merchant, { permissions: ['store.manage'], ...scope })
    const seen = async (as: typeof merchant) => {
      const condition = { order: 'name' } as const
      const list = (await app.call(regionCalls.getArea, { condition }, { as })).body.result
      const found = (await app.call(searchCalls.search, { q: 'ward' }, { as })).body.result.data
      const file = await downloadExport(app, regionCalls.exportRegions, { kind: 'area' }, { as })
      const names = list.data.map(({ area_name: name }) => name)
      expect(list.count).toBe(names.length)
      expect(found.map(({ name }) => name).toSorted()).toEqual(names)
      expect(
        linesOf(file.rawPayload)
          .flatMap(([name]) => name?.match(/.* ward/) ?? [])
          .toSorted(),
      ).toEqual(names)
      return names
    }
    const ofStore = await limited({ stores: [mine] })
    expect(await seen(ofStore)).toEqual(['North ward'])
    expect(await seen(await limited({ stores: [], devices: [machine.id] }))).toEqual(['South ward'])
    expect(await seen(await limited({ stores: [mine], devices: [sibling.id], areas: [east] }))).toEqual([
      'East ward',
      'North ward',
      'South ward',
    ])
    expect(await seen(await limited({ stores: [] }))).toEqual([])
    expect(await seen(merchant)).toEqual(['East ward', 'North ward', 'South ward', 'West ward'])
    const known = (ids: string[]) => asUser(app, ofStore, (ctx) => knowsAreas(ctx, ids))
    expect([await known([north]), await known([north, west])]).toEqual([true, false])
    const named = await asUser(app, ofStore, (ctx) => seenAreaNames(ctx, [north, west]))
    expect([...named]).toEqual([[north, 'North ward']])
  })

  test('a limited user puts a new store into an area of his own or into none, and learns of no other', async () => {
    const merchant = await makeMerchant(app)
    const [own, other] = [(await makeArea(app, merchant))._id, (await makeArea(app, merchant))._id]
    const clerk = await makeStaff(app, merchant, { permissions: ['store.manage'], stores: [], areas: [own] })
    const add = async (area: string | null) =>
      (await app.call(regionCalls.addStore, { store_name: 'New', area }, { as: clerk })).body
    const picks = (await app.call(regionCalls.getAllArea, {}, { as: clerk })).body.result.data
    expect(picks.map(({ _id }) => _id)).toEqual([own])
    expect([(await add(own)).rcode, (await add(null)).rcode]).toEqual([0, 0])
    const refusals = [await add(other), await add('999999')]
    expect(refusals[0]).toMatchObject({ rcode: 100, result: { errors: [{ path: 'area' }] } })
    expect(refusals[1]).toEqual(refusals[0])
  })

  test('the picker of stores is for every user, within the scope, and has no more than their names', async () => {
    const merchant = await makeMerchant(app)
    const area = await makeArea(app, merchant, { area_name: 'North' })
    const mine = await makeStore(app, merchant, {
      store_name: 'Mine',
      area: area._id,
      remarks: 'rent is due',
    })
    await makeStore(app, merchant, { area: area._id })
    await makeStore(app, neighbour)
    const clerk = await makeStaff(app, merchant, { permissions: [], stores: [mine._id] })
    expect((await app.call(regionCalls.getStore, {}, { as: clerk })).body.rcode).toBe(300)
    expect((await app.call(regionCalls.getAllStore, {}, { as: clerk })).body).toEqual({
      rcode: 0,
      msg: '',
      result: {
        count: 1,
        data: [{ _id: mine._id, store_name: 'Mine', area: area._id, area_name: 'North', deleted: false }],
      },
    })
  })

  test('the picker of stores finds by the name of the store or of its area, in order, page by page', async () => {
    const merchant = await makeMerchant(app)
    const [north, south] = [
      await makeArea(app, merchant, { area_name: 'North' }),
      await makeArea(app, merchant, { area_name: 'South' }),
    ]
    await makeStore(app, merchant, { store_name: 'Pier', area: north._id, store_address: 'South road' })
    await makeStore(app, merchant, { store_name: 'Mall', area: north._id })
    await makeStore(app, merchant, { store_name: 'Hall', area: south._id })
    await makeStore(app, merchant, { store_name: 'South gate' })
    const pick = async (condition: object, page = {}) => {
      const input = { ...page, condition }
      const { result } = (await app.call(regionCalls.getAllStore, input, { as: merchant })).body
      return [result.data.map(({ store_name: name }) => name), result.count]
    }
    expect(await pick({})).toEqual([['Hall', 'Mall', 'Pier', 'South gate'], 4])
    expect(await pick({ q: 'south' })).toEqual([['Hall', 'South gate'], 2])
    expect(await pick({ area: north._id })).toEqual([['Mall', 'Pier'], 2])
    expect(await pick({ q: 'a', area: south._id })).toEqual([['Hall'], 1])
    expect(await pick({}, { pageNum: 2, pageSize: 3 })).toEqual([['South gate'], 4])
  })

  test('where past sales are named, deleted stores and those of single machines have their names', async () => {
    const merchant = await makeMerchant(app)
    const area = await makeArea(app, merchant, { area_name: 'North' })
    const open = await makeStore(app, merchant, { store_name: 'Open', area: area._id })
    const gone = await makeStore(app, merchant, { store_name: 'Gone', area: area._id })
    await makeStore(app, neighbour, { store_name: 'Next door' })
    const device = await makeDevice(app, merchant, open._id)
    await app.call(regionCalls.delStore, { _id: gone._id }, { as: merchant })
    const names = async (as: typeof merchant, condition: object) => {
      const { body } = await app.call(regionCalls.getAllStore, { condition }, { as })
      return body.result.data.map(({ store_name: name, area_name: of, deleted }) => [name, of, deleted])
    }
    const both = [
      ['Gone', 'North', true],
      ['Open', 'North', false],
    ]
    const past = { withPast: true, area: area._id }
    expect(await names(merchant, past)).toEqual(both)
    expect(await names(merchant, { withPast: true, ids: [gone._id] })).toEqual([both[0]])
    expect(await names(merchant, { ids: [gone._id] })).toEqual([])
    // Scope: one store, one machine, nothing.
    const ofStore = await makeStaff(app, merchant, { permissions: [], stores: [gone._id] })
    expect(await names(ofStore, past)).toEqual([both[0]])
    const ofMachine = await makeStaff(app, merchant, { permissions: [], stores: [], devices: [device.id] })
    expect(await names(ofMachine, past)).toEqual([both[1]])
    expect(await names(ofMachine, {})).toEqual([])
    const ofNothing = await makeStaff(app, merchant, { permissions: [], stores: [], devices: [] })
    expect(await names(ofNothing, { withPast: true })).toEqual([])
  })

  test('a limited user does not change areas, and a store he adds joins his scope', async () => {
    const merchant = await makeMerchant(app)
    const area = await makeArea(app, merchant)
    const clerk = await makeStaff(app, merchant, { permissions: ['store.manage'], stores: [] })
    expect(
      (await app.call(regionCalls.editArea, { _id: area._id, area_name: 'Mine' }, { as: clerk })).body.rcode,
    ).toBe(302)
    expect((await app.call(regionCalls.delArea, { _id: area._id }, { as: clerk })).body.rcode).toBe(302)
    expect((await app.call(regionCalls.addArea, { area_name: 'Mine' }, { as: clerk })).body.rcode).toBe(302)
    const gone = await makeArea(app, merchant)
    await app.call(regionCalls.delArea, { _id: gone._id }, { as: merchant })
    expect((await app.call(regionCalls.restoreArea, { _id: gone._id }, { as: clerk })).body.rcode).toBe(302)
    const added = await app.call(regionCalls.addStore, { store_name: 'New', area: null }, { as: clerk })
    expect(added.body.rcode).toBe(0)
    const list = await app.call(regionCalls.getStore, {}, { as: clerk })
    expect(list.body.result.data.map((store) => store.store_name)).toEqual(['New'])
  })
})
