import { slotCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { readExport } from '../../../test/exports.ts'
import { makeArea, makeGoods, makeMerchant, makeStaff, makeStore } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'

const { exportDevChannel, setChannelInfo } = slotCalls

const app = await testApp()
const owner = await makeMerchant(app)
const area = (await makeArea(app, owner, { area_name: 'North' }))._id
const here = (await makeStore(app, owner, { store_name: 'Station', area }))._id
const machine = await makeBoundMachine(app, owner, { title: 'Busy', store: here })
const elsewhere = await makeBoundMachine(app, owner, { title: 'Quiet', slots: 2 })
const goods = (await makeGoods(app, owner, { title: 'Cola', price: 350, code: '=1+1' })).goods_id
const stocked = { goods, max: 10, quantity: 1 }
await app.call(setChannelInfo, { sn: machine.sn, channel_sn: [1, 2], ...stocked }, { as: owner })
await app.call(setChannelInfo, { sn: elsewhere.sn, channel_sn: 1, ...stocked }, { as: owner })

const theirs = await makeBoundMachine(app, await makeMerchant(app), { slots: 2 })
const former = await makeBoundMachine(app, owner, { title: 'Former', store: here })
await asOwner(app, 'update device set unbound_at = now() where device_id = $1', [former.id])

/** The machine reports the state of a slot. */
const report = ({ tenantId, id }: BoundMachine, slot: number, state: string, fault: string | null = null) =>
  asOwner(
    app,
    `insert into slot_report (tenant_id, device_id, channel_sn, quantity, max, state, fault, at)
     values ($1, $2, $3, 1, 10, $4, $5, now())`,
    [tenantId, id, slot, state, fault],
  )

describe('exported slots', () => {
  test('have the chosen columns, and leave out disabled slots if asked to', async () => {
    app.clock.advance(4)
    await app.call(setChannelInfo, { sn: machine.sn, channel_sn: 6, enabled: false }, { as: owner })
    const input = { devs: [machine.sn], contents: ['goods', 'stock'] as ('goods' | 'stock')[] }
    const all = await readExport(app, exportDevChannel, input, owner)
    expect(all[0]).toEqual([
      'Serial number',
      'Device',
      'Slot',
      'Goods',
      'Article code',
      'Goods no.',
      'Stock',
      'Capacity',
      'To bring',
    ])
    expect(all).toHaveLength(7)
    const some = await readExport(app, exportDevChannel, { ...input, discard: true }, owner)
    expect(some).toHaveLength(6)
    const chinese = await readExport(app, exportDevChannel, { ...input, locale: 'zh-TW' }, owner)
    expect(chinese[0]).toContain('貨道號')
  })

  test('have their prices, and an empty cell where a slot has none', async () => {
    const input = { devs: [elsewhere.sn], contents: ['price'] as 'price'[] }
    const rows = await readExport(app, exportDevChannel, input, owner)
    expect(rows).toEqual([
      ['Serial number', 'Device', 'Slot', 'Price (CNY)', 'Game price (CNY)', 'Winning rate (%)'],
      [elsewhere.sn, 'Quiet', '1', '3.50'],
      [elsewhere.sn, 'Quiet', '2'],
    ])
  })

  test('have their place, and the state that their own machine reports of them', async () => {
    await report(machine, 1, 'fault', 'MOTOR')
    await report(machine, 2, 'off')
    await report(elsewhere, 2, 'ok')
    await report(theirs, 1, 'off')
    const input = { all: true, contents: ['state', 'place'] as ('state' | 'place')[] }
    const [head, ...rows] = await readExport(app, exportDevChannel, input, owner)
    expect(head).toEqual(['Serial number', 'Device', 'Area', 'Store', 'Slot', 'Enabled', 'Status', 'Fault'])
    expect(rows.map(([, ...cells]) => cells)).toEqual([
      ['Busy', 'North', 'Station', '1', 'Yes', 'Fault', 'Motor fault'],
      ['Busy', 'North', 'Station', '2', 'Yes', 'Disabled'],
      ...[3, 4, 5].map((slot) => ['Busy', 'North', 'Station', String(slot), 'Yes']),
      ['Busy', 'North', 'Station', '6', 'No'],
      ['Quiet', '1', 'Yes'],
      ['Quiet', '2', 'Yes', 'Works'],
    ])
  })

  test('are audited with what was chosen', async () => {
    const choice = { devs: [machine.sn], stores: [here], areas: [area], discard: true }
    await app.call(exportDevChannel, { ...choice, format: 'csv' }, { as: owner })
    const [line] = await asOwner<{ after: object }>(
      app,
      `select after from audit where tenant_id = $1 and call = 'exportDevChannel' order by audit_id desc limit 1`,
      [owner.tenantId],
    )
    expect(line?.after).toMatchObject({
      export_type: 'slot',
      format: 'csv',
      all: false,
      devs: [machine.sn],
      stores: 1,
      areas: 1,
      discard: true,
    })
  })

  test.each([
    ['devs', { devs: [machine.sn, '4711'] }],
    ['stores', { stores: [here, '4711'] }],
    ['areas', { areas: [area, '4711'] }],
  ])('are refused where one of the %s is not the merchant’s', async (path, input) => {
    const { body } = await app.call(exportDevChannel, input, { as: owner })
    expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path }] } })
  })

  test.each([
    ['all machines', { all: true }, [machine, elsewhere]],
    ['chosen machines', { devs: [elsewhere.sn] }, [elsewhere]],
    ['chosen stores', { stores: [here] }, [machine]],
    ['chosen areas', { areas: [area] }, [machine]],
    ['a filter by area', { condition: { area } }, [machine]],
    ['a filter by stock and area', { condition: { low: true, area } }, [machine]],
    ['a filter by words', { condition: { q: 'Quiet' } }, [elsewhere]],
    ['a filter by state', { condition: { online: false } }, [machine, elsewhere]],
    ['a filter that nothing meets', { condition: { online: true } }, []],
  ])('are those of %s', async (_name, input, machines) => {
    const [, ...rows] = await readExport(app, exportDevChannel, input, owner)
    expect(new Set(rows.map(([sn]) => sn))).toEqual(new Set(machines.map(({ sn }) => sn)))
  })

  test('are only those of machines that the caller sees', async () => {
    const clerk = await makeStaff(app, owner, {
      permissions: ['device.manage'],
      stores: [],
      devices: [elsewhere.id],
    })
    const [, ...rows] = await readExport(app, exportDevChannel, { all: true }, clerk)
    expect(new Set(rows.map(([sn]) => sn))).toEqual(new Set([elsewhere.sn]))
    const filtered = await readExport(app, exportDevChannel, { condition: {} }, clerk)
    expect(new Set(filtered.slice(1).map(([sn]) => sn))).toEqual(new Set([elsewhere.sn]))
    const [, ...refill] = await readExport(app, exportDevChannel, { all: true, type: 'goods' }, clerk)
    expect(refill[0]?.slice(2, 5)).toEqual(['9', '1', '1'])
  })
})

