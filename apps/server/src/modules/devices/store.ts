import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { isOneOf } from '../../kernel/search.ts'

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
