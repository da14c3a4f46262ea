/** What a signed-in user without any permission may pick from: what is in the scope, by its names and no more. */
import { expect, test } from 'vitest'

import { testApp } from './app.ts'
import { makeArea, makeDevice, makeGoods, makeMerchant, makeStaff, makeStore } from './factories.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)

const area = (
  await makeArea(app, owner, { area_name: 'North', remarks: 'rent is due', phone: '021-5551234' })
)._id
const store = (
  await makeStore(app, owner, { store_name: 'Quay', area, remarks: 'rent is due', phone: '021-5551234' })
)._id
const machine = await makeDevice(app, owner, store)
await makeDevice(app, owner, (await makeStore(app, owner, { store_name: 'Market', area }))._id)
const goods = await makeGoods(app, owner, {
  title: 'Tea',
  price: 300,
  code: 'T-1',
  description: 'from the hills',
})
await makeArea(app, neighbour)
await makeDevice(app, neighbour, (await makeStore(app, neighbour))._id)
await makeGoods(app, neighbour, { title: 'Coffee' })

const clerk = await makeStaff(app, owner, { permissions: [], stores: [store] })

test.each([
  ['/api/v1/u/getAllStore', { _id: store, store_name: 'Quay', area, area_name: 'North', deleted: false }],
  ['/api/v1/u/getAllArea', undefined],
  ['/api/v1/d/getAllDevice', { sn: machine.sn, title: expect.any(String), store, store_name: 'Quay' }],
  [
    '/api/v1/g/getAllGoods',
    {
      goods_id: goods.goods_id,
      title: 'Tea',
      price: 300,
      min_price: null,
      max_price: null,
      code: 'T-1',
      file: null,
    },
  ],
])('%s has what is in the scope, in few fields, for a user without permissions', async (path, row) => {
  const { body } = await app.post(path, {}, { as: clerk })
  expect(body.rcode).toBe(0)
  expect(body.result).toEqual({ data: row ? [row] : [], count: row ? 1 : 0 })
})

test('/api/v1/u/getAllArea has names alone, for those who may choose among areas', async () => {
  const { body } = await app.post('/api/v1/u/getAllArea', {}, { as: owner })
  expect(body.result).toEqual({ data: [{ _id: area, area_name: 'North' }], count: 1 })
})
