/** What other modules ask of this one. */
import { silenceSeconds } from '@slotwise/machine-protocol'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asTenant, asUser } from '../../../test/as-user.ts'
import {
  fillSlot,
  makeArea,
  makeGoods,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
} from '../../../test/factories.ts'
import { makeBoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { bindMachine, rotateSecret, unbindByOperator } from '../machines/index.ts'
import {
  beginPauses,
  countOnline,
  demandPause,
  deviceCountsOf,
  deviceIdsOf,
  devicesByIds,
  deviceTitlesBySn,
  hasDevices,
  placedDevices,
} from './index.ts'
import { pickDevices } from './pick-queries.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const area = (await makeArea(app, owner, { area_name: 'North' }))._id
const here = (await makeStore(app, owner, { store_name: 'Station', area }))._id
const there = (await makeStore(app, owner, { store_name: 'Airport' }))._id
const empty = (await makeStore(app, owner))._id

const quiet = await makeBoundMachine(app, owner, { title: 'Quiet', store: here })
const busy = await makeOnlineMachine(app, owner, { title: 'Busy', store: here })
const far = await makeOnlineMachine(app, owner, { title: 'Far', store: there })
const loose = await makeOnlineMachine(app, owner, { title: 'Loose' })
const spare = await makeBoundMachine(app, owner, { title: 'Spare' })
const theirs = await makeOnlineMachine(app, neighbour, { title: 'Theirs' })
const left = await makeOnlineMachine(app, owner, { title: 'Left', store: here })
const leave = (sn: string) =>
  unbindByOperator(app.deps, sn, {
    requestId: '',
    address: '',
    userAgent: '',
    locale: 'en-US',
    now: app.clock.now,
  })
await leave(left.sn)

const { goods_id: goods } = await makeGoods(app, owner)
for (const { id: device } of [loose, busy]) await fillSlot(app, owner, { device, channel: 1, goods })

const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [here] })
const of = <T>(who: Merchant, work: (ctx: Ctx) => Promise<T>): Promise<T> => asUser(app, who, work)
const everyId = [quiet, busy, far, loose, spare, theirs, left].map(({ id }) => id)

describe('machines in the caller’s scope', () => {
  test('are placed, in the order of their numbers, as work on all of them needs them', async () => {
    const placed = await of(clerk, (ctx) => placedDevices(ctx, {}))
    const place = {
      type: 'vending',
      store_id: here,
      store_name: 'Station',
      area_id: area,
      area_name: 'North',
    }
    expect(placed).toEqual([
      { device_id: quiet.id, sn: quiet.sn, title: 'Quiet', ...place },
      { device_id: busy.id, sn: busy.sn, title: 'Busy', ...place },
    ])
    const titles = async (filter: Parameters<typeof placedDevices>[1]) =>
      (await of(owner, (ctx) => placedDevices(ctx, filter))).map(({ title }) => title)
    expect(await titles({})).toEqual(['Quiet', 'Busy', 'Far', 'Loose', 'Spare'])
    expect(await titles({ store: there })).toEqual(['Far'])
    expect(await titles({ sns: [loose.sn, left.sn, theirs.sn] })).toEqual(['Loose'])
  })

  test('are read by their ids', async () => {
    const titles = async (who: Merchant, ids: string[]) =>
      (await of(who, (ctx) => devicesByIds(ctx, ids))).map(({ title }) => title).toSorted()
    expect(await titles(owner, everyId)).toEqual(['Busy', 'Far', 'Loose', 'Quiet', 'Spare'])
    expect(await titles(owner, [busy.id, left.id])).toEqual(['Busy'])
    expect(await titles(clerk, everyId)).toEqual(['Busy', 'Quiet'])
    expect(await titles(owner, [])).toEqual([])
  })

  test('are counted by store, those without one under 0', async () => {
    const counts = (who: Merchant, stores: string[]) => of(who, (ctx) => deviceCountsOf(ctx, stores))
    expect(await counts(owner, [here, '0', empty])).toEqual(
      new Map([
        [here, 2],
        ['0', 2],
      ]),
    )
    expect(await counts(clerk, [here, there, '0'])).toEqual(new Map([[here, 2]]))
  })

  test('are there, or not', async () => {
    const outside = await makeStaff(app, owner, { stores: [empty] })
    const third = await makeMerchant(app)
    const once = await makeBoundMachine(app, third)
    expect(await of(third, hasDevices)).toBe(true)
    await leave(once.sn)
    for (const who of [outside, third]) expect(await of(who, hasDevices)).toBe(false)
    for (const who of [owner, clerk, neighbour]) expect(await of(who, hasDevices)).toBe(true)
  })

  test('are spare without a store and without goods', async () => {
    const picked = async (isSpare: boolean) => {
      const { data, count } = await of(owner, (ctx) =>
        pickDevices(ctx, { pageNum: 1, pageSize: 10 }, { spare: isSpare }),
      )
      expect(count).toBe(data.length)
      return data.map(({ title }) => title)
    }
    expect(await picked(true)).toEqual(['Spare'])
    expect(await picked(false)).toEqual(['Busy', 'Far', 'Loose', 'Quiet'])
  })

  test('are online while they are heard of', async () => {
    expect(await of(owner, countOnline)).toEqual({ online: 3, offline: 2 })
    expect(await of(clerk, countOnline)).toEqual({ online: 1, offline: 1 })
    const { now } = app.clock
    app.clock.advance(silenceSeconds)
    expect(await of(owner, countOnline)).toEqual({ online: 3, offline: 2 })
    app.clock.advance(1)
    expect(await of(owner, countOnline)).toEqual({ online: 0, offline: 5 })
    app.clock.now = now
  })
})

