/** What machines report of their slots, faults, settings and sales. */
import type { SlotReport } from '@slotwise/machine-protocol'
import { sql } from 'kysely'

import type { MachineCtx } from '../../kernel/ctx.ts'

export type Reported = {
  /** -1: it has not named its slots yet. */
  rev: bigint
  /** When it named all of them last. */
  allAt: Date | null
}

/** How far the reports of slots have come. Locks it: reports of one machine go in one after the other. */
export async function lockReported({ tx, tenantId, deviceId }: MachineCtx): Promise<Reported | undefined> {
  const row = await tx
    .selectFrom('device_state')
    .select(['slots_rev', 'slots_at'])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .forUpdate()
    .executeTakeFirst()
  return row && { rev: BigInt(row.slots_rev ?? -1), allAt: row.slots_at }
}

export type Counted = { quantity: number; booked: number }

/** What the machine counted last in these slots, and what we have booked by its word since. */
export async function reportedBefore(
  { tx, tenantId, deviceId }: MachineCtx,
  slots: readonly number[],
): Promise<Map<number, Counted>> {
  const rows = await tx
    .selectFrom('slot_report')
    .select(['channel_sn', 'quantity', 'booked'])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where(sql<boolean>`channel_sn = any(${slots}::int[])`)
    .execute()
  return new Map(rows.map(({ channel_sn: slot, ...counted }) => [slot, counted]))
}

/** Answers with the slots that are not as they were. Changes of a slot that was never named are of no machine we know. */
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

/** In our books, or by the machine's word. */
export async function hasSlot({ tx, tenantId, deviceId }: MachineCtx, slot: number): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from channel where tenant_id = ${tenantId} and device_id = ${deviceId} and channel_sn = ${slot})
        or exists (select from slot_report where tenant_id = ${tenantId} and device_id = ${deviceId} and channel_sn = ${slot})
        as known`.execute(tx)
  return rows[0]?.known ?? false
}

type Fault = { code: string; channel: number; raw: string; mid: string }

/** False when it was known. */
export async function beginFault(
  { tx, tenantId, deviceId, now }: MachineCtx,
  fault: Fault,
): Promise<boolean> {
  const row = await tx
    .insertInto('device_fault')
    .values({
      tenant_id: tenantId,
      device_id: deviceId,
      code: fault.code,
      channel_sn: fault.channel,
      raw: fault.raw,
      mid: fault.mid,
      since: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('fault_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when there was none, or the same message has ended one already. */
export async function endFault(
  { tx, tenantId, deviceId, now }: MachineCtx,
  { code, channel, mid }: Omit<Fault, 'raw'>,
): Promise<boolean> {
  const told = await tx
    .selectFrom('device_fault')
    .select('fault_id')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('cleared_mid', '=', mid)
    .executeTakeFirst()
  if (told) return false
  const rows = await tx
    .updateTable('device_fault')
    .set({ cleared_at: now, cleared_mid: mid })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('code', '=', code)
    .where('channel_sn', '=', channel)
    .where('cleared_at', 'is', null)
    .returning('fault_id')
    .execute()
  return rows.length > 0
}

/** The machine looks for its slots, from this message on. False when the message is an old one. */
export async function beginSearch(
  { tx, tenantId, deviceId, now }: MachineCtx,
  mid: string,
): Promise<boolean> {
  const row = await tx
    .updateTable('device_state')
    .set({ initializing_since: now, initializing_mid: mid })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where(sql<boolean>`initializing_mid is distinct from ${mid}`)
    .returning('device_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when it was not looking. */
export async function endSearch({ tx, tenantId, deviceId }: MachineCtx): Promise<boolean> {
  const row = await tx
    .updateTable('device_state')
    .set({ initializing_since: null })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('initializing_since', 'is not', null)
    .returning('device_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False for settings that we never gave, or an older word than the last. */
export async function markApplied(
  { tx, tenantId, deviceId, now }: MachineCtx,
  rev: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('device')
    .set({ applied_rev: String(rev), applied_at: now })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('settings_rev', '>=', String(rev))
    .where('applied_rev', '<', String(rev))
    .returning('device_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when the same message is here already. */
export async function putIntoInbox(
  { tx, tenantId, deviceId, now }: MachineCtx,
  message: { mid: string; kind: 'sale' | 'order'; data: unknown; sentAt: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('machine_inbox')
    .values({
      tenant_id: tenantId,
      device_id: deviceId,
      mid: message.mid,
      kind: message.kind,
      data: JSON.stringify(message.data),
      sent_at: message.sentAt,
      received_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('mid')
    .executeTakeFirst()
  return row !== undefined
}
