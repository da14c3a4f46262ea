import type { Goods } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import type { Uses } from '../../kernel/hooks.ts'
import { isOwn } from '../../kernel/scope.ts'
import { isOneOf } from '../../kernel/search.ts'

/** The pictures of goods, in their order. */
export async function picturesOf(
  ctx: Ctx,
  goodsIds: readonly string[],
): Promise<Map<string, Goods['images']>> {
  const rows = await ctx.tx
    .selectFrom('goods_image as gi')
    .innerJoin('image as i', (join) =>
      join.on('i.tenant_id', '=', ctx.tenant.id).onRef('i.image_id', '=', 'gi.image_id'),
    )
    .select(['gi.goods_id', 'i.image_id', 'i.name', 'i.file'])
    .where('gi.tenant_id', '=', ctx.tenant.id)
    .where('i.deleted_at', 'is', null)
    .where(isOneOf(goodsIds, 'gi.goods_id'))
    .orderBy('gi.goods_id')
    .orderBy('gi.place')
    .execute()
  const pictures = new Map(goodsIds.map((id) => [id, [] as Goods['images']]))
  for (const { goods_id: id, image_id: image, name, file } of rows)
    pictures.get(id)?.push({ img_id: image, name, file })
  return pictures
}

/** The files of the first pictures of goods, by goods; without those that have none. */
export async function firstPictures(
  { tx, tenantId }: TenantRef,
  goodsIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('goods_image as gi')
    .innerJoin('image as i', (join) =>
      join.on('i.tenant_id', '=', tenantId).onRef('i.image_id', '=', 'gi.image_id'),
    )
    .distinctOn('gi.goods_id')
    .select(['gi.goods_id', 'i.file'])
    .where('gi.tenant_id', '=', tenantId)
    .where('i.deleted_at', 'is', null)
    .where(isOneOf(goodsIds, 'gi.goods_id'))
    .orderBy('gi.goods_id')
    .orderBy('gi.place')
    .execute()
  return new Map(rows.map(({ goods_id: id, file }) => [id, file]))
}

export async function setPictures(ctx: Ctx, goodsId: string, imageIds: readonly string[]): Promise<void> {
  const key = { tenant_id: ctx.tenant.id, goods_id: goodsId }
  await ctx.tx
    .deleteFrom('goods_image')
    .where((eb) => eb.and(key))
    .execute()
  await sql`
    insert into goods_image (tenant_id, goods_id, place, image_id)
    select ${ctx.tenant.id}::bigint, ${goodsId}::bigint, n - 1, image
      from unnest(${imageIds}::bigint[]) with ordinality as v (image, n)
    returning place`.execute(ctx.tx)
}

/**
 * Goods that show the picture: their number, the names of the first few, and how many of them the caller does not
 * see.
 */
export async function goodsShowing(ctx: Ctx, id: string): Promise<Uses & { unseen: number }> {
  const seen = isOwn(ctx, 'goods', 'g.created_by')
  const rows = await ctx.tx
    .selectFrom('goods_image as gi')
    .innerJoin('goods as g', (join) =>
      join.on('g.tenant_id', '=', ctx.tenant.id).onRef('g.goods_id', '=', 'gi.goods_id'),
    )
    .select([
      'g.title',
      sql<boolean>`${seen}`.as('seen'),
      sql<number>`(count(*) over ())::int`.as('count'),
      sql<number>`(count(*) filter (where not ${seen}) over ())::int`.as('unseen'),
    ])
    .where('gi.tenant_id', '=', ctx.tenant.id)
    .where('gi.image_id', '=', id)
    .where('g.deleted_at', 'is', null)
    .orderBy('seen', 'desc')
    .orderBy('g.goods_id')
    .limit(3)
    .execute()
  const names = rows.filter((row) => row.seen).map(({ title }) => title)
  return { count: rows[0]?.count ?? 0, names, unseen: rows[0]?.unseen ?? 0 }
}

/** Goods whose first picture is this one. */
export async function goodsLedBy(ctx: Ctx, imageId: string): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('goods_image')
    .select('goods_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('image_id', '=', imageId)
    .execute()
  const ids = rows.map((row) => row.goods_id)
  const pictures = await picturesOf(ctx, ids)
  return ids.filter((id) => pictures.get(id)?.[0]?.img_id === imageId)
}

/** Deletes references to deleted pictures. Goods that were deleted before their pictures still have them. */
export async function forgetPictures(tx: Tx, tenantId: string, file: string, deleted: Date): Promise<void> {
  await sql`delete from goods_image gi using image i
    where gi.tenant_id = ${tenantId} and i.tenant_id = ${tenantId} and i.image_id = gi.image_id
      and i.file = ${file} and i.deleted_at < ${deleted}`.execute(tx)
}
