/** Rows of machines: the revisions of their settings, their bindings, their pauses. Each machine has a sibling. */
import { deviceCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeMerchant, makeStaff, makeStore } from '../../../test/factories.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { beginCooldown } from './cooldown-queries.ts'
import {
  bindingsOf,
  changeSettings,
  changeSettingsOfAll,
  demandPause,
  desiredSettings,
  devicesForSale,
  devicesIn,
  devicesNamed,
  insertDevice,
  releaseDevice,
  takeConfig,
} from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const { tenantId } = owner

type Revisions = { settings_rev: number; applied_rev: number; changed_revs: object }
const revisionsOf = async ({ id }: BoundMachine) =>
  (
    await asOwner<Revisions>(
      app,
      'select settings_rev::int, applied_rev::int, changed_revs from device where device_id = $1',
      [id],
    )
  )[0]
const makeTwo = async () => [await makeBoundMachine(app, owner), await makeBoundMachine(app, owner)] as const
const inOwner = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(app.deps.db.main, tenantId, work)

describe('the settings of a machine', () => {
  const apply = (machine: BoundMachine, rev: number) =>
    asMachine(app, machine, (ctx) => takeConfig(ctx, { rev }))

  test('count as applied up to the revision that the machine reports', async () => {
    const [machine, sibling] = await makeTwo()
    const change = () => asMachine(app, machine, (ctx) => changeSettings(ctx, ['title']))
    expect([await change(), await change()]).toEqual(['2', '3'])
    await apply(machine, 2)
    expect(await revisionsOf(machine)).toMatchObject({ applied_rev: 2, changed_revs: { title: 3 } })
    expect(await revisionsOf(sibling)).toEqual({ settings_rev: 1, applied_rev: 0, changed_revs: {} })
  })

  test('do not count as applied by a revision that was never sent, or that is older', async () => {
    const [machine] = await makeTwo()
    await asMachine(app, machine, (ctx) => changeSettings(ctx, ['title']))
    await apply(machine, 3)
    expect(await revisionsOf(machine)).toMatchObject({ applied_rev: 0 })
    await apply(machine, 2)
    app.clock.advance(60)
    await apply(machine, 1)
    await apply(machine, 2)
    expect(await revisionsOf(machine)).toMatchObject({ applied_rev: 2 })
    const { body } = await app.call(deviceCalls.getDev, { condition: { sns: [machine.sn] } }, { as: owner })
    expect(body.result.data[0]).toMatchObject({
      applied: true,
      applied_at: new Date(app.clock.now.getTime() - 60_000).toISOString(),
    })
  })

  test('of chosen machines change together, and those of the others stay', async () => {
    const [one, two] = await makeTwo()
    const [, other] = await makeTwo()
    await inOwner((tx) => changeSettingsOfAll({ tx, tenantId }, [one.id, two.id], 'slots'))
    const changed = { settings_rev: 2, changed_revs: { slots: 2 } }
    expect([await revisionsOf(one), await revisionsOf(two)]).toMatchObject([changed, changed])
    expect(await revisionsOf(other)).toMatchObject({ settings_rev: 1, changed_revs: {} })
  })

  test('are read for the machine itself, until it leaves the merchant', async () => {
    const [machine, sibling] = [
      await makeBoundMachine(app, owner, { title: 'Leaves' }),
      await makeBoundMachine(app, owner, { title: 'Stays' }),
    ]
    const read = (one: BoundMachine) => asMachine(app, one, desiredSettings)
    expect([await read(machine), await read(sibling)]).toMatchObject([
      { title: 'Leaves' },
      { title: 'Stays' },
    ])
    await asMachine(app, machine, (ctx) => releaseDevice(ctx, ctx.now))
    expect(await read(machine)).toBeUndefined()
    expect(await read(sibling)).toMatchObject({ title: 'Stays' })
  })
})