test('a machine that was bound again has the title of its last binding, and all its bindings', async () => {
  const first = await makeBoundMachine(app, owner, { title: 'First', store: here })
  const { sn } = first
  await leave(sn)
  const bind = (who: Merchant, title: string, storeId: string | null) =>
    asTenant(app, who, async ({ tx, tenantId }) => {
      const bound = await bindMachine(tx, tenantId, app.clock.now, { sn, title, storeId })
      return bound?.deviceId ?? ''
    })
  const second = await bind(owner, 'Second', there)
  const titles = (who: Merchant, ...sns: string[]) => of(who, (ctx) => deviceTitlesBySn(ctx, sns))
  expect(await titles(owner, sn, left.sn, theirs.sn)).toEqual(
    new Map([
      [left.sn, 'Left'],
      [sn, 'Second'],
    ]),
  )
  expect(await titles(clerk, sn, far.sn, busy.sn)).toEqual(
    new Map([
      [busy.sn, 'Busy'],
      [sn, 'First'],
    ]),
  )
  expect(await titles(owner)).toEqual(new Map())

  await leave(sn)
  app.clock.advance(1)
  await rotateSecret(app.deps, sn)
  const third = await bind(neighbour, 'Third', null)
  const idsOf = async (who: Merchant) => (await of(who, (ctx) => deviceIdsOf(ctx, sn))).toSorted()
  expect(await idsOf(owner)).toEqual([first.id, second].toSorted())
  // Bills have a scope of their own.
  expect(await idsOf(clerk)).toEqual([first.id, second].toSorted())
  expect(await idsOf(neighbour)).toEqual([third])
})

test('pauses of many machines begin where there is none, each kind by itself', async () => {
  const ids = [quiet.id, busy.id]
  const begin = (kind: 'edit' | 'test', which = ids) => of(owner, (ctx) => beginPauses(ctx, which, kind))
  await of(owner, (ctx) => demandPause(ctx, busy.id, 'edit'))
  expect(await begin('edit')).toEqual(new Set([quiet.id]))
  expect(await begin('edit', [...ids, far.id])).toEqual(new Set([far.id]))
  expect(await begin('test')).toEqual(new Set(ids))
  app.clock.advance(2.999)
  expect(await begin('edit')).toEqual(new Set())
  app.clock.advance(0.001)
  expect(await begin('edit', [busy.id])).toEqual(new Set([busy.id]))
  // The pause that has just begun lasts as long again.
  app.clock.advance(1.999)
  expect([await begin('edit'), await begin('test')]).toEqual([new Set([quiet.id]), new Set()])
  app.clock.advance(0.001)
  expect(await begin('test')).toEqual(new Set(ids))
  expect(await begin('edit', [])).toEqual(new Set())
})
