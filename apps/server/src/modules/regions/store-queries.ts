import type {
  List,
  Page,
  PartFailedWay,
  PickFilter,
  Store,
  StoreEdit,
  StoreFilter,
  StoreInput,
  StorePick,
} from '@slotwise/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/db.ts'
import { atPage, countOf, sortingOf } from '../../kernel/paging.ts'
import { hundredths, percentOf } from '../../kernel/percent.ts'
import { inPieces } from '../../kernel/pieces.ts'
import { atRev, changesOne } from '../../kernel/rows.ts'
import { inDeviceScope, inStoreScope } from '../../kernel/scope.ts'
import { contains, distanceTo, isOneOf } from '../../kernel/search.ts'
import { keepPastAccount } from './account-queries.ts'

type Filter = z.output<typeof StoreFilter>
type Pick = z.output<typeof PickFilter>
type Draft = z.output<typeof StoreInput>
type Edit = Omit<z.output<typeof StoreEdit>, '_id' | 'rev'>

const pieceSize = 500

const everyStore = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('store')
    .leftJoin('area', (join) =>
      join.on('area.tenant_id', '=', ctx.tenant.id).onRef('area.area_id', '=', 'store.area_id'),
    )
    .where('store.tenant_id', '=', ctx.tenant.id)

const inScope = (ctx: Ctx) =>
  everyStore(ctx).where('store.deleted_at', 'is', null).where(inStoreScope(ctx, 'store.store_id'))

/** Stores that the caller sees in statistics: deleted ones as well, and those where a machine in scope stands. */
const withPast = (ctx: Ctx) =>
  everyStore(ctx).where(
    sql<boolean>`(${inStoreScope(ctx, 'store.store_id')} or exists (select from device
      where device.tenant_id = ${ctx.tenant.id} and device.store_id = store.store_id
        and ${inDeviceScope(ctx, { device: 'device.device_id', store: 'device.store_id' })}))`,
  )

const searched = ['store_name', 'store_address', 'phone', 'manager', 'customer_no'].map(
  (column) => `store.${column}`,
)

function listed(ctx: Ctx, filter: Filter) {
  let query = inScope(ctx).where(isOneOf(filter.ids, 'store.store_id')).where(contains(filter.q, searched))
  if (filter.area !== undefined) query = query.where('store.area_id', '=', filter.area)
  if (filter.in_area !== undefined)
    query = query.where('store.area_id', filter.in_area ? 'is not' : 'is', null)
  if (filter.mode !== undefined) query = query.where('store.mode', '=', filter.mode)
  if (filter.coo_mode !== undefined) query = query.where('store.coo_mode', '=', filter.coo_mode)
  if (filter.auto_refund !== undefined) query = query.where('store.auto_refund', '=', filter.auto_refund)
  if (filter.merchant_id !== undefined) query = query.where('store.merchant_id', '=', filter.merchant_id)
  return query
}

type Joined<O> = SelectQueryBuilder<
  Database & { area: Database['area'] | Record<keyof Database['area'], null> },
  'store' | 'area',
  O
>

/** The number of bound machines in the store, also outside of the caller's scope. */
const deviceCount = (ctx: Ctx) => sql<number>`(
  select count(*)::int from device
   where device.tenant_id = ${ctx.tenant.id} and device.store_id = store.store_id and device.unbound_at is null)`

/** Only the name: a payout account has no number here. */
const merchantName = (ctx: Ctx) => sql<string | null>`(
  select c.mch_name from bank_card c
   where c.tenant_id = ${ctx.tenant.id} and c.merchant_id = store.merchant_id)`

const asStore = <O>(ctx: Ctx, query: Joined<O>) =>
  query.select([
    'store.store_id as _id',
    'store.area_id as area',
    'area.area_name',
    'store.store_name',
    'store.phone',
    'store.store_address',
    'store.remarks',
    'store.auto_refund',
    sql<Store['part_failed']>`store.part_failed`.as('part_failed'),
    'store.manager',
    'store.manager_phone',
    'store.customer_no',
    sql<Store['mode']>`store.mode`.as('mode'),
    'store.mode_text',
    sql<Store['coo_mode']>`store.coo_mode`.as('coo_mode'),
    'store.coo_mode_text',
    'store.coo_start_date',
    'store.coo_end_date',
    percentOf('store.coo_share').as('coo_share'),
    'store.coo_rent',
    'store.merchant_id',
    merchantName(ctx).as('merchant_name'),
    'store.rev',
    deviceCount(ctx).as('device_count'),
  ])

