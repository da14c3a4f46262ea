/** The scope of a sub-account, set by the merchant's own calls: everything, or the union of areas, stores and devices. */
import { expect, test } from 'vitest'

import { testApp } from './app.ts'
import { makeArea, makeDevice, makeMerchant, makeRole, makeStore, makeSubUser, signIn } from './factories.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const coast = (await makeArea(app, owner))._id
const quay = (await makeStore(app, owner, { store_name: 'Quay', area: coast }))._id
const market = (await makeStore(app, owner, { store_name: 'Market' }))._id
const inQuay = (await makeDevice(app, owner, quay)).sn
const alone = (await makeDevice(app, owner, market)).sn
const elsewhere = (await makeDevice(app, owner, market)).sn

test.each([
  ['everything', () => ({ all_device: true }), () => [inQuay, alone, elsewhere]],
  ['a store', () => ({ all_device: false, store: [quay] }), () => [inQuay]],
  ['an area', () => ({ all_device: false, area: [coast] }), () => [inQuay]],
  [
    'an area and a device of another',
    () => ({ all_device: false, area: [coast], device: [alone] }),
    () => [inQuay, alone],
  ],
  ['a device', () => ({ all_device: false, device: [alone] }), () => [alone]],
  [
    'a store and a device of another',
    () => ({ all_device: false, store: [quay], device: [alone] }),
    () => [inQuay, alone],
  ],
])('%s: is seen in lists and pickers, and nothing beside it', async (_what, scope, seen) => {
  const { roleid } = await makeRole(app, owner, ['device.manage'])
  const { sub_username: username } = await makeSubUser(app, owner, { roleid, ...scope() })
  const as = await signIn(app, username)
  for (const path of ['/api/v1/d/getDev', '/api/v1/d/getAllDevice']) {
    const { result } = (await app.post(path, {}, { as })).body
    const { data } = result as { data: { sn: string }[] }
    expect(data.map(({ sn }) => sn).toSorted(), path).toEqual(seen().toSorted())
  }
})
