/** Pieces that counts have shown missing, until a sale or a command explains them. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'

type SlotSince = { deviceId: string; ch: number; since: Date }
/** What is still unexplained of a line of the ledger. */
export type Loss = {
  moveId: string
  deviceId: string
  ch: number
  reason: LossReason
  command: string | null
  goods: string | null
  at: Date
  n: number
}

/** `machine`: for an unknown reason. `test`: after a test, which may have dropped the piece or not. */
type LossReason = 'machine' | 'test'

/**
 * Without the pieces that a sale has taken back. Those of an unknown reason come first, and the oldest of each reason
 * first.
 */
export async function lossesSince(
  { tx, tenantId }: TenantRef,
  slots: readonly SlotSince[],
  reasons: readonly LossReason[],
): Promise<Loss[]> {
  const { rows } = await sql<Loss>`
    select m.move_id as "moveId", m.device_id as "deviceId", m.channel_sn as ch, m.reason, m.command_id as command,
           m.goods_id as goods, m.at,
           m.before - m.after - coalesce((
             select sum(t.after - t.before) from stock_move t
              where t.tenant_id = ${tenantId} and t.takes_back = m.move_id), 0)::int as n
      from unnest(${slots.map(({ deviceId }) => deviceId)}::bigint[], ${slots.map(({ ch }) => ch)}::int[],
                  ${slots.map(({ since }) => since.toISOString())}::timestamptz[]) as v (device_id, ch, since)
      join stock_move m on m.tenant_id = ${tenantId} and m.device_id = v.device_id and m.channel_sn = v.ch
       and m.at >= v.since
     where m.reason = any(${reasons}::text[]) and m.after < m.before
     order by m.reason <> 'machine', m.at, m.move_id`.execute(tx)
  return rows.filter(({ n }) => n > 0)
}
