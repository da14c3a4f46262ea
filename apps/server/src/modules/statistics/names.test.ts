/** Places in the lists of statistics by their names, and the sheet of stores. */
import { statisticsCalls } from '@slotwise/contract'
import { beforeAll, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { billOf, makeBills } from '../../../test/bills.ts'
import { downloadExport } from '../../../test/exports.ts'
import { makeArea, makeDevice, makeMerchant, makeStore } from '../../../test/factories.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)

/** Sells at a place. The names are in another order than the incomes and the numbers. */
async function sell(who: typeof owner, names: [string, string] | undefined, cents: number): Promise<void> {
  const area = names && (await makeArea(app, who, { area_name: names[0] }))._id
  const fields = names && {
    store_name: names[1],
    store_address: `${names[1]} Road`,
    ...(area ? { area } : {}),
  }
  const store = fields ? (await makeStore(app, who, fields))._id : null
  const machine = { ...(await makeDevice(app, who, store)), store }
  await makeBills(app, who, [billOf(machine, { create_at: app.clock.now, total_price: cents })])
}

beforeAll(async () => {
  await sell(owner, ['South 2', 'Zoo'], 200)
  await sell(owner, ['South 10', 'Mall'], 300)
  await sell(owner, ['North', 'Pier'], 100)
  await sell(owner, undefined, 400)
  await sell(neighbour, ['Aside', 'Aside'], 900)
})

test.each([
  ['name', [null, 'North', 'South 2', 'South 10'], [null, 'Mall', 'Pier', 'Zoo']],
  ['-name', ['South 10', 'South 2', 'North', null], ['Zoo', 'Pier', 'Mall', null]],
  ['-income', [null, 'South 10', 'South 2', 'North'], [null, 'Mall', 'Zoo', 'Pier']],
] as const)('areas and stores are listed in the order of %s', async (sort, areas, stores) => {
  const input = { condition: { sort } }
  const byArea = (await app.call(statisticsCalls.area, input, { as: owner })).body.result.data
  const byStore = (await app.call(statisticsCalls.store, input, { as: owner })).body.result.data
  expect(byArea.map((row) => row.area_name)).toEqual(areas)
  expect(byStore.map((row) => row.store_name)).toEqual(stores)
})

test('the sheet of stores says where each is and how many machines it has', async () => {
  const input = { format: 'csv', condition: { sort: 'name' } } as const
  const { body } = await downloadExport(app, statisticsCalls.exportStoreSales, input, { as: owner })
  const lines = body.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',').slice(0, 5))).toEqual([
    ['Store', 'Area', 'Address', 'Devices', 'Income (CNY)'],
    ['In no store', '', '', '1', '4.00'],
    ['Mall', 'South 10', 'Mall Road', '1', '3.00'],
    ['Pier', 'North', 'Pier Road', '1', '1.00'],
    ['Zoo', 'South 2', 'Zoo Road', '1', '2.00'],
    ['Total', '', '', '', '10.00'],
  ])
})
