import { sql } from 'kysely'

import type { Ctx, MachineCtx, TenantRef } from '../../kernel/ctx.ts'
import { countDeleted } from '../../kernel/rows.ts'
import { isOneOf } from '../../kernel/search.ts'

/** Whether the machine has this slot, by our records or by its own report. */
export async function hasSlot({ tx, tenantId, deviceId }: MachineCtx, slot: number): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from channel where tenant_id = ${tenantId} and device_id = ${deviceId} and channel_sn = ${slot})
        or exists (select from slot_report where tenant_id = ${tenantId} and device_id = ${deviceId} and channel_sn = ${slot})
        as known`.execute(tx)
  return rows[0]?.known ?? false
}

type Fault = { code: string; channel: number; raw: string }
/** `byClock`: `at` is the machine's time, not that of arrival. */
type Moment = { at: Date; byClock: boolean }

/** Returns false when the fault was known already. */
export async function beginFault(
  { tx, tenantId, deviceId }: MachineCtx,
  fault: Fault,
  { at: since, byClock }: Moment,
): Promise<boolean> {
  const row = await tx
    .insertInto('device_fault')
    .values({
      tenant_id: tenantId,
      device_id: deviceId,
      code: fault.code,
      channel_sn: fault.channel,
      raw: fault.raw,
      since,
      since_by_clock: byClock,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('fault_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false when there was no such fault. An end from before the beginning is that of an earlier fault. */
export async function endFault(
  { tx, tenantId, deviceId }: MachineCtx,
  { code, channel }: Omit<Fault, 'raw'>,
  { at }: Moment,
): Promise<boolean> {
  const rows = await tx
    .updateTable('device_fault')
    .set({ cleared_at: sql<Date>`greatest(since, ${at}::timestamptz)` })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('code', '=', code)
    .where('channel_sn', '=', channel)
    .where('cleared_at', 'is', null)
    .where((eb) => eb.or([eb('since_by_clock', '=', false), eb('since', '<=', at)]))
    .returning('fault_id')
    .execute()
  return rows.length > 0
}

export type ActiveFault = { device_id: string; code: string; channel_sn: number; raw: string; since: Date }

export const activeFaults = (ctx: Ctx, ids: readonly string[]): Promise<ActiveFault[]> =>
  ctx.tx
    .selectFrom('device_fault')
    .select(['device_id', 'code', 'channel_sn', 'raw', 'since'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(ids, 'device_id'))
    .where('cleared_at', 'is', null)
    .orderBy('since')
    .execute()

/** Deletes faults that ended before the date. Active faults stay. */
export const deleteFaultsBefore = (
  { tx, tenantId }: TenantRef,
  cleared: Date,
  atMost: number,
): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('device_fault')
      .where('tenant_id', '=', tenantId)
      .where('fault_id', 'in', (eb) =>
        eb
          .selectFrom('device_fault')
          .select('fault_id')
          .where('tenant_id', '=', tenantId)
          .where('cleared_at', '<', cleared)
          .limit(atMost),
      ),
  )