export async function listStores(ctx: Ctx, page: Page, filter: Filter): Promise<List<Store>> {
  let query = asStore(ctx, listed(ctx, filter))
  const [column, direction] = sortingOf(filter.order ?? '')
  if (column === 'name') query = query.orderBy('store.store_name', direction)
  if (column === 'area') query = query.orderBy('area.area_name', (by) => by[direction]().nullsLast())
  if (column === 'devices') query = query.orderBy(deviceCount(ctx), 'desc')
  const data = await query.orderBy('store.store_id', 'desc').$call(atPage(page)).execute()
  return { data, count: await countStores(ctx, filter) }
}

export const countStores = (ctx: Ctx, filter: Filter): Promise<number> => countOf(listed(ctx, filter))

/** Whether the caller may see all of these stores. */
export const knowsStores = async (ctx: Ctx, ids: readonly string[]): Promise<boolean> =>
  (await countStores(ctx, { ids: [...ids] })) === new Set(ids).size

/** Stores that were deleted before a moment. */
export async function storesDeletedBefore({ tx, tenantId }: TenantRef, before: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('store')
    .select('store_id')
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', '<', before)
    .execute()
  return rows.map((row) => row.store_id)
}

/** The stores that belong to an area now, deleted ones included, for what was sold there. */
export async function storesOfArea(ctx: Ctx, area: string | null): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('store')
    .select('store_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('area_id', area === null ? 'is' : '=', area)
    .execute()
  return rows.map((row) => row.store_id)
}

/** All stores of a filter in pieces, for exports. */
export const eachStore = (ctx: Ctx, filter: Filter): AsyncGenerator<Store[]> =>
  inPieces(
    ({ _id }) => _id,
    (before) => {
      const query = asStore(ctx, listed(ctx, filter)).orderBy('store.store_id', 'desc').limit(pieceSize)
      return (before ? query.where('store.store_id', '<', before) : query).execute()
    },
  )

/** For pickers: names only. */
export async function pickStores(ctx: Ctx, page: Page, filter: Pick): Promise<List<StorePick>> {
  let query = (filter.withPast ? withPast(ctx) : inScope(ctx))
    .where(isOneOf(filter.ids, 'store.store_id'))
    .where(contains(filter.q, ['store.store_name', 'area.area_name']))
  if (filter.area !== undefined) query = query.where('store.area_id', '=', filter.area)
  const data = await query
    .select([
      'store.store_id as _id',
      'store.store_name',
      'store.area_id as area',
      'area.area_name',
      sql<boolean>`store.deleted_at is not null`.as('deleted'),
    ])
    .orderBy('store.store_name')
    .orderBy('store.store_id')
    .$call(atPage(page))
    .execute()
  return { data, count: await countOf(query) }
}

/** The stores that a text means most likely. */
export const searchStores = (ctx: Ctx, typed: string, limit: number) =>
  listed(ctx, { q: typed })
    .select(['store.store_id', 'store.store_name', 'store.store_address', 'area.area_name'])
    .orderBy(distanceTo(typed, searched))
    .orderBy('store.store_name')
    .orderBy('store.store_id')
    .limit(limit)
    .execute()

export const findStore = (ctx: Ctx, id: string): Promise<Store | undefined> =>
  asStore(ctx, inScope(ctx)).where('store.store_id', '=', id).executeTakeFirst()

/** Locks the store, so that nothing is put into it while it is being deleted. */
export async function lockStore(ctx: Ctx, id: string): Promise<void> {
  await inScope(ctx).select('store.store_id').where('store.store_id', '=', id).forUpdate('store').execute()
}

const columns = <D extends Edit>({ area, coo_share: share, ...rest }: D) => ({
  ...rest,
  area_id: area,
  coo_share: hundredths(share),
})

export async function insertStore(ctx: Ctx, draft: Draft): Promise<string> {
  const row = await ctx.tx
    .insertInto('store')
    .values({ ...columns(draft), tenant_id: ctx.tenant.id, created_at: ctx.now })
    .returning('store_id')
    .executeTakeFirstOrThrow()
  return row.store_id
}

