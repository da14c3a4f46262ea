import { type Goods, goodsCalls, goodsFieldWords, jobCalls, mediaCalls } from '@slotwise/contract'
import { readSheet } from '@slotwise/sheets'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { readExport } from '../../../test/exports.ts'
import {
  fillSlot,
  makeDevice,
  makeGoods,
  makeImage,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
} from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { goodsTitlesOf } from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)

const titles = async (as: Merchant, condition: object): Promise<string[]> => {
  const { body } = await app.call(goodsCalls.getGoods, { pageSize: 50, condition }, { as })
  return body.result.data.map((goods) => goods.title)
}

/** The names in an export. */
async function exported(as: Merchant): Promise<unknown[]> {
  await app.work()
  const { job } = (await app.call(goodsCalls.exportGoods, {}, { as })).body.result
  const read = async () => (await app.call(jobCalls.getJob, { job }, { as })).body.result.state
  await expect.poll(read).toBe('done')
  const { url } = (await app.call(jobCalls.getFileLink, { job }, { as })).body.result
  const [, ...rows] = await readSheet((await app.app.inject(url)).rawPayload)
  return rows.map(({ cells }) => cells[1])
}

describe('goods', () => {
  test('are added with all their fields and found again, eight a page, the newest first', async () => {
    const merchant = await makeMerchant(app)
    const [front, back] = [await makeImage(app, merchant, 'Front'), await makeImage(app, merchant, 'Back')]
    const { body } = await app.call(
      goodsCalls.addPrivate,
      {
        title: '可口可乐 330ml (罐)',
        price: 350,
        description: 'Cold',
        code: '6954767410388',
        tags: '饮料, 冰',
        images: [back.img_id, front.img_id],
      },
      { as: merchant },
    )
    expect(body.result).toEqual({
      goods_id: expect.any(String),
      rev: 1,
      title: '可口可乐 330ml (罐)',
      price: 350,
      min_price: null,
      max_price: null,
      description: 'Cold',
      code: '6954767410388',
      tags: '饮料,冰',
      goods_type: 1,
      images: [
        { img_id: back.img_id, name: 'Back', file: back.file },
        { img_id: front.img_id, name: 'Front', file: front.file },
      ],
      sales: 0,
      slot_count: 0,
      created_at: app.clock.now.toISOString(),
    })
    for (let i = 0; i < 8; i += 1) await makeGoods(app, merchant)
    const list = await app.call(goodsCalls.getGoods, {}, { as: merchant })
    expect([list.body.result.count, list.body.result.data.length]).toEqual([9, 8])
    const last = await app.call(goodsCalls.getGoods, { pageNum: 2 }, { as: merchant })
    expect(last.body.result.data).toEqual([body.result])
  })

  test.each([
    ['no name', { title: ' ' }, 'title', 'Required'],
    ['special symbols', { title: 'Cola <b>' }, 'title', /no special symbols/],
    ['a picture sign', { title: 'Cola 😀' }, 'title', /no special symbols/],
    ['no price', { price: null }, 'price', 'Required'],
    ['too low a price', { price: 1 }, 'price', 'The price must be at least 0.02'],
    ['half a cent', { price: 2.5 }, 'price', 'Enter an amount with at most 2 decimals'],
    ['a lowest price alone', { price: null, min_price: 200 }, 'max_price', /given together/],
    ['a highest price alone', { price: null, max_price: 200 }, 'min_price', /given together/],
    ['a span upside down', { price: null, min_price: 300, max_price: 200 }, 'max_price', /cannot exceed/],
    ['a price beside a span', { min_price: 200, max_price: 300 }, 'price', /one price, or the lowest/],
    ['three tags', { tags: 'a,b,c' }, 'tags', 'At most 2 tags'],
    ['a comma of another kind', { tags: '甜，咸' }, 'tags', /no commas/],
    ['nine pictures', { images: Array.from('123456789') }, 'images', 'At most 8 pictures'],
    ['a picture that is not there', { images: ['999999'] }, 'images', /does not exist/],
    ['another type', { goods_type: 2 }, 'goods_type', /./],
  ])('%s is refused at its field', async (_name, fields, path, message) => {
    const input = { title: 'Cola', price: 350, ...fields }
    const { body } = await app.post(goodsCalls.addPrivate.path, input, { as: owner })
    expect(body.rcode).toBe(100)
    const { errors } = body.result as { errors: { path: string; message: string }[] }
    const message_ = errors.find((error) => error.path === path)?.message
    expect(message_).toMatch(message)
  })

  test('have one price, or a span', async () => {
    const span = await makeGoods(app, owner, { price: null, min_price: 200, max_price: 500 })
    expect(span).toMatchObject({ price: null, min_price: 200, max_price: 500 })
    const id = { goods_id: span.goods_id, title: span.title }
    const both = { ...id, price: 350, min_price: 200, max_price: 500 }
    expect((await app.call(goodsCalls.editPrivate, both, { as: owner })).body).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'price' }] },
    })
    const { body } = await app.call(goodsCalls.editPrivate, { ...id, price: 350 }, { as: owner })
    expect(body.result).toMatchObject({ price: 350, min_price: null, max_price: null })
  })

  test('keep what an edit leaves out, and lose what it empties', async () => {
    const picture = await makeImage(app, owner)
    const kept = { description: 'Cold', code: 'C-1', tags: 'drink' }
    const goods = await makeGoods(app, owner, {
      title: 'Cola',
      price: 350,
      ...kept,
      images: [picture.img_id],
    })
    const edit = { goods_id: goods.goods_id, title: 'Cola zero', price: 400 }
    const { body } = await app.call(goodsCalls.editPrivate, edit, { as: owner })
    expect(body.result).toMatchObject({ title: 'Cola zero', ...kept, images: goods.images })
    const emptied = { description: '', code: '', tags: '' }
    const second = await app.call(goodsCalls.editPrivate, { ...edit, ...emptied, images: [] }, { as: owner })
    expect(second.body.result).toMatchObject({ ...emptied, images: [] })
  })

  test('are found by text, tag and price, in the order asked for', async () => {
    const merchant = await makeMerchant(app)
    await makeGoods(app, merchant, { title: 'Water', price: 200, tags: 'drink' })
    await makeGoods(app, merchant, { title: 'Cola', price: 350, tags: 'drink,sweet', code: 'C-100' })
    await makeGoods(app, merchant, {
      title: 'Bag',
      price: null,
      min_price: 300,
      max_price: 900,
      tags: 'sweet',
    })
    expect(await titles(merchant, { q: 'c-1' })).toEqual(['Cola'])
    expect(await titles(merchant, { q: '%' })).toEqual([])
    expect(await titles(merchant, { tag: 'sweet', order: 'title' })).toEqual(['Bag', 'Cola'])
    expect(await titles(merchant, { min_price: 500, max_price: 900 })).toEqual(['Bag'])
    expect(await titles(merchant, { min_price: 200, max_price: 300, order: 'price' })).toEqual([
      'Water',
      'Bag',
    ])
    expect(await titles(merchant, { order: 'price' })).toEqual(['Water', 'Bag', 'Cola'])
    expect(await titles(merchant, { order: '-price' })).toEqual(['Bag', 'Cola', 'Water'])
    expect(await titles(merchant, { order: '-title' })).toEqual(['Water', 'Cola', 'Bag'])
    const tags = await app.call(goodsCalls.getGoodsTags, {}, { as: merchant })
    expect(tags.body.result.data).toEqual([
      { tag: 'drink', count: 2 },
      { tag: 'sweet', count: 2 },
    ])
    const ends = await Promise.all([
      titles(merchant, { min_price: 400 }),
      titles(merchant, { max_price: 299 }),
    ])
    expect(ends).toEqual([['Bag'], ['Water']])
    const reversed = { min_price: 500, max_price: 400 }
    const wrong = await app.call(goodsCalls.getGoods, { condition: reversed }, { as: merchant })
    expect(wrong.body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'condition.max_price' }] } })
  })

  test('saved by two users are kept as the first saved them, and the second is told', async () => {
    const goods = await makeGoods(app, owner)
    const edit = { goods_id: goods.goods_id, rev: 1, title: 'First', price: 400 }
    expect((await app.call(goodsCalls.editPrivate, edit, { as: owner })).body.result).toMatchObject({
      title: 'First',
      price: 400,
      rev: 2,
    })
    const second = await app.call(goodsCalls.editPrivate, { ...edit, title: 'Second' }, { as: owner })
    expect(second.body.rcode).toBe(103)
    expect(await titles(owner, { ids: [goods.goods_id] })).toEqual(['First'])
  })

  test('in a slot are not deleted, and it is said where; others come back by undo', async () => {
    const store = await makeStore(app, owner)
    const machine = await makeDevice(app, owner, store._id, 'Lobby')
    const goods = await makeGoods(app, owner)
    const id = { goods_id: goods.goods_id }
    await fillSlot(app, owner, { device: machine.id, channel: 7, goods: goods.goods_id })
    const refused = await app.call(goodsCalls.delPrivate, id, { as: owner })
    expect(refused.body).toMatchObject({
      rcode: 103,
      msg: 'These goods are still in slots (1): Lobby #7. Take them out first.',
    })
    const listed = await app.call(goodsCalls.getGoods, { condition: { ids: [id.goods_id] } }, { as: owner })
    expect(listed.body.result.data[0]).toMatchObject({ slot_count: 1 })

    const free = { goods_id: (await makeGoods(app, owner)).goods_id }
    expect((await app.call(goodsCalls.delPrivate, free, { as: owner })).body.rcode).toBe(0)
    expect((await app.call(goodsCalls.delPrivate, free, { as: owner })).body.rcode).toBe(101)
    expect(await titles(owner, { ids: [free.goods_id] })).toEqual([])
    expect((await app.call(goodsCalls.restorePrivate, free, { as: owner })).body.rcode).toBe(0)
    expect(await titles(owner, { ids: [free.goods_id] })).toHaveLength(1)
    expect((await app.call(goodsCalls.restorePrivate, free, { as: owner })).body.rcode).toBe(101)
  })

  test('in machines that the caller may not see are counted in a refusal, not named', async () => {
    const merchant = await makeMerchant(app)
    const [here, there] = [await makeStore(app, merchant), await makeStore(app, merchant)]
    const machine = await makeDevice(app, merchant, there._id, 'Secret place')
    const goods = await makeGoods(app, merchant)
    await fillSlot(app, merchant, { device: machine.id, channel: 1, goods: goods.goods_id })
    const clerk = await makeStaff(app, merchant, { permissions: ['goods.manage'], stores: [here._id] })
    const { body } = await app.call(goodsCalls.delPrivate, { goods_id: goods.goods_id }, { as: clerk })
    expect(body.rcode).toBe(103)
    expect(body.msg).toContain('slots (1)')
    expect(body.msg).not.toContain('Secret')
    const list = await app.call(goodsCalls.getGoods, {}, { as: clerk })
    expect(list.body.result.data[0]).toMatchObject({ slot_count: 0 })
  })
})

