/** Lines of a sheet of slots that are refused, beside others that are applied, and the headers that are known. */
import { slotCalls, type SlotImportPreview } from '@slotwise/contract'
import { makeSheet } from '@slotwise/sheets/testing'
import { beforeEach, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeGoods, makeMerchant, type Merchant } from '../../../test/factories.ts'
import { stockSlot } from '../../../test/goods-slot-samples.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { demandPause } from '../devices/index.ts'

const app = await testApp()
let owner: Merchant
let one: BoundMachine
let two: BoundMachine

beforeEach(async () => {
  owner = await makeMerchant(app)
  const { goods_id: goods } = await makeGoods(app, owner, { code: 'C-1' })
  one = await makeBoundMachine(app, owner, { slots: 2 })
  two = await makeBoundMachine(app, owner, { slots: 2 })
  for (const machine of [one, two]) await stockSlot(app, machine, 1, { goods, price: 300 })
})

const linesOf = (...lines: string[]) =>
  Buffer.from(['Serial number,Slot,Price,Capacity', ...lines].join('\n'))
const preview = async (sheet: Buffer) => {
  const { body } = await app.post(slotCalls.previewSlotImport.path, sheet, { as: owner })
  return body.result as SlotImportPreview
}
const prices = async () =>
  (
    await asOwner<{ price: number }>(
      app,
      'select price from channel where device_id = any($1) and channel_sn = 1 order by device_id',
      [[one.id, two.id]],
    )
  ).map(({ price }) => price)

test('a machine that was just edited waits, and the others are changed', async () => {
  const { import: id } = await preview(linesOf(`${one.sn},1,4.50,`, `${two.sn},1,4.50,`))
  await asUser(app, owner, (ctx) => demandPause(ctx, one.id, 'edit'))
  const { result } = (await app.call(slotCalls.applySlotImport, { import: id }, { as: owner })).body
  expect(result.refused).toMatchObject([{ sn: one.sn, channel_sn: [1], reason: 'wait' }])
  expect(await prices()).toEqual([300, 450])
})

test('cells that show an error are named, each by its column', async () => {
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
  const sheet = makeSheet(
    `<row r="1">${cell('A1', 'Serial number')}${cell('B1', 'Slot')}${cell('C1', 'Price')}${cell('D1', 'Capacity')}</row>` +
      `<row r="2">${cell('A2', one.sn)}${cell('B2', '1')}<c r="C2" t="e"><v>#REF!</v></c><c r="D2" t="e"><v>#N/A</v></c></row>` +
      `<row r="3">${cell('A3', two.sn)}${cell('B3', '1')}<c r="C3"><v>4.5</v></c></row>`,
  )
  const answer = await preview(sheet)
  expect(answer).toMatchObject({ change: 1, error: 1 })
  const condition = { import: answer.import }
  const { data } = (await app.call(slotCalls.getSlotImportRows, { condition }, { as: owner })).body.result
  const message = 'The cell shows an error, or a formula without its result'
  expect(data.flatMap(({ errors }) => errors)).toEqual([
    { field: 'Price', message },
    { field: 'Capacity', message },
  ])
})

// Each is the header of an export: today's in three languages, one of an earlier release, and those of other systems.
test.each([
  '设备编号,货道号,商品编号,商品编码,价格,最大库存',
  '設備編號,貨道號,商品編號,商品編碼,價格,最大庫存',
  'Serial number,Slot,Goods no.,Article code,Price,Capacity',
  'Serial number,Slot,Goods no.,Article no.,Price,Capacity',
  '设备编号,货道号,商品编号,货号,价格,最大库存',
  '設備編號,貨道號,商品編號,貨號,價格,最大庫存',
])('every column of “%s” is read', async (header) => {
  const answer = await preview(
    Buffer.from([header, `${one.sn},2,,c-1,4.50,12`, `${two.sn},2,,none,4.50,12`].join('\n')),
  )
  expect(answer).toMatchObject({ change: 1, other_goods: 1, error: 1 })
  const condition = { import: answer.import, kind: 'change' as const }
  const { data } = (await app.call(slotCalls.getSlotImportRows, { condition }, { as: owner })).body.result
  expect(data[0]?.changes.map(({ after }) => after).slice(1)).toEqual(['4.50', '12'])
})
