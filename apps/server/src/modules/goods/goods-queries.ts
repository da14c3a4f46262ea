import {
  type Goods,
  type GoodsFilter,
  type GoodsInput,
  type GoodsPick,
  type GoodsPickFilter,
  type GoodsTag,
  type List,
  type Page,
  tagsOf,
} from '@slotwise/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/db.ts'
import { atPage, countOf, sortingOf } from '../../kernel/paging.ts'
import { inPieces } from '../../kernel/pieces.ts'
import { atRev, changesOne } from '../../kernel/rows.ts'
import { isOwn } from '../../kernel/scope.ts'
import { contains, distanceTo, isOneOf } from '../../kernel/search.ts'
import { soldByGoods } from './sold-queries.ts'

type Filter = z.output<typeof GoodsFilter>
export type Draft = Omit<z.output<typeof GoodsInput>, 'images'>
/** Stored goods; the service adds pictures, slots and sales. */
export type GoodsRow = Omit<Goods, 'images' | 'slot_count' | 'sales'>

const pieceSize = 500
const lowest = sql<number>`coalesce(goods.min_price, goods.price)`
const highest = sql<number>`coalesce(goods.max_price, goods.price)`

const inScope = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('goods')
    .where('goods.tenant_id', '=', ctx.tenant.id)
    .where('goods.deleted_at', 'is', null)
    .where(isOwn(ctx, 'goods', 'goods.created_by'))

function listed(ctx: Ctx, filter: Filter) {
  let query = inScope(ctx)
    .where(isOneOf(filter.ids, 'goods.goods_id'))
    .where(contains(filter.q, ['goods.title', 'goods.code', 'goods.description']))
  if (filter.tag !== undefined) query = query.where(sql<boolean>`goods.tags @> array[${filter.tag}]::text[]`)
  if (filter.min_price !== undefined) query = query.where(sql<boolean>`${highest} >= ${filter.min_price}`)
  if (filter.max_price !== undefined) query = query.where(sql<boolean>`${lowest} <= ${filter.max_price}`)
  return query
}

type Query<O> = SelectQueryBuilder<Database, 'goods', O>

const asRow = <O>(query: Query<O>) =>
  query.select([
    'goods.goods_id',
    'goods.title',
    'goods.price',
    'goods.min_price',
    'goods.max_price',
    'goods.description',
    'goods.code',
    'goods.tags',
    'goods.rev',
    'goods.created_at',
  ])
type Selected = Omit<GoodsRow, 'tags' | 'created_at' | 'goods_type'> & {
  tags: string[]
  created_at: Date
}
const toRow = ({ tags, created_at: created, ...row }: Selected): GoodsRow => ({
  ...row,
  goods_type: 1,
  tags: tags.join(','),
  created_at: created.toISOString(),
})

/** Every order ends with the number, so that pages neither repeat nor miss a row. */
function inOrder<O>(query: Query<O>, order: Exclude<Filter['order'], 'sales'>): Query<O> {
  const [column, direction] = sortingOf(order ?? 'newest')
  if (column === 'title') return query.orderBy('goods.title', direction).orderBy('goods.goods_id')
  if (column === 'price')
    return query.orderBy(direction === 'asc' ? lowest : highest, direction).orderBy('goods.goods_id')
  return query.orderBy('goods.goods_id', 'desc')
}

/** The most sold first. Adds up all sales once, which is faster than the sales of one goods after the other. */
const bySales = <O>(ctx: Ctx, query: Query<O>) =>
  query
    .leftJoin(soldByGoods(ctx).as('sold'), (join) => join.onRef('sold.goods_id', '=', 'goods.goods_id'))
    .orderBy(sql`coalesce(sold.pieces, 0)`, 'desc')
    .orderBy('goods.goods_id')

export async function listGoods(ctx: Ctx, page: Page, filter: Filter): Promise<List<GoodsRow>> {
  const query = asRow(listed(ctx, filter))
  const rows =
    filter.order === 'sales'
      ? await bySales(ctx, query).$call(atPage(page)).execute()
      : await inOrder(query, filter.order).$call(atPage(page)).execute()
  return { data: rows.map(toRow), count: await countGoods(ctx, filter) }
}

export const countGoods = (ctx: Ctx, filter: Filter): Promise<number> => countOf(listed(ctx, filter))