describe('a user who sees only his own goods', () => {
  test('sees, picks, changes, deletes and exports nothing that others added', async () => {
    const merchant = await makeMerchant(app)
    const theirs = await makeGoods(app, merchant, { title: 'Hidden', tags: 'secret' })
    const picture = await makeImage(app, merchant, 'Hidden picture')
    const buyer = await makeStaff(app, merchant, { permissions: ['goods.manage'], goods: 'own' })
    const own = await makeGoods(app, buyer, { title: 'Mine' })

    expect(await titles(buyer, {})).toEqual(['Mine'])
    const picks = await app.call(goodsCalls.getAllGoods, {}, { as: buyer })
    expect(picks.body.result.data.map(({ title }) => title)).toEqual(['Mine'])
    expect((await app.call(goodsCalls.getGoodsTags, {}, { as: buyer })).body.result.data).toEqual([])
    expect((await app.call(mediaCalls.getImg, {}, { as: buyer })).body.result.count).toBe(0)
    const id = { goods_id: theirs.goods_id }
    for (const answer of [
      await app.call(goodsCalls.editPrivate, { ...id, title: 'X', price: 200 }, { as: buyer }),
      await app.call(goodsCalls.delPrivate, id, { as: buyer }),
      await app.call(mediaCalls.delImg, { img_id: picture.img_id }, { as: buyer }),
      await app.call(mediaCalls.editImg, { img_id: picture.img_id, name: 'X' }, { as: buyer }),
    ])
      expect(answer.body.rcode).toBe(101)
    const taken = { goods_id: own.goods_id, title: 'Mine', price: 200, images: [picture.img_id] }
    expect((await app.call(goodsCalls.editPrivate, taken, { as: buyer })).body).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'images' }] },
    })
    expect(await titles(merchant, {})).toEqual(['Mine', 'Hidden'])
    expect(await exported(buyer)).toEqual(['Mine'])
  })

  test('keeps a picture that the owner put on his goods', async () => {
    const merchant = await makeMerchant(app)
    const buyer = await makeStaff(app, merchant, { permissions: ['goods.manage'], goods: 'own' })
    const own = await makeGoods(app, buyer)
    const picture = await makeImage(app, merchant)
    const edit = { goods_id: own.goods_id, title: 'Mine', price: 200, images: [picture.img_id] }
    expect((await app.call(goodsCalls.editPrivate, edit, { as: merchant })).body.rcode).toBe(0)
    const { body } = await app.call(goodsCalls.editPrivate, { ...edit, title: 'Renamed' }, { as: buyer })
    expect(body.result).toMatchObject({ title: 'Renamed', images: [{ img_id: picture.img_id }] })
  })

  test('cannot undo the deletions of other users', async () => {
    const merchant = await makeMerchant(app)
    const buyer = await makeStaff(app, merchant, { permissions: ['goods.manage'], goods: 'own' })
    const id = { goods_id: (await makeGoods(app, merchant)).goods_id }
    await app.call(goodsCalls.delPrivate, id, { as: merchant })
    expect((await app.call(goodsCalls.restorePrivate, id, { as: buyer })).body.rcode).toBe(101)
  })
})

