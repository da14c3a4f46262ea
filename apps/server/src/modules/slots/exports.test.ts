import { slotCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { readExport } from '../../../test/exports.ts'
import { makeArea, makeGoods, makeMerchant, makeStaff, makeStore } from '../../../test/factories.ts'
import { makeBoundMachine } from '../../../test/machines.ts'

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
      'Article no.',
      'Goods no.',
      'Stock',
      'Capacity',
      'To refill',
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
      ['Serial number', 'Device', 'Slot', 'Price', 'Game price', 'Winning rate (%)'],
      [elsewhere.sn, 'Quiet', '1', '3.50'],
      [elsewhere.sn, 'Quiet', '2'],
    ])
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

  test('leaves out slots whose capacity is unknown, and counts them in its last line', async () => {
    const merchant = await makeMerchant(app)
    const tea = (await makeGoods(app, merchant, { title: 'Tea', price: 300 })).goods_id
    const { sn } = await makeBoundMachine(app, merchant, { title: 'New' })
    await app.call(setChannelInfo, { sn, channel_sn: [1, 2], goods: tea }, { as: merchant })
    const list = await readExport(app, exportDevChannel, { all: true, type: 'goods' }, merchant)
    expect(list.slice(1)).toEqual([['Not included: capacity unknown', '2', '1']])
  })
})
