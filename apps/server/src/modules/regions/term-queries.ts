/** What is agreed with the owners of stores, deleted stores included, because their statements stay. */
import type { PastTerms, Store, Terms } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { hundredths, percentOf } from '../../kernel/percent.ts'
import { inStoreScope } from '../../kernel/scope.ts'
import { contains, isOneOf } from '../../kernel/search.ts'

type Filter = {
  area?: string | undefined
  store?: string | undefined
  q?: string | undefined
  ids?: readonly string[] | undefined
}

/** The oldest first. */
const pastTerms = (ctx: Ctx) => sql<PastTerms[]>`(
  select coalesce(json_agg(json_build_object('until', t.until, 'coo_share', t.coo_share / 100.0, 'coo_rent', t.coo_rent)
                           order by t.until), '[]')
    from store_past_terms t where t.tenant_id = ${ctx.tenant.id} and t.store_id = store.store_id)`

const inScope = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('store')
    .leftJoin('area', (join) =>
      join.on('area.tenant_id', '=', ctx.tenant.id).onRef('area.area_id', '=', 'store.area_id'),
    )
    .select([
      'store.store_id as store',
      'store.store_name',
      'store.store_address',
      'area.area_name',
      'store.customer_no',
      sql<Store['coo_mode']>`store.coo_mode`.as('coo_mode'),
      percentOf('store.coo_share').as('coo_share'),
      'store.coo_rent',
      'store.coo_start_date',
      'store.coo_end_date',
      pastTerms(ctx).as('past'),
      'store.created_at',
      'store.deleted_at',
    ])
    .where('store.tenant_id', '=', ctx.tenant.id)
    .where(inStoreScope(ctx, 'store.store_id'))

export type StoreTerms = Awaited<ReturnType<typeof termsOfStores>>[number]

/** The stores in the caller's scope for which a share or a rent is agreed, or was. */
export function termsOfStores(ctx: Ctx, { area, store, q, ids }: Filter) {
  let query = inScope(ctx)
    .where(
      sql<boolean>`(coalesce(store.coo_share, store.coo_rent) is not null or exists (
        select from store_past_terms t where t.tenant_id = ${ctx.tenant.id} and t.store_id = store.store_id))`,
    )
    .where(isOneOf(ids, 'store.store_id'))
    .where(contains(q, ['store.store_name', 'store.store_address', 'store.customer_no']))
  if (area !== undefined) query = query.where('store.area_id', '=', area)
  if (store !== undefined) query = query.where('store.store_id', '=', store)
  return query.execute()
}

/** A store in the caller's scope, whatever is agreed. */
export const termsOfStore = (ctx: Ctx, id: string): Promise<StoreTerms | undefined> =>
  inScope(ctx).where('store.store_id', '=', id).executeTakeFirst()

/** The terms of a store now. Locks the store, so that they cannot change meanwhile. */
export const lockTerms = (ctx: Ctx, id: string): Promise<Terms | undefined> =>
  ctx.tx
    .selectFrom('store')
    .select([percentOf('coo_share').as('coo_share'), 'coo_rent'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('store_id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** The past terms of a store, the oldest first. */
export const listPastTerms = (ctx: Ctx, id: string): Promise<PastTerms[]> =>
  ctx.tx
    .selectFrom('store_past_terms')
    .select(['until', percentOf('coo_share').as('coo_share'), 'coo_rent'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('store_id', '=', id)
    .orderBy('until')
    .execute()

/** Replaces the past terms from a day on: these held before it. */
export async function replacePastTerms(ctx: Ctx, id: string, past: PastTerms): Promise<void> {
  await ctx.tx
    .deleteFrom('store_past_terms')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('store_id', '=', id)
    .where('until', '>=', past.until)
    .execute()
  await ctx.tx
    .insertInto('store_past_terms')
    .values({ ...past, coo_share: hundredths(past.coo_share), tenant_id: ctx.tenant.id, store_id: id })
    .execute()
}
