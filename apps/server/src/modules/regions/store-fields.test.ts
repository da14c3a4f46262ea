import { regionCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeArea, makeDevice, makeMerchant, makeStore } from '../../../test/factories.ts'

const app = await testApp()
const owner = await makeMerchant(app)

test('a store is read again with every field as it was added and edited, and its devices are counted', async () => {
  const area = await makeArea(app, owner, { area_name: 'East' })
  const added = {
    store_name: 'Mall',
    phone: '0755-2688 0000',
    store_address: '8 Mall Street',
    remarks: 'second floor',
    area: area._id,
    auto_refund: true,
    manager: 'Lin',
    coo_start_date: '2026-01-01',
    coo_end_date: '2026-12-31',
    customer_no: 'C-1',
    mode: 'activity',
    coo_mode: 'rent',
  } as const
  const edited = {
    store_name: 'Pier',
    phone: '0755-2688 0001',
    store_address: '1 Pier Road',
    remarks: 'at the gate',
    area: null,
    auto_refund: false,
    manager: 'Chen',
    coo_start_date: '2027-02-01',
    coo_end_date: '2027-02-28',
    customer_no: 'C-2',
    mode: 'routine',
    coo_mode: 'gift',
  } as const
  const sibling = await makeStore(app, owner, { store_name: 'Sibling' })
  await makeDevice(app, owner, sibling._id)
  const { _id } = (await app.call(regionCalls.addStore, added, { as: owner })).body.result
  for (let i = 0; i < 2; i += 1) await makeDevice(app, owner, _id)
  const read = async (id: string) =>
    (await app.call(regionCalls.getStore, { condition: { ids: [id] } }, { as: owner })).body.result.data

  expect(await read(_id)).toMatchObject([{ _id, ...added, area_name: 'East', device_count: 2 }])
  await app.call(regionCalls.editStore, { _id, ...edited }, { as: owner })
  expect(await read(_id)).toMatchObject([{ _id, ...edited, area_name: null, device_count: 2 }])
  expect(await read(sibling._id)).toMatchObject([{ store_name: 'Sibling', device_count: 1 }])
})
