import type { Area, AreaFilter, AreaInput, AreaPick, AreaPickFilter, List, Page } from '@slotwise/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/db.ts'
import { atPage, countOf, sortedBy } from '../../kernel/paging.ts'
import { inPieces } from '../../kernel/pieces.ts'
import { atRev, changesOne } from '../../kernel/rows.ts'
import { inAreaScope, inStoreScope, seesArea } from '../../kernel/scope.ts'
import { contains, distanceTo, isOneOf } from '../../kernel/search.ts'

type Filter = z.output<typeof AreaFilter>
type Draft = z.output<typeof AreaInput>

const pieceSize = 500

const present = (ctx: Ctx) =>
  ctx.tx.selectFrom('area').where('area.tenant_id', '=', ctx.tenant.id).where('area.deleted_at', 'is', null)

const listed = (ctx: Ctx, filter: Filter) =>
  present(ctx)
    .where(seesArea(ctx, 'area.area_id'))
    .where(isOneOf(filter.ids, 'area.area_id'))
    .where(contains(filter.q, ['area.area_name', 'area.area_address', 'area.phone', 'area.remarks']))

/** The number of stores of the area within the caller's scope. */
const storeCount = (ctx: Ctx) => sql<number>`(
  select count(*)::int from store
   where store.tenant_id = ${ctx.tenant.id} and store.area_id = area.area_id and store.deleted_at is null
     and ${inStoreScope(ctx, 'store.store_id')})`

const asArea = <O>(ctx: Ctx, query: SelectQueryBuilder<Database, 'area', O>) =>
  query.select([
    'area.area_id as _id',
    'area.area_name',
    'area.phone',
    'area.area_address',
    'area.remarks',
    'area.rev',
    storeCount(ctx).as('store_count'),
  ])

export async function listAreas(ctx: Ctx, page: Page, filter: Filter): Promise<List<Area>> {
  const data = await asArea(ctx, listed(ctx, filter))
    .$call(sortedBy(filter.order, { name: sql`area.area_name`, stores: sql`store_count` }))
    .orderBy('area.area_id', 'desc')
    .$call(atPage(page))
    .execute()
  return { data, count: await countAreas(ctx, filter) }
}

/** The areas that a text means most likely. */
export const searchAreas = (ctx: Ctx, typed: string, limit: number) =>
  listed(ctx, { q: typed })
    .select(['area.area_id', 'area.area_name', 'area.area_address'])
    .orderBy(distanceTo(typed, ['area.area_name']))
    .orderBy('area.area_name')
    .orderBy('area.area_id')
    .limit(limit)
    .execute()

export const countAreas = (ctx: Ctx, filter: Filter): Promise<number> => countOf(listed(ctx, filter))

export async function pickAreas(
  ctx: Ctx,
  page: Page,
  filter: z.output<typeof AreaPickFilter>,
): Promise<List<AreaPick>> {
  const query = ctx.tx
    .selectFrom('area')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .where(inAreaScope(ctx, 'area_id'))
    .where(isOneOf(filter.ids, 'area_id'))
    .where(contains(filter.q, ['area_name']))
  const data = await query
    .select(['area_id as _id', 'area_name'])
    .orderBy('area_name')
    .orderBy('area_id')
    .$call(atPage(page))
    .execute()
  return { data, count: await countOf(query) }
}

/** All areas of a filter in pieces, for exports. */
export const eachArea = (ctx: Ctx, filter: Filter): AsyncGenerator<Area[]> =>
  inPieces(
    ({ _id }) => _id,
    (before) => {
      const query = asArea(ctx, listed(ctx, filter)).orderBy('area.area_id', 'desc').limit(pieceSize)
      return (before ? query.where('area.area_id', '<', before) : query).execute()
    },
  )

export const findArea = (ctx: Ctx, id: string): Promise<Area | undefined> =>
  asArea(ctx, listed(ctx, {})).where('area.area_id', '=', id).executeTakeFirst()

/**
 * Locks the area, so that no store is put into it while it is being deleted. Returns false when it is gone, whether or
 * not the caller sees it: a store keeps its area.
 */
export async function lockArea(ctx: Ctx, id: string, strength: 'share' | 'update'): Promise<boolean> {
  const query = present(ctx).select('area.area_id').where('area.area_id', '=', id)
  return (
    (await (strength === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst()) !== undefined
  )
}

export async function insertArea(ctx: Ctx, draft: Draft): Promise<string> {
  const row = await ctx.tx
    .insertInto('area')
    .values({ ...draft, tenant_id: ctx.tenant.id, created_at: ctx.now })
    .returning('area_id')
    .executeTakeFirstOrThrow()
  return row.area_id
}

/** Returns false when the row is gone or was changed since `rev`. */
export const updateArea = (ctx: Ctx, id: string, rev: number | undefined, draft: Draft): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('area')
      .set((eb) => ({ ...draft, rev: eb('rev', '+', 1) }))
      .where('tenant_id', '=', ctx.tenant.id)
      .where('area_id', '=', id)
      .where('deleted_at', 'is', null)
      .where(atRev(rev)),
  )

/** Returns false when there was nothing to delete or to restore. */
export const setAreaDeleted = (ctx: Ctx, id: string, deleted: boolean): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('area')
      .set({ deleted_at: deleted ? ctx.now : null })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('area_id', '=', id)
      .where('deleted_at', deleted ? 'is' : 'is not', null),
  )

/** Stores in the area, also outside of the caller's scope: their number, and the names of the first few. */
export async function storesInside(ctx: Ctx, areaId: string): Promise<{ count: number; names: string[] }> {
  const rows = await ctx.tx
    .selectFrom('store')
    .select(['store_name', sql<number>`(count(*) over ())::int`.as('count')])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('area_id', '=', areaId)
    .where('deleted_at', 'is', null)
    .orderBy('store_id')
    .limit(3)
    .execute()
  return { count: rows[0]?.count ?? 0, names: rows.map((row) => row.store_name) }
}

/** Whether the caller sees all of these areas. */
export async function knowsAreas(ctx: Ctx, ids: readonly string[]): Promise<boolean> {
  const rows = await listed(ctx, { ids: [...ids] })
    .select('area.area_id')
    .execute()
  return rows.length === new Set(ids).size
}

/** The names of those of the areas that the caller sees, deleted ones included. */
export async function seenAreaNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx
    .selectFrom('area')
    .select(['area.area_id', 'area.area_name'])
    .where('area.tenant_id', '=', ctx.tenant.id)
    .where(seesArea(ctx, 'area.area_id'))
    .where(isOneOf(ids, 'area.area_id'))
    .execute()
  return new Map(rows.map((row) => [row.area_id, row.area_name]))
}

/** The names of areas, deleted ones included. */
export async function areaNamesOf(
  { tx, tenantId }: TenantRef,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('area')
    .select(['area_id', 'area_name'])
    .where('tenant_id', '=', tenantId)
    .where(isOneOf(ids, 'area_id'))
    .execute()
  return new Map(rows.map((row) => [row.area_id, row.area_name]))
}
