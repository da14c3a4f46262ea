import { channelCalls, deviceCalls, quantityTypes } from '@slotwise/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../../test/app.ts'
import { readExport } from '../../../test/exports.ts'
import { makeGoods, makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { takeFault } from '../devices/index.ts'
import { giveCommand, takeForSending, takeResult } from './index.ts'

let app: TestApp
let owner: Merchant
let machine: BoundMachine

/** Filled, broken, tried, emptied: one after the other. */
beforeAll(async () => {
  app = await startApp()
  owner = await makeMerchant(app)
  machine = await makeOnlineMachine(app, owner, { slots: 3 })
  const goods = await makeGoods(app, owner, { title: 'Cola', price: 350 })
  await app.call(
    channelCalls.setChannelInfo,
    { sn: machine.sn, channel_sn: 2, goods: goods.goods_id, max: 10, quantity: 4 },
    { as: owner },
  )
  app.clock.advance(5)
  const fault = { code: 'MOTOR', ch: 2, raw: 'E2', active: true } as const
  await asMachine(app, machine, async (ctx) => {
    const message = { v: 1, sn: machine.sn, mid: 'f', seq: 1, ts: 1, type: 'fault', data: fault } as const
    await takeFault(ctx, message)
  })
  app.clock.advance(5)
  await asMachine(app, machine, async (ctx) => {
    const by = { id: null, username: 'Lin' }
    const { command: id } = await giveCommand(ctx, { op: 'testOut', args: { items: [{ ch: 2, n: 1 }] }, by })
    await takeForSending(ctx, id)
    await takeResult(ctx, { id, ok: false, items: [{ ch: 2, n: 1, ok: false, fault: 'MOTOR' }] })
  })
  app.clock.advance(5)
  await app.call(channelCalls.setQuantity, { sn: machine.sn, type: quantityTypes.empty }, { as: owner })
})
afterAll(() => app.close())

describe('the history of a machine as a file', () => {
  test('has every line, the newest first, in the asker’s language', async () => {
    const rows = await readExport(
      app,
      deviceCalls.exportDevHistory,
      { condition: { sn: machine.sn } },
      owner,
      'zh-CN',
    )
    expect(rows[0]).toEqual([
      '时间',
      '类型',
      '内容',
      '货道',
      '商品',
      '变动前',
      '变动后',
      '变动',
      '状态',
      '详情',
      '结束时间',
      '操作人',
    ])
    expect(rows.slice(1).map(([, kind]) => kind)).toEqual(['库存变动', '指令', '故障', '库存变动'])
    const [, emptied, tried, broken, filled] = rows
    expect(emptied?.slice(2, 8)).toEqual(['清空', '2', 'Cola', '4', '0', '-4'])
    // Empty cells are not there.
    expect(tried?.slice(1)).toEqual([
      '指令',
      '货道测试',
      '失败',
      '货道 2：电机故障\n电机故障\n错误码 402 · MOTOR',
      expect.any(String),
      'Lin',
    ])
    expect(broken?.slice(2)).toEqual(['货道 2：电机故障', '2', '未恢复', '设备上报：E2'])
    expect(filled?.slice(5, 8)).toEqual(['0', '4', '4'])
  })

  test('holds what is asked for only', async () => {
    const condition = { sn: machine.sn, kind: 'stock' as const, channel_sn: 2 }
    const rows = await readExport(app, deviceCalls.exportDevHistory, { condition }, owner)
    expect(rows.slice(1).map(([, kind]) => kind)).toEqual(['Stock change', 'Stock change'])
    const early = { condition: { sn: machine.sn, to: '2020-01-01' } }
    expect(await readExport(app, deviceCalls.exportDevHistory, early, owner)).toHaveLength(1)
  })

  test('is for those who may see the machine', async () => {
    const input = { condition: { sn: machine.sn } }
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [], devices: [] })
    for (const as of [await makeMerchant(app), clerk])
      expect((await app.call(deviceCalls.exportDevHistory, input, { as })).body.rcode).toBe(101)
  })
})
