/** A machine takes the place of another one. */
import {
  auditCalls,
  deviceCalls,
  historyCalls,
  machineCalls,
  slotCalls,
  thresholdCalls,
} from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  makeGoods,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
  testOperation,
  unlock,
} from '../../../test/factories.ts'
import { stockSlot } from '../../../test/goods-slot-samples.ts'
import { holdRow, waitingForLocks } from '../../../test/hold-table.ts'
import { asMachine, type BoundMachine, makeBoundMachine, makeMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { takeSlots } from '../slots/index.ts'

const app = await testApp()

const preview = async (as: Merchant, input: { sn: string; to: string; code?: string }) =>
  (await app.call(machineCalls.previewReplace, input, { as })).body
const replace = async (as: Merchant, input: { sn: string; to: string; code?: string }, key?: string) => {
  const sign = await unlock(app, as)
  return (await app.call(machineCalls.replaceDev, { ...input, sign }, { as, ...(key ? { key } : {}) })).body
}
const slotsOf = async (as: Merchant, sn: string) =>
  (await app.call(slotCalls.getDevChannel, { sn }, { as })).body.result.data
const deviceOf = async (as: Merchant, sn: string) =>
  (await app.call(deviceCalls.getDev, { condition: { sns: [sn] } }, { as })).body.result.data[0]

/** A machine in a store, with settings and goods in two of four slots, beside a sibling and a neighbour's machine. */
async function makePlace() {
  const [merchant, neighbour] = [await makeMerchant(app), await makeMerchant(app)]
  const store = await makeStore(app, merchant, { store_name: 'Mall' })
  const old = await makeBoundMachine(app, merchant, { slots: 4, store: store._id, title: 'Entrance' })
  const sibling = await makeBoundMachine(app, merchant, { slots: 4, store: store._id, title: 'Exit' })
  const theirs = await makeBoundMachine(app, neighbour, { slots: 4 })
  const cola = await makeGoods(app, merchant, { title: 'Cola' })
  const tea = await makeGoods(app, merchant, { title: 'Tea' })
  await stockSlot(app, old, 1, { goods: cola.goods_id, price: 350, quantity: 4 })
  await stockSlot(app, old, 4, { goods: tea.goods_id, price: 420, quantity: 3 })
  await stockSlot(app, sibling, 1, { goods: cola.goods_id, quantity: 2 })
  await asOwner(app, 'update channel set enabled = false where device_id = $1 and channel_sn = 4', [old.id])
  const settings = { sn: old.sn, lamp_color: 'red', lamp_brightness: 30 } as const
  await app.call(deviceCalls.editDev, settings, { as: merchant })
  return { merchant, neighbour, store, old, sibling, theirs, cola, tea }
}

const report = (machine: BoundMachine, slots: { ch: number; qty: number; max: number }[]) =>
  asMachine(app, machine, (ctx) =>
    takeSlots(ctx, { rev: 1, full: true, slots: slots.map((slot) => ({ ...slot, state: 'ok' as const })) }),
  )

describe('a machine that is not bound yet', () => {
  test('takes store, title, settings and layout over, and the old machine is unbound', async () => {
    const { merchant, store, old, sibling } = await makePlace()
    const { sn: to, code } = await makeMachine(app, 'vending', 4)
    expect((await preview(merchant, { sn: old.sn, to, code })).result).toEqual({
      sn: old.sn,
      title: 'Entrance',
      type: 'vending',
      stock: 7,
      to,
      to_type: 'vending',
      is_bound: false,
      store_name: 'Mall',
      merchant_name: null,
      settings: ['lamp_color', 'lamp_brightness'],
      lost_settings: [],
      replaced_settings: [],
      slots: [1, 4],
      is_alike: true,
      lost_slots: [],
      smaller: [],
      lost_terms: [],
    })
    // Nothing has happened yet.
    expect(await deviceOf(merchant, old.sn)).toBeDefined()
    expect(await deviceOf(merchant, to)).toBeUndefined()

    const { result } = await replace(merchant, { sn: old.sn, to, code })
    expect(result).toMatchObject({
      sn: to,
      title: 'Entrance',
      store: store._id,
      lamp_color: 'red',
      lamp_brightness: 30,
      stock: 0,
    })
    expect(await slotsOf(merchant, to)).toMatchObject([
      { channel_sn: 1, goods: { title: 'Cola' }, price: 350, max: 10, quantity: 0, enabled: true },
      { channel_sn: 2, goods: null },
      { channel_sn: 3, goods: null },
      { channel_sn: 4, goods: { title: 'Tea' }, price: 420, max: 10, quantity: 0, enabled: false },
    ])
    expect(await deviceOf(merchant, old.sn)).toBeUndefined()
    expect((await slotsOf(merchant, sibling.sn))[0]).toMatchObject({ quantity: 2, rev: 1 })
  })

  test('does not inherit the stock: it is taken off the books of the old machine, with a line for each slot', async () => {
    const { merchant, old } = await makePlace()
    const { sn: to, code } = await makeMachine(app, 'vending', 4)
    await replace(merchant, { sn: old.sn, to, code })
    const lines = await asOwner(
      app,
      `select channel_sn, reason, before, after from stock_move where device_id = $1 order by channel_sn`,
      [old.id],
    )
    expect(lines).toEqual([
      { channel_sn: 1, reason: 'unbind', before: 4, after: 0 },
      { channel_sn: 4, reason: 'unbind', before: 3, after: 0 },
    ])
    const history = await app.call(historyCalls.getDevHistory, { condition: { sn: to } }, { as: merchant })
    expect(JSON.stringify(history.body.result.data)).not.toContain('"before":4')
  })

  test('is in the audit of both machines, by the number of the other one', async () => {
    const { merchant, old } = await makePlace()
    const { sn: to, code } = await makeMachine(app, 'vending', 4)
    await replace(merchant, { sn: old.sn, to, code })
    const { data } = (await app.call(auditCalls.getAudit, {}, { as: merchant })).body.result
    const lines = data.filter(({ call }) => call === 'replaceDev')
    expect(lines).toHaveLength(2)
    const written = await asOwner(
      app,
      `select after ->> 'sn' as sn, after ->> 'replaces' as replaces, after ->> 'replaced_by' as by from audit
        where tenant_id = $1 and call = 'replaceDev' order by audit_id`,
      [merchant.tenantId],
    )
    expect(written).toEqual([
      { sn: old.sn, replaces: null, by: to },
      { sn: to, replaces: old.sn, by: null },
    ])
  })

  test('is refused with a wrong code, and when another merchant has it', async () => {
    const { merchant, old, theirs } = await makePlace()
    const { sn: to } = await makeMachine(app)
    for (const input of [
      { sn: old.sn, to, code: 'wrong' },
      { sn: old.sn, to },
      { sn: old.sn, to: theirs.sn },
    ]) {
      expect((await preview(merchant, input)).rcode).toBe(403)
      expect((await replace(merchant, input)).rcode).toBe(403)
    }
    const bound = { sn: old.sn, to: theirs.sn, code: theirs.code }
    expect((await replace(merchant, bound)).rcode).toBe(404)
    expect(await deviceOf(merchant, old.sn)).toMatchObject({ title: 'Entrance', stock: 7 })
  })

  test('replaces once, whether the same call is repeated or two come at once', async () => {
    const { merchant, old } = await makePlace()
    const { sn: to, code } = await makeMachine(app, 'vending', 4)
    const input = { sn: old.sn, to, code }
    const first = await replace(merchant, input, 'replace-1')
    expect(first.rcode).toBe(0)
    expect(await replace(merchant, input)).toMatchObject({ rcode: 101 })

    const place = await makePlace()
    const two = [await makeMachine(app, 'vending', 4), await makeMachine(app, 'vending', 4)]
    const answers = await Promise.all(
      two.map((machine) => replace(place.merchant, { sn: place.old.sn, to: machine.sn, code: machine.code })),
    )
    expect(answers.map(({ rcode }) => rcode).toSorted((a, b) => a - b)).toEqual([0, 101])
    const bound = await asOwner(
      app,
      'select sn from device where tenant_id = $1 and unbound_at is null and title = $2',
      [place.merchant.tenantId, 'Entrance'],
    )
    expect(bound).toHaveLength(1)
  })
})

describe('a machine of the merchant', () => {
  test('takes the place when it is in no store and sells nothing, without a code', async () => {
    const { merchant, old } = await makePlace()
    const spare = await makeBoundMachine(app, merchant, { slots: 2, title: 'Spare' })
    await report(spare, [
      { ch: 1, qty: 0, max: 6 },
      { ch: 2, qty: 0, max: 6 },
    ])
    const picks = await app.call(deviceCalls.getAllDevice, { condition: { spare: true } }, { as: merchant })
    expect(picks.body.result.data.map(({ sn }) => sn)).toEqual([spare.sn])
    const { result } = await preview(merchant, { sn: old.sn, to: spare.sn })
    expect(result).toMatchObject({
      is_bound: true,
      slots: [1],
      lost_slots: [{ channel_sn: 4, goods: 'Tea' }],
      smaller: [{ channel_sn: 1, max: 10, most: 6 }],
    })
    expect((await replace(merchant, { sn: old.sn, to: spare.sn })).result).toMatchObject({
      sn: spare.sn,
      title: 'Entrance',
      store_name: 'Mall',
    })
    expect(await slotsOf(merchant, spare.sn)).toMatchObject([
      { goods: { title: 'Cola' }, price: 350, max: 6, quantity: 0 },
      { goods: null },
    ])
  })

  test('is refused while it is in use, also by a call that comes straight to the server', async () => {
    const { merchant, old, sibling } = await makePlace()
    const filled = await makeBoundMachine(app, merchant, { slots: 2 })
    await stockSlot(app, filled, 1, { goods: (await makeGoods(app, merchant)).goods_id })
    for (const to of [sibling.sn, filled.sn]) {
      expect((await preview(merchant, { sn: old.sn, to })).rcode).toBe(103)
      expect((await replace(merchant, { sn: old.sn, to })).rcode).toBe(103)
    }
    expect((await preview(merchant, { sn: old.sn, to: old.sn })).rcode).toBe(100)
  })

  test('is looked at when no other call has it: one that was put into a store meanwhile is refused', async () => {
    const { merchant, store, old } = await makePlace()
    const spare = await makeBoundMachine(app, merchant, { slots: 4 })
    const held = await holdRow(app, 'device_state', spare.id)
    const answer = replace(merchant, { sn: old.sn, to: spare.sn })
    await expect.poll(() => asOwner(app, waitingForLocks, [])).toHaveLength(1)
    await asOwner(app, 'update device set store_id = $2 where device_id = $1', [spare.id, store._id])
    await held.letGo()
    expect((await answer).rcode).toBe(103)
    expect(await deviceOf(merchant, old.sn)).toMatchObject({ title: 'Entrance' })
  })

  test('is refused while it searches its slots', async () => {
    const { merchant, old } = await makePlace()
    const spare = await makeBoundMachine(app, merchant, { slots: 4 })
    await asOwner(app, 'update device_state set initializing_since = $2 where device_id = $1', [
      spare.id,
      app.clock.now,
    ])
    expect(await replace(merchant, { sn: old.sn, to: spare.sn })).toMatchObject({ rcode: 401 })
    expect(await deviceOf(merchant, old.sn)).toMatchObject({ title: 'Entrance' })
  })

  test('of another type takes over what fits, and the preview names the rest', async () => {
    const { merchant, old } = await makePlace()
    const pulse = await makeBoundMachine(app, merchant, { type: 'pulse', slots: 1 })
    expect((await preview(merchant, { sn: old.sn, to: pulse.sn })).result).toMatchObject({
      to_type: 'pulse',
      is_alike: false,
      slots: [],
      settings: [],
      lost_settings: ['lamp_color', 'lamp_brightness'],
      lost_slots: [
        { channel_sn: 1, goods: 'Cola' },
        { channel_sn: 4, goods: 'Tea' },
      ],
    })
    expect((await replace(merchant, { sn: old.sn, to: pulse.sn })).result).toMatchObject({
      title: 'Entrance',
      store_name: 'Mall',
    })
    expect((await slotsOf(merchant, pulse.sn))[0]).toMatchObject({ goods: null })
  })

  test('has nothing left of its own settings and thresholds', async () => {
    const { merchant, old } = await makePlace()
    const spare = await makeBoundMachine(app, merchant, { slots: 4 })
    const own = { sn: spare.sn, lamp_color: 'blue', channel_x: 7 } as const
    await app.call(deviceCalls.editDev, own, { as: merchant })
    const rule = { sn: spare.sn, low: { mode: 'pieces', value: 9 }, offline_minutes: 5 } as const
    await app.call(thresholdCalls.setThreshold, rule, { as: merchant })
    const plan = (await preview(merchant, { sn: old.sn, to: spare.sn })).result
    expect(plan).toMatchObject({
      settings: ['lamp_color', 'lamp_brightness'],
      replaced_settings: ['channel_x', 'lamp_color'],
    })
    const { result } = await replace(merchant, { sn: old.sn, to: spare.sn })
    expect(result).toMatchObject({ lamp_color: 'red', lamp_brightness: 30, channel_x: 5 })
    const { devices } = (await app.call(thresholdCalls.getThresholds, {}, { as: merchant })).body.result
    expect(devices).toEqual([])
  })

  test('has the shared game price and rate of the old machine in all of its slots, also in those that it has more', async () => {
    const merchant = await makeMerchant(app)
    const [old, spare] = [
      await makeBoundMachine(app, merchant, { type: 'lipstick', slots: 2, title: 'Entrance' }),
      await makeBoundMachine(app, merchant, { type: 'lipstick', slots: 3 }),
    ]
    const shared = (game_price: number, rate: number) => ({ same_gp: true, game_price, same_pb: true, rate })
    await app.call(deviceCalls.editDev, { sn: old.sn, ...shared(100, 5) }, { as: merchant })
    await app.call(deviceCalls.editDev, { sn: spare.sn, ...shared(300, 20) }, { as: merchant })
    await replace(merchant, { sn: old.sn, to: spare.sn })
    const slots = await slotsOf(merchant, spare.sn)
    expect(slots.map((slot) => [slot.game_price, slot.rate])).toEqual([
      [100, 5],
      [100, 5],
      [100, 5],
    ])
  })

  test('takes the thresholds over, and the users who are limited to the old machine', async () => {
    const { merchant, old } = await makePlace()
    const spare = await makeBoundMachine(app, merchant, { slots: 4 })
    const rule = { sn: old.sn, low: { mode: 'pieces', value: 3 }, offline_minutes: 30 } as const
    await app.call(thresholdCalls.setThreshold, rule, { as: merchant })
    const clerk = await makeStaff(app, merchant, {
      permissions: ['device.manage'],
      stores: [],
      devices: [old.id],
    })
    const other = await makeStaff(app, merchant, { permissions: ['device.manage'], stores: [], devices: [] })
    await replace(merchant, { sn: old.sn, to: spare.sn })
    const { devices } = (await app.call(thresholdCalls.getThresholds, {}, { as: merchant })).body.result
    expect(devices).toMatchObject([{ sn: spare.sn, low: { mode: 'pieces', value: 3 }, offline_minutes: 30 }])
    expect(await deviceOf(clerk, spare.sn)).toMatchObject({ title: 'Entrance' })
    expect(await deviceOf(other, spare.sn)).toBeUndefined()
  })
})

describe('replacing', () => {
  test('needs the permissions of unbinding and of binding, and the operation password', async () => {
    const { merchant, old } = await makePlace()
    const { sn: to, code } = await makeMachine(app)
    const remote = await makeStaff(app, merchant, { permissions: ['device.remote'], operation: '602215' })
    expect((await preview(remote, { sn: old.sn, to, code })).rcode).toBe(300)
    const { body } = await app.call(
      machineCalls.replaceDev,
      { sn: old.sn, to, code, sign: 'x'.repeat(43) },
      { as: merchant },
    )
    expect(body.rcode).toBe(301)
  })

  test('is possible for a limited user, who sees a machine that was free wherever it goes then', async () => {
    const { merchant, store, old, sibling } = await makePlace()
    const spare = await makeBoundMachine(app, merchant, { slots: 4 })
    const limited = { permissions: ['device.manage', 'device.remote'] as const, stores: [store._id] }
    const manager = await makeStaff(app, merchant, {
      ...limited,
      devices: [spare.id],
      operation: testOperation,
    })
    const colleague = await makeStaff(app, merchant, limited)
    const { sn: free, code } = await makeMachine(app, 'vending', 4)
    expect((await replace(manager, { sn: old.sn, to: free, code })).rcode).toBe(0)
    expect((await replace(manager, { sn: sibling.sn, to: spare.sn })).rcode).toBe(0)
    for (const as of [manager, colleague])
      expect(await deviceOf(as, free)).toMatchObject({ title: 'Entrance' })
    await asOwner(app, 'update device set store_id = null where sn = $1', [free])
    expect(await deviceOf(manager, free)).toMatchObject({ title: 'Entrance' })
    expect(await deviceOf(colleague, free)).toBeUndefined()
  })

  test('is not possible with a machine outside of the scope', async () => {
    const { merchant, old, sibling } = await makePlace()
    const spare = await makeBoundMachine(app, merchant, { slots: 4 })
    const clerk = await makeStaff(app, merchant, {
      permissions: ['device.manage', 'device.remote'],
      stores: [],
      devices: [sibling.id],
    })
    expect((await preview(clerk, { sn: old.sn, to: spare.sn })).rcode).toBe(101)
    expect((await preview(clerk, { sn: sibling.sn, to: spare.sn })).rcode).toBe(403)
  })
})
