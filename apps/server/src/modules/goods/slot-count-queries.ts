import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { inDeviceScope } from '../../kernel/scope.ts'
import { isOneOf } from '../../kernel/search.ts'

/** The number of slots that hold each of the goods, in the machines that the caller may see. */
export async function countSlots(ctx: Ctx, goodsIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await ctx.tx
    .selectFrom('channel as c')
    .innerJoin('device as d', (join) =>
      join.on('d.tenant_id', '=', ctx.tenant.id).onRef('d.device_id', '=', 'c.device_id'),
    )
    .select(['c.goods_id', sql<number>`count(*)::int`.as('count')])
    .where('c.tenant_id', '=', ctx.tenant.id)
    .where('d.unbound_at', 'is', null)
    .where(isOneOf(goodsIds, 'c.goods_id'))
    .where(inDeviceScope(ctx, { device: 'd.device_id', store: 'd.store_id' }))
    .groupBy('c.goods_id')
    .execute()
  return new Map(rows.map(({ goods_id: id, count }) => [id ?? '', count]))
}
