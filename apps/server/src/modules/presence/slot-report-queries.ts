/** The revision of a machine's last slot report, and whether the machine is searching for its slots. */
import type { MachineCtx, MachineRef } from '../../kernel/ctx.ts'

type Reported = {
  /** -1 before its first report. */
  rev: bigint
  /** When it last reported all of its slots. */
  allAt: Date | null
}

/** Locks the state, so that reports of one machine are handled one after the other. */
export async function lockSlotReports({ tx, tenantId, deviceId }: MachineCtx): Promise<Reported | undefined> {
  const row = await tx
    .selectFrom('device_state')
    .select(['slots_rev', 'slots_at'])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .forUpdate()
    .executeTakeFirst()
  return row && { rev: BigInt(row.slots_rev ?? -1), allAt: row.slots_at }
}

/** `namedAt` is given when the report contains all slots. */
export async function noteSlotReport(
  { tx, tenantId, deviceId }: MachineRef,
  rev: number,
  namedAt: Date | undefined,
): Promise<void> {
  await tx
    .updateTable('device_state')
    .set({ slots_rev: String(rev), ...(namedAt ? { slots_at: namedAt } : {}) })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .execute()
}

/** Makes the next full report count as the first again. */
export async function forgetSlotReports({ tx, tenantId, deviceId }: MachineRef): Promise<void> {
  await tx
    .updateTable('device_state')
    .set({ slots_rev: null })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .execute()
}

/** When the machine last reported all of its slots. */
export async function slotsNamedAt({ tx, tenantId, deviceId }: MachineRef): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('device_state')
    .select('slots_at')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row?.slots_at ?? undefined
}

/** The machine begins to search for its slots. */
export async function beginSearch({ tx, tenantId, deviceId, now }: MachineCtx): Promise<void> {
  await tx
    .updateTable('device_state')
    .set({ initializing_since: now })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .execute()
}

/** Returns false when the machine was not searching. */
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