/** All goods of a filter in pieces, for exports. */
export const eachGoods = (ctx: Ctx, filter: Filter): AsyncGenerator<GoodsRow[]> =>
  inPieces(
    ({ goods_id: id }) => id,
    async (before) => {
      const query = asRow(listed(ctx, filter)).orderBy('goods.goods_id', 'desc').limit(pieceSize)
      return (await (before ? query.where('goods.goods_id', '<', before) : query).execute()).map(toRow)
    },
  )

const pickColumns = (ctx: Ctx) =>
  [
    'goods.goods_id',
    'goods.title',
    'goods.price',
    'goods.min_price',
    'goods.max_price',
    'goods.code',
    sql<string | null>`(
      select i.file from goods_image gi
        join image i on i.tenant_id = ${ctx.tenant.id} and i.image_id = gi.image_id
       where gi.tenant_id = ${ctx.tenant.id} and gi.goods_id = goods.goods_id and i.deleted_at is null
       order by gi.place limit 1)`.as('file'),
  ] as const

/**
 * Goods by number, also those outside of the caller's scope: the goods in a slot are visible to everyone who sees
 * the slot.
 */
export async function goodsNamed(ctx: Ctx, ids: readonly string[]): Promise<Map<string, GoodsPick>> {
  const rows = await ctx.tx
    .selectFrom('goods')
    .select(pickColumns(ctx))
    .where('goods.tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(ids, 'goods.goods_id'))
    .execute()
  return new Map(rows.map((row) => [row.goods_id, row]))
}

/** The titles of goods, deleted ones included. */
export async function goodsTitlesOf(
  { tx, tenantId }: TenantRef,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('goods')
    .select(['goods_id', 'title'])
    .where('tenant_id', '=', tenantId)
    .where(isOneOf(ids, 'goods_id'))
    .execute()
  return new Map(rows.map((row) => [row.goods_id, row.title]))
}

/** Whether the caller sees these goods in the catalogue. */
export const seesGoods = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await inScope(ctx).select('goods.goods_id').where('goods.goods_id', '=', id).executeTakeFirst()) !==
  undefined

/** Whether the caller sees any goods. */
export const hasGoods = async (ctx: Ctx): Promise<boolean> =>
  (await inScope(ctx).select('goods.goods_id').limit(1).executeTakeFirst()) !== undefined

/**
 * Names of goods that the caller may use. Locks them until the call ends, so that they cannot be deleted meanwhile.
 */
export async function holdGoods(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await inScope(ctx)
    .select(['goods.goods_id', 'goods.title'])
    .where(isOneOf(ids, 'goods.goods_id'))
    .orderBy('goods.goods_id')
    .forShare('goods')
    .execute()
  return new Map(rows.map((row) => [row.goods_id, row.title]))
}

/** For pickers: only what distinguishes goods. */
export async function pickGoods(
  ctx: Ctx,
  page: Page,
  filter: z.output<typeof GoodsPickFilter>,
): Promise<List<GoodsPick>> {
  const query = inScope(ctx)
    .where(isOneOf(filter.ids, 'goods.goods_id'))
    .where(contains(filter.q, ['goods.title', 'goods.code']))
  const data = await query
    .select(pickColumns(ctx))
    .orderBy('goods.title')
    .orderBy('goods.goods_id')
    .$call(atPage(page))
    .execute()
  return { data, count: await countOf(query) }
}

/** The goods that a text means most likely. */
export const searchGoods = (ctx: Ctx, typed: string, limit: number) =>
  inScope(ctx)
    .where(contains(typed, ['goods.title', 'goods.code']))
    .select(['goods.goods_id', 'goods.title', 'goods.code'])
    .orderBy(distanceTo(typed, ['goods.title', 'goods.code']))
    .orderBy('goods.title')
    .orderBy('goods.goods_id')
    .limit(limit)
    .execute()

const tagsAtMost = 200

/** The tags in use, the most frequent first. */
export const listTags = (ctx: Ctx): Promise<GoodsTag[]> =>
  ctx.tx
    .selectFrom(
      inScope(ctx)
        .select(sql<string>`unnest(goods.tags)`.as('tag'))
        .as('used'),
    )
    .select(['used.tag', sql<number>`count(*)::int`.as('count')])
    .groupBy('used.tag')
    .orderBy('count', 'desc')
    .orderBy('used.tag')
    .limit(tagsAtMost)
    .execute()

export async function findGoods(ctx: Ctx, id: string): Promise<GoodsRow | undefined> {
  const row = await asRow(inScope(ctx)).where('goods.goods_id', '=', id).executeTakeFirst()
  return row && toRow(row)
}

