/** What bills say of the pieces that left slots. */
import { sql } from 'kysely'

import type { MachineRef } from '../../kernel/ctx.ts'
import type { SoldPieces } from '../../kernel/hooks.ts'

/** Commands to dispense are left out: the ledger knows their pieces by the command. */
export async function soldSince(
  { tx, tenantId, deviceId }: MachineRef,
  slots: readonly { channel_sn: number; at: Date }[],
): Promise<SoldPieces[]> {
  if (slots.length === 0) return []
  const oldest = new Date(Math.min(...slots.map(({ at }) => at.getTime())))
  const { rows } = await sql<SoldPieces>`
    select b.orderno, b.create_at as at, v.ch, sum(g.delivered)::int as n
      from bill b
     cross join lateral jsonb_to_recordset(b.goods) as g (channel_sn int, delivered int)
      join unnest(${slots.map(({ channel_sn: number }) => number)}::int[],
                  ${slots.map(({ at }) => at.toISOString())}::timestamptz[]) as v (ch, since)
        on v.ch = g.channel_sn and b.create_at > v.since
     where b.tenant_id = ${tenantId} and b.device_id = ${deviceId} and b.create_at > ${oldest}
       and b.command_id is null and g.delivered > 0
     group by b.orderno, b.create_at, v.ch`.execute(tx)
  return rows
}
