/** The stock of machines, summed up from their slots, for the list of machines. */
import { sql, type SqlBool } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { isOneOf } from '../../kernel/search.ts'

/** True where a slot that sells goods is down to its threshold. The console has the same rule as `isLow`. */
export const lowSlot = (table: string) => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<SqlBool>`(${column('goods_id')} is not null and ${column('enabled')}
    and ${column('max')} > 0 and ${column('quantity')} <= ${column('low_level')})`
}

type Stock = { channel_count: number; stock: number; stock_max: number; low: number }

/** The figures of each machine. Slots that sell nothing count as slots, but not as stock. */
export async function stockByDevice(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Stock>> {
  const rows = await ctx.tx
    .selectFrom('channel')
    .select([
      'device_id',
      sql<number>`count(*)::int`.as('channel_count'),
      sql<number>`(coalesce(sum(quantity) filter (where goods_id is not null), 0))::int`.as('stock'),
      sql<number>`(coalesce(sum(max) filter (where goods_id is not null), 0))::int`.as('stock_max'),
      sql<number>`(count(*) filter (where ${lowSlot('channel')}))::int`.as('low'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(ids, 'device_id'))
    .groupBy('device_id')
    .execute()
  return new Map(rows.map(({ device_id: id, ...stock }) => [id, stock]))
}
