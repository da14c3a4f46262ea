import { type Goods, goodsCalls, goodsUndoMinutes } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  fillSlot,
  makeDevice,
  makeGoods,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
} from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { sweep } from './index.ts'

const app = await testApp()

const list = async (as: Merchant) =>
  (await app.call(goodsCalls.getGoods, { pageSize: 50, condition: { order: 'title' } }, { as })).body.result
const chosen = (...goods: Goods[]) => goods.map(({ goods_id, rev }) => ({ goods_id, rev }))
const edit = async (as: Merchant, goods: Goods[], fields: object) =>
  (await app.call(goodsCalls.editManyGoods, { goods: chosen(...goods), ...fields }, { as })).body
const remove = async (as: Merchant, goods: Goods[]) =>
  (await app.call(goodsCalls.delManyGoods, { goods: chosen(...goods) }, { as })).body
const undo = async (as: Merchant, change: string) =>
  (await app.call(goodsCalls.undoGoods, { change }, { as })).body

/** Three goods, one with a price range, beside another of the same merchant and those of a neighbour. */
async function makeShop() {
  const [merchant, neighbour] = [await makeMerchant(app), await makeMerchant(app)]
  const theirs = await makeGoods(app, neighbour, { title: 'Theirs', price: 100 })
  const cola = await makeGoods(app, merchant, {
    title: 'Cola',
    price: 350,
    tags: 'drink',
    description: 'Cold',
  })
  const bag = await makeGoods(app, merchant, { title: 'Bag', price: null, min_price: 200, max_price: 900 })
  const tea = await makeGoods(app, merchant, { title: 'Tea', price: 400 })
  const other = await makeGoods(app, merchant, { title: 'Untouched', price: 500 })
  return { merchant, neighbour, theirs, cola, bag, tea, other }
}

