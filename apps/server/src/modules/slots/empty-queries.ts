/** Slots that stand out: those that are low or empty, and whether any is ready to sell. */
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { inDeviceScope } from '../../kernel/scope.ts'
import { isOneOf } from '../../kernel/search.ts'

/** The condition of the index of low slots. */
const isLow = sql<boolean>`c.goods_id is not null and c.enabled and c.max > 0 and c.quantity <= c.low_level`

/** Slots of bound machines in the caller's scope. */
const inScope = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('channel as c')
    .innerJoin('device as d', (join) =>
      join.on('d.tenant_id', '=', ctx.tenant.id).onRef('d.device_id', '=', 'c.device_id'),
    )
    .where('c.tenant_id', '=', ctx.tenant.id)
    .where('d.unbound_at', 'is', null)
    .where(inDeviceScope(ctx, { device: 'd.device_id', store: 'd.store_id' }))

export type EmptySlot = { device_id: string; channel_sn: number; goods_id: string }

/** Enabled slots with goods that have none left. The condition repeats that of low slots, because these have an index. */
export const emptySlots = (ctx: Ctx): Promise<EmptySlot[]> =>
  inScope(ctx)
    .select(['c.device_id', 'c.channel_sn', sql<string>`c.goods_id`.as('goods_id')])
    .where(isLow)
    .where('c.quantity', '=', 0)
    .orderBy('c.device_id')
    .orderBy('c.channel_sn')
    .execute()

/** How many slots of each of the merchant's machines are low; machines without a low slot are left out. */
export async function countLowSlots({ tx, tenantId }: TenantRef): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('channel as c')
    .select(['c.device_id', sql<number>`count(*)::int`.as('low')])
    .where('c.tenant_id', '=', tenantId)
    .where(isLow)
    .groupBy('c.device_id')
    .execute()
  return new Map(rows.map((row) => [row.device_id, row.low]))
}

export type LowSlot = { device_id: string; channel_sn: number; isEmpty: boolean }

/** The slots of these machines that are low. */
export const lowSlotsOf = (ctx: Ctx, deviceIds: readonly string[]): Promise<LowSlot[]> =>
  ctx.tx
    .selectFrom('channel as c')
    .select(['c.device_id', 'c.channel_sn', sql<boolean>`c.quantity = 0`.as('isEmpty')])
    .where('c.tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(deviceIds, 'c.device_id'))
    .where(isLow)
    .execute()

/** Whether any slot has goods and a price. */
export const hasPricedSlot = async (ctx: Ctx): Promise<boolean> =>
  (await inScope(ctx)
    .select('c.channel_sn')
    .where('c.goods_id', 'is not', null)
    .where('c.price', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
