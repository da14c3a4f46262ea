/** What the nightly sweep deletes of faults and of messages that were heard. */
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asTenant, asUser } from '../../../test/as-user.ts'
import { makeMerchant } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { deleteFaultsBefore } from './fault-queries.ts'
import { deleteHeardBefore } from './heard-queries.ts'
import { activeFaults, isInitializing, sweep } from './index.ts'
import { deleteTemperaturesBefore } from './temperature-queries.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const machine = await makeBoundMachine(app, owner)
const sibling = await makeBoundMachine(app, owner)
const theirs = await makeBoundMachine(app, neighbour)

const ago = (days: number, ms = 0): Date => new Date(app.clock.now.getTime() - days * 86_400_000 + ms)

let serial = 0
const fault = ({ tenantId, id }: BoundMachine, since: Date, cleared: Date | null, name = '') =>
  asOwner(
    app,
    `insert into device_fault (tenant_id, device_id, code, channel_sn, raw, since, cleared_at)
     values ($1, $2, 'MOTOR', $3, $4, $5, $6)`,
    [tenantId, id, (serial += 1), name, since, cleared],
  )
const heard = ({ tenantId, id }: BoundMachine, at: Date, mid: string) =>
  asOwner(
    app,
    'insert into heard_message (tenant_id, device_id, mid, ts, heard_at) values ($1, $2, $3, 0, $4)',
    [tenantId, id, mid, at],
  )
const measured = ({ tenantId, id }: BoundMachine, hour: Date, lowest: number) =>
  asOwner(
    app,
    'insert into device_temperature (tenant_id, device_id, hour, lowest, highest) values ($1, $2, $3, $4, $4)',
    [tenantId, id, hour, lowest],
  )
const left = async (column: string, table: string): Promise<string[]> =>
  (await asOwner<{ name: string }>(app, `select ${column} as name from ${table} order by name`)).map(
    ({ name }) => name,
  )

test('ended faults are kept for 180 days, active ones for ever, and heard messages for 30 days', async () => {
  await fault(machine, ago(900), ago(181), 'old')
  await fault(sibling, ago(900), ago(180, -1), 'just old')
  await fault(machine, ago(900), ago(180), 'kept')
  await fault(sibling, ago(900), null, 'active')
  await fault(theirs, ago(900), ago(500), 'theirs')
  await heard(machine, ago(31), 'old')
  await heard(sibling, ago(30, -1), 'just old')
  await heard(machine, ago(30), 'kept')
  await heard(theirs, ago(300), 'theirs')

  const delFaults = (most: number) => asTenant(app, owner, (ref) => deleteFaultsBefore(ref, ago(180), most))
  const delHeard = (most: number) => asTenant(app, owner, (ref) => deleteHeardBefore(ref, ago(30), most))
  expect([await delFaults(1), await delHeard(1)]).toEqual([1, 1])
  expect([await left('raw', 'device_fault'), await left('mid', 'heard_message')]).toMatchObject({
    0: { length: 4 },
    1: { length: 3 },
  })
  await sweep(app.deps, owner.tenantId, app.clock.now)
  expect(await left('raw', 'device_fault')).toEqual(['active', 'kept', 'theirs'])
  expect(await left('mid', 'heard_message')).toEqual(['kept', 'theirs'])
  expect([await delFaults(9), await delHeard(9)]).toEqual([0, 0])
})

test('temperatures are kept for 31 days', async () => {
  await measured(machine, ago(32), 1)
  await measured(sibling, ago(31, -1), 2)
  await measured(machine, ago(31), 3)
  await measured(theirs, ago(300), 4)
  const ofOne = () => asTenant(app, owner, (ref) => deleteTemperaturesBefore(ref, ago(31), 1))
  expect(await ofOne()).toBe(1)
  await sweep(app.deps, owner.tenantId, app.clock.now)
  expect(await left('lowest', 'device_temperature')).toEqual([3, 4])
  expect(await ofOne()).toBe(0)
})

test('active faults are those of the machines that are asked for, the oldest first', async () => {
  await asOwner(app, 'delete from device_fault')
  const [older, newer] = [await makeBoundMachine(app, owner), await makeBoundMachine(app, owner)]
  await fault(newer, ago(1), null)
  await fault(older, ago(2), null)
  await fault(older, ago(3), ago(1))
  await fault(machine, ago(4), null)
  await fault(theirs, ago(5), null)
  const ids = [newer.id, older.id, theirs.id]
  const active = await asUser(app, owner, (ctx) => activeFaults(ctx, ids))
  expect(active.map(({ device_id: id }) => id)).toEqual([older.id, newer.id])
})

test('a search for slots that takes ten minutes counts as over', () => {
  const { now } = app.clock
  const since = (ms: number) => ({ initializing_since: new Date(now.getTime() - ms) })
  expect(isInitializing(since(599_999), now)).toBe(true)
  expect(isInitializing(since(600_000), now)).toBe(false)
  expect(isInitializing({ initializing_since: null }, now)).toBe(false)
})
