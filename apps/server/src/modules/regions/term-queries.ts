/** What is agreed with the owners of stores, deleted stores included, because their statements stay. */
import type { Store } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { inStoreScope } from '../../kernel/scope.ts'
import { contains, isOneOf } from '../../kernel/search.ts'

type Filter = {
  area?: string | undefined
  store?: string | undefined
  q?: string | undefined
  ids?: readonly string[] | undefined
}

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
      'store.coo_share',
      'store.coo_rent',
      'store.coo_start_date',
      'store.coo_end_date',
      'store.created_at',
      'store.deleted_at',
    ])
    .where('store.tenant_id', '=', ctx.tenant.id)
    .where(inStoreScope(ctx, 'store.store_id'))

export type StoreTerms = Awaited<ReturnType<typeof termsOfStores>>[number]

/** The stores in the caller's scope for which a share or a rent is agreed. */
export function termsOfStores(ctx: Ctx, { area, store, q, ids }: Filter) {
  let query = inScope(ctx)
    .where((eb) => eb.or([eb('store.coo_share', 'is not', null), eb('store.coo_rent', 'is not', null)]))
    .where(isOneOf(ids, 'store.store_id'))
    .where(contains(q, ['store.store_name', 'store.store_address', 'store.customer_no']))
  if (area !== undefined) query = query.where('store.area_id', '=', area)
  if (store !== undefined) query = query.where('store.store_id', '=', store)
  return query.execute()
}

/** A store in the caller's scope, whatever is agreed. */
export const termsOfStore = (ctx: Ctx, id: string): Promise<StoreTerms | undefined> =>
  inScope(ctx).where('store.store_id', '=', id).executeTakeFirst()
