import {
  goodsCalls,
  slotCalls,
  slotImportMaxRows,
  type SlotImportPreview,
  undoMinutes,
} from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { downloadExport } from '../../../test/exports.ts'
import { makeGoods, makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { stockSlot } from '../../../test/goods-slot-samples.ts'
import { asMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { takeConfig } from '../devices/index.ts'
import { sweep } from './index.ts'

const app = await testApp()

const header = 'Serial number,Slot,Goods no.,Article code,Price,Capacity'
const send = async (lines: readonly string[], as: Merchant, head = header, locale = 'en-US') =>
  (await app.post(slotCalls.previewSlotImport.path, Buffer.from([head, ...lines].join('\n')), { as, locale }))
    .body
const preview = async (lines: readonly string[], as: Merchant, head = header) =>
  (await send(lines, as, head)).result as SlotImportPreview
const rowsOf = async (id: string, as: Merchant) =>
  (await app.call(slotCalls.getSlotImportRows, { condition: { import: id } }, { as })).body.result.data
const apply = async (id: string, as: Merchant) => {
  app.clock.advance(5)
  return (await app.call(slotCalls.applySlotImport, { import: id }, { as })).body
}
const undo = async (change: string | null, as: Merchant) =>
  (await app.call(slotCalls.undoGoodsSlots, { change: change ?? '0' }, { as })).body
const slotsOf = async (sn: string, as: Merchant) =>
  (await app.call(slotCalls.getDevChannel, { sn }, { as })).body.result.data

/** Two machines with cola in slot 1, beside one that no sheet names, and one of a neighbour. */
async function makeShop() {
  const [merchant, neighbour] = [await makeMerchant(app), await makeMerchant(app)]
  const store = await makeStore(app, merchant)
  const cola = await makeGoods(app, merchant, { title: 'Cola', price: 350, code: 'C-1' })
  const tea = await makeGoods(app, merchant, { title: 'Tea', price: 420, code: 'T-1' })
  const options = { slots: 3, store: store._id }
  const [one, two] = [
    await makeBoundMachine(app, merchant, options),
    await makeBoundMachine(app, merchant, options),
  ]
  const unnamed = await makeBoundMachine(app, merchant, options)
  const theirs = await makeBoundMachine(app, neighbour, { slots: 3 })
  for (const machine of [one, two, unnamed]) await stockSlot(app, machine, 1, { goods: cola.goods_id })
  return { merchant, neighbour, store, cola, tea, one, two, unnamed, theirs }
}

describe('a sheet of slots', () => {
  test('shows what it would change, line by line, before anything changes', async () => {
    const { merchant, tea, one, two } = await makeShop()
    const answer = await preview(
      [`${one.sn},1,,,4.50,12`, `${one.sn},2,${tea.goods_id},,,8`, `${two.sn},1,,t-1,5,`, `${two.sn},2,,,,`],
      merchant,
    )
    expect(answer).toEqual({
      import: expect.any(String),
      change: 3,
      same: 1,
      error: 0,
      devices: 2,
      other_goods: 2,
      pieces: 4,
      slashed: null,
    })
    expect(await rowsOf(answer.import, merchant)).toMatchObject([
      {
        row: 2,
        kind: 'change',
        sn: one.sn,
        title: `Machine ${one.sn}`,
        slot: '1',
        pieces: 0,
        changes: [
          { field: 'Price', before: '3.00', after: '4.50' },
          { field: 'Capacity', before: '10', after: '12' },
        ],
      },
      {
        changes: [
          { field: 'Goods', before: '', after: 'Tea' },
          { field: 'Price', before: '', after: '4.20' },
          { field: 'Capacity', before: '0', after: '8' },
        ],
      },
      {
        pieces: 4,
        changes: [
          { field: 'Goods', before: 'Cola', after: 'Tea' },
          { field: 'Price', before: '3.00', after: '5.00' },
        ],
      },
      { kind: 'same', changes: [] },
    ])
    expect((await slotsOf(one.sn, merchant))[0]).toMatchObject({ price: 300, max: 10, rev: 1 })
  })

  test('may have other usual words above its columns', async () => {
    const { merchant, one } = await makeShop()
    for (const head of ['设备号,货道,货号,售价,容量', '機器編號,貨道,SKU,單價 (CNY),最大容量']) {
      const { import: id, change } = await preview([`${one.sn},1,T-1,4.5,12`], merchant, head)
      expect(change).toBe(1)
      const [row] = await rowsOf(id, merchant)
      expect(row?.changes.map(({ after }) => after)).toEqual(['Tea', '4.50', '12'])
    }
  })

  test('says how many prices fall by more than half, where the goods stay, and names the steepest', async () => {
    const { merchant, tea, one, two } = await makeShop()
    const { slashed } = await preview(
      [`${one.sn},1,,,1.40,`, `${two.sn},1,,,0.50,`, `${one.sn},2,${tea.goods_id},,0.10,8`],
      merchant,
    )
    expect(slashed).toEqual({ count: 2, was: 300, price: 50 })
    expect((await preview([`${one.sn},1,${tea.goods_id},,0.10,`], merchant)).slashed).toBeNull()
    expect((await preview([`${one.sn},1,,,1.50,`], merchant)).slashed).toBeNull()
  })

  test.each(['Price (CNY)', '价格 (CNY)'])('has its prices under "%s", too, as exports do', async (head) => {
    const { merchant, one } = await makeShop()
    const answer = await preview([`${one.sn},1,4.50`], merchant, `Serial number,Slot,${head}`)
    expect(await rowsOf(answer.import, merchant)).toMatchObject([
      { kind: 'change', changes: [{ field: 'Price', before: '3.00', after: '4.50' }] },
    ])
  })

  test('is applied as one change: slots, settings of machines, stock lines and audit', async () => {
    const { merchant, tea, one, two, unnamed } = await makeShop()
    const revs = () =>
      asOwner<{ rev: number }>(
        app,
        'select settings_rev::int as rev from device where device_id = any($1) order by device_id',
        [[one.id, two.id, unnamed.id]],
      )
    const before = await revs()
    const { import: id } = await preview(
      [`${one.sn},1,,,4.50,12`, `${one.sn},2,${tea.goods_id},,,8`, `${two.sn},1,,T-1,5,`],
      merchant,
    )
    expect((await apply(id, merchant)).result).toMatchObject({ slots: 3, devices: 2, refused: [] })
    expect(await slotsOf(one.sn, merchant)).toMatchObject([
      { goods: { title: 'Cola' }, price: 450, max: 12, quantity: 4, applied: false },
      { goods: { title: 'Tea' }, price: 420, max: 8, quantity: 0 },
      { goods: null },
    ])
    expect((await slotsOf(two.sn, merchant))[0]).toMatchObject({
      goods: { title: 'Tea' },
      price: 500,
      quantity: 0,
    })
    expect((await slotsOf(unnamed.sn, merchant))[0]).toMatchObject({
      goods: { title: 'Cola' },
      price: 300,
      rev: 1,
    })
    const after = await revs()
    expect(after.map(({ rev }, i) => rev - (before[i]?.rev ?? 0))).toEqual([1, 1, 0])
    const lines = await asOwner(
      app,
      'select device_id::text, channel_sn, reason, before, after from stock_move where tenant_id = $1',
      [merchant.tenantId],
    )
    expect(lines).toEqual([{ device_id: two.id, channel_sn: 1, reason: 'goods', before: 4, after: 0 }])
    const audited = await asOwner(
      app,
      `select object_id, after ->> 'channel_sn' as slots from audit
        where tenant_id = $1 and call = 'applySlotImport' order by audit_id`,
      [merchant.tenantId],
    )
    expect(audited).toEqual([
      { object_id: one.id, slots: '1, 2' },
      { object_id: two.id, slots: '1' },
    ])
    expect(await apply(id, merchant)).toMatchObject({
      rcode: 103,
      msg: 'This sheet has been imported already',
    })
  })

  test('is undone where the goods stayed: price and capacity are those of before', async () => {
    const { merchant, tea, one, two } = await makeShop()
    const { import: id } = await preview(
      [`${one.sn},1,,,4.50,12`, `${two.sn},1,,,6,`, `${two.sn},2,${tea.goods_id},,,8`],
      merchant,
    )
    const { change } = (await apply(id, merchant)).result
    const open = await app.call(slotCalls.getSlotImportUndo, {}, { as: merchant })
    expect(open.body.result.undo).toMatchObject({ change, slots: 2 })
    expect((await undo(change, merchant)).result).toMatchObject({ slots: 2, devices: 2, refused: [] })
    expect((await slotsOf(one.sn, merchant))[0]).toMatchObject({ price: 300, max: 10, quantity: 4 })
    expect(await slotsOf(two.sn, merchant)).toMatchObject([{ price: 300 }, { goods: { title: 'Tea' } }, {}])
    expect((await undo(change, merchant)).rcode).toBe(101)
    expect((await app.call(slotCalls.getSlotImportUndo, {}, { as: merchant })).body.result.undo).toBeNull()
  })

  test('leaves slots alone that were changed again before the undo', async () => {
    const { merchant, one, two } = await makeShop()
    const { import: id } = await preview([`${one.sn},1,,,4.50,`, `${two.sn},1,,,4.50,`], merchant)
    const { change } = (await apply(id, merchant)).result
    app.clock.advance(5)
    await app.call(slotCalls.setChannelInfo, { sn: two.sn, channel_sn: 1, price: 700 }, { as: merchant })
    expect((await undo(change, merchant)).result).toMatchObject({
      slots: 1,
      refused: [{ sn: two.sn, reason: 'changed' }],
    })
    expect((await slotsOf(two.sn, merchant))[0]).toMatchObject({ price: 700 })
  })

  test.each(['a sheet', 'a form'])(
    'made by %s is undone again for a machine that could not take it',
    async (how) => {
      const { merchant, cola, one, two } = await makeShop()
      const slots = [one, two].map(({ sn }) => ({ sn, channel_sn: 1 }))
      const byForm = async () =>
        (
          await app.call(
            slotCalls.setGoodsSlots,
            { goods_id: cola.goods_id, slots, price: 450 },
            { as: merchant },
          )
        ).body
      const bySheet = async () =>
        apply((await preview([`${one.sn},1,,,4.50,`, `${two.sn},1,,,4.50,`], merchant)).import, merchant)
      const { change } = (await (how === 'a sheet' ? bySheet() : byForm())).result
      await asMachine(app, two, (ctx) => takeConfig(ctx, { init: 'running', slots: 0 }))
      expect((await undo(change, merchant)).result).toMatchObject({
        change,
        slots: 1,
        refused: [{ sn: two.sn, channel_sn: [1], reason: 'busy' }],
      })
      // The slot that has its former price is not given it again.
      app.clock.advance(5)
      await app.call(slotCalls.setChannelInfo, { sn: one.sn, channel_sn: 1, price: 450 }, { as: merchant })
      await asMachine(app, two, (ctx) => takeConfig(ctx, { init: 'done', slots: 3 }))
      expect((await undo(change, merchant)).result).toMatchObject({ change: null, slots: 1, refused: [] })
      const prices = [
        (await slotsOf(one.sn, merchant))[0]?.price,
        (await slotsOf(two.sn, merchant))[0]?.price,
      ]
      expect(prices).toEqual([450, 300])
      expect((await undo(change, merchant)).rcode).toBe(101)
    },
  )

  test('has each wrong cell named by its line and its column', async () => {
    const { merchant, cola, one, two, theirs } = await makeShop()
    await makeGoods(app, merchant, { title: 'Twin', code: 'T-1' })
    const answer = await preview(
      [
        `4711,1,,,4,`,
        `${theirs.sn},1,,,4,`,
        `,1,,,4,`,
        `${one.sn},9,,,4,`,
        `${one.sn},x,,,4,`,
        `${one.sn},1,,,0.01,99999`,
        `${one.sn},2,999999,,4,`,
        `${two.sn},1,,T-1,4,`,
        `${two.sn},2,${cola.goods_id},T-1,4,`,
        `${one.sn},1,,,4,3`,
        `${one.sn},1,,,4,`,
        `${one.sn},3,,C-1,,5`,
      ],
      merchant,
    )
    expect(answer).toMatchObject({ change: 1, error: 11 })
    const rows = await rowsOf(answer.import, merchant)
    expect(rows.map(({ errors }) => errors.map(({ field, message }) => `${field}: ${message}`))).toEqual([
      ['Serial number: A selected device does not exist'],
      ['Serial number: A selected device does not exist'],
      ['Serial number: Required'],
      ['Slot: There is no slot 9'],
      ['Slot: A slot number is from 1 to 9999'],
      ['Price: The price must be at least 0.02', 'Capacity: Enter a whole number from 0 to 9999'],
      ['Goods no.: These goods do not exist'],
      ['Article code: 2 goods have this article code. Use the goods no. instead.'],
      ['Article code: The article code and the goods no. belong to different goods'],
      ['Capacity: The capacity cannot be below the stock'],
      ['Slot: A slot can be listed only once'],
      [],
    ])
  })

  test('may have an emoji where its texts are cut', async () => {
    const { merchant } = await makeShop()
    const answer = await preview([`${'9'.repeat(39)}🥤,${'1'.repeat(19)}🥤,,,5,`], merchant)
    expect(answer).toMatchObject({ error: 1 })
    expect(await rowsOf(answer.import, merchant)).toMatchObject([
      { kind: 'error', sn: `${'9'.repeat(39)}\uFFFD`, slot: `${'1'.repeat(19)}\uFFFD` },
    ])
  })

  test('does nothing to slots that were changed after the preview, and names them', async () => {
    const { merchant, one, two } = await makeShop()
    const { import: id } = await preview([`${one.sn},1,,,4.50,`, `${two.sn},1,,,4.50,`], merchant)
    await app.call(slotCalls.setChannelInfo, { sn: two.sn, channel_sn: 1, price: 700 }, { as: merchant })
    expect((await apply(id, merchant)).result).toMatchObject({
      slots: 1,
      refused: [{ sn: two.sn, channel_sn: [1], reason: 'changed' }],
    })
    expect((await slotsOf(two.sn, merchant))[0]).toMatchObject({ price: 700 })
  })

  test('leaves lines alone that change nothing or are wrong, and machines that rest after an edit', async () => {
    const { merchant, one, two } = await makeShop()
    const lines = [`${one.sn},1,,,4.50,`, `${one.sn},2,,,,`, `${one.sn},9,,,4,`, `${two.sn},1,,,4.50,`]
    const { import: id } = await preview(lines, merchant)
    app.clock.advance(5)
    await app.call(slotCalls.setQuantity, { sn: two.sn, type: 1, channel_sn: [3] }, { as: merchant })
    const { body } = await app.call(slotCalls.applySlotImport, { import: id }, { as: merchant })
    expect(body.result).toMatchObject({
      slots: 1,
      devices: 1,
      refused: [{ sn: two.sn, channel_sn: [1], reason: 'wait', rcode: 105 }],
    })
    const revs = (await slotsOf(one.sn, merchant)).map(({ rev }) => rev)
    expect(revs).toEqual([2, 1, 1])
    expect((await slotsOf(two.sn, merchant))[0]).toMatchObject({ price: 300 })
  })

  test('is applied alone: another one of the same author is not taken for applied', async () => {
    const { merchant, one, two } = await makeShop()
    const [first, second] = [
      await preview([`${one.sn},1,,,4.50,`], merchant),
      await preview([`${two.sn},1,,,4.50,`], merchant),
    ]
    expect((await apply(first.import, merchant)).rcode).toBe(0)
    expect((await apply(second.import, merchant)).rcode).toBe(0)
  })

  test('whose goods are gone changes nothing', async () => {
    const { merchant, tea, one } = await makeShop()
    const { import: id } = await preview([`${one.sn},1,,,9,`, `${one.sn},2,${tea.goods_id},,4,5`], merchant)
    await app.call(goodsCalls.delPrivate, { goods_id: tea.goods_id }, { as: merchant })
    expect((await apply(id, merchant)).rcode).toBe(103)
    expect((await slotsOf(one.sn, merchant))[0]).toMatchObject({ price: 300 })
  })

  test('names only machines of the caller’s scope, and can be applied by its sender alone', async () => {
    const { merchant, one, two } = await makeShop()
    const clerk = await makeStaff(app, merchant, {
      permissions: ['device.manage'],
      stores: [],
      devices: [one.id],
    })
    const answer = await preview([`${one.sn},1,,,4.50,`, `${two.sn},1,,,4.50,`], clerk)
    expect(answer).toMatchObject({ change: 1, error: 1 })
    const condition = { import: answer.import }
    const rows = await app.call(slotCalls.getSlotImportRows, { condition }, { as: merchant })
    expect(rows.body.rcode).toBe(101)
    expect((await apply(answer.import, merchant)).rcode).toBe(101)
    expect((await apply(answer.import, clerk)).rcode).toBe(0)
  })

  test.each(['xlsx', 'csv'] as const)(
    'may be what the export as %s has written, which changes nothing',
    async (format) => {
      const { merchant } = await makeShop()
      const input = { all: true, format }
      const { rawPayload } = await downloadExport(app, slotCalls.exportDevChannel, input, { as: merchant })
      const { body } = await app.post(slotCalls.previewSlotImport.path, rawPayload, { as: merchant })
      expect(body.result).toMatchObject({ change: 0, same: 9, error: 0 })
    },
  )

  test('is refused with too many lines, without its columns, and when it is empty', async () => {
    const { merchant, one } = await makeShop()
    const many = Array.from({ length: slotImportMaxRows + 1 }, () => `${one.sn},1`)
    expect(await send(many, merchant)).toMatchObject({ rcode: 100, msg: expect.stringContaining('5000') })
    expect(await send([`1,2`], merchant, 'Slot,Price')).toMatchObject({
      rcode: 100,
      msg: 'The first row has no column “Serial number”',
    })
    expect(await send([`1,2`], merchant, 'Serial number,Price')).toMatchObject({
      msg: 'The first row has no column “Slot”',
    })
    expect((await send([], merchant)).rcode).toBe(100)
    expect(
      await send([`${one.sn},1,,,5,`], merchant, '设备编号,货道号,商品编号,商品编码,价格,最大库存'),
    ).toMatchObject({
      rcode: 0,
    })
  })

  test('is forgotten after a day, and its change after an hour', async () => {
    const { merchant, one } = await makeShop()
    const { import: id } = await preview([`${one.sn},1,,,4.50,`], merchant)
    const { change } = (await apply(id, merchant)).result
    await sweep(app.deps, merchant.tenantId, new Date(app.clock.now.getTime() + 25 * 3_600_000))
    const kept = await asOwner(app, 'select 1 from slot_import where tenant_id = $1', [merchant.tenantId])
    expect(kept).toEqual([])
    app.clock.advance(undoMinutes * 60 + 1)
    expect((await undo(change, merchant)).rcode).toBe(101)
  })
})
