import {
  type Goods,
  type goodsCalls,
  type GoodsPick,
  type GoodsTag,
  joinNames,
  type List,
  type ParsedInputOf,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { countByGoods, slotsWith, tellGoodsRenamed } from '../channels/index.ts'
import * as store from './goods-store.ts'
import { lockImages } from './image-store.ts'

type Input<Name extends keyof typeof goodsCalls> = ParsedInputOf<(typeof goodsCalls)[Name]>

/** Adds the pictures, and in how many slots the goods lie. */
export async function complete(ctx: Ctx, rows: readonly store.GoodsRow[]): Promise<Goods[]> {
  const ids = rows.map(({ goods_id: id }) => id)
  const pictures = await store.picturesOf(ctx, ids)
  const slots = await countByGoods(ctx, ids)
  return rows.map((row) => ({
    ...row,
    images: pictures.get(row.goods_id) ?? [],
    slot_count: slots.get(row.goods_id) ?? 0,
  }))
}

export async function getGoods(ctx: Ctx, { condition, ...page }: Input<'getGoods'>): Promise<List<Goods>> {
  const { data, count } = await store.listGoods(ctx, page, condition)
  return { data: await complete(ctx, data), count }
}

export const getAllGoods = (
  ctx: Ctx,
  { condition, ...page }: Input<'getAllGoods'>,
): Promise<List<GoodsPick>> => store.pickGoods(ctx, page, condition)

export const getGoodsTags = async (ctx: Ctx): Promise<{ data: GoodsTag[] }> => ({
  data: await store.listTags(ctx),
})

export async function demandGoods(ctx: Ctx, id: string): Promise<Goods> {
  const row = await store.findGoods(ctx, id)
  const [goods] = row ? await complete(ctx, [row]) : []
  if (!goods) throw new AppError('notFound')
  return goods
}

/** Pictures there are. Those that stand with the goods already may stay, whoever put them there. */
async function demandPictures(
  ctx: Ctx,
  ids: readonly string[],
  present: readonly string[] = [],
): Promise<void> {
  const known = await lockImages(ctx, ids)
  if (!ids.every((id) => known.has(id) || present.includes(id)))
    throw AppError.atField('images', 'unknownImage')
}

/** What the audit keeps: the goods themselves, pictures by name. */
export const facts = ({ images, ...goods }: Goods) => ({ ...goods, images: images.map(({ name }) => name) })

export async function addPrivate(ctx: Ctx, { images, ...draft }: Input<'addPrivate'>): Promise<Goods> {
  const pictures = [...new Set(images)]
  await demandPictures(ctx, pictures)
  const id = await store.insertGoods(ctx, draft)
  await store.setPictures(ctx, id, pictures)
  const goods = await demandGoods(ctx, id)
  await audit(ctx, { call: 'addPrivate', object: 'goods', objectId: id, after: facts(goods) })
  return goods
}

export async function editPrivate(ctx: Ctx, input: Input<'editPrivate'>): Promise<Goods> {
  const { goods_id: id, rev, images, ...draft } = input
  const pictures = [...new Set(images)]
  if (!(await store.lockGoods(ctx, id))) throw new AppError('notFound')
  const before = await demandGoods(ctx, id)
  await demandPictures(
    ctx,
    pictures,
    before.images.map((image) => image.img_id),
  )
  if (!(await store.updateGoods(ctx, id, rev, draft))) throw new AppError('changedMeanwhile')
  await store.setPictures(ctx, id, pictures)
  if (draft.title !== before.title) await tellGoodsRenamed(ctx, [id])
  const after = await demandGoods(ctx, id)
  await audit(ctx, {
    call: 'editPrivate',
    object: 'goods',
    objectId: id,
    before: facts(before),
    after: facts(after),
  })
  return after
}

export async function delPrivate(
  ctx: Ctx,
  { goods_id: id }: Input<'delPrivate'>,
): Promise<Record<string, never>> {
  if (!(await store.lockGoods(ctx, id))) throw new AppError('notFound')
  const { count, names } = await slotsWith(ctx, id)
  if (names.length > 0) throw new AppError('goodsInUse', { count, names: joinNames(ctx.locale, names) })
  if (count > 0) throw new AppError('goodsInUseElsewhere', { count })
  const before = await demandGoods(ctx, id)
  await store.setGoodsDeleted(ctx, id, true)
  await audit(ctx, { call: 'delPrivate', object: 'goods', objectId: id, before: facts(before) })
  return {}
}

/** Takes a deletion back, with the pictures that are still there. */
export async function restorePrivate(ctx: Ctx, { goods_id: id }: Input<'restorePrivate'>): Promise<Goods> {
  if (!(await store.setGoodsDeleted(ctx, id, false))) throw new AppError('notFound')
  const goods = await demandGoods(ctx, id)
  await audit(ctx, { call: 'restorePrivate', object: 'goods', objectId: id, after: facts(goods) })
  return goods
}
