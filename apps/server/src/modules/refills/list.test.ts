/** What to bring to which machine: by slot, by product, by store in the order of the route. */
import { deviceCalls, refillCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { readExport } from '../../../test/exports.ts'
import {
  makeArea,
  makeGoods,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
} from '../../../test/factories.ts'
import { stockSlot } from '../../../test/goods-slot-samples.ts'
import { asMachine, type BoundMachine, makeBoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { takeConfig } from '../devices/index.ts'

const { getRefillList, setRefillRoute, exportRefillList } = refillCalls

const app = await testApp()
let owner: Merchant
let neighbour: Merchant
let [north, south] = ['', '']
let [airport, station, kiosk] = ['', '', '']
let [cola, water] = ['', '']
let gate: BoundMachine
let hall: BoundMachine
let lobby: BoundMachine
let loose: BoundMachine
let theirs: BoundMachine

/**
 * North: gate and hall at the airport; south: lobby at the station, and an empty kiosk; one machine in no store. The
 * neighbour has a machine of the same.
 */
beforeEach(async () => {
  app.clock.advance(10)
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  north = (await makeArea(app, owner, { area_name: 'North' }))._id
  south = (await makeArea(app, owner, { area_name: 'South' }))._id
  airport = (await makeStore(app, owner, { store_name: 'Airport', area: north }))._id
  station = (await makeStore(app, owner, { store_name: 'Station', area: south }))._id
  kiosk = (await makeStore(app, owner, { store_name: 'Kiosk', area: south }))._id
  cola = (await makeGoods(app, owner, { title: 'Cola', code: 'C-1' })).goods_id
  water = (await makeGoods(app, owner, { title: 'Water', code: 'W-1' })).goods_id
  gate = await makeOnlineMachine(app, owner, { title: 'Gate', store: airport })
  hall = await makeBoundMachine(app, owner, { title: 'Hall', store: airport })
  lobby = await makeBoundMachine(app, owner, { title: 'Lobby', store: station })
  loose = await makeBoundMachine(app, owner, { title: 'Loose' })
  await stockSlot(app, gate, 1, { goods: cola, quantity: 4 })
  await stockSlot(app, gate, 2, { goods: water, quantity: 1 })
  await stockSlot(app, gate, 3, { goods: water, quantity: 10 })
  await stockSlot(app, hall, 1, { goods: cola, quantity: 0 })
  await stockSlot(app, hall, 2, { goods: cola, quantity: 0 })
  await asOwner(app, 'update channel set enabled = false where device_id = $1 and channel_sn = 2', [hall.id])
  await stockSlot(app, lobby, 5, { goods: cola, quantity: 7 })
  await stockSlot(app, loose, 1, { goods: water, quantity: 9 })
  theirs = await makeBoundMachine(app, neighbour, { title: 'Theirs' })
  const { goods_id: theirCola } = await makeGoods(app, neighbour, { title: 'Cola' })
  await stockSlot(app, theirs, 1, { goods: theirCola, quantity: 0 })
})

type Asked = Parameters<typeof app.call<typeof getRefillList>>[1]
const read = async (condition: Asked['condition'] = {}, as: Merchant = owner, page: Partial<Asked> = {}) =>
  (await app.call(getRefillList, { ...page, condition }, { as })).body.result
const lines = (list: Awaited<ReturnType<typeof read>>) =>
  list.data.flatMap(({ title, slots }) =>
    slots.map(({ channel_sn: slot, quantity, max }) => `${title}/${slot} ${quantity}+${max - quantity}`),
  )
const goodsIn = (list: Awaited<ReturnType<typeof read>>) =>
  list.goods.map(({ goods, pieces, slots, devices }) => `${goods.title} ${pieces} ${slots} ${devices}`)
const storesIn = (list: Awaited<ReturnType<typeof read>>) =>
  list.stores.map(({ store_name: name, pieces, devices }) => `${name} ${pieces} ${devices}`)

describe('the list', () => {
  test('names the pieces of each slot that sells and is not full, the sums by product and by store', async () => {
    const list = await read()
    expect(lines(list)).toEqual(['Gate/1 4+6', 'Gate/2 1+9', 'Hall/1 0+10', 'Lobby/5 7+3', 'Loose/1 9+1'])
    expect(list).toMatchObject({ count: 4, pieces: 29, slots: 5, undos: [] })
    expect(goodsIn(list)).toEqual(['Cola 19 3 3', 'Water 10 2 2'])
    expect(storesIn(list)).toEqual(['Airport 25 2', 'Station 3 1', 'null 1 1'])
    expect(list.areas.map(({ area_name: name, pieces, devices }) => [name, pieces, devices])).toEqual([
      ['North', 25, 2],
      ['South', 3, 1],
    ])
    expect(list.data[0]).toMatchObject({
      sn: gate.sn,
      store: airport,
      online: true,
      busy: false,
      pieces: 15,
      slots: [
        { channel_sn: 1, goods_id: cola, low: false },
        { channel_sn: 2, goods_id: water, low: true },
      ],
    })
    expect(list.data[1]).toMatchObject({ online: false })
  })

  test('is narrowed to low slots', async () => {
    const list = await read({ slots: 'low' })
    expect(lines(list)).toEqual(['Gate/2 1+9', 'Hall/1 0+10'])
    expect(list).toMatchObject({ count: 2, pieces: 19, slots: 2 })
    expect(goodsIn(list)).toEqual(['Cola 10 1 1', 'Water 9 1 1'])
    expect(storesIn(list)).toEqual(['Airport 19 2'])
  })

  test('follows every filter of the list of machines, and finds the same machines', async () => {
    const filters = [
      { area: south },
      { store: airport },
      { in_store: false },
      { low: true },
      { q: 'lob' },
      { q: 'wat' },
      { online: true },
      { sns: [hall.sn, loose.sn] },
      { type: 'vending' as const, area: north, low: true },
      { fault: true },
    ]
    for (const filter of filters) {
      const { data } = (await app.call(deviceCalls.getDev, { condition: filter }, { as: owner })).body.result
      const names = (rows: { title: string }[]) => rows.map(({ title }) => title).toSorted()
      expect(names((await read(filter)).data), JSON.stringify(filter)).toEqual(names(data))
    }
    expect(
      (await app.call(getRefillList, { condition: { order: 'title' } as never }, { as: owner })).body.rcode,
    ).toBe(100)
  })

  test('names the areas beside the chosen one, by the rest of the filter', async () => {
    const { areas, stores } = await read({ area: south, slots: 'all', low: true })
    expect(areas.map(({ area_name: name, pieces }) => [name, pieces])).toEqual([['North', 25]])
    expect(stores).toEqual([])
    expect((await read({ store: airport })).areas).toHaveLength(2)
  })

  test('says how many slots are left out because their size is unknown', async () => {
    await asOwner(app, 'update channel set quantity = 0, max = 0 where device_id = $1 and channel_sn = 5', [
      lobby.id,
    ])
    expect(await read({ area: south })).toMatchObject({
      count: 0,
      pieces: 0,
      unsized: { slots: 1, devices: 1 },
    })
  })

  test('leaves machines out that hold no pieces, and marks those that search for their slots', async () => {
    const pulse = await makeBoundMachine(app, owner, { type: 'pulse', title: 'Pulse', store: station })
    await stockSlot(app, pulse, 1, { goods: cola, quantity: 0 })
    await asMachine(app, hall, (ctx) => takeConfig(ctx, { init: 'running', slots: 0 }))
    const { data, unsized } = await read()
    expect(data.map(({ title, busy }) => [title, busy])).toEqual([
      ['Gate', false],
      ['Hall', true],
      ['Lobby', false],
      ['Loose', false],
    ])
    expect(unsized).toEqual({ slots: 0, devices: 0 })
  })

  test('is read page by page, with the figures of all pages', async () => {
    const page = await read({}, owner, { pageNum: 2, pageSize: 3 })
    expect(page.data.map(({ title }) => title)).toEqual(['Loose'])
    expect(page).toMatchObject({ count: 4, pieces: 29 })
    expect(page.stores).toHaveLength(3)
  })

  test('shows nothing outside of the caller’s scope, neither in sums nor in areas', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [station] })
    const list = await read({}, clerk)
    expect(lines(list)).toEqual(['Lobby/5 7+3'])
    expect(list).toMatchObject({ pieces: 3, slots: 1, areas: [{ area_name: 'South', pieces: 3 }] })
    expect(goodsIn(list)).toEqual(['Cola 3 1 1'])
    expect((await read({ store: airport }, clerk)).count).toBe(0)
    expect(lines(await read({}, neighbour))).toEqual(['Theirs/1 0+10'])
    expect((await read({ store: airport }, neighbour)).count).toBe(0)
  })
})

