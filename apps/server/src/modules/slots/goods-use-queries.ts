import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import type { Uses } from '../../kernel/hooks.ts'
import { inDeviceScope } from '../../kernel/scope.ts'

/** Slots that hold the goods: their number, and the first few that the caller may see, by machine and slot number. */
export async function slotsWith(ctx: Ctx, goodsId: string): Promise<Uses> {
  const isSeen = inDeviceScope(ctx, { device: 'device.device_id', store: 'device.store_id' })
  const rows = await ctx.tx
    .selectFrom('channel')
    .innerJoin('device', (join) =>
      join.on('device.tenant_id', '=', ctx.tenant.id).onRef('device.device_id', '=', 'channel.device_id'),
    )
    .select([
      'device.title',
      'device.sn',
      'channel.channel_sn',
      sql<boolean>`${isSeen}`.as('seen'),
      sql<number>`(count(*) over ())::int`.as('count'),
    ])
    .where('channel.tenant_id', '=', ctx.tenant.id)
    .where('device.unbound_at', 'is', null)
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
