/** What a look reads of a merchant's machines, and what it writes. Each statement is for all machines at once. */
import type { AlertKind } from '@slotwise/contract'
import { sql } from 'kysely'

import type { MachineRef, TenantRef } from '../../kernel/ctx.ts'
import { isOneOf } from '../../kernel/search.ts'
import type { Closing, Decisions, MachineState, OpenAlert, Opening } from './alert-model.ts'

/** Locks the merchant's row until the transaction ends, so that looks at one merchant happen one after the other. */
export async function beginLook({ tx, tenantId }: TenantRef, now: Date): Promise<void> {
  await tx
    .insertInto('alert_look')
    .values({ tenant_id: tenantId, looked_at: now })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ looked_at: now }))
    .execute()
}

/** When the merchant's machines were looked at last. */
export async function lookedAt({ tx, tenantId }: TenantRef): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('alert_look')
    .select('looked_at')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row?.looked_at
}

export type Presence = Pick<MachineState, 'deviceId' | 'storeId' | 'online' | 'since' | 'heardAt'>

/** Machines that are bound and have been connected at least once. */
export async function presences({ tx, tenantId }: TenantRef): Promise<Presence[]> {
  const { rows } = await sql<Presence>`
    select d.device_id as "deviceId", d.store_id as "storeId", s.online, s.since, s.heard_at as "heardAt"
      from device d join device_state s on s.tenant_id = ${tenantId} and s.device_id = d.device_id
     where d.tenant_id = ${tenantId} and d.unbound_at is null and s.heard_at is not null
     order by d.device_id`.execute(tx)
  return rows
}

type Faults = { codes: string[]; since: Date }

/** The faults that machines have now, each code once. */
export async function presentFaults({ tx, tenantId }: TenantRef): Promise<Map<string, Faults>> {
  const { rows } = await sql<Faults & { device_id: string }>`
    select f.device_id, array_agg(distinct f.code order by f.code) as codes, min(f.since) as since from device_fault f
     where f.tenant_id = ${tenantId} and f.cleared_at is null group by f.device_id`.execute(tx)
  return new Map(rows.map(({ device_id: id, ...faults }) => [id, faults]))
}

/** When the last fault of each of these machines ended. */
export async function lastFaultEnds(
  { tx, tenantId }: TenantRef,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('device_fault')
    .select(['device_id', sql<Date>`max(cleared_at)`.as('end')])
    .where('tenant_id', '=', tenantId)
    .where(isOneOf(ids, 'device_id'))
    .where('cleared_at', 'is not', null)
    .groupBy('device_id')
    .execute()
  return new Map(rows.map((row) => [row.device_id, row.end]))
}

export const openAlerts = ({ tx, tenantId }: TenantRef): Promise<OpenAlert[]> =>
  tx
    .selectFrom('alert')
    .select([
      'alert_id as alertId',
      'device_id as deviceId',
      sql<AlertKind>`kind`.as('kind'),
      'clear_since as clearSince',
    ])
    .where('tenant_id', '=', tenantId)
    .where('closed_at', 'is', null)
    .execute()

/** Returns the numbers of the alerts, by machine and kind. */
export async function storeOpenings(
  { tx, tenantId }: TenantRef,
  opens: readonly Opening[],
): Promise<(opening: Opening) => string | undefined> {
  const { rows } = await sql<{ alert_id: string; device_id: string; kind: string }>`
    insert into alert (tenant_id, device_id, kind, opened_at)
    select ${tenantId}::bigint, v.device_id, v.kind, v.at
      from unnest(${opens.map(({ deviceId }) => deviceId)}::bigint[], ${opens.map(({ kind }) => kind)}::text[],
                  ${opens.map(({ at }) => at.toISOString())}::timestamptz[]) as v (device_id, kind, at)
    on conflict do nothing
    returning alert_id, device_id, kind`.execute(tx)
  const ids = new Map(rows.map((row) => [`${row.device_id} ${row.kind}`, row.alert_id]))
  return ({ deviceId, kind }) => ids.get(`${deviceId} ${kind}`)
}

/** Notes since when low stock is over, or that it is not. */
export async function storeClears({ tx, tenantId }: TenantRef, clears: Decisions['clears']): Promise<void> {
  await sql`
    update alert a set clear_since = v.since
      from unnest(${clears.map(({ alertId }) => alertId)}::bigint[],
                  ${clears.map(({ since }) => since?.toISOString() ?? null)}::timestamptz[]) as v (alert_id, since)
     where a.tenant_id = ${tenantId} and a.alert_id = v.alert_id and a.closed_at is null`.execute(tx)
}

export async function storeClosings(
  { tx, tenantId }: TenantRef,
  closes: readonly Pick<Closing, 'alertId' | 'at'>[],
): Promise<void> {
  await sql`
    update alert a set closed_at = greatest(a.opened_at, v.at)
      from unnest(${closes.map(({ alertId }) => alertId)}::bigint[],
                  ${closes.map(({ at }) => at.toISOString())}::timestamptz[]) as v (alert_id, at)
     where a.tenant_id = ${tenantId} and a.alert_id = v.alert_id and a.closed_at is null`.execute(tx)
}

/** Closes the alerts of one machine. Returns false when it had none. */
export async function closeAlertsOf({ tx, tenantId, deviceId }: MachineRef, at: Date): Promise<boolean> {
  const rows = await tx
    .updateTable('alert')
    .set({ closed_at: sql<Date>`greatest(opened_at, ${at}::timestamptz)` })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('closed_at', 'is', null)
    .returning('alert_id')
    .execute()
  return rows.length > 0
}