/** Returns false when the row is gone or was changed since `rev`. The caller has locked the store. */
export async function updateStore(
  ctx: Ctx,
  id: string,
  rev: number | undefined,
  draft: Edit,
): Promise<boolean> {
  const { merchant_id: account } = draft
  const isPaidElsewhere = account !== undefined && (await keepPastAccount(ctx, id, account))
  return changesOne(
    ctx.tx
      .updateTable('store')
      .set((eb) => ({
        ...columns(draft),
        ...(isPaidElsewhere ? { account_since: ctx.now } : {}),
        rev: eb('rev', '+', 1),
      }))
      .where('tenant_id', '=', ctx.tenant.id)
      .where('store_id', '=', id)
      .where('deleted_at', 'is', null)
      .where(atRev(rev)),
  )
}

/** Returns false when there was nothing to delete or to restore. */
export const setStoreDeleted = (ctx: Ctx, id: string, deleted: boolean): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('store')
      .set({ deleted_at: deleted ? ctx.now : null })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('store_id', '=', id)
      .where(inStoreScope(ctx, 'store.store_id'))
      .where('deleted_at', deleted ? 'is' : 'is not', null),
  )

export async function leaveArea(ctx: Ctx, id: string): Promise<void> {
  await ctx.tx
    .updateTable('store')
    .set({ area_id: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('store_id', '=', id)
    .execute()
}

/**
 * The area of a store that the caller may use, or undefined when there is no such store. Locks the store until the
 * call ends.
 */
export async function areaOfStore(ctx: Ctx, id: string): Promise<string | null | undefined> {
  const row = await inScope(ctx)
    .select('store.area_id')
    .where('store.store_id', '=', id)
    .forShare('store')
    .executeTakeFirst()
  return row?.area_id
}

/** The payout accounts of stores, whether or not the caller sees them; null for none. */
export async function payoutsOfStores(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await ctx.tx
    .selectFrom('store')
    .select(['store_id', 'merchant_id'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(ids, 'store_id'))
    .execute()
  return new Map(rows.map((row) => [row.store_id, row.merchant_id]))
}

export type StoreNames = {
  store_name: string
  store_address: string
  area_id: string | null
  area_name: string | null
}

/** Names and present areas of stores; deleted stores and areas keep theirs. */
export async function storesNamed(
  { tx, tenantId }: TenantRef,
  ids: readonly string[],
): Promise<Map<string, StoreNames>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('store')
    .leftJoin('area', (join) =>
      join.on('area.tenant_id', '=', tenantId).onRef('area.area_id', '=', 'store.area_id'),
    )
    .select(['store.store_id', 'store.store_name', 'store.store_address', 'store.area_id', 'area.area_name'])
    .where('store.tenant_id', '=', tenantId)
    .where(isOneOf(ids, 'store.store_id'))
    .execute()
  return new Map(rows.map(({ store_id: id, ...names }) => [id, names]))
}

/** The names of stores, deleted ones included. */
export async function storeNamesOf(ref: TenantRef, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map([...(await storesNamed(ref, ids))].map(([id, { store_name }]) => [id, store_name]))
}

/** Whether the caller sees any store. */
export const hasStores = async (ctx: Ctx): Promise<boolean> =>
  (await inScope(ctx).select('store.store_id').limit(1).executeTakeFirst()) !== undefined

/** How many stores belong to each of these areas, within the caller's scope; an area of 0 is no area. */
export async function storeCountsOf(ctx: Ctx, areas: readonly string[]): Promise<Map<string, number>> {
  const rows = await inScope(ctx)
    .select([sql<string>`coalesce(store.area_id, 0)`.as('area'), sql<number>`count(*)::int`.as('count')])
    .where(sql<boolean>`coalesce(store.area_id, 0) = any(${areas}::bigint[])`)
    .groupBy('store.area_id')
    .execute()
  return new Map(rows.map(({ area, count }) => [area, count]))
}

/** What these stores want for partly failed deliveries that cannot be refunded in part. */
export async function partFailedWays(
  { tx, tenantId }: TenantRef,
  ids: readonly string[],
): Promise<Map<string, PartFailedWay>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('store')
    .select(['store_id', sql<PartFailedWay>`part_failed`.as('way')])
    .where('tenant_id', '=', tenantId)
    .where(isOneOf(ids, 'store_id'))
    .execute()
  return new Map(rows.map((row) => [row.store_id, row.way]))
}

/** Which of these stores give money back by themselves when goods did not come out. */
export async function autoRefundStores(
  { tx, tenantId }: TenantRef,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('store')
    .select('store_id')
    .where('tenant_id', '=', tenantId)
    .where(isOneOf(ids, 'store_id'))
    .where('auto_refund', '=', true)
    .execute()
  return new Set(rows.map((row) => row.store_id))
}
