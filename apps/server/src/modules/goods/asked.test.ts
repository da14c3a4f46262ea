/** What other modules ask of this one. */
import { goodsCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asTenant, asUser } from '../../../test/as-user.ts'
import {
  fillSlot,
  makeGoods,
  makeImage,
  makeMerchant,
  makeStaff,
  type Merchant,
} from '../../../test/factories.ts'
import { makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { firstPictures, goodsNamed, hasGoods, pictureReplaced, seesGoods } from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const clerk = await makeStaff(app, owner, { permissions: ['goods.manage'], goods: 'own' })
const [front, back, gone] = [
  await makeImage(app, owner),
  await makeImage(app, owner),
  await makeImage(app, owner),
]
const goodsOf = async (images: { img_id: string }[], as: Merchant = owner) =>
  makeGoods(app, as, { images: images.map(({ img_id: id }) => id) })
const cola = await goodsOf([front, back])
const water = await goodsOf([gone, back])
const bare = await goodsOf([])
const deleted = await makeGoods(app, owner, { title: 'Deleted' })
await app.call(goodsCalls.delPrivate, { goods_id: deleted.goods_id }, { as: owner })
await asOwner(app, 'update image set deleted_at = $2 where image_id = $1', [gone.img_id, app.clock.now])
const own = await goodsOf([], clerk)
const theirs = await goodsOf([await makeImage(app, neighbour)], neighbour)
const every = [cola, water, bare, deleted, own, theirs]
const ids = every.map(({ goods_id: id }) => id)

const of = <T>(who: Merchant, work: (ctx: Ctx) => Promise<T>): Promise<T> => asUser(app, who, work)

describe('goods', () => {
  test('are named to all who see a slot, also after their deletion, with the first picture that is left', async () => {
    const named = await of(clerk, (ctx) => goodsNamed(ctx, ids))
    expect([...named.values()].map(({ title, file }) => [title, file])).toEqual(
      expect.arrayContaining([
        [cola.title, front.file],
        [water.title, back.file],
        [bare.title, null],
        ['Deleted', null],
        [own.title, null],
      ]),
    )
    expect(named.size).toBe(5)
    expect([...(await of(owner, (ctx) => goodsNamed(ctx, [bare.goods_id]))).keys()]).toEqual([bare.goods_id])
  })

  test('are seen in the catalogue by those who may', async () => {
    const seen = async (who: Merchant) => {
      const found = await Promise.all(
        ids.map((id) => of(who, async (ctx) => ((await seesGoods(ctx, id)) ? id : undefined))),
      )
      return found.filter((id) => id !== undefined)
    }
    expect(await seen(owner)).toEqual([cola, water, bare, own].map(({ goods_id: id }) => id))
    expect(await seen(clerk)).toEqual([own.goods_id])
    expect(await seen(neighbour)).toEqual([theirs.goods_id])
  })

  test('are there, or not', async () => {
    const newcomer = await makeMerchant(app)
    const without = await makeStaff(app, owner, { goods: 'own' })
    expect([await of(owner, hasGoods), await of(clerk, hasGoods)]).toEqual([true, true])
    expect([await of(newcomer, hasGoods), await of(without, hasGoods)]).toEqual([false, false])
    const { goods_id: only } = await makeGoods(app, newcomer)
    expect(await of(newcomer, hasGoods)).toBe(true)
    await app.call(goodsCalls.delPrivate, { goods_id: only }, { as: newcomer })
    expect(await of(newcomer, hasGoods)).toBe(false)
  })
})

describe('pictures', () => {
  test('come first that are first of those that are left', async () => {
    const first = (...which: string[]) => asTenant(app, owner, (ref) => firstPictures(ref, which))
    expect(await first(...ids)).toEqual(
      new Map([
        [cola.goods_id, front.file],
        [water.goods_id, back.file],
      ]),
    )
    expect(await first(water.goods_id)).toEqual(new Map([[water.goods_id, back.file]]))
  })

  test('that were replaced go to the machines whose goods they lead, and to no other', async () => {
    const machines: string[] = []
    for (const goods of [cola, water, bare]) {
      const machine = await makeBoundMachine(app, owner)
      await fillSlot(app, owner, { device: machine.id, channel: 1, goods: goods.goods_id })
      machines.push(machine.id)
    }
    const revisions = async () =>
      (
        await asOwner<{ rev: number }>(
          app,
          'select settings_rev::int as rev from device where device_id = any($1) order by device_id',
          [machines],
        )
      ).map(({ rev }) => rev)
    expect(await revisions()).toEqual([1, 1, 1])
    // The first picture of the water was deleted, so the second one leads.
    await of(owner, (ctx) => pictureReplaced(ctx, back.img_id))
    expect(await revisions()).toEqual([1, 2, 1])
    await of(owner, (ctx) => pictureReplaced(ctx, front.img_id))
    expect(await revisions()).toEqual([2, 2, 1])
    await of(owner, (ctx) => pictureReplaced(ctx, gone.img_id))
    expect(await revisions()).toEqual([2, 2, 1])
  })
})
