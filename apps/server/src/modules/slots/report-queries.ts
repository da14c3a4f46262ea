/** Slot reports of machines. */
import type { SlotReport } from '@slotwise/machine-protocol'
import { sql } from 'kysely'

import type { MachineCtx } from '../../kernel/ctx.ts'

/** A count, and how many pieces the slot holds by our books: none, if we do not have the slot. */
export type Counted = { quantity: number; max: number; booked: number; size: number }

/** The last counts of these slots, and what was booked by the machine's messages since. */
export async function reportedBefore(
  { tx, tenantId, deviceId }: MachineCtx,
  slots: readonly number[],
): Promise<Map<number, Counted>> {
  const rows = await tx
    .selectFrom('slot_report as r')
    .leftJoin('channel as c', (join) =>
      join
        .on('c.tenant_id', '=', tenantId)
        .on('c.device_id', '=', deviceId)
        .onRef('c.channel_sn', '=', 'r.channel_sn'),
    )
    .select(['r.channel_sn', 'r.quantity', 'r.max', 'r.booked', sql<number>`coalesce(c.max, 0)`.as('size')])
    .where('r.tenant_id', '=', tenantId)
    .where('r.device_id', '=', deviceId)
    .where(sql<boolean>`r.channel_sn = any(${slots}::int[])`)
    .execute()
  return new Map(rows.map(({ channel_sn: slot, ...counted }) => [slot, counted]))
}

/**
 * Stores a report and returns the slots that changed. A partial report ignores slots that were never reported
 * before.
 */
export async function takeSlots(
  { tx, tenantId, deviceId, now }: MachineCtx,
  slots: readonly SlotReport[],
  isAll: boolean,
): Promise<number[]> {
  const { rows } = await sql<{ channel_sn: number }>`
    insert into slot_report (tenant_id, device_id, channel_sn, quantity, max, state, fault, at)
    select ${tenantId}::bigint, ${deviceId}::bigint, v.ch, v.qty, v.max, v.state, v.fault, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) as v (ch int, qty int, max int, state text, fault text)
     where ${isAll} or exists (select from slot_report r
           where r.tenant_id = ${tenantId} and r.device_id = ${deviceId} and r.channel_sn = v.ch)
    on conflict (tenant_id, device_id, channel_sn) do update
       set quantity = excluded.quantity, max = excluded.max, state = excluded.state, fault = excluded.fault, at = excluded.at,
           booked = 0
     where slot_report.booked <> 0 or (slot_report.quantity, slot_report.max, slot_report.state, slot_report.fault)
           is distinct from (excluded.quantity, excluded.max, excluded.state, excluded.fault)
    returning channel_sn`.execute(tx)
  const changed = rows.map((row) => row.channel_sn)
  if (!isAll) return changed
  const gone = await tx
    .deleteFrom('slot_report')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where(sql<boolean>`channel_sn <> all(${slots.map(({ ch }) => ch)}::int[])`)
    .returning('channel_sn')
    .execute()
  return [...changed, ...gone.map((row) => row.channel_sn)]
}
