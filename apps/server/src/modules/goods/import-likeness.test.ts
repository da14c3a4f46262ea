import { type Goods, goodsCalls, type ImportDecision, type ImportPreview, jobCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'

import { testApp } from '../../../test/app.ts'
import { makeGoods, makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { goodsSheet } from '../../../test/goods-sheet.ts'

const app = await testApp()

const preview = async (rows: Parameters<typeof goodsSheet>[1], as: Merchant): Promise<ImportPreview> => {
  const sheet = await goodsSheet(['goods_id', 'code', 'goods_title', 'price'], rows)
  return (await app.post(goodsCalls.previewImport.path, sheet, { as })).body.result as ImportPreview
}
const rowsOf = async (id: string, as: Merchant, filter = {}) =>
  (await app.call(goodsCalls.getImportRows, { condition: { import: id, ...filter } }, { as })).body.result
    .data
const choose = async (decision: z.input<typeof ImportDecision>, as: Merchant) =>
  (await app.call(goodsCalls.chooseImport, decision, { as })).body
const catalogue = async (as: Merchant): Promise<Goods[]> =>
  (await app.call(goodsCalls.getGoods, { pageSize: 99, condition: { order: 'title' } }, { as })).body.result
    .data

async function apply(id: string, as: Merchant) {
  await app.work()
  const { job } = (await app.call(goodsCalls.applyImport, { import: id }, { as })).body.result
  const read = async () => (await app.call(jobCalls.getJob, { job }, { as })).body.result
  await expect.poll(async () => (await read()).state).toMatch(/done|failed/)
  return read()
}

/** A merchant with some goods, beside a neighbour who has goods with the same code and name. */
async function makeShop() {
  const [merchant, neighbour] = [await makeMerchant(app), await makeMerchant(app)]
  for (const one of [neighbour, merchant]) {
    await makeGoods(app, one, { title: 'Cola', price: 350, code: 'C-1', description: 'Cold' })
    await makeGoods(app, one, { title: 'Water', price: 200 })
  }
  const [cola, water] = await catalogue(merchant)
  if (!cola || !water) throw new Error('goods are missing')
  return { merchant, neighbour, cola, water }
}

test('a line with a number changes its goods and keeps their code, which no other line adds', async () => {
  const { merchant, cola } = await makeShop()
  const answer = await preview([[cola.goods_id, 'C-1', 'Cola Zero', 4]], merchant)
  expect(answer).toMatchObject({ add: 0, change: 1, skip: 0, error: 0 })
  expect(await apply(answer.import, merchant)).toMatchObject({ state: 'done' })
  expect(await catalogue(merchant)).toMatchObject([
    { goods_id: cola.goods_id, title: 'Cola Zero', code: 'C-1', price: 400 },
    { title: 'Water' },
  ])
})

describe('a line without a number', () => {
  test('updates the goods that have its code, whatever the case of letters, and keeps the other fields', async () => {
    const { merchant, neighbour, cola } = await makeShop()
    const answer = await preview([[null, 'c-1', 'Cola Zero', 4]], merchant)
    expect(answer).toMatchObject({ add: 0, change: 1, skip: 0, error: 0, like: { code: 1, name: 0 } })
    expect(await rowsOf(answer.import, merchant)).toMatchObject([
      {
        kind: 'change',
        like: { by: 'code', goods_id: cola.goods_id, title: 'Cola', code: 'C-1', count: 1, row: null },
        choice: 'update',
        choices: ['update', 'skip', 'add'],
      },
    ])
    expect(await apply(answer.import, merchant)).toMatchObject({ state: 'done' })
    expect(await catalogue(merchant)).toMatchObject([
      { goods_id: cola.goods_id, title: 'Cola Zero', price: 400, description: 'Cold' },
      { title: 'Water' },
    ])
    expect((await catalogue(neighbour)).map(({ title }) => title)).toEqual(['Cola', 'Water'])
  })

  test('is left out when only its name is known, until the merchant chooses otherwise', async () => {
    const { merchant } = await makeShop()
    const rows = [
      [null, '', 'water', 3],
      [null, '', 'Tea', 3],
    ]
    const answer = await preview(rows, merchant)
    expect(answer).toMatchObject({ add: 1, change: 0, skip: 1, like: { code: 0, name: 1 } })
    const decision = { import: answer.import, rows: [2], choice: 'update' as const }
    expect((await choose(decision, merchant)).result).toMatchObject({ add: 1, change: 1, skip: 0 })
    expect(await apply(answer.import, merchant)).toMatchObject({ state: 'done' })
    expect(await catalogue(merchant)).toMatchObject([
      { title: 'Cola' },
      { title: 'Tea' },
      { title: 'water', price: 300 },
    ])
    expect(await choose(decision, merchant)).toMatchObject({ rcode: 103 })
  })

  test('adds goods when name and code are known of different goods', async () => {
    const { merchant } = await makeShop()
    const answer = await preview([[null, 'C-2', 'Cola', 4]], merchant)
    expect(answer).toMatchObject({ add: 1, skip: 0, like: { name: 1 } })
    expect((await rowsOf(answer.import, merchant))[0]).toMatchObject({ choice: 'add', like: { by: 'name' } })
  })

  test('adds goods with a code that exists only when the merchant says so', async () => {
    const { merchant } = await makeShop()
    const answer = await preview([[null, 'C-1', 'Other', 4]], merchant)
    const chosen = await choose({ import: answer.import, like: 'code', choice: 'add' }, merchant)
    expect(chosen.result).toMatchObject({ add: 1, change: 0 })
    expect((await rowsOf(answer.import, merchant))[0]).toMatchObject({
      kind: 'add',
      changes: [
        { field: 'Name', before: '', after: 'Other' },
        { field: 'Price', before: '', after: '4.00' },
        { field: 'Article code', before: '', after: 'C-1' },
      ],
    })
    expect(await apply(answer.import, merchant)).toMatchObject({ state: 'done' })
    expect((await catalogue(merchant)).map(({ title, price }) => `${title} ${price}`)).toEqual([
      'Cola 350',
      'Other 400',
      'Water 200',
    ])
  })

  test('cannot update goods when several have its code, or when another line updates them', async () => {
    const { merchant, cola } = await makeShop()
    await makeGoods(app, merchant, { title: 'Cola twin', code: 'C-1' })
    await makeGoods(app, merchant, { title: 'Tea', code: 'T-1' })
    const rows = [
      [null, 'C-1', 'New name', 4],
      [null, 'C-1', 'cola', 4],
      [cola.goods_id, 'C-1', 'Cola', 5],
      [null, 'T-1', 'Tea', 5],
      [null, 'T-1', 'Tea', 6],
    ]
    const answer = await preview(rows, merchant)
    expect(await rowsOf(answer.import, merchant)).toMatchObject([
      { kind: 'skip', choices: ['skip', 'add'], like: { by: 'code', goods_id: null, count: 2, row: null } },
      { kind: 'skip', choices: ['skip', 'add'], like: { by: 'code', goods_id: cola.goods_id, row: 4 } },
      { kind: 'change', like: null },
      { kind: 'change', choice: 'update', like: { row: null } },
      { kind: 'skip', choices: ['skip', 'add'], like: { by: 'code', row: 5 } },
    ])
    const all = await choose({ import: answer.import, like: 'code', choice: 'update' }, merchant)
    expect(all.result).toMatchObject({ change: 2, skip: 3 })
  })

  test('is compared with the lines before it', async () => {
    const { merchant } = await makeShop()
    const rows = [
      [null, 'N-1', 'New', 4],
      [null, 'N-1', 'New again', 4],
      [null, '', 'new', 4],
      [null, 'N-2', 'New', 4],
    ]
    const answer = await preview(rows, merchant)
    expect(await rowsOf(answer.import, merchant)).toMatchObject([
      { kind: 'add', like: null },
      { kind: 'skip', like: { by: 'code', row: 2, count: 0 } },
      { kind: 'skip', like: { by: 'name', row: 2 } },
      { kind: 'add', choice: 'add', like: { by: 'name', row: 2 } },
    ])
    expect(await rowsOf(answer.import, merchant, { like: 'name' })).toHaveLength(2)
  })

  test('that is wrong for every choice is an error', async () => {
    const { merchant } = await makeShop()
    expect(await preview([[null, 'C-1', '', 4]], merchant)).toMatchObject({ error: 1, like: { code: 0 } })
  })

  test('resembles no goods that the importing account does not see', async () => {
    const { merchant } = await makeShop()
    const buyer = await makeStaff(app, merchant, { permissions: ['goods.manage'], goods: 'own' })
    const answer = await preview([[null, 'C-1', 'Cola', 4]], buyer)
    expect(answer).toMatchObject({ add: 1, like: { code: 0, name: 0 } })
    const decision = { import: answer.import, rows: [2], choice: 'skip' as const }
    expect(await choose(decision, merchant)).toMatchObject({ rcode: 101 })
    // Nothing can be chosen for a line that resembles nothing.
    expect((await choose(decision, buyer)).result).toMatchObject({ add: 1, skip: 0 })
  })

  test('does not double goods that got its code after the preview', async () => {
    const { merchant } = await makeShop()
    const [first, second] = [
      await preview([[null, 'N-1', 'New', 4]], merchant),
      await preview([[null, 'n-1', 'New', 5]], merchant),
    ]
    expect(await apply(first.import, merchant)).toMatchObject({ state: 'done' })
    expect(await apply(second.import, merchant)).toMatchObject({ state: 'failed' })
    expect((await catalogue(merchant)).map(({ title }) => title)).toEqual(['Cola', 'New', 'Water'])
  })
})
