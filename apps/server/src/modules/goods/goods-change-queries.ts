/** Changes of several goods, which their author can undo for a while. */
import { type GoodsUndo, goodsUndoMinutes, tagsOf } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import { countDeleted } from '../../kernel/rows.ts'
import { isOwn } from '../../kernel/scope.ts'
import type { Before, ManyEdit, ManyFields } from './goods-undo-model.ts'

const undoMs = goodsUndoMinutes * 60_000

export async function insertChange(
  ctx: Ctx,
  kind: GoodsUndo['kind'],
  edit: ManyEdit,
  before: readonly Before[],
): Promise<string> {
  const { change_id: id } = await ctx.tx
    .insertInto('goods_change')
    .values({
      tenant_id: ctx.tenant.id,
      account_id: ctx.user.id,
      kind,
      edit: JSON.stringify(edit),
      before: JSON.stringify(before),
      at: ctx.now,
    })
    .returning('change_id')
    .executeTakeFirstOrThrow()
  return id
}

const undoable = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('goods_change')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', ctx.user.id)
    .where('undone_at', 'is', null)
    .where('at', '>', new Date(ctx.now.getTime() - undoMs))

/** The caller's last change, if it can still be undone. */
export async function lastChange(ctx: Ctx): Promise<GoodsUndo | null> {
  const row = await undoable(ctx)
    .select(['change_id', 'at', sql<GoodsUndo['kind']>`kind`.as('kind')])
    .select(sql<number>`jsonb_array_length(before)`.as('count'))
    .orderBy('change_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { change: row.change_id, kind: row.kind, count: row.count, at: row.at.toISOString() } : null
}

type Change = { kind: GoodsUndo['kind']; at: Date; edit: ManyEdit; before: Before[] }

/** A change of the caller that can still be undone. Locks it until the call ends. */
export const lockChange = (ctx: Ctx, id: string): Promise<Change | undefined> =>
  undoable(ctx)
    .select([
      'at',
      sql<GoodsUndo['kind']>`kind`.as('kind'),
      sql<ManyEdit>`edit`.as('edit'),
      sql<Before[]>`before`.as('before'),
    ])
    .where('change_id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function markUndone(ctx: Ctx, id: string): Promise<void> {
  await ctx.tx
    .updateTable('goods_change')
    .set({ undone_at: ctx.now })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('change_id', '=', id)
    .execute()
}

/** The list prices that a change of the caller replaced, as long as it can be undone. */
export async function replacedPrices(
  ctx: Ctx,
  id: string,
): Promise<{ goods_id: string; was: number; price: number }[] | undefined> {
  const row = await undoable(ctx)
    .select([sql<ManyEdit>`edit`.as('edit'), sql<Before[]>`before`.as('before')])
    .where('change_id', '=', id)
    .executeTakeFirst()
  return row?.before.flatMap(({ goods_id: goods, price: was, given = row.edit }) =>
    was != null && given.price != null && given.price !== was
      ? [{ goods_id: goods, was, price: given.price }]
      : [],
  )
}

/** Writes the fields of locked goods. */
export async function writeMany(
  ctx: Ctx,
  goods: readonly (ManyFields & { goods_id: string })[],
): Promise<void> {
  const rows = goods.map(({ tags, ...one }) => ({ ...one, tags: tagsOf(tags) }))
  await sql`
    update goods set price = v.price, min_price = v.min_price, max_price = v.max_price, tags = v.tags,
           description = v.description, rev = goods.rev + 1
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (
           goods_id bigint, price int, min_price int, max_price int, tags text[], description text)
     where goods.tenant_id = ${ctx.tenant.id} and goods.goods_id = v.goods_id and goods.deleted_at is null`.execute(
    ctx.tx,
  )
}

/** Deletes locked goods. */
export async function deleteMany(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await ctx.tx
    .updateTable('goods')
    .set({ deleted_at: ctx.now })
    .where('tenant_id', '=', ctx.tenant.id)
    .where(sql<boolean>`goods_id = any(${ids}::bigint[])`)
    .where(isOwn(ctx, 'goods', 'goods.created_by'))
    .where('deleted_at', 'is', null)
    .execute()
}

/**
 * Restores those of the goods that were deleted at this moment, and not restored and deleted again since. Returns
 * them. Locks them in order first, so that two callers never deadlock.
 */
export async function restoreMany(ctx: Ctx, ids: readonly string[], deletedAt: Date): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('goods')
    .select('goods_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where(sql<boolean>`goods_id = any(${ids}::bigint[])`)
    .where(isOwn(ctx, 'goods', 'goods.created_by'))
    .where('deleted_at', '=', deletedAt)
    .orderBy('goods_id')
    .forUpdate()
    .execute()
  const found = rows.map((row) => row.goods_id)
  await ctx.tx
    .updateTable('goods')
    .set({ deleted_at: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where(sql<boolean>`goods_id = any(${found}::bigint[])`)
    .execute()
  return found
}

/** Deletes changes that cannot be undone any more. */
export const forgetChanges = (tx: Tx, tenantId: string, now: Date, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('goods_change')
      .where('tenant_id', '=', tenantId)
      .where('change_id', 'in', (eb) =>
        eb
          .selectFrom('goods_change')
          .select('change_id')
          .where('tenant_id', '=', tenantId)
          .where('at', '<', new Date(now.getTime() - undoMs))
          .limit(atMost),
      ),
  )
