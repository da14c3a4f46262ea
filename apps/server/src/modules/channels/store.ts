import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { inDeviceScope } from '../../kernel/scope.ts'
import { isOneOf } from '../../kernel/search.ts'

const filled = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('channel')
    .innerJoin('device', (join) =>
      join
        .onRef('device.tenant_id', '=', 'channel.tenant_id')
        .onRef('device.device_id', '=', 'channel.device_id'),
    )
    .where('channel.tenant_id', '=', ctx.tenant.id)
    .where('device.unbound_at', 'is', null)

const seen = (ctx: Ctx) => inDeviceScope(ctx, { device: 'device.device_id', store: 'device.store_id' })

/** In how many slots goods lie, of machines that the caller may see. */
export async function countByGoods(ctx: Ctx, goodsIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await filled(ctx)
    .select(['channel.goods_id', sql<number>`count(*)::int`.as('count')])
    .where(isOneOf(goodsIds, 'channel.goods_id'))
    .where(seen(ctx))
    .groupBy('channel.goods_id')
    .execute()
  return new Map(rows.map(({ goods_id: id, count }) => [id ?? '', count]))
}

/** Slots that hold the goods: how many there are, whoever may see them, and the first few by machine and number. */
export async function slotsWith(ctx: Ctx, goodsId: string): Promise<{ count: number; names: string[] }> {
  const rows = await filled(ctx)
    .select([
      'device.title',
      'device.sn',
      'channel.channel_sn',
      sql<boolean>`${seen(ctx)}`.as('seen'),
      sql<number>`(count(*) over ())::int`.as('count'),
    ])
    .where('channel.goods_id', '=', goodsId)
    .orderBy('seen', 'desc')
    .orderBy('device.device_id')
    .orderBy('channel.channel_sn')
    .limit(3)
    .execute()
  return {
    count: rows[0]?.count ?? 0,
    names: rows.filter((row) => row.seen).map(({ title, sn, channel_sn: slot }) => `${title || sn} #${slot}`),
  }
}
