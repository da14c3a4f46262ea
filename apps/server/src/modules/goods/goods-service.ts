import {
  type Goods,
  type goodsCalls,
  type GoodsPick,
  type GoodsTag,
  type GoodsUndo,
  joinNames,
  type List,
  type ParsedInputOf,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { lockImages } from '../media/index.ts'
import { insertChange, lastChange } from './goods-change-queries.ts'
import * as queries from './goods-queries.ts'
import { pick, undoableIn } from './goods-undo-model.ts'
import { goodsLedBy, picturesOf, setPictures } from './picture-queries.ts'
import { countSlots } from './slot-count-queries.ts'
import { soldPieces } from './sold-queries.ts'

type Input<Name extends keyof typeof goodsCalls> = ParsedInputOf<(typeof goodsCalls)[Name]>

/** Adds the pictures, the number of slots that hold the goods, and the pieces sold. */
export async function complete(ctx: Ctx, rows: readonly queries.GoodsRow[]): Promise<Goods[]> {
  const ids = rows.map(({ goods_id: id }) => id)
  const pictures = await picturesOf(ctx, ids)
  const slots = await countSlots(ctx, ids)
  const sold = await soldPieces(ctx, ids)
  return rows.map((row) => ({
    ...row,
    images: pictures.get(row.goods_id) ?? [],
    slot_count: slots.get(row.goods_id) ?? 0,
    sales: sold.get(row.goods_id) ?? 0,
  }))
}

export async function getGoods(
  ctx: Ctx,
  { condition, ...page }: Input<'getGoods'>,
): Promise<List<Goods> & { undo: GoodsUndo | null }> {
  const { data, count } = await queries.listGoods(ctx, page, condition)
  return { data: await complete(ctx, data), count, undo: await lastChange(ctx) }
}

export const getAllGoods = (
  ctx: Ctx,
  { condition, ...page }: Input<'getAllGoods'>,
): Promise<List<GoodsPick>> => queries.pickGoods(ctx, page, condition)

export const getGoodsTags = async (ctx: Ctx): Promise<{ data: GoodsTag[] }> => ({
  data: await queries.listTags(ctx),
})

export async function demandGoods(ctx: Ctx, id: string): Promise<Goods> {
  const row = await queries.findGoods(ctx, id)
  const [goods] = row ? await complete(ctx, [row]) : []
  if (!goods) throw new AppError('notFound')
  return goods
}

/** Refuses unknown pictures. Pictures that the goods have already may stay, even if the caller may not see them. */
async function demandPictures(
  ctx: Ctx,
  ids: readonly string[],
  present: readonly string[] = [],
): Promise<void> {
  const known = await lockImages(ctx, ids)
  if (!ids.every((id) => known.has(id) || present.includes(id)))
    throw AppError.atField('images', 'unknownImage')
}

/** What the audit records: the goods, with their pictures by name. */
export const facts = ({ images, ...goods }: Goods) => ({ ...goods, images: images.map(({ name }) => name) })

export async function addPrivate(ctx: Ctx, { images, ...draft }: Input<'addPrivate'>): Promise<Goods> {
  const pictures = [...new Set(images)]
  await demandPictures(ctx, pictures)
  const id = await queries.insertGoods(ctx, draft)
  await setPictures(ctx, id, pictures)
  const goods = await demandGoods(ctx, id)
  await audit(ctx, { call: 'addPrivate', object: 'goods', objectId: id, after: facts(goods) })
  return goods
}

export async function editPrivate(
  ctx: Ctx,
  input: Input<'editPrivate'>,
): Promise<Goods & { change: string | null }> {
  const { goods_id: id, rev, images, ...edit } = input
  if (!(await queries.lockGoods(ctx, id))) throw new AppError('notFound')
  const before = await demandGoods(ctx, id)
  const pictures = images && [...new Set(images)]
  if (pictures)
    await demandPictures(
      ctx,
      pictures,
      before.images.map((image) => image.img_id),
    )
  const draft = {
    ...edit,
    description: edit.description ?? before.description,
    code: edit.code ?? before.code,
    tags: edit.tags ?? before.tags,
  }
  if (!(await queries.updateGoods(ctx, id, rev, draft))) throw new AppError('changedMeanwhile')
  if (pictures) await setPictures(ctx, id, pictures)
  const after = await demandGoods(ctx, id)
  if (after.title !== before.title || after.images[0]?.file !== before.images[0]?.file)
    await looksChanged(ctx, [id])
  await audit(ctx, {
    call: 'editPrivate',
    object: 'goods',
    objectId: id,
    before: facts(before),
    after: facts(after),
  })
  const undoable = undoableIn(before, after)
  const hasUndo = Object.keys(undoable).length > 0
  const change = hasUndo
    ? await insertChange(ctx, 'edit', undoable, [{ goods_id: id, ...pick(before, undoable) }])
    : null
  return { ...after, change }
}

/** Calls the modules that show names and first pictures of goods, so that they take over the new ones. */
export async function looksChanged(ctx: Ctx, ids: readonly string[]): Promise<void> {
  for (const hook of ctx.deps.hooks.goodsLooksChanged) await hook(ctx, ids)
}

/** The file of a picture was replaced. */
export const pictureReplaced = async (ctx: Ctx, imageId: string): Promise<void> =>
  looksChanged(ctx, await goodsLedBy(ctx, imageId))

export async function delPrivate(
  ctx: Ctx,
  { goods_id: id }: Input<'delPrivate'>,
): Promise<Record<string, never>> {
  if (!(await queries.lockGoods(ctx, id))) throw new AppError('notFound')
  for (const { kind, of } of ctx.deps.hooks.goodsUses) {
    const { count, names } = await of(ctx, id)
    if (count > 0 && kind === 'vouchers') throw new AppError('goodsInVouchers', { count })
    if (names.length > 0) throw new AppError('goodsInUse', { count, names: joinNames(ctx.locale, names) })
    if (count > 0) throw new AppError('goodsInUseElsewhere', { count })
  }
  const before = await demandGoods(ctx, id)
  await queries.setGoodsDeleted(ctx, id, true)
  await audit(ctx, { call: 'delPrivate', object: 'goods', objectId: id, before: facts(before) })
  return {}
}

/** Restores deleted goods, with the pictures that still exist. */
export async function restorePrivate(ctx: Ctx, { goods_id: id }: Input<'restorePrivate'>): Promise<Goods> {
  if (!(await queries.setGoodsDeleted(ctx, id, false))) throw new AppError('notFound')
  const goods = await demandGoods(ctx, id)
  await audit(ctx, { call: 'restorePrivate', object: 'goods', objectId: id, after: facts(goods) })
  return goods
}
