import { addDays, dayOf, historyCalls, quantityTypes, slotCalls } from '@slotwise/contract'
import { beforeAll, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { readExport } from '../../../test/exports.ts'
import { makeGoods, makeMerchant, makeStaff } from '../../../test/factories.ts'
import { longListOf } from '../../../test/long-lists.ts'
import { asOwner } from '../../../test/owner.ts'
import { asMachine, type BoundMachine, makeOnlineMachine, messageOf } from '../../../test/machines.ts'
import { giveCommand, takeForSending, takeResult } from '../commands/index.ts'
import { takeFault } from '../presence/index.ts'

/** The slot is filled, breaks, is tested and is emptied, in this order. */
const app = await testApp()
const owner = await makeMerchant(app)
const machine = await makeOnlineMachine(app, owner, { slots: 3 })
const goods = await makeGoods(app, owner, { title: 'Cola', price: 350 })
await app.call(
  slotCalls.setChannelInfo,
  { sn: machine.sn, channel_sn: 2, goods: goods.goods_id, max: 10, quantity: 4 },
  { as: owner },
)
app.clock.advance(5)
const fault = { code: 'MOTOR', ch: 2, raw: 'E2', active: true } as const
await asMachine(app, machine, async (ctx) => {
  await takeFault(ctx, messageOf(machine, 'fault', fault))
})
app.clock.advance(5)
await asMachine(app, machine, async (ctx) => {
  const by = { id: null, username: 'Lin' }
  const { command: id } = await giveCommand(ctx, { op: 'testOut', args: { items: [{ ch: 2, n: 1 }] }, by })
  await takeForSending(ctx, id)
  await takeResult(ctx, { id, ok: false, items: [{ ch: 2, n: 1, ok: false, fault: 'MOTOR' }] })
})
app.clock.advance(5)
await app.call(slotCalls.setQuantity, { sn: machine.sn, type: quantityTypes.empty }, { as: owner })

describe('the history of a machine', () => {
  let busy: BoundMachine
  const history = () => longListOf(app, historyCalls.getDevHistory, { sn: busy.sn }, owner)
  const keys = ({ data }: { data: { kind: string; id: string }[] }) =>
    data.map(({ kind, id }) => `${kind} ${id}`)

  /** Commands, faults and changes of stock of the same moments, beside those of a second machine. */
  beforeAll(async () => {
    busy = await makeOnlineMachine(app, owner, { slots: 3 })
    const perMoment = `(select $3::timestamptz - (n / 4) * interval '6 hours' as at, n from generate_series(1, 40) n) m`
    for (const { id } of [busy, await makeOnlineMachine(app, owner)]) {
      const of = [owner.tenantId, id, app.clock.now]
      await asOwner(
        app,
        `insert into stock_move (tenant_id, device_id, channel_sn, reason, before, after, username, at)
         select $1, $2, 2, 'edit', 0, m.n, 'Lin', m.at from ${perMoment}`,
        of,
      )
      await asOwner(
        app,
        `insert into device_fault (tenant_id, device_id, code, channel_sn, raw, since, cleared_at)
         select $1, $2, 'MOTOR', 1, '', m.at, m.at from ${perMoment}`,
        of,
      )
    }
  })

  test('is read by cursors to its end and back, each line of each kind once', async () => {
    const { page, follow } = history()
    const whole = keys(await page({ pageSize: 999 }))
    expect(new Set(whole).size).toBe(whole.length)
    expect(whole).toHaveLength(80)
    const down = await follow('older', await page({ pageSize: 7 }), 7)
    expect(down.flatMap(keys)).toEqual(whole)
    const up = await follow('newer', down.at(-1)!, 7)
    expect(up.at(-1)).toEqual(down[0])
    expect(new Set(up.flatMap(keys)).size).toBe(whole.length)
  })

  test('is read from a day on, in both directions', async () => {
    const { page, follow } = history()
    const [today, whole] = ['2026-11-15', (await page({ pageSize: 999 })).data]
    const isLater = ({ at }: { at: string }) => at >= '2026-11-14T16:00:00.000Z'
    const older = await page({ day: '2026-11-14', pageSize: 10 })
    expect(keys(older)).toEqual(keys({ data: whole.filter((line) => !isLater(line)).slice(0, 10) }))
    const newer = await follow('newer', older, 10)
    expect(newer.slice(1).flatMap(keys)).toEqual(
      expect.arrayContaining(keys({ data: whole.filter(isLater) })),
    )
    expect(await page({ day: today, pageSize: 10 })).toEqual(await page({ pageSize: 10 }))
    expect((await page({ day: '2020-01-01' })).data).toEqual([])
  })
})

describe('the lines of a history', () => {
  const kinds = async (condition: object, { sn } = machine) =>
    (
      await app.call(historyCalls.getDevHistory, { condition: { sn, ...condition } }, { as: owner })
    ).body.result.data.map(({ kind }) => kind)

  test('are chosen by kind, slot and day', async () => {
    const all = ['stock', 'command', 'fault', 'stock']
    expect(await kinds({})).toEqual(all)
    expect(await kinds({ channel_sn: 2 })).toEqual(all)
    expect(await kinds({ channel_sn: 1 })).toEqual([])
    for (const kind of ['command', 'fault'] as const) {
      expect(await kinds({ kind, channel_sn: 2 })).toEqual([kind])
      expect(await kinds({ kind, channel_sn: 3 })).toEqual([])
    }
    // The clock of the tests stands on a day of the merchant.
    const today = dayOf(app.clock.now, 480)
    expect(await kinds({ to: today })).toEqual(all)
    expect(await kinds({ to: addDays(today, -1) })).toEqual([])
  })

  test('of a slot are the commands that give it another number, and pulses for the only one', async () => {
    const by = { id: null, username: 'Lin' }
    const renumbered = await makeOnlineMachine(app, owner, { slots: 3 })
    const slots = [{ from: 1, to: 9 }]
    await asMachine(app, renumbered, (ctx) => giveCommand(ctx, { op: 'resetSlot', args: { slots }, by }))
    const pulses = await makeOnlineMachine(app, owner, { type: 'pulse', slots: 1 })
    const args = { pulses: 3, widthMs: 50, gapMs: 50 }
    await asMachine(app, pulses, (ctx) => giveCommand(ctx, { op: 'dispense', args, by }))
    const found = async (of: BoundMachine) =>
      Promise.all([1, 2, 9].map(async (slot) => (await kinds({ channel_sn: slot }, of)).length))
    expect(await found(renumbered)).toEqual([1, 0, 1])
    expect(await found(pulses)).toEqual([1, 0, 0])
  })
})

describe('the history of a machine as a file', () => {
  test('has every line, the newest first, in the asker’s language', async () => {
    const rows = await readExport(
      app,
      historyCalls.exportDevHistory,
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
    // Empty cells are left out of a sheet.
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
    const rows = await readExport(app, historyCalls.exportDevHistory, { condition }, owner)
    expect(rows.slice(1).map(([, kind]) => kind)).toEqual(['Stock change', 'Stock change'])
    const early = { condition: { sn: machine.sn, to: '2020-01-01' } }
    expect(await readExport(app, historyCalls.exportDevHistory, early, owner)).toHaveLength(1)
  })

  test('holds of the commands those about a slot: its pieces, its renumbering, and pulses for slot 1', async () => {
    const { id, sn } = await makeOnlineMachine(app, owner, { slots: 3 })
    const commands = {
      pieces: {
        items: [
          { ch: 1, n: 1 },
          { ch: 3, n: 2 },
        ],
      },
      renumbered: { slots: [{ from: 2, to: 3 }] },
      pulses: { pulses: 2, widthMs: 50, gapMs: 50 },
      restart: { part: 'machine' },
    }
    for (const [attach, args] of Object.entries(commands))
      await asOwner(
        app,
        `insert into command (tenant_id, device_id, sn, op, args, attach, username, created_at, expires_at, due_at)
         values ($1, $2, $3, 'dispense', $4, $5, 'Lin', $6, $6, $6)`,
        [owner.tenantId, id, sn, JSON.stringify(args), attach, app.clock.now],
      )
    const about = async (slot?: number) => {
      const condition = { sn, kind: 'command', ...(slot === undefined ? {} : { channel_sn: slot }) }
      const { data } = await longListOf(app, historyCalls.getDevHistory, condition, owner).page()
      return data.map((line) => (line.kind === 'command' ? line.attach : line.kind)).toReversed()
    }
    expect(await about()).toEqual(Object.keys(commands))
    expect(await about(1)).toEqual(['pieces', 'pulses'])
    expect(await about(2)).toEqual(['renumbered'])
    expect(await about(3)).toEqual(['pieces', 'renumbered'])
  })

  test('is for those who may see the machine', async () => {
    const input = { condition: { sn: machine.sn } }
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [], devices: [] })
    for (const as of [await makeMerchant(app), clerk])
      for (const row of [historyCalls.getDevHistory, historyCalls.exportDevHistory])
        expect((await app.call(row, input, { as })).body.rcode).toBe(101)
  })
})
