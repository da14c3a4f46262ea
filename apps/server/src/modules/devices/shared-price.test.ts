/** One price for all slots of a machine. */
import { deviceCalls, slotCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const machine = await makeBoundMachine(app, owner, { type: 'lipstick', slots: 2 })
const sibling = await makeBoundMachine(app, owner, { type: 'lipstick', slots: 2 })
for (const { sn } of [machine, sibling])
  await app.call(deviceCalls.editDev, { sn, same_gp: true, game_price: 100 }, { as: owner })

const edit = async (game_price: number) =>
  (await app.call(deviceCalls.editDev, { sn: machine.sn, game_price }, { as: owner })).body.rcode

const prices = async ({ sn }: BoundMachine) =>
  (await app.call(slotCalls.getDevChannel, { sn }, { as: owner })).body.result.data.map(
    (slot) => slot.game_price,
  )

test('goes to every slot of this machine and to none of its sibling', async () => {
  expect(await edit(150)).toBe(0)
  expect([await prices(machine), await prices(sibling)]).toEqual([
    [150, 150],
    [100, 100],
  ])
})

test('is refused while the machine looks for its slots, and nothing changes', async () => {
  const search = (since: Date | null) =>
    asOwner(app, 'update device_state set initializing_since = $2 where device_id = $1', [machine.id, since])
  const before = await prices(machine)
  await search(app.clock.now)
  expect(await edit(200)).toBe(401)
  expect(await prices(machine)).toEqual(before)
  await search(null)
  expect(await edit(200)).toBe(0)
  expect(await prices(machine)).toEqual([200, 200])
})

test('is not refused because the sibling looks for its slots', async () => {
  const text = 'update device_state set initializing_since = $2 where device_id = $1'
  await asOwner(app, text, [sibling.id, app.clock.now])
  expect(await edit(250)).toBe(0)
})

test('is turned on together with its value, and so is one rate', async () => {
  const { sn } = await makeBoundMachine(app, owner, { type: 'lipstick', slots: 2 })
  const turnOn = async (settings: object) =>
    (await app.call(deviceCalls.editDev, { sn, ...settings }, { as: owner })).body
  const lacks = (path: string) => ({ rcode: 100, result: { errors: [{ path }] } })
  expect(await turnOn({ same_gp: true })).toMatchObject(lacks('game_price'))
  expect(await turnOn({ same_pb: true })).toMatchObject(lacks('rate'))
  expect(await turnOn({ same_gp: true, game_price: 100, same_pb: true, rate: 5 })).toMatchObject({ rcode: 0 })
})

test.each([
  ['price', { game_price: 130 }],
  ['rate', { rate: 7 }],
])('and one rate are set by those who may set prices: %s', async (_what, fields) => {
  const [field] = Object.keys(fields)
  const technician = await makeStaff(app, owner, { permissions: ['device.setting'] })
  const editAs = async (as: Merchant) =>
    (await app.call(deviceCalls.editDev, { sn: sibling.sn, ...fields }, { as })).body
  await app.call(deviceCalls.editDev, { sn: sibling.sn, same_pb: true, rate: 5 }, { as: owner })
  const before = await prices(sibling)
  expect(await editAs(technician)).toMatchObject({ rcode: 300, result: { errors: [{ path: field }] } })
  expect(await prices(sibling)).toEqual(before)
  const lamp = { sn: sibling.sn, lamp_brightness: 40 }
  expect((await app.call(deviceCalls.editDev, lamp, { as: technician })).body.rcode).toBe(0)
})
