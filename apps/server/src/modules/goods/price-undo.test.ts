/** A price of goods that came by the form or by a sheet, undone. */
import { goodsCalls, type ImportPreview, jobCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeGoods, makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { goodsSheet } from '../../../test/goods-sheet.ts'

const app = await testApp()

const open = async (as: Merchant) =>
  (await app.call(goodsCalls.getGoods, { condition: {} }, { as })).body.result.undo
const read = async (as: Merchant, id: string) =>
  (await app.call(goodsCalls.getGoods, { condition: { ids: [id] } }, { as })).body.result.data[0]
const undo = async (as: Merchant, change: string | null) =>
  (await app.call(goodsCalls.undoGoods, { change: change ?? '' }, { as })).body

/** Cola at 3.50, beside goods of the same merchant and of a neighbour, and a colleague. */
async function makeShop() {
  const [merchant, neighbour] = [await makeMerchant(app), await makeMerchant(app)]
  const fields = { title: 'Cola', price: 350, tags: 'drink', description: 'Cold', code: 'C1' }
  const cola = await makeGoods(app, merchant, fields)
  await makeGoods(app, merchant, { title: 'Tea', price: 350 })
  await makeGoods(app, neighbour, fields)
  const colleague = await makeStaff(app, merchant, { permissions: ['goods.manage'] })
  const save = async (change: object) => {
    const input = { ...fields, goods_id: cola.goods_id, ...change }
    return (await app.call(goodsCalls.editPrivate, input, { as: merchant })).body.result
  }
  return { merchant, neighbour, colleague, cola, save }
}

describe('an edit of goods', () => {
  test('is undone by its author alone, the price with the range that replaced it', async () => {
    const { merchant, neighbour, colleague, cola, save } = await makeShop()
    const { change } = await save({ price: null, min_price: 100, max_price: 900, description: 'Warm' })
    expect(await open(merchant)).toMatchObject({ change, kind: 'edit', count: 1 })
    expect(await open(colleague)).toBeNull()
    for (const as of [neighbour, colleague]) expect((await undo(as, change)).rcode).toBe(101)
    expect((await undo(merchant, change)).result).toEqual({ count: 1, left: 0 })
    expect(await read(merchant, cola.goods_id)).toMatchObject({
      price: 350,
      min_price: null,
      max_price: null,
      description: 'Cold',
    })
    expect(await open(merchant)).toBeNull()
  })

  test('that gave another name, too, is undone in its price', async () => {
    const { merchant, cola, save } = await makeShop()
    const { change } = await save({ title: 'Cola zero', price: 300, tags: 'new' })
    await undo(merchant, change)
    expect(await read(merchant, cola.goods_id)).toMatchObject({
      title: 'Cola zero',
      price: 350,
      tags: 'new',
    })
  })

  test('of the name alone, or of nothing, has no undo', async () => {
    const { merchant, save } = await makeShop()
    for (const edit of [{ title: 'Cola zero' }, { title: 'Cola zero' }])
      expect((await save(edit)).change).toBeNull()
    expect(await open(merchant)).toBeNull()
  })
})

describe('an imported catalogue', () => {
  const headers = ['goods_id', 'goods_title', 'price', 'tags'] as const
  async function imports(as: Merchant, rows: Parameters<typeof goodsSheet>[1]) {
    const sheet = await goodsSheet(headers, rows)
    const preview = (await app.post(goodsCalls.previewImport.path, sheet, { as })).body
      .result as ImportPreview
    const { job } = (await app.call(goodsCalls.applyImport, { import: preview.import }, { as })).body.result
    const state = async () => (await app.call(jobCalls.getJob, { job }, { as })).body.result.state
    await expect.poll(state).toBe('done')
    return preview
  }

  test('gives the prices back that it changed, each its own, and nothing else', async () => {
    await app.work()
    const { merchant, cola } = await makeShop()
    const juice = await makeGoods(app, merchant, {
      title: 'Juice',
      price: null,
      min_price: 200,
      max_price: 900,
    })
    const water = await makeGoods(app, merchant, { title: 'Water', price: 100 })
    const preview = await imports(merchant, [
      [cola.goods_id, 'Cola zero', 1.5, 'new'],
      [juice.goods_id, 'Juice', 4, ''],
      [water.goods_id, 'Water', 1, 'new'],
      [null, 'Beer', 9, ''],
    ])
    expect(preview.slashed).toEqual({ count: 1, was: 350, price: 150 })
    expect(await read(merchant, juice.goods_id)).toMatchObject({
      price: 400,
      min_price: null,
      max_price: null,
    })
    const { change } = (await open(merchant)) ?? { change: null }
    expect(await open(merchant)).toMatchObject({ kind: 'import', count: 2 })
    expect((await undo(merchant, change)).result).toEqual({ count: 2, left: 0 })
    expect(await read(merchant, cola.goods_id)).toMatchObject({ title: 'Cola zero', price: 350, tags: 'new' })
    expect(await read(merchant, juice.goods_id)).toMatchObject({
      price: null,
      min_price: 200,
      max_price: 900,
    })
    expect(await read(merchant, water.goods_id)).toMatchObject({ price: 100, tags: 'new' })
  })

  test('leaves goods as they are that were priced again since', async () => {
    await app.work()
    const { merchant, cola, save } = await makeShop()
    const tea = await makeGoods(app, merchant, { title: 'Green tea', price: 300 })
    await imports(merchant, [
      [cola.goods_id, 'Cola', 3, 'drink'],
      [tea.goods_id, 'Green tea', 2, ''],
    ])
    const { change } = (await open(merchant)) ?? { change: null }
    await save({ price: 320 })
    expect((await undo(merchant, change)).result).toEqual({ count: 1, left: 1 })
    expect(await read(merchant, cola.goods_id)).toMatchObject({ price: 320 })
    expect(await read(merchant, tea.goods_id)).toMatchObject({ price: 300 })
  })

  test('without a new price has nothing to undo', async () => {
    await app.work()
    const { merchant, cola } = await makeShop()
    const preview = await imports(merchant, [[cola.goods_id, 'Cola zero', 3.5, 'drink']])
    expect(preview.slashed).toBeNull()
    expect(await open(merchant)).toBeNull()
  })
})
