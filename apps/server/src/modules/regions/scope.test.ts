import { regionCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeArea, makeDevice, makeMerchant, makeStaff, makeStore } from '../../../test/factories.ts'

const app = await testApp()
const neighbour = await makeMerchant(app)

describe('scope', () => {
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