describe('the picker of goods', () => {
  test('is for every user, with names and first pictures alone', async () => {
    const merchant = await makeMerchant(app)
    const picture = await makeImage(app, merchant)
    const goods = await makeGoods(app, merchant, { title: 'Cola', code: 'C1', images: [picture.img_id] })
    const clerk = await makeStaff(app, merchant, {})
    const { body } = await app.call(goodsCalls.getAllGoods, { condition: { q: 'col' } }, { as: clerk })
    expect(body.result).toEqual({
      data: [
        {
          goods_id: goods.goods_id,
          title: 'Cola',
          price: 350,
          min_price: null,
          max_price: null,
          code: 'C1',
          file: picture.file,
        },
      ],
      count: 1,
    })
  })
})

test('sales are the pieces of all months and machines, in the list, in its order and in the export', async () => {
  const [merchant, other] = [await makeMerchant(app), await makeMerchant(app)]
  const [few, none, many] = [
    await makeGoods(app, merchant, { title: 'Few' }),
    await makeGoods(app, merchant, { title: 'None' }),
    await makeGoods(app, merchant, { title: 'Many' }),
  ]
  const sell = (
    { tenantId }: Merchant,
    { goods_id: id }: Goods,
    month: string,
    machine: number,
    pieces: number,
  ) =>
    asOwner(
      app,
      `insert into sales_goods_month (tenant_id, month, store_id, device_id, goods_id, count, pieces, income, refund)
       values ($1, $2, 0, $3, $4, 1, $5, 100, 0)`,
      [tenantId, month, machine, id, pieces],
    )
  await sell(merchant, few, '2026-10-01', 1, 2)
  await sell(merchant, few, '2026-11-01', 1, 1)
  await sell(merchant, many, '2026-10-01', 2, 3)
  await sell(merchant, many, '2026-10-01', 3, 4)
  // A row of another merchant is not counted, whatever its goods.
  await sell(other, none, '2026-11-01', 1, 99)
  const bySales = { pageSize: 50, condition: { order: 'sales' as const } }
  const { body } = await app.call(goodsCalls.getGoods, bySales, { as: merchant })
  expect(body.result.data.map(({ title, sales }) => [title, sales])).toEqual([
    ['Many', 7],
    ['Few', 3],
    ['None', 0],
  ])
  const rows = await readExport(app, goodsCalls.exportGoods, {}, merchant)
  expect(rows.slice(1).map((cells) => [cells[1], cells.at(-1)])).toEqual([
    ['Many', '7'],
    ['None', '0'],
    ['Few', '3'],
  ])
})