describe('the route', () => {
  const route = (stores: string[], as: Merchant = owner) => app.call(setRefillRoute, { stores }, { as })

  test('is the order of stores and machines, on each page and with each filter', async () => {
    await route([station, airport])
    const list = await read()
    expect(storesIn(list)).toEqual(['Station 3 1', 'Airport 25 2', 'null 1 1'])
    expect(list.data.map(({ title }) => title)).toEqual(['Lobby', 'Gate', 'Hall', 'Loose'])
    expect((await read({}, owner, { pageSize: 1, pageNum: 2 })).data.map(({ title }) => title)).toEqual([
      'Gate',
    ])
    expect((await read({ slots: 'low' })).data.map(({ title }) => title)).toEqual(['Gate', 'Hall'])
  })

  test('keeps the places of stores that a filter did not show', async () => {
    await route([station, kiosk, airport])
    await route([airport, station])
    const rows = await asOwner(app, 'select store_ids from refill_route where account_id = $1', [
      owner.accountId,
    ])
    expect(rows).toEqual([{ store_ids: [airport, kiosk, station] }])
  })

  test('is each account’s own', async () => {
    const driver = await makeStaff(app, owner, { permissions: ['device.manage'] })
    await route([station, airport])
    expect(storesIn(await read({}, driver))[0]).toBe('Airport 25 2')
    await route([airport, station], driver)
    expect(storesIn(await read())[0]).toBe('Station 3 1')
  })

  test('names only stores that the caller sees, by themselves or by a machine', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [station] })
    expect((await route([airport], clerk)).body.rcode).toBe(101)
    expect((await route([station, airport], clerk)).body.rcode).toBe(101)
    expect((await route([station], clerk)).body.rcode).toBe(0)
    expect((await route([airport], neighbour)).body.rcode).toBe(101)
    const ofMachine = await makeStaff(app, owner, { permissions: ['device.manage'], devices: [hall.id] })
    expect((await route([airport], ofMachine)).body.rcode).toBe(0)
    expect((await route([station], ofMachine)).body.rcode).toBe(101)
  })
})

