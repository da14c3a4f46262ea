import { deviceCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  makeArea,
  makeDevice,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
} from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const harbour = (await makeStore(app, owner, { store_name: 'Harbour' }))._id
const airport = (await makeStore(app, owner, { store_name: 'Airport' }))._id

const titles = async (as: Merchant, condition = {}): Promise<string[]> => {
  const { body } = await app.call(deviceCalls.getAllDevice, { condition }, { as })
  expect(body.result.count).toBe(body.result.data.length)
  return body.result.data.map(({ title }) => title)
}

describe('the picker of machines', () => {
  test('is for every user, within the stores and machines assigned, and has no more than their names', async () => {
    const quay = await makeDevice(app, owner, harbour, 'Quay')
    await makeDevice(app, owner, airport, 'Gate 1')
    const single = await makeDevice(app, owner, airport, 'Gate 2')
    const gone = await makeDevice(app, owner, harbour, 'Scrapped')
    await asOwner(app, 'update device set unbound_at = now() where device_id = $1', [gone.id])
    const clerk = await makeStaff(app, owner, { stores: [harbour], devices: [single.id] })
    const idle = await makeStaff(app, owner, { stores: [], devices: [] })

    expect(await titles(owner)).toEqual(['Gate 1', 'Gate 2', 'Quay'])
    expect(await titles(clerk)).toEqual(['Gate 2', 'Quay'])
    expect(await titles(idle)).toEqual([])
    expect(await titles(await makeMerchant(app))).toEqual([])
    const { body } = await app.call(
      deviceCalls.getAllDevice,
      { condition: { sns: [quay.sn] } },
      { as: clerk },
    )
    expect(body.result).toEqual({
      data: [{ sn: quay.sn, title: 'Quay', store: harbour, store_name: 'Harbour' }],
      count: 1,
    })
  })

  test('finds by name, serial number, store and type', async () => {
    const crane = await makeDevice(app, owner, harbour, 'Crane 100%')
    expect(await titles(owner, { q: '100%' })).toEqual(['Crane 100%'])
    expect(await titles(owner, { q: crane.sn })).toEqual(['Crane 100%'])
    expect(await titles(owner, { q: '%' })).toEqual(['Crane 100%'])
    expect(await titles(owner, { store: airport })).toEqual(['Gate 1', 'Gate 2'])
    await asOwner(app, "update device set type = 'pulse' where device_id = $1", [crane.id])
    expect(await titles(owner, { types: ['pulse', 'single'] })).toEqual(['Crane 100%'])
    expect(await titles(owner, { types: [] })).toEqual([])
  })
})

test('a machine without slots has no stock, and none that is low', async () => {
  const { id, sn } = await makeDevice(app, owner, harbour)
  await asOwner(app, 'delete from channel where device_id = $1', [id])
  const { body } = await app.call(deviceCalls.getDev, { condition: { q: sn } }, { as: owner })
  expect(body.result.data).toMatchObject([{ sn, channel_count: 0, stock: 0, stock_max: 0, low: 0 }])
})

test('a machine is put into a store of the named area only', async () => {
  const [area, other] = [(await makeArea(app, owner))._id, (await makeArea(app, owner))._id]
  const store = (await makeStore(app, owner, { area }))._id
  const { sn } = await makeDevice(app, owner, harbour, 'Moves')
  const move = async (to: string) =>
    (await app.call(deviceCalls.editDev, { sn, store, area: to }, { as: owner })).body
  expect(await move(other)).toMatchObject({ rcode: 100, result: { errors: [{ path: 'area' }] } })
  expect(await move(area)).toMatchObject({ rcode: 0 })
})

test('a user limited to stores cannot take a machine out of its store, one limited to the machine can', async () => {
  const { sn, id } = await makeDevice(app, owner, harbour, 'Stays')
  const ofStore = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [harbour] })
  const ofMachine = await makeStaff(app, owner, { permissions: ['device.manage'], devices: [id] })
  const leave = async (as: Merchant) => {
    app.clock.advance(4)
    return (await app.call(deviceCalls.editDev, { sn, store: null }, { as })).body
  }
  expect(await leave(ofStore)).toMatchObject({ rcode: 100, result: { errors: [{ path: 'store' }] } })
  expect((await leave(ofMachine)).rcode).toBe(0)
})
