/** The temperatures of a machine, as its heartbeats report them. */
import { historyCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { takeHeartbeats } from '../presence/index.ts'

const app = await testApp()
app.clock.now = new Date('2026-11-18T12:20:00Z')
const owner = await makeMerchant(app)
const machine = await makeBoundMachine(app, owner)
const sibling = await makeBoundMachine(app, owner)
const neighbour = await makeMerchant(app)
const theirs = await makeBoundMachine(app, neighbour)

const beat = ({ id }: BoundMachine, at: string, temperature: number | null) => ({
  device_id: id,
  heard_at: new Date(at),
  rssi: -60,
  net: 'wifi',
  app: '1',
  android: '9',
  off: false,
  temperature,
})
const read = async (span: 'day' | 'month', { sn } = machine) =>
  (await app.call(historyCalls.getDevTemperature, { sn, span }, { as: owner })).body.result.data

test('the lowest and the highest of each hour are kept, of each machine, with their tenths', async () => {
  const beats = [
    beat(machine, '2026-11-17T12:59:00Z', 9),
    beat(machine, '2026-11-18T11:05:00Z', 4.5),
    beat(machine, '2026-11-18T11:10:00Z', -1.2),
    beat(machine, '2026-11-18T11:59:59Z', 3),
    beat(machine, '2026-11-18T12:00:00Z', 6.3),
    beat(machine, '2026-11-18T12:10:00Z', null),
    beat(sibling, '2026-11-18T12:00:00Z', 30),
    beat(theirs, '2026-11-18T12:00:00Z', 40),
  ]
  for (const one of beats) await takeHeartbeats(app.deps, owner.tenantId, [one])
  expect(await read('day')).toEqual([
    { at: '2026-11-18T11:00:00.000Z', lowest: -1.2, highest: 4.5 },
    { at: '2026-11-18T12:00:00.000Z', lowest: 6.3, highest: 6.3 },
  ])
  // Days begin at midnight of the merchant, which is 16:00 of UTC.
  expect(await read('month')).toEqual([
    { at: '2026-11-16T16:00:00.000Z', lowest: 9, highest: 9 },
    { at: '2026-11-17T16:00:00.000Z', lowest: -1.2, highest: 6.3 },
  ])
  expect(await read('day', sibling)).toMatchObject([{ highest: 30 }])
})

test('they are for those who may see the machine', async () => {
  const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [], devices: [] })
  for (const as of [neighbour, clerk]) {
    const input = { sn: machine.sn, span: 'day' } as const
    expect((await app.call(historyCalls.getDevTemperature, input, { as })).body.rcode).toBe(101)
  }
})
