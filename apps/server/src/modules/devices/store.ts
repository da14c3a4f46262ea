import type { DevicePick, DevicePickFilter, List, Page } from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { inDeviceScope } from '../../kernel/scope.ts'
import { contains, isOneOf } from '../../kernel/search.ts'

/** Bound machines in the caller's scope. */
const inScope = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('device')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('unbound_at', 'is', null)
    .where(inDeviceScope(ctx, { device: 'device_id', store: 'store_id' }))

/** For pickers: names only. */
export async function pickDevices(
  ctx: Ctx,
  page: Page,
  filter: z.output<typeof DevicePickFilter>,
): Promise<List<Omit<DevicePick, 'store_name'>>> {
  let query = inScope(ctx).where(contains(filter.q, ['sn', 'title']))
  if (filter.store !== undefined) query = query.where('store_id', '=', filter.store)
  if (filter.sns !== undefined) query = query.where(sql<boolean>`sn = any(${filter.sns}::text[])`)
  const data = await query
    .select(['sn', 'title', 'store_id as store'])
    .orderBy('title')
    .orderBy('device_id')
    .$call(atPage(page))
    .execute()
  return { data, count: await countOf(query) }
}

/** The machines behind serial numbers that the caller may hand on, as sn -> number. */
export async function lockDevices(ctx: Ctx, sns: readonly string[]): Promise<Map<string, string>> {
  const rows = await inScope(ctx)
    .select(['sn', 'device_id'])
    .where(sql<boolean>`sn = any(${sns}::text[])`)
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.sn, row.device_id]))
}

/** Serial number and name of bound machines, whoever may see them. */
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

/** Machines that stand in a store now: how many, and the first few by name. */
export async function devicesIn(ctx: Ctx, storeId: string): Promise<{ count: number; names: string[] }> {
  const rows = await ctx.tx
    .selectFrom('device')
    .select(['title', 'sn', sql<string>`count(*) over ()`.as('count')])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('store_id', '=', storeId)
    .where('unbound_at', 'is', null)
    .orderBy('device_id')
    .limit(3)
    .execute()
  return { count: Number(rows[0]?.count ?? 0), names: rows.map(({ title, sn }) => title || sn) }
}

export async function countByStore(ctx: Ctx, storeIds: readonly string[]): Promise<Map<string, number>> {
  if (storeIds.length === 0) return new Map()
  const rows = await ctx.tx
    .selectFrom('device')
    .select(['store_id', sql<string>`count(*)`.as('count')])
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(storeIds, 'store_id'))
    .where('unbound_at', 'is', null)
    .groupBy('store_id')
    .execute()
  return new Map(rows.map(({ store_id: id, count }) => [id ?? '', Number(count)]))
}
