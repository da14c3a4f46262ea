/** What the ledger and the commands say of slots since a person counted them. */
import type { StockReason } from '@slotwise/contract'
import { sql } from 'kysely'

import type { MachineRef } from '../../kernel/ctx.ts'

/** A line of the ledger since the slot was counted. */
export type LaterLine = {
  ch: number
  reason: StockReason
  at: Date
  orderno: string | null
  /** When the line that this one takes back was written. */
  takenBackAt: Date | null
  n: number
}

export async function linesSince(
  { tx, tenantId, deviceId }: MachineRef,
  slots: readonly { channel_sn: number; at: Date }[],
): Promise<LaterLine[]> {
  const { rows } = await sql<LaterLine>`
    select m.channel_sn as ch, m.reason, m.at, m.orderno, l.at as "takenBackAt", m.after - m.before as n
      from unnest(${slots.map(({ channel_sn: number }) => number)}::int[],
                  ${slots.map(({ at }) => at.toISOString())}::timestamptz[]) as v (ch, since)
      join stock_move m on m.tenant_id = ${tenantId} and m.device_id = ${deviceId} and m.channel_sn = v.ch
       and m.at > v.since
      left join stock_move l on l.tenant_id = ${tenantId} and l.move_id = m.takes_back
     order by m.move_id`.execute(tx)
  return rows
}

/** The numbers that slots have lost or got since then. */
export async function renumberedSince(
  { tx, tenantId, deviceId }: MachineRef,
  since: Date,
): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('command')
    .select(sql<{ slots: { from: number; to: number }[] }>`args`.as('args'))
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('op', '=', 'resetSlot')
    .where('state', '=', 'done')
    .where('finished_at', '>', since)
    .execute()
  return new Set(rows.flatMap(({ args }) => args.slots.flatMap(({ from, to }) => [from, to])))
}

/** When each slot was counted last by a person at the machine. */
export async function countTimes({ tx, tenantId, deviceId }: MachineRef): Promise<Map<number, Date>> {
  const rows = await tx
    .selectFrom('channel')
    .select(['channel_sn', 'counted_at'])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .execute()
  return new Map(rows.flatMap(({ channel_sn: number, counted_at: at }) => (at ? [[number, at]] : [])))
}

export async function noteCounted(
  { tx, tenantId, deviceId }: MachineRef,
  slots: readonly { channel_sn: number; at: Date }[],
): Promise<void> {
  if (slots.length === 0) return
  await sql`
    update channel c set counted_at = v.at
      from unnest(${slots.map(({ channel_sn: number }) => number)}::int[],
                  ${slots.map(({ at }) => at.toISOString())}::timestamptz[]) as v (ch, at)
     where c.tenant_id = ${tenantId} and c.device_id = ${deviceId} and c.channel_sn = v.ch`.execute(tx)
}
