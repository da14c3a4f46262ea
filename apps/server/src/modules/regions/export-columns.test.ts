import { regionCalls, regionFieldWords, yesNoWords } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { readExport, serialOf } from '../../../test/exports.ts'
import { makeArea, makeDevice, makeMerchant, makeStore } from '../../../test/factories.ts'

const label = regionFieldWords['en-US']

const app = await testApp()
const owner = await makeMerchant(app)

test('a sheet of areas has every field, and of each area its own stores', async () => {
  const area = await makeArea(app, owner, {
    area_name: 'North',
    phone: '95588',
    area_address: 'Ring 2',
    remarks: 'r',
  })
  await makeArea(app, owner, { area_name: 'South' })
  await makeStore(app, owner, { area: area._id })
  await makeStore(app, owner)
  const rows = await readExport(app, regionCalls.exportRegions, { kind: 'area' }, owner)
  expect(rows[0]).toEqual([
    label.area_name,
    label.area_phone,
    label.area_address,
    label.store_count,
    label.remarks,
  ])
  expect(rows).toContainEqual(['North', '95588', 'Ring 2', '1', 'r'])
  // Empty cells are left out of a sheet.
  expect(rows).toContainEqual(['South', '0'])
})

test('a sheet of stores has every field, and of each store its own machines', async () => {
  const area = await makeArea(app, owner, { area_name: 'East' })
  const store = await makeStore(app, owner, {
    store_name: 'Gate',
    area: area._id,
    store_address: 'Hall 1',
    phone: '95511',
    manager: 'Amy',
    manager_phone: '95522',
    customer_no: 'C7',
    mode: 'activity',
    coo_mode: 'gift',
    coo_start_date: '2026-01-02',
    coo_end_date: '2026-03-04',
    auto_refund: true,
    part_failed: 'whole',
    remarks: 'by the door',
  })
  await makeStore(app, owner, { store_name: 'Plain' })
  await makeDevice(app, owner, store._id)
  const rows = await readExport(app, regionCalls.exportRegions, { kind: 'store' }, owner)
  expect(rows[0]).toEqual([
    label.store_name,
    label.area,
    label.store_address,
    label.store_phone,
    label.manager,
    label.manager_phone,
    label.customer_no,
    label.mode,
    label.coo_mode,
    label.coo_start_date,
    label.coo_end_date,
    label.auto_refund,
    label.part_failed,
    label.device_count,
    label.remarks,
  ])
  const lineOf = (name: string) => rows.find(([first]) => first === name)
  const days = [serialOf('2026-01-02'), serialOf('2026-03-04')]
  const gate = ['Gate', 'East', 'Hall 1', '95511', 'Amy', '95522', 'C7', 'Activity', 'Gift', ...days]
  expect(lineOf('Gate')).toEqual([
    ...gate,
    yesNoWords['en-US'].yes,
    'Refund the whole payment',
    '1',
    'by the door',
  ])
  expect(lineOf('Plain')).toEqual(['Plain', 'Routine', 'Rent', yesNoWords['en-US'].no, '0'])
})
