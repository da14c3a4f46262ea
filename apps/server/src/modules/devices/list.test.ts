import { deviceCalls, slotCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import {
  makeArea,
  makeGoods,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
} from '../../../test/factories.ts'
import { asMachine, makeBoundMachine, makeOnlineMachine, messageOf } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { bindByOperator, unbindByOperator } from '../machines/index.ts'
import { readExport } from '../../../test/exports.ts'
import { takeFault, takeHeartbeats } from '../presence/index.ts'
import { demandRow, offlineDevices } from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const area = (await makeArea(app, owner, { area_name: 'North' }))._id
const here = (await makeStore(app, owner, { store_name: 'Station', area }))._id
const quiet = await makeBoundMachine(app, owner, { title: 'Quiet', type: 'gashapon' })
const busy = await makeOnlineMachine(app, owner, { title: 'Busy', store: here })
const broken = await makeOnlineMachine(app, owner, { title: 'Broken', store: here, slots: 3 })
await asMachine(app, broken, (ctx) =>
  takeFault(ctx, messageOf(broken, 'fault', { code: 'MOTOR', ch: 2, raw: 'E2', active: true })),
)
const goods = await makeGoods(app, owner, { title: 'Cola', price: 350, code: '=1+1' })
const slots = { sn: busy.sn, channel_sn: [1, 2], goods: goods.goods_id, max: 10, quantity: 1 }
await app.call(slotCalls.setChannelInfo, slots, { as: owner })

const titles = async (condition = {}, as: Merchant = owner): Promise<string[]> =>
  (await app.call(deviceCalls.getDev, { condition }, { as })).body.result.data.map(({ title }) => title)

test('the machines that are offline are those of the caller’s scope', async () => {
  const offline = (as: Merchant) => asUser(app, as, (ctx) => offlineDevices(ctx))
  expect(await offline(owner)).toEqual([quiet.id])
  const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [here] })
  expect(await offline(clerk)).toEqual([])
})

test('a machine is found by its number where the caller sees it, and is not found elsewhere', async () => {
  const find = (sn: string, as: Merchant = owner) => asUser(app, as, (ctx) => demandRow(ctx, sn))
  const neighbour = await makeMerchant(app)
  const theirs = await makeBoundMachine(app, neighbour)
  const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [here] })
  expect(await find(busy.sn, clerk)).toMatchObject({ device_id: busy.id, sn: busy.sn })
  for (const [sn, as] of [
    [theirs.sn, owner],
    [quiet.sn, clerk],
    [busy.sn, neighbour],
    ['99999999', owner],
  ] as const)
    await expect(find(sn, as)).rejects.toThrow('notFound')
})