test('the catalogue is exported in the language of the asker, formulas as text', async () => {
  const merchant = await makeMerchant(app)
  await makeGoods(app, merchant, { title: 'Cola', price: 350, tags: 'a,b', description: '=1+1' })
  await app.work()
  const { body } = await app.call(goodsCalls.exportGoods, {}, { as: merchant, locale: 'zh-CN' })
  const { job } = body.result
  const state = async () => (await app.call(jobCalls.getJob, { job }, { as: merchant })).body.result.state
  await expect.poll(state).toBe('done')
  const link = await app.call(jobCalls.getFileLink, { job }, { as: merchant })
  const [header, row] = await readSheet((await app.app.inject(link.body.result.url)).rawPayload)
  const label = goodsFieldWords['zh-CN']
  expect(header?.cells.slice(0, 3)).toEqual([label.goods_id, label.goods_title, `${label.price} (CNY)`])
  expect(row?.cells.slice(1)).toEqual(['Cola', 3.5, null, null, 'a b', null, '=1+1', 0])
})

test('other modules read the titles of goods, deleted ones included', async () => {
  const [kept, gone] = [
    await makeGoods(app, owner, { title: 'Kept' }),
    await makeGoods(app, owner, { title: 'Gone' }),
  ]
  await makeGoods(app, owner, { title: 'Not asked for' })
  const theirs = await makeGoods(app, neighbour)
  await app.call(goodsCalls.delPrivate, { goods_id: gone.goods_id }, { as: owner })
  const ids = [kept, gone, theirs].map((one) => one.goods_id)
  const { tenantId } = owner
  const found = await inTenant(app.deps.db.main, tenantId, (tx) => goodsTitlesOf({ tx, tenantId }, ids))
  expect([...found.values()].toSorted()).toEqual(['Gone', 'Kept'])
})

test("a neighbour's goods and pictures are unknown", async () => {
  const goods: Goods = await makeGoods(app, neighbour)
  const picture = await makeImage(app, neighbour)
  const edit = { goods_id: goods.goods_id, title: 'X', price: 200 }
  expect((await app.call(goodsCalls.editPrivate, edit, { as: owner })).body.rcode).toBe(101)
  const add = { title: 'X', price: 200, images: [picture.img_id] }
  expect((await app.call(goodsCalls.addPrivate, add, { as: owner })).body.rcode).toBe(100)
})