describe('several goods at once', () => {
  test('get the same values, one price in place of a range, and each is in the audit', async () => {
    const { merchant, cola, bag, tea } = await makeShop()
    const { result } = await edit(merchant, [cola, bag, tea], { price: 400, tags: 'new' })
    expect(result).toMatchObject({ count: 3, refused: [] })
    const { data, undo: open } = await list(merchant)
    expect(data).toMatchObject([
      { title: 'Bag', price: 400, min_price: null, max_price: null, tags: 'new', rev: 2 },
      { title: 'Cola', price: 400, tags: 'new', description: 'Cold' },
      { title: 'Tea', price: 400, tags: 'new' },
      { title: 'Untouched', price: 500, tags: '', rev: 1 },
    ])
    expect(open).toMatchObject({ change: result.change, kind: 'edit', count: 3 })
    const written = await asOwner(
      app,
      `select after ->> 'title' as title, before ->> 'price' as price from audit
        where tenant_id = $1 and call = 'editManyGoods' order by 1`,
      [merchant.tenantId],
    )
    expect(written).toEqual([
      { title: 'Bag', price: null },
      { title: 'Cola', price: '350' },
      { title: 'Tea', price: '400' },
    ])
  })

  test('have their former values again after an undo, once', async () => {
    const { merchant, cola, bag } = await makeShop()
    const { change } = (await edit(merchant, [cola, bag], { price: 300, description: 'Sale' })).result
    expect((await undo(merchant, change)).result).toEqual({ count: 2, left: 0 })
    expect((await list(merchant)).data).toMatchObject([
      { title: 'Bag', price: null, min_price: 200, max_price: 900, description: '' },
      { title: 'Cola', price: 350, description: 'Cold' },
      {},
      {},
    ])
    expect((await list(merchant)).undo).toBeNull()
    expect((await undo(merchant, change)).rcode).toBe(101)
  })

  test('stay as they are where they were changed again since', async () => {
    const { merchant, cola, tea } = await makeShop()
    const { change } = (await edit(merchant, [cola, tea], { price: 300 })).result
    const later = { goods_id: tea.goods_id, title: 'Tea', price: 320 }
    await app.call(goodsCalls.editPrivate, later, { as: merchant })
    expect((await undo(merchant, change)).result).toEqual({ count: 1, left: 1 })
    const prices = (await list(merchant)).data.map(({ title, price }) => `${title} ${price}`)
    expect(prices).toEqual(['Bag null', 'Cola 350', 'Tea 320', 'Untouched 500'])
  })

  test('that were changed since they were read are named, and the others are changed', async () => {
    const { merchant, cola, tea } = await makeShop()
    await app.call(
      goodsCalls.editPrivate,
      { goods_id: tea.goods_id, title: 'Tea', price: 410 },
      { as: merchant },
    )
    const { result } = await edit(merchant, [cola, tea], { price: 300 })
    expect(result).toMatchObject({
      count: 1,
      refused: [{ goods_id: tea.goods_id, title: 'Tea', reason: 'changed' }],
    })
    expect((await edit(merchant, [tea], { price: 300 })).rcode).toBe(103)
  })

  test('are refused when they are like this already, or when nothing is to change', async () => {
    const { merchant, tea } = await makeShop()
    expect(await edit(merchant, [tea], { price: 400 })).toMatchObject({
      rcode: 103,
      msg: 'The selected goods already have these values',
    })
    expect((await edit(merchant, [tea], {})).rcode).toBe(100)
    expect((await edit(merchant, [tea], { price: 1 })).rcode).toBe(100)
  })

  test('are neither changed nor deleted when one of them belongs to another merchant', async () => {
    const { merchant, neighbour, theirs, cola } = await makeShop()
    expect((await edit(merchant, [cola, theirs], { price: 300 })).rcode).toBe(101)
    expect((await remove(merchant, [cola, theirs])).rcode).toBe(101)
    expect((await list(merchant)).count).toBe(4)
    expect((await list(neighbour)).data).toMatchObject([{ price: 100, rev: 1 }])
  })

  test('of others are unknown to a user who sees only own goods', async () => {
    const { merchant, cola } = await makeShop()
    const buyer = await makeStaff(app, merchant, { permissions: ['goods.manage'], goods: 'own' })
    expect((await edit(buyer, [cola], { price: 300 })).rcode).toBe(101)
    expect((await remove(buyer, [cola])).rcode).toBe(101)
  })

  test('are deleted where no slot holds them, and restored by an undo', async () => {
    const { merchant, cola, bag, tea } = await makeShop()
    const store = await makeStore(app, merchant)
    const { id } = await makeDevice(app, merchant, store._id)
    await fillSlot(app, merchant, { device: id, channel: 1, goods: cola.goods_id })
    const { result } = await remove(merchant, [cola, bag, tea])
    expect(result).toMatchObject({ count: 2, refused: [{ title: 'Cola', reason: 'slots' }] })
    const titles = async () => (await list(merchant)).data.map(({ title }) => title)
    expect(await titles()).toEqual(['Cola', 'Untouched'])
    expect(await remove(merchant, [cola])).toMatchObject({ rcode: 103 })
    expect((await list(merchant)).undo).toMatchObject({ kind: 'delete', count: 2 })
    expect((await undo(merchant, result.change)).result).toEqual({ count: 2, left: 0 })
    expect(await titles()).toEqual(['Bag', 'Cola', 'Tea', 'Untouched'])
  })

  test('that a colleague restored and deleted again stay deleted at an undo', async () => {
    const { merchant, bag, tea } = await makeShop()
    const colleague = await makeStaff(app, merchant, { permissions: ['goods.manage'] })
    const { change } = (await remove(merchant, [bag, tea])).result
    app.clock.advance(60)
    const { goods_id } = bag
    await app.call(goodsCalls.restorePrivate, { goods_id }, { as: colleague })
    await app.call(goodsCalls.delPrivate, { goods_id }, { as: colleague })
    expect((await undo(merchant, change)).result).toEqual({ count: 1, left: 1 })
    const titles = (await list(merchant)).data.map(({ title }) => title)
    expect(titles).toContain('Tea')
    expect(titles).not.toContain('Bag')
  })

  test('cannot be undone by a colleague, nor after an hour, and then the change is swept', async () => {
    const { merchant, cola } = await makeShop()
    const colleague = await makeStaff(app, merchant, { permissions: ['goods.manage'] })
    const { change } = (await edit(merchant, [cola], { price: 300 })).result
    expect((await undo(colleague, change)).rcode).toBe(101)
    expect((await list(colleague)).undo).toBeNull()
    const later = new Date(app.clock.now.getTime() + (goodsUndoMinutes + 1) * 60_000)
    await sweep(app.deps, merchant.tenantId, app.clock.now)
    const kept = () => asOwner(app, 'select 1 from goods_change where tenant_id = $1', [merchant.tenantId])
    expect(await kept()).toHaveLength(1)
    await sweep(app.deps, merchant.tenantId, later)
    expect(await kept()).toHaveLength(0)
    app.clock.advance((goodsUndoMinutes + 1) * 60)
    expect((await undo(merchant, change)).rcode).toBe(101)
  })

  test('sent twice with the same key are changed once', async () => {
    const { merchant, cola } = await makeShop()
    const input = { goods: chosen(cola), price: 300 }
    const options = { as: merchant, key: 'bulk-1' }
    const first = await app.call(goodsCalls.editManyGoods, input, options)
    const second = await app.call(goodsCalls.editManyGoods, input, options)
    expect(second.body).toEqual(first.body)
  })
})
