/**
 * Changes or deletes several goods at once. Goods that were changed meanwhile, and those in use where they are to be
 * deleted, are left as they are and named in the answer. The author can undo it for a while, in the goods that still
 * have what the change gave them.
 */
import type { Goods, GoodsChange, goodsCalls, GoodsRefusal, ParsedInputOf } from '@slotwise/contract'

import { audit, type AuditEntry } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { present } from '../../kernel/present.ts'
import * as changes from './goods-change-queries.ts'
import { complete, facts } from './goods-service.ts'
import { findMany, lockMany } from './goods-queries.ts'
import { type ManyEdit, namesIn, pick } from './goods-undo-model.ts'

type Input<Name extends keyof typeof goodsCalls> = ParsedInputOf<(typeof goodsCalls)[Name]>
type Chosen = Input<'editManyGoods'>['goods']
type Refused = { goods: Goods; reason: GoodsRefusal }

/** Locks the goods. Unknown ones refuse the call; those that were changed since they were read are left out. */
async function lockChosen(ctx: Ctx, chosen: Chosen): Promise<{ goods: Goods[]; refused: Refused[] }> {
  const revs = new Map(chosen.map(({ goods_id: id, rev }) => [id, rev]))
  await lockMany(ctx, [...revs.keys()])
  const all = await readMany(ctx, [...revs.keys()])
  if (all.size < revs.size) throw new AppError('notFound')
  const isFresh = ({ goods_id: id, rev }: Goods): boolean => (revs.get(id) ?? rev) === rev
  const goods = [...all.values()]
  return {
    goods: goods.filter(isFresh),
    refused: goods.filter((one) => !isFresh(one)).map((one) => ({ goods: one, reason: 'changed' })),
  }
}

async function readMany(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Goods>> {
  const rows = await findMany(ctx, ids)
  const goods = await complete(
    ctx,
    ids.flatMap((id) => rows.get(id) ?? []),
  )
  return new Map(goods.map((one) => [one.goods_id, one]))
}

const answer = (change: string, count: number, refused: readonly Refused[]): GoodsChange => ({
  change,
  count,
  refused: refused.map(({ goods: { goods_id, title }, reason }) => ({ goods_id, title, reason })),
})

export async function editManyGoods(ctx: Ctx, input: Input<'editManyGoods'>): Promise<GoodsChange> {
  const { price, tags, description } = input
  const edit: ManyEdit = {
    ...(price === undefined ? {} : { price, min_price: null, max_price: null }),
    ...(tags === undefined ? {} : { tags }),
    ...(description === undefined ? {} : { description }),
  }
  const { goods, refused } = await lockChosen(ctx, input.goods)
  const changed = goods.filter((one) => !hasValues(one, edit))
  if (changed.length === 0) throw new AppError(refused.length > 0 ? 'changedMeanwhile' : 'goodsSame')
  await changes.writeMany(
    ctx,
    changed.map((one) => ({ ...fieldsOf(one), ...edit })),
  )
  await auditEach(ctx, 'editManyGoods', changed)
  const before = changed.map((one) => ({ goods_id: one.goods_id, ...pick(one, edit) }))
  return answer(await changes.insertChange(ctx, 'edit', edit, before), changed.length, refused)
}

const fieldsOf = ({ goods_id, price, min_price, max_price, tags, description }: Goods) => ({
  goods_id,
  price,
  min_price,
  max_price,
  tags,
  description,
})

const hasValues = (goods: Goods, edit: ManyEdit): boolean =>
  namesIn(edit).every((name) => goods[name] === edit[name])

/** One entry for each of the goods, as an edit of it alone would write. */
async function auditEach(
  ctx: Ctx,
  call: 'editManyGoods' | 'undoGoods',
  before: readonly Goods[],
): Promise<void> {
  const after = await readMany(
    ctx,
    before.map((one) => one.goods_id),
  )
  const entries = before.map((one): AuditEntry => ({
    call,
    object: 'goods',
    objectId: one.goods_id,
    before: facts(one),
    after: facts(present(after, one.goods_id)),
  }))
  await audit(ctx, ...entries)
}

export async function delManyGoods(ctx: Ctx, input: Input<'delManyGoods'>): Promise<GoodsChange> {
  const { goods, refused } = await lockChosen(ctx, input.goods)
  const free: Goods[] = []
  for (const one of goods) {
    const reason = await useOf(ctx, one.goods_id)
    if (reason) refused.push({ goods: one, reason })
    else free.push(one)
  }
  if (free.length === 0)
    throw new AppError(
      refused.every(({ reason }) => reason === 'changed') ? 'changedMeanwhile' : 'goodsAllInUse',
    )
  const ids = free.map(({ goods_id: id }) => id)
  await changes.deleteMany(ctx, ids)
  const entries = free.map((one): AuditEntry => ({
    call: 'delManyGoods',
    object: 'goods',
    objectId: one.goods_id,
    before: facts(one),
  }))
  await audit(ctx, ...entries)
  const before = ids.map((id) => ({ goods_id: id }))
  return answer(await changes.insertChange(ctx, 'delete', {}, before), free.length, refused)
}

/** Why the goods cannot be deleted. */
async function useOf(ctx: Ctx, id: string): Promise<GoodsRefusal | undefined> {
  for (const { kind, of } of ctx.deps.hooks.goodsUses) {
    const { count, names } = await of(ctx, id)
    if (count > 0 && kind === 'vouchers') return 'vouchers'
    if (count > 0) return names.length > 0 ? 'slots' : 'elsewhere'
  }
  return undefined
}

export async function undoGoods(ctx: Ctx, { change: id }: Input<'undoGoods'>) {
  const change = await changes.lockChange(ctx, id)
  if (!change) throw new AppError('notFound')
  const ids = change.before.map(({ goods_id: goods }) => goods)
  const count = change.kind === 'delete' ? await restore(ctx, ids, change.at) : await giveBack(ctx, change)
  if (count === 0) throw new AppError('changedMeanwhile')
  await changes.markUndone(ctx, id)
  return { count, left: ids.length - count }
}

/** Restores goods that the change deleted, with the pictures that still exist. */
async function restore(ctx: Ctx, ids: readonly string[], deletedAt: Date): Promise<number> {
  const goods = await readMany(ctx, await changes.restoreMany(ctx, ids, deletedAt))
  const entries = [...goods].map(([id, one]): AuditEntry => ({
    call: 'undoGoods',
    object: 'goods',
    objectId: id,
    after: facts(one),
  }))
  await audit(ctx, ...entries)
  return goods.size
}

/** Gives goods their former values, where they still have what the change gave them. */
async function giveBack(
  ctx: Ctx,
  { edit, before }: NonNullable<Awaited<ReturnType<typeof changes.lockChange>>>,
): Promise<number> {
  const was = new Map(before.map((one) => [one.goods_id, one]))
  await lockMany(ctx, [...was.keys()])
  const givenTo = (one: Goods): ManyEdit => present(was, one.goods_id).given ?? edit
  const goods = [...(await readMany(ctx, [...was.keys()])).values()].filter((one) =>
    hasValues(one, givenTo(one)),
  )
  await changes.writeMany(
    ctx,
    goods.map((one) => ({ ...fieldsOf(one), ...pick(present(was, one.goods_id), givenTo(one)) })),
  )
  await auditEach(ctx, 'undoGoods', goods)
  return goods.length
}