describe('a refill list', () => {
  test('says how much of each goods the slots of how many machines lack', async () => {
    const rows = await readExport(app, exportDevChannel, { stores: [here], type: 'goods' }, owner)
    expect(rows[1]?.slice(0, 5)).toEqual(['Cola', expect.stringContaining('1+1'), '18', '2', '1'])
    expect(rows).toHaveLength(2)
  })

  test('has the goods first that lack most, and nothing of slots that are full, hold no goods or count no pieces', async () => {
    const merchant = await makeMerchant(app)
    const [apple = '', tea = '', water = ''] = await Promise.all(
      ['Apple', 'Tea', 'Water'].map(async (title) => (await makeGoods(app, merchant, { title })).goods_id),
    )
    const { sn } = await makeBoundMachine(app, merchant)
    const pulses = await makeBoundMachine(app, merchant, { type: 'pulse', slots: 1 })
    await app.call(setChannelInfo, { sn: pulses.sn, channel_sn: 1, goods: tea }, { as: merchant })
    for (const slot of [
      { channel_sn: 1, goods: tea, max: 5, quantity: 1 },
      { channel_sn: 2, goods: apple, max: 5, quantity: 1 },
      { channel_sn: 3, goods: water, max: 9, quantity: 0 },
      { channel_sn: 4, goods: tea, max: 3, quantity: 3 },
      { channel_sn: 5, max: 8 },
    ]) {
      app.clock.advance(4)
      await app.call(setChannelInfo, { sn, ...slot }, { as: merchant })
    }
    const [, ...rows] = await readExport(app, exportDevChannel, { all: true, type: 'goods' }, merchant)
    expect(rows).toEqual([
      ['Water', '9', '1', '1'],
      ['Apple', '4', '1', '1'],
      ['Tea', '4', '1', '1'],
    ])
  })

  test('leaves out slots whose capacity is unknown, and counts them in its last line', async () => {
    const merchant = await makeMerchant(app)
    const tea = (await makeGoods(app, merchant, { title: 'Tea', price: 300 })).goods_id
    const { sn } = await makeBoundMachine(app, merchant, { title: 'New' })
    await app.call(setChannelInfo, { sn, channel_sn: [1, 2], goods: tea }, { as: merchant })
    const list = await readExport(app, exportDevChannel, { all: true, type: 'goods' }, merchant)
    expect(list.slice(1)).toEqual([['Not included: capacity unknown', '2', '1']])
  })
})