describe('the sheet', () => {
  test('lists slot by slot in the order of the route', async () => {
    await app.call(setRefillRoute, { stores: [station, airport] }, { as: owner })
    const sheet = await readExport(app, exportRefillList, { condition: { slots: 'all' } }, owner)
    expect(sheet).toEqual([
      'Stop,Area,Store,Device,Serial number,Slot,Goods,Article code,Stock,Capacity,To bring'.split(','),
      ['1', 'South', 'Station', 'Lobby', lobby.sn, '5', 'Cola', 'C-1', '7', '10', '3'],
      ['2', 'North', 'Airport', 'Gate', gate.sn, '1', 'Cola', 'C-1', '4', '10', '6'],
      ['2', 'North', 'Airport', 'Gate', gate.sn, '2', 'Water', 'W-1', '1', '10', '9'],
      ['2', 'North', 'Airport', 'Hall', hall.sn, '1', 'Cola', 'C-1', '0', '10', '10'],
      ['3', 'Loose', loose.sn, '1', 'Water', 'W-1', '9', '10', '1'],
    ])
  })

  test('sums up by product, in the caller’s scope, with the slots that it leaves out', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [airport] })
    await asOwner(app, 'update channel set quantity = 0, max = 0 where device_id = $1 and channel_sn = 1', [
      gate.id,
    ])
    const sheet = await readExport(app, exportRefillList, { sheet: 'goods', condition: {} }, clerk)
    expect(sheet.slice(1)).toEqual([
      ['Cola', 'C-1', '10', '1', '1'],
      ['Water', 'W-1', '9', '1', '1'],
      ['Not included: capacity unknown', '1', '1'],
    ])
  })
})
