/** Areas, stores and machines that an account can be limited to: which of them the caller may assign, and their names. */
import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { inAreaScope, inDeviceScope, inStoreScope } from '../../kernel/scope.ts'
import { isOneOf } from '../../kernel/search.ts'

/** Returns those of the areas that the caller may assign, and locks them until the call is done. */
export async function lockAreas(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.tx
    .selectFrom('area')
    .select('area_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .where(inAreaScope(ctx, 'area_id'))
    .where(isOneOf(ids, 'area_id'))
    .forShare()
    .execute()
  return new Set(rows.map((row) => row.area_id))
}

/** Names of areas, also of those that are deleted or outside of the caller's scope. */
export async function areaNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.tx
    .selectFrom('area')
    .select(['area_id', 'area_name'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(ids, 'area_id'))
    .execute()
  return new Map(rows.map((row) => [row.area_id, row.area_name]))
}

/** Returns those of the stores that the caller may assign, and locks them until the call is done. */
export async function lockStores(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.tx
    .selectFrom('store')
    .select('store_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .where(inStoreScope(ctx, 'store_id'))
    .where(isOneOf(ids, 'store_id'))
    .forShare()
    .execute()
  return new Set(rows.map((row) => row.store_id))
}

/** Names of stores, also of those that are deleted or outside of the caller's scope. */
export async function storeNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.tx
    .selectFrom('store')
    .select(['store_id', 'store_name'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(ids, 'store_id'))
    .execute()
  return new Map(rows.map((row) => [row.store_id, row.store_name]))
}

/** Maps the serial numbers of machines that the caller may assign to their ids, and locks the machines. */
export async function lockDevices(ctx: Ctx, sns: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.tx
    .selectFrom('device')
    .select(['sn', 'device_id'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('unbound_at', 'is', null)
    .where(inDeviceScope(ctx, { device: 'device_id', store: 'store_id' }))
    .where(sql<boolean>`sn = any(${sns}::text[])`)
    .orderBy('device_id')
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.sn, row.device_id]))
}

/** Serial numbers and names of bound machines, also of those outside of the caller's scope. */
export async function deviceNames(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, { sn: string; title: string }>> {
  const rows = await ctx.tx
    .selectFrom('device')
    .select(['device_id', 'sn', 'title'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('unbound_at', 'is', null)
    .where(isOneOf(ids, 'device_id'))
    .execute()
  return new Map(rows.map(({ device_id: id, sn, title }) => [id, { sn, title }]))
}
