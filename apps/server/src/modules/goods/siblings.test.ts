/** Statements about one product or one picture. Others of the same merchant must stay as they are. */
import { goodsCalls } from '@slotwise/contract'
import { expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeGoods, makeImage, makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { refOf } from '../../kernel/ctx.ts'
import { holdGoods } from './goods-queries.ts'
import { firstPictures, goodsNamed, hasGoods, seesGoods } from './index.ts'
import { forgetPictures, goodsShowing } from './picture-queries.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const front = await makeImage(app, owner, 'Front')
const back = await makeImage(app, owner, 'Back')
await makeGoods(app, owner, { title: 'Cola', images: [front.img_id] })
const water = await makeGoods(app, owner, { title: 'Water', images: [back.img_id] })

const shown = () =>
  asOwner<{ goods_id: string; image_id: string }>(
    app,
    'select goods_id, image_id from goods_image where tenant_id = $1 order by goods_id',
    [owner.tenantId],
  )

test('only the goods that are asked for are held', async () => {
  const held = await asUser(app, owner, (ctx) => holdGoods(ctx, [water.goods_id]))
  expect([...held]).toEqual([[water.goods_id, 'Water']])
})

test('machines are told of goods that look different, and of no other change', async () => {
  const changedGoods: (readonly string[])[] = []
  const { hooks } = app.deps
  onTestFinished(() => void (app.deps.hooks = hooks))
  app.deps.hooks = { ...hooks, goodsLooksChanged: [async (_ctx, ids) => void changedGoods.push(ids)] }
  const { goods_id, title, price, images } = water
  const edit = (change: object) =>
    app.call(
      goodsCalls.editPrivate,
      { goods_id, title, price, images: images.map(({ img_id }) => img_id), ...change },
      { as: owner },
    )
  await edit({ price: 999 })
  expect(changedGoods).toEqual([])
  await edit({ title: 'Still water' })
  expect(changedGoods).toEqual([[goods_id]])
  await edit({ images: [front.img_id] })
  expect(changedGoods).toHaveLength(2)
  await edit({ images: [back.img_id] })
})

test('a picture is shown by its own goods', async () => {
  expect(await asUser(app, owner, (ctx) => goodsShowing(ctx, front.img_id))).toEqual({
    count: 1,
    names: ['Cola'],
    unseen: 0,
  })
})

test('references to deleted pictures are deleted with those pictures alone, and not before their time', async () => {
  const forget = (deleted: Date) =>
    inTenant(app.deps.db.main, owner.tenantId, (tx) =>
      forgetPictures(tx, owner.tenantId, front.file, deleted),
    )
  const all = await shown()
  await forget(app.clock.now)
  expect(await shown(), 'while the picture is there').toEqual(all)
  await asOwner(app, 'update image set deleted_at = $2 where image_id = any($1)', [
    [front.img_id, back.img_id],
    app.clock.now,
  ])
  await forget(app.clock.now)
  expect(await shown(), 'at the moment of deleting').toEqual(all)
  app.clock.advance(1)
  await forget(app.clock.now)
  expect(await shown()).toEqual([{ goods_id: water.goods_id, image_id: back.img_id }])
})

test('goods are seen by those whose they are, and named to everyone of the merchant', async () => {
  const merchant = await makeMerchant(app)
  const buyer = await makeStaff(app, merchant, { permissions: ['goods.manage'], goods: 'own' })
  const asked = (as: Merchant, ids: string[]) =>
    asUser(app, as, async (ctx) => [
      await hasGoods(ctx),
      await Promise.all(ids.map((id) => seesGoods(ctx, id))),
      [...(await goodsNamed(ctx, ids)).values()].map(({ title }) => title).toSorted(),
    ])
  expect(await asked(merchant, [water.goods_id])).toEqual([false, [false], []])
  const [tea, gone] = [
    (await makeGoods(app, merchant, { title: 'Tea' })).goods_id,
    (await makeGoods(app, merchant, { title: 'Gone' })).goods_id,
  ]
  await app.call(goodsCalls.delPrivate, { goods_id: gone }, { as: merchant })
  expect(await asked(buyer, [tea])).toEqual([false, [false], ['Tea']])
  const bun = (await makeGoods(app, buyer, { title: 'Bun' })).goods_id
  const ids = [tea, gone, bun, water.goods_id]
  expect(await asked(merchant, ids)).toEqual([true, [true, false, true, false], ['Bun', 'Gone', 'Tea']])
  expect(await asked(buyer, ids)).toEqual([true, [false, false, true, false], ['Bun', 'Gone', 'Tea']])
})

test('the first picture of goods is the first that is not deleted', async () => {
  const merchant = await makeMerchant(app)
  const [one, two, three] = [
    await makeImage(app, merchant),
    await makeImage(app, merchant),
    await makeImage(app, merchant),
  ]
  const tea = await makeGoods(app, merchant, { images: [three.img_id, one.img_id] })
  const bun = await makeGoods(app, merchant, { images: [two.img_id, three.img_id] })
  const bare = await makeGoods(app, merchant)
  const pictures = (...ids: string[]) => asUser(app, merchant, (ctx) => firstPictures(refOf(ctx), ids))
  const all = [tea.goods_id, bun.goods_id, bare.goods_id, water.goods_id]
  expect(await pictures(...all)).toEqual(
    new Map([
      [tea.goods_id, three.file],
      [bun.goods_id, two.file],
    ]),
  )
  expect(await pictures(bun.goods_id)).toEqual(new Map([[bun.goods_id, two.file]]))
  await asOwner(app, 'update image set deleted_at = now() where image_id = $1', [three.img_id])
  expect((await pictures(...all)).get(tea.goods_id)).toBe(one.file)
})
