import {
  type Channel,
  deviceCalls,
  lowLevelOf,
  slotCalls,
  thresholdCalls,
  type Thresholds,
} from '@slotwise/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asTenant, asUser } from '../../../test/as-user.ts'
import { makeGoods, makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { addSlots } from '../slots/slot-queries.ts'
import { copyThreshold, readThresholds } from './threshold-queries.ts'
import { offlineMinutes } from './threshold-service.ts'

const app = await testApp()

type Input = Parameters<typeof app.call<typeof thresholdCalls.setThreshold>>[1]
const set = (as: Merchant, input: Partial<Input>) =>
  app.call(thresholdCalls.setThreshold, { low: null, offline_minutes: null, ...input }, { as })
const pieces = (value: number) => ({ mode: 'pieces', value }) as const
const share = (value: number) => ({ mode: 'share', value }) as const

/** A merchant with two stores, a machine in each, and one without a store; every slot holds up to 20 pieces. */
async function stand() {
  const owner = await makeMerchant(app)
  const [pier, mall] = [await makeStore(app, owner), await makeStore(app, owner)]
  const goods = await makeGoods(app, owner)
  const machines = {
    pier: await makeBoundMachine(app, owner, { store: pier._id, slots: 2 }),
    mall: await makeBoundMachine(app, owner, { store: mall._id, slots: 2 }),
    nowhere: await makeBoundMachine(app, owner, { slots: 2 }),
  }
  for (const { sn } of Object.values(machines))
    for (const channel_sn of [1, 2]) {
      app.clock.advance(4)
      const info = { sn, channel_sn, goods: goods.goods_id, quantity: 10, max: 20 }
      await app.call(slotCalls.setChannelInfo, info, { as: owner })
    }
  const slotsOf = async ({ sn }: BoundMachine): Promise<Channel[]> =>
    (await app.call(slotCalls.getDevChannel, { sn }, { as: owner })).body.result.data
  const lowLevel = async (machine: BoundMachine) => (await slotsOf(machine)).map((slot) => slot.low_level)
  const lowLevels = async () => ({
    pier: await lowLevel(machines.pier),
    mall: await lowLevel(machines.mall),
    nowhere: await lowLevel(machines.nowhere),
  })
  return { owner, pier, mall, machines, lowLevels }
}

describe('which threshold counts', () => {
  test("the machine's own, else its store's, else the merchant's, else a fifth", async () => {
    const { owner, pier, machines, lowLevels } = await stand()
    expect(await lowLevels()).toEqual({ pier: [4, 4], mall: [4, 4], nowhere: [4, 4] })
    await set(owner, { low: pieces(7) })
    expect(await lowLevels()).toEqual({ pier: [7, 7], mall: [7, 7], nowhere: [7, 7] })
    await set(owner, { store: pier._id, low: share(50) })
    expect(await lowLevels()).toEqual({ pier: [10, 10], mall: [7, 7], nowhere: [7, 7] })
    await set(owner, { sn: machines.mall.sn, low: pieces(0) })
    expect(await lowLevels()).toEqual({ pier: [10, 10], mall: [0, 0], nowhere: [7, 7] })
    await set(owner, {})
    await set(owner, { store: pier._id })
    await set(owner, { sn: machines.mall.sn })
    expect(await lowLevels()).toEqual({ pier: [4, 4], mall: [4, 4], nowhere: [4, 4] })
  })

  test('a machine that comes to another store gets the threshold of that store', async () => {
    const { owner, pier, machines, lowLevels } = await stand()
    await set(owner, { store: pier._id, low: pieces(9) })
    await app.call(deviceCalls.editDev, { sn: machines.nowhere.sn, store: pier._id }, { as: owner })
    expect(await lowLevels()).toMatchObject({ nowhere: [9, 9], mall: [4, 4] })
    await app.call(deviceCalls.editDev, { sn: machines.nowhere.sn, store: null }, { as: owner })
    expect(await lowLevels()).toMatchObject({ nowhere: [4, 4], pier: [9, 9] })
  })

  test('slots of a new machine and new slots of a machine have it, and it is no more than the slot holds', async () => {
    const { owner, pier } = await stand()
    await set(owner, { store: pier._id, low: pieces(9) })
    const machine = await makeBoundMachine(app, owner, { store: pier._id, slots: 1 })
    await asMachine(app, machine, (ctx) => addSlots(ctx, [2], '0'))
    const rows = await asOwner(
      app,
      'select channel_sn, low_pieces, low_level from channel where device_id = $1 order by 1',
      [machine.id],
    )
    expect(rows).toEqual([
      { channel_sn: 1, low_pieces: 9, low_level: 0 },
      { channel_sn: 2, low_pieces: 9, low_level: 0 },
    ])
  })

  test('after any changes each slot has the threshold that a recount finds', async () => {
    const { owner, pier, mall, machines } = await stand()
    const places = [
      {},
      { store: pier._id },
      { store: mall._id },
      { sn: machines.nowhere.sn },
      { sn: machines.pier.sn },
    ]
    const rule = fc.option(
      fc.oneof(
        fc.record({ mode: fc.constant('share' as const), value: fc.integer({ min: 0, max: 90 }) }),
        fc.record({ mode: fc.constant('pieces' as const), value: fc.integer({ min: 0, max: 30 }) }),
      ),
    )
    const step = fc.oneof(
      fc.record({ place: fc.constantFrom(...places), low: rule }),
      fc.record({ store: fc.constantFrom(null, pier._id, mall._id) }),
      fc.record({ max: fc.integer({ min: 10, max: 40 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        for (const one of steps) {
          app.clock.advance(4)
          if ('place' in one) await set(owner, { ...one.place, low: one.low })
          else if ('max' in one)
            await app.call(
              slotCalls.setChannelInfo,
              { sn: machines.nowhere.sn, channel_sn: 1, max: one.max },
              { as: owner },
            )
          else
            await app.call(deviceCalls.editDev, { sn: machines.nowhere.sn, store: one.store }, { as: owner })
        }
        const { merchant, stores, devices } = (
          await app.call(thresholdCalls.getThresholds, {}, { as: owner })
        ).body.result
        const rows = await asOwner(
          app,
          `select d.sn, d.store_id, c.max, c.low_level from channel c join device d using (tenant_id, device_id)
            where c.tenant_id = $1`,
          [owner.tenantId],
        )
        for (const { sn, store_id: store, max, low_level } of rows as {
          sn: string
          store_id: string | null
          max: number
          low_level: number
        }[]) {
          const low =
            devices.find((one) => one.sn === sn)?.low ??
            stores.find((one) => one.store === store)?.low ??
            merchant.low ??
            share(20)
          expect(low_level).toBe(lowLevelOf(low, max))
        }
      }),
      { numRuns: 12 },
    )
  })

  test('the minutes before a machine has been offline too long fall back in the same way', async () => {
    const { owner, pier, mall, machines } = await stand()
    await set(owner, { store: pier._id, low: pieces(3) })
    await set(owner, { store: mall._id, offline_minutes: 45 })
    await set(owner, { sn: machines.nowhere.sn, offline_minutes: 5 })
    const minutes = () =>
      inTenant(app.deps.db.main, owner.tenantId, async (tx) => {
        const of = await offlineMinutes({ tx, tenantId: owner.tenantId })
        return [pier._id, mall._id, null]
          .map((store_id) => of({ device_id: '1', store_id }))
          .concat(of({ device_id: machines.nowhere.id, store_id: mall._id }))
      })
    expect(await minutes()).toEqual([10, 45, 10, 5])
    await set(owner, { offline_minutes: 30 })
    expect(await minutes()).toEqual([30, 45, 30, 5])
  })
})

describe('the list of machines', () => {
  test('counts and finds low machines by their thresholds', async () => {
    const { owner, mall } = await stand()
    const low = async () => {
      const list = await app.call(deviceCalls.getDev, { condition: { low: true } }, { as: owner })
      const counts = await app.call(deviceCalls.getDevCounts, {}, { as: owner })
      return [list.body.result.count, counts.body.result.low]
    }
    expect(await low()).toEqual([0, 0])
    await set(owner, { store: mall._id, low: pieces(10) })
    expect(await low()).toEqual([1, 1])
    await set(owner, { low: share(50) })
    expect(await low()).toEqual([3, 3])
  })
})

describe('who may set them', () => {
  const named = ({ stores, devices }: Thresholds) => [
    ...stores.map((one) => one.store_name),
    ...devices.map((one) => one.sn),
  ]

  test('the merchant’s own is for the main account; a clerk sees and sets those of own stores', async () => {
    const { owner, pier, mall, machines } = await stand()
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [pier._id] })
    for (const place of [{}, { store: pier._id }, { store: mall._id }, { sn: machines.nowhere.sn }])
      await set(owner, { ...place, low: pieces(3) })
    expect((await set(clerk, { low: pieces(1) })).body.rcode).toBe(303)
    expect((await set(clerk, { store: mall._id, low: pieces(1) })).body.rcode).toBe(101)
    expect((await set(clerk, { sn: machines.nowhere.sn, low: pieces(1) })).body.rcode).toBe(101)
    const { body } = await set(clerk, { store: pier._id, low: pieces(5), offline_minutes: 30 })
    expect(named(body.result)).toEqual([pier.store_name])
    expect(body.result.merchant.low).toEqual(pieces(3))
    const all = (await app.call(thresholdCalls.getThresholds, {}, { as: owner })).body.result
    expect(named(all)).toEqual([pier.store_name, mall.store_name, machines.nowhere.sn])
    expect(all.stores[0]).toMatchObject({ low: pieces(5), offline_minutes: 30 })
  })

  test('a clerk of one machine sees the threshold that counts for it, but cannot set that of its store', async () => {
    const { owner, pier, mall, machines } = await stand()
    const clerk = await makeStaff(app, owner, {
      permissions: ['device.manage'],
      devices: [machines.mall.id],
    })
    for (const store of [pier._id, mall._id]) await set(owner, { store, low: pieces(3) })
    const seen = (await app.call(thresholdCalls.getThresholds, {}, { as: clerk })).body.result
    expect(named(seen)).toEqual([mall.store_name])
    expect((await set(clerk, { store: mall._id, low: pieces(1) })).body.rcode).toBe(101)
    expect((await set(clerk, { sn: machines.mall.sn, low: pieces(1) })).body.rcode).toBe(0)
  })

  test('a store or machine of another merchant is not found, and its slots stay as they are', async () => {
    const { owner } = await stand()
    const { owner: neighbour, pier, machines, lowLevels } = await stand()
    expect((await set(owner, { store: pier._id, low: pieces(1) })).body.rcode).toBe(101)
    expect((await set(owner, { sn: machines.nowhere.sn, low: pieces(1) })).body.rcode).toBe(101)
    await set(owner, { low: pieces(1) })
    expect(await lowLevels()).toEqual({ pier: [4, 4], mall: [4, 4], nowhere: [4, 4] })
    const none = { merchant: { low: null, offline_minutes: null }, stores: [], devices: [] }
    expect((await app.call(thresholdCalls.getThresholds, {}, { as: neighbour })).body.result).toEqual(none)
  })

  test('a machine and a store at once, and values out of range, are refused at their fields', async () => {
    const { owner, pier, machines } = await stand()
    const refused = async (input: object) =>
      (
        await app.post(
          thresholdCalls.setThreshold.path,
          { low: null, offline_minutes: null, ...input },
          { as: owner },
        )
      ).body
    expect(await refused({ store: pier._id, sn: machines.nowhere.sn })).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'sn' }] },
    })
    expect(await refused({ low: { mode: 'share', value: 91 } })).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'low.value' }] },
    })
    expect(await refused({ offline_minutes: 1 })).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'offline_minutes' }] },
    })
  })

  test('the audit says what was set before and after', async () => {
    const { owner, pier } = await stand()
    await set(owner, { store: pier._id, low: pieces(3) })
    await set(owner, { store: pier._id, low: share(40), offline_minutes: 20 })
    const rows = await asUser(app, owner, (ctx) =>
      ctx.tx
        .selectFrom('audit')
        .select(['object_id', 'before', 'after'])
        .where('tenant_id', '=', owner.tenantId)
        .where('call', '=', 'setThreshold')
        .orderBy('audit_id', 'desc')
        .limit(1)
        .execute(),
    )
    const place = { title: pier.store_name, store: pier._id, store_name: pier.store_name }
    expect(rows).toMatchObject([
      {
        object_id: pier._id,
        before: { ...place, low_mode: 'pieces', low_value: 3, offline_minutes: null },
        after: { ...place, low_mode: 'share', low_value: 40, offline_minutes: 20 },
      },
    ])
  })
})