describe('the list', () => {
  test('shows each machine as it is now', async () => {
    await takeHeartbeats(app.deps, owner.tenantId, [
      {
        device_id: busy.id,
        heard_at: app.clock.now,
        rssi: -70,
        net: '4g',
        app: '3.2',
        android: '11',
        temperature: 5,
        off: true,
      },
    ])
    const { body } = await app.call(deviceCalls.getDev, { condition: { sns: [busy.sn] } }, { as: owner })
    expect(body.result.data[0]).toMatchObject({
      sn: busy.sn,
      type: 'vending',
      area,
      area_name: 'North',
      store_name: 'Station',
      online: true,
      signal: 'moderate',
      app: '3.2',
      android: '11',
      temperature: 5,
      off: true,
      channel_count: 6,
      stock: 2,
      stock_max: 20,
      low: 2,
      faults: [],
    })
    const [one] = (await app.call(deviceCalls.getDev, { condition: { sns: [broken.sn] } }, { as: owner }))
      .body.result.data
    expect(one?.faults).toMatchObject([{ code: 'MOTOR', channel_sn: 2 }])
    const ofWhole = (active: boolean) =>
      asMachine(app, broken, (ctx) =>
        takeFault(ctx, messageOf(broken, 'fault', { code: 'OTHER', raw: 'fan stuck', active })),
      )
    await ofWhole(true)
    const { result } = (
      await app.call(deviceCalls.getDev, { condition: { sns: [broken.sn] } }, { as: owner })
    ).body
    expect(result.data[0]?.faults).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ code: 'OTHER', channel_sn: null, raw: 'fan stuck' }),
      ]),
    )
    await ofWhole(false)
  })

  test('is filtered by place, type, state and text, and sorted', async () => {
    expect(await titles()).toEqual(['Broken', 'Busy', 'Quiet'])
    expect(await titles({ area })).toEqual(['Broken', 'Busy'])
    expect(await titles({ store: here })).toEqual(['Broken', 'Busy'])
    expect(await titles({ in_store: true })).toEqual(['Broken', 'Busy'])
    expect(await titles({ in_store: false })).toEqual(['Quiet'])
    expect(await titles({ type: 'gashapon' })).toEqual(['Quiet'])
    expect(await titles({ online: false })).toEqual(['Quiet'])
    expect(await titles({ low: true })).toEqual(['Busy'])
    expect(await titles({ fault: true })).toEqual(['Broken'])
    expect(await titles({ q: 'qui' })).toEqual(['Quiet'])
    expect(await titles({ sn: busy.sn })).toEqual(['Busy'])
    expect(await titles({ order: 'title' })).toEqual(['Broken', 'Busy', 'Quiet'])
    expect(await titles({ order: 'offline' })).toEqual(['Quiet', 'Broken', 'Busy'])
    expect((await titles({ order: 'stock' }))[0]).toBe('Busy')
    expect(await titles({ order: '-title' })).toEqual(['Quiet', 'Busy', 'Broken'])
    // Quiet stands in no store, which comes last either way.
    expect((await titles({ order: 'store' })).at(-1)).toBe('Quiet')
    expect((await titles({ order: '-store' })).at(-1)).toBe('Quiet')
    expect((await titles({ order: 'type' }))[0]).toBe('Quiet')
    expect((await titles({ order: '-type' })).at(-1)).toBe('Quiet')
    const { body } = await app.call(deviceCalls.getDevCounts, {}, { as: owner })
    expect(body.result).toEqual({ all: 3, online: 2, offline: 1, low: 1, fault: 1 })
    const within = async (condition: object) =>
      (await app.call(deviceCalls.getDevCounts, { condition }, { as: owner })).body.result
    // The figures follow the filter, but for the states that they are about.
    expect(await within({ in_store: false })).toEqual({ all: 1, online: 0, offline: 1, low: 0, fault: 0 })
    expect(await within({ q: 'busy', online: false })).toEqual({
      all: 1,
      online: 1,
      offline: 0,
      low: 1,
      fault: 0,
    })
  })

  test('finds the machines that sell goods, by their name or article number', async () => {
    const neighbour = await makeMerchant(app)
    const theirs = await makeBoundMachine(app, neighbour, { title: 'Theirs' })
    const tea = await makeGoods(app, neighbour, { title: 'Tea', code: 'T-1' })
    await app.call(
      slotCalls.setChannelInfo,
      { sn: theirs.sn, channel_sn: 1, goods: tea.goods_id, price: 300 },
      { as: neighbour },
    )
    expect(await titles({ q: 'cola' })).toEqual(['Busy'])
    expect(await titles({ q: '=1+' })).toEqual(['Busy'])
    expect(await titles({ q: 'tea' })).toEqual([])
    expect(await titles({ q: 't-1' }, neighbour)).toEqual(['Theirs'])
    const clerk = await makeStaff(app, owner, {
      permissions: ['device.manage'],
      stores: [],
      devices: [quiet.id],
    })
    expect(await titles({ q: 'cola' }, clerk)).toEqual([])
  })

  test('is filtered by whether a machine is switched off', async () => {
    await asOwner(app, 'update device_state set off = true where device_id = $1', [busy.id])
    expect(await titles({ off: true })).toEqual(['Busy'])
    expect(await titles({ off: false })).not.toContain('Busy')
    await asOwner(app, 'update device_state set off = false where device_id = $1', [busy.id])
  })

  test('offers former machines by their last binding, without those that are bound again', async () => {
    const merchant = await makeMerchant(app)
    const [gone, back] = [
      await makeOnlineMachine(app, merchant, { title: 'Gone' }),
      await makeOnlineMachine(app, merchant, { title: 'Back' }),
    ]
    await makeOnlineMachine(app, merchant, { title: 'Here' })
    const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US' as const, now: app.clock.now }
    for (const { sn } of [gone, back]) await unbindByOperator(app.deps, sn, origin)
    for (const title of ['Gone again', 'Back'])
      await bindByOperator(
        app.deps,
        merchant.tenantId,
        { sn: title === 'Back' ? back.sn : gone.sn, title },
        origin,
      )
    await unbindByOperator(app.deps, gone.sn, origin)
    const { body } = await app.call(
      deviceCalls.getAllDevice,
      { condition: { former: true } },
      { as: merchant },
    )
    expect(body.result.data.map(({ title }) => title)).toEqual(['Gone again'])
  })

  test('shows a machine as offline after 90 seconds without a message', async () => {
    const merchant = await makeMerchant(app)
    const { id } = await makeOnlineMachine(app, merchant, { title: 'Silent' })
    const text = `update device_state set heard_at = heard_at - interval '91 seconds' where device_id = $1`
    await asOwner(app, text, [id])
    expect(await titles({ online: true }, merchant)).toEqual([])
    expect(await titles({ online: false }, merchant)).toEqual(['Silent'])
    // Offline since it was last heard of, although no gateway has recorded it.
    const [silent] = (await app.call(deviceCalls.getDev, {}, { as: merchant })).body.result.data
    expect(silent).toMatchObject({ online: false, since: silent?.heard_at })
  })

  test('does not count disabled slots as low', async () => {
    const merchant = await makeMerchant(app)
    const machine = await makeBoundMachine(app, merchant, { title: 'Half' })
    const goods = await makeGoods(app, merchant, { title: 'Tea', price: 300 })
    const slot = { sn: machine.sn, channel_sn: 1, goods: goods.goods_id, max: 10, quantity: 1 }
    await app.call(slotCalls.setChannelInfo, { ...slot, enabled: false }, { as: merchant })
    expect(await titles({ low: true }, merchant)).toEqual([])
    const [half] = (await app.call(deviceCalls.getDev, {}, { as: merchant })).body.result.data
    expect(half?.low).toBe(0)
  })

  test('has only the machines in a clerk’s scope, and so do its figures and exports', async () => {
    const clerk = await makeStaff(app, owner, {
      permissions: ['device.manage'],
      stores: [],
      devices: [quiet.id],
    })
    expect(await titles({}, clerk)).toEqual(['Quiet'])
    expect((await app.call(deviceCalls.getDevCounts, {}, { as: clerk })).body.result.all).toBe(1)
    const rows = await readExport(app, deviceCalls.exportDev, { condition: {} }, clerk)
    expect(rows.map(([sn]) => sn)).toEqual(['Serial number', quiet.sn])
  })
})

describe('exported machines', () => {
  test('are in the caller’s language', async () => {
    const rows = await readExport(
      app,
      deviceCalls.exportDev,
      { condition: { sns: [broken.sn] } },
      owner,
      'zh-CN',
    )
    expect(rows[0]).toEqual(expect.arrayContaining(['设备编号', '设备名称', '状态', '故障']))
    expect(rows[1]).toEqual(expect.arrayContaining([broken.sn, 'Broken', '电机故障 (#2)']))
  })

  test('leave the stock empty where the machine has not reported it', async () => {
    const merchant = await makeMerchant(app)
    const goods = (await makeGoods(app, merchant, { title: 'Tea', price: 300 })).goods_id
    const { sn } = await makeBoundMachine(app, merchant, { title: 'New' })
    await app.call(slotCalls.setChannelInfo, { sn, channel_sn: [1, 2], goods }, { as: merchant })
    const [head = [], line = []] = await readExport(app, deviceCalls.exportDev, { condition: {} }, merchant)
    expect(head).toContain('Stock')
    expect(line).toEqual([sn, 'New', 'Vending', 'Offline', '6', expect.any(String)])
  })
})
