import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'

/**
 * Replaces up to `atMost` lines of the ledger that are older than the date, the oldest first, by one opening line for
 * each slot and its goods, which includes the previous opening line. The sum of each slot and its goods stays the
 * same. Returns the number of lines that it took.
 */
export async function foldLines({ tx, tenantId }: TenantRef, before: Date, atMost: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with old as (
      select m.move_id, m.device_id, m.channel_sn, m.goods_id from stock_move m
       where m.tenant_id = ${tenantId} and m.at < ${before} and m.reason <> 'opening'
       order by m.at, m.move_id limit ${atMost}),
    gone as (
      delete from stock_move m
       where m.tenant_id = ${tenantId} and m.move_id = any(array(select old.move_id from old))
      returning m.move_id, m.device_id, m.channel_sn, m.goods_id, m.reason, m.before, m.after, m.at),
    reopened as (
      delete from stock_move m using (select distinct device_id, channel_sn, goods_id from old) g
       where m.tenant_id = ${tenantId} and m.reason = 'opening' and m.device_id = g.device_id
         and m.channel_sn = g.channel_sn and coalesce(m.goods_id, 0) = coalesce(g.goods_id, 0)
      returning m.move_id, m.device_id, m.channel_sn, m.goods_id, m.reason, m.before, m.after, m.at),
    opened as (
      insert into stock_move (tenant_id, device_id, channel_sn, goods_id, reason, before, after, at, username)
      select ${tenantId}::bigint, device_id, channel_sn, goods_id, 'opening',
             (array_agg(before order by reason <> 'opening', at, move_id))[1],
             (array_agg(before order by reason <> 'opening', at, move_id))[1] + sum(after - before), max(at), ''
        from (select * from gone union all select * from reopened) folded
       group by device_id, channel_sn, goods_id returning move_id)
    select count(*)::int as folded from gone`.execute(tx)
  return rows[0]?.folded ?? 0
}