test('a machine that takes the place of another one gets its thresholds, and none where it has none', async () => {
  const { owner, machines, pier } = await stand()
  const [old, next, bare] = [machines.pier, machines.nowhere, machines.mall]
  await set(owner, { low: pieces(9), offline_minutes: 30 })
  await set(owner, { store: pier._id, low: pieces(8) })
  await set(owner, { sn: old.sn, low: share(25), offline_minutes: 45 })
  const copy = async (from: BoundMachine, to: BoundMachine) => {
    await asTenant(app, owner, (ref) => copyThreshold(ref, from.id, to.id))
    const rows = await asTenant(app, owner, readThresholds)
    return rows.filter(({ device_id: id }) => id !== '0').map(({ store_id: _, ...row }) => row)
  }
  const own = { low: share(25), offline_minutes: 45 }
  const both = [old, next].map(({ id: device_id }) => ({ device_id, ...own }))
  expect(await copy(old, next)).toEqual(both)
  // What the successor had is overwritten.
  await set(owner, { sn: next.sn, low: pieces(1) })
  expect(await copy(old, next)).toEqual(both)
  expect(await copy(bare, next)).toEqual([{ device_id: old.id, ...own }])
  expect(await asTenant(app, owner, readThresholds)).toHaveLength(3)
})
