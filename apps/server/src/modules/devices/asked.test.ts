/** What other modules ask of machines: within the caller's scope, and without those that left. */
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import {
  beginPauses,
  countOnline,
  demandPause,
  deviceCountsOf,
  deviceIdsOf,
  devicesByIds,
  deviceTitlesBySn,
  hasDevices,
} from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const store = (await makeStore(app, owner))._id
const other = (await makeStore(app, owner))._id
const lobby = await makeOnlineMachine(app, owner, { store, title: 'Lobby' })
const gate = await makeBoundMachine(app, owner, { store, title: 'Gate' })
const free = await makeOnlineMachine(app, owner, { title: 'Free' })
const former = await makeOnlineMachine(app, owner, { store, title: 'Former' })
await asOwner(app, 'update device set unbound_at = now() where device_id = $1', [former.id])
const theirs = await makeOnlineMachine(app, neighbour, { title: 'Theirs' })
const all = [lobby, gate, free, former, theirs]

const clerk = await makeStaff(app, owner, { permissions: ['home'], stores: [store] })
const idle = await makeStaff(app, owner, { permissions: ['home'], stores: [other] })

test('machines by number, and whether there is any', async () => {
  const asked = (as: Merchant) =>
    asUser(app, as, async (ctx) => [
      await hasDevices(ctx),
      (
        await devicesByIds(
          ctx,
          all.map(({ id }) => id),
        )
      )
        .map(({ title }) => title)
        .toSorted(),
      (await devicesByIds(ctx, [gate.id, free.id])).map(({ title }) => title).toSorted(),
    ])
  expect(await asked(owner)).toEqual([true, ['Free', 'Gate', 'Lobby'], ['Free', 'Gate']])
  expect(await asked(clerk)).toEqual([true, ['Gate', 'Lobby'], ['Gate']])
  expect(await asked(idle)).toEqual([false, [], []])
})

test('how many are online, and how many stand in each store', async () => {
  const asked = (as: Merchant) =>
    asUser(app, as, async (ctx) => [await countOnline(ctx), await deviceCountsOf(ctx, [store, other, '0'])])
  expect(await asked(owner)).toEqual([
    { online: 2, offline: 1 },
    new Map([
      [store, 2],
      ['0', 1],
    ]),
  ])
  expect(await asked(clerk)).toEqual([{ online: 1, offline: 1 }, new Map([[store, 2]])])
  expect(await asUser(app, owner, (ctx) => deviceCountsOf(ctx, ['0']))).toEqual(new Map([['0', 1]]))
  // A gateway that died leaves its machines marked as online.
  const stale = async (ms: number) => {
    await asOwner(app, 'update device_state set heard_at = $2 where device_id = $1', [
      free.id,
      new Date(app.clock.now.getTime() - ms),
    ])
    return (await asUser(app, owner, countOnline)).online
  }
  expect([await stale(90_000), await stale(90_001), await stale(0)]).toEqual([2, 1, 2])
})

test('names and numbers, also those of machines that left', async () => {
  const titles = (as: Merchant) =>
    asUser(app, as, (ctx) =>
      deviceTitlesBySn(
        ctx,
        all.map(({ sn }) => sn),
      ),
    )
  const named = (...machines: [BoundMachine, string][]) =>
    new Map(machines.map(([{ sn }, title]) => [sn, title]))
  expect(await titles(owner)).toEqual(
    named([lobby, 'Lobby'], [gate, 'Gate'], [free, 'Free'], [former, 'Former']),
  )
  expect(await titles(clerk)).toEqual(named([lobby, 'Lobby'], [gate, 'Gate'], [former, 'Former']))
  const ids = ({ sn }: BoundMachine) => asUser(app, owner, (ctx) => deviceIdsOf(ctx, sn))
  expect([await ids(former), await ids(theirs)]).toEqual([[former.id], []])
})

describe('pauses', () => {
  test('begin for machines that are in none, each kind and each machine by itself', async () => {
    const begin = (...machines: BoundMachine[]) =>
      asUser(app, owner, (ctx) =>
        beginPauses(
          ctx,
          machines.map(({ id }) => id),
          'edit',
        ),
      )
    const [one, two] = [await makeBoundMachine(app, owner), await makeBoundMachine(app, owner)]
    await asUser(app, owner, (ctx) => demandPause(ctx, two.id, 'test'))
    expect(await begin(one)).toEqual(new Set([one.id]))
    app.clock.now = new Date(app.clock.now.getTime() + 2_999)
    expect(await begin(one, two)).toEqual(new Set([two.id]))
    app.clock.now = new Date(app.clock.now.getTime() + 1)
    expect(await begin(one, two)).toEqual(new Set([one.id]))
    await expect(asUser(app, owner, (ctx) => demandPause(ctx, one.id, 'edit'))).rejects.toMatchObject({
      code: 'wait',
    })
    await asUser(app, owner, (ctx) => demandPause(ctx, one.id, 'restart'))
  })
})