export async function findMany(ctx: Ctx, ids: readonly string[]): Promise<Map<string, GoodsRow>> {
  const rows = await asRow(inScope(ctx)).where(isOneOf(ids, 'goods.goods_id')).execute()
  return new Map(rows.map((row) => [row.goods_id, toRow(row)]))
}

/** Goods whose code or name is one of these, in lower case. */
export async function findAlike(
  ctx: Ctx,
  column: 'goods.code' | 'goods.title',
  texts: readonly string[],
): Promise<GoodsRow[]> {
  const query = asRow(inScope(ctx)).where(sql<boolean>`lower(${sql.ref(column)}) = any(${texts}::text[])`)
  return (await query.orderBy('goods.goods_id').execute()).map(toRow)
}

/** Locks the goods, so that they are not put into a slot while they are being deleted. */
export async function lockGoods(ctx: Ctx, id: string): Promise<boolean> {
  const query = inScope(ctx).select('goods.goods_id').where('goods.goods_id', '=', id).forUpdate()
  return (await query.executeTakeFirst()) !== undefined
}

/** Locks many goods, always in the same order, so that two callers never deadlock. */
export async function lockMany(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const query = inScope(ctx).select('goods.goods_id').where(isOneOf(ids, 'goods.goods_id'))
  await query.orderBy('goods.goods_id').forUpdate('goods').execute()
}

const columns = ({ tags, goods_type: _fixed, ...draft }: Draft) => ({ ...draft, tags: tagsOf(tags) })

export async function insertGoods(ctx: Ctx, draft: Draft): Promise<string> {
  const row = await ctx.tx
    .insertInto('goods')
    .values({ ...columns(draft), tenant_id: ctx.tenant.id, created_by: ctx.user.id, created_at: ctx.now })
    .returning('goods_id')
    .executeTakeFirstOrThrow()
  return row.goods_id
}

/** Returns false when the row is gone or was changed since `rev`. */
export const updateGoods = (ctx: Ctx, id: string, rev: number | undefined, draft: Draft): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('goods')
      .set((eb) => ({ ...columns(draft), rev: eb('rev', '+', 1) }))
      .where('tenant_id', '=', ctx.tenant.id)
      .where('goods_id', '=', id)
      .where('deleted_at', 'is', null)
      .where(atRev(rev)),
  )

/** Returns the numbers of the new goods. */
export async function insertMany(ctx: Ctx, drafts: readonly Draft[]): Promise<string[]> {
  if (drafts.length === 0) return []
  const { rows } = await sql<{ goods_id: string }>`
    insert into goods (tenant_id, title, price, min_price, max_price, description, code, tags, created_by, created_at)
    select ${ctx.tenant.id}::bigint, title, price, min_price, max_price, description, code, tags,
           ${ctx.user.id}::bigint, ${ctx.now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(drafts.map(columns))}::jsonb) as v (
           title text, price int, min_price int, max_price int, description text, code text, tags text[])
    returning goods_id`.execute(ctx.tx)
  return rows.map((row) => row.goods_id)
}

/** Returns how many still existed and were at their `rev`. */
export async function updateMany(
  ctx: Ctx,
  edits: readonly { id: string; rev: number | null; draft: Draft }[],
): Promise<number> {
  const rows = edits.map(({ id, rev, draft }) => ({ goods_id: id, rev, ...columns(draft) }))
  const { numAffectedRows } = await sql`
    update goods set title = v.title, price = v.price, min_price = v.min_price, max_price = v.max_price,
                     description = v.description, code = v.code, tags = v.tags, rev = goods.rev + 1
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (
           goods_id bigint, rev int, title text, price int, min_price int, max_price int,
           description text, code text, tags text[])
     where goods.tenant_id = ${ctx.tenant.id} and goods.goods_id = v.goods_id and goods.rev = v.rev
       and goods.deleted_at is null and ${isOwn(ctx, 'goods', 'goods.created_by')}`.execute(ctx.tx)
  return Number(numAffectedRows ?? 0)
}

/** Returns false when there was nothing to delete or to restore. */
export const setGoodsDeleted = (ctx: Ctx, id: string, deleted: boolean): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('goods')
      .set({ deleted_at: deleted ? ctx.now : null })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('goods_id', '=', id)
      .where(isOwn(ctx, 'goods', 'goods.created_by'))
      .where('deleted_at', deleted ? 'is' : 'is not', null),
  )