describe('a binding', () => {
  test('ends once, and the bindings of other machines go on', async () => {
    const [machine, sibling] = await makeTwo()
    const leave = () => asMachine(app, machine, (ctx) => releaseDevice(ctx, ctx.now))
    expect(await leave()).toBe('1')
    await expect(leave()).rejects.toThrow('no result')
    const unbound = await asOwner(
      app,
      'select unbound_at from device where device_id = any($1) order by device_id',
      [[machine.id, sibling.id]],
    )
    expect(unbound).toEqual([{ unbound_at: app.clock.now }, { unbound_at: null }])
  })

  test('is listed with the earlier ones of its machine, the latest first, where the caller sees it', async () => {
    const [machine, sibling] = await makeTwo()
    const { sn } = machine
    await asMachine(app, machine, (ctx) => releaseDevice(ctx, ctx.now))
    const again = { sn, type: 'vending', title: 'Again', storeId: null, rev: '2' }
    const id = await inOwner((tx) => insertDevice({ tx, tenantId }, again, app.clock.now))
    const clerk = await makeStaff(app, owner, { devices: [machine.id, sibling.id] })
    expect(await asUser(app, owner, (ctx) => bindingsOf(ctx, sn))).toEqual([id, machine.id])
    expect(await asUser(app, clerk, (ctx) => bindingsOf(ctx, sn))).toEqual([machine.id])
    const columns = 'sn, type, title, store_id, settings_rev, bound_at, unbound_at'
    expect(await asOwner(app, `select ${columns} from device where device_id = $1`, [id])).toEqual([
      {
        sn,
        type: 'vending',
        title: 'Again',
        store_id: null,
        settings_rev: '2',
        bound_at: app.clock.now,
        unbound_at: null,
      },
    ])
  })
})

test('sales get the machines that they ask for, also those that have left the merchant', async () => {
  const [machine, gone] = await makeTwo()
  await asMachine(app, gone, (ctx) => releaseDevice(ctx, ctx.now))
  const read = (...of: BoundMachine[]) =>
    inOwner((tx) =>
      devicesForSale(
        { tx, tenantId },
        of.map(({ id }) => id),
      ),
    )
  expect([...(await read(machine)).keys()]).toEqual([machine.id])
  expect((await read(machine, gone)).get(gone.id)).toMatchObject({
    sn: gone.sn,
    unbound_at: app.clock.now,
  })
})

test('a store names the first three of its machines and counts them all, without those that have left', async () => {
  const [store, other] = [(await makeStore(app, owner))._id, (await makeStore(app, owner))._id]
  const read = (id: string) => asUser(app, owner, (ctx) => devicesIn(ctx, id))
  expect(await read(store)).toEqual({ count: 0, names: [] })
  const gone = await makeBoundMachine(app, owner, { store, title: 'Gone' })
  for (const title of ['A', 'B', 'C', 'D']) await makeBoundMachine(app, owner, { store, title })
  const unnamed = await makeBoundMachine(app, owner, { store: other, title: '' })
  await asMachine(app, gone, (ctx) => releaseDevice(ctx, ctx.now))
  expect(await read(store)).toEqual({ count: 4, names: ['A', 'B', 'C'] })
  expect(await read(other)).toEqual({ count: 1, names: [unnamed.sn] })
})

test('a pause holds for its machine and its kind of call, until it is over', async () => {
  const [machine, sibling] = await makeTwo()
  const begin = ({ id }: BoundMachine, kind: 'restart' | 'test' = 'restart', seconds = 60) =>
    asUser(app, owner, (ctx) => beginCooldown(ctx, id, kind, seconds))
  expect(await begin(machine)).toBe(0)
  expect([await begin(sibling, 'restart', 5), await begin(machine, 'test', 9)]).toEqual([0, 0])
  expect([await begin(machine), await begin(sibling), await begin(machine, 'test')]).toEqual([60, 5, 9])
  app.clock.advance(5)
  expect([await begin(machine), await begin(sibling)]).toEqual([55, 0])
})

test.each([
  ['restart', 60],
  ['test', 5],
  ['edit', 3],
] as const)('after a call to %s the next one waits %i seconds', async (kind, seconds) => {
  const [machine, sibling] = await makeTwo()
  const demand = ({ id }: BoundMachine) => asUser(app, owner, (ctx) => demandPause(ctx, id, kind))
  await demand(machine)
  await demand(sibling)
  app.clock.advance(seconds - 1)
  await expect(demand(machine)).rejects.toMatchObject({ code: 'wait', params: { seconds: 1 } })
  app.clock.advance(1)
  await demand(machine)
})

test('the names of machines are those of one merchant, former machines included', async () => {
  const store = await makeStore(app, owner)
  const [machine, sibling] = await makeTwo()
  const stranger = await makeBoundMachine(app, await makeMerchant(app))
  await asOwner(app, 'update device set title = $2, store_id = $3 where device_id = $1', [
    machine.id,
    'Lobby',
    store._id,
  ])
  await asMachine(app, sibling, (ctx) => releaseDevice(ctx, ctx.now))
  const names = await inOwner((tx) => devicesNamed({ tx, tenantId }, [machine.id, sibling.id, stranger.id]))
  expect(names).toEqual(
    new Map([
      [machine.id, { sn: machine.sn, title: 'Lobby', store_id: store._id }],
      [sibling.id, { sn: sibling.sn, title: `Machine ${sibling.sn}`, store_id: null }],
    ]),
  )
})
