/** The temperatures of machines, the lowest and the highest of each hour. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'

type Measured = { device_id: string; heard_at: Date; temperature: number | null }

/** Most heartbeats lie between what their hour had already, and write nothing. The caller has locked the machines. */
export async function noteTemperatures(
  { tx, tenantId }: TenantRef,
  heard: readonly Measured[],
): Promise<void> {
  const measured = heard.filter(({ temperature }) => temperature !== null)
  if (measured.length === 0) return
  await sql`
    insert into device_temperature (tenant_id, device_id, hour, lowest, highest)
    select s.tenant_id, s.device_id, date_trunc('hour', v.heard_at, 'UTC'), v.temperature, v.temperature
      from jsonb_to_recordset(${JSON.stringify(measured)}::jsonb) as v (
           device_id bigint, heard_at timestamptz, temperature real)
      join device_state s on s.tenant_id = ${tenantId} and s.device_id = v.device_id
        on conflict (tenant_id, device_id, hour) do update
       set lowest = least(device_temperature.lowest, excluded.lowest),
           highest = greatest(device_temperature.highest, excluded.highest)
     where excluded.lowest < device_temperature.lowest or excluded.highest > device_temperature.highest`.execute(
    tx,
  )
}

export async function deleteTemperaturesBefore(
  { tx, tenantId }: TenantRef,
  hour: Date,
  atMost: number,
): Promise<number> {
  const { rows } = await sql`
    delete from device_temperature
     where tenant_id = ${tenantId} and (device_id, hour) in (
       select device_id, hour from device_temperature
        where tenant_id = ${tenantId} and hour < ${hour} limit ${atMost})
    returning hour`.execute(tx)
  return rows.length
}
