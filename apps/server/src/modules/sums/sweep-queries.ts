import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'

/** Deletes sums by machine and hour that began before. Returns how many are gone. */
export async function deleteDeviceHours(
  { tx, tenantId }: TenantRef,
  before: Date,
  atMost: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from sales_device_hour d using (
      select t.hour, t.store_id, t.device_id, t.client from sales_device_hour t
       where t.tenant_id = ${tenantId} and t.hour < ${before} limit ${atMost}) old
     where d.tenant_id = ${tenantId} and d.hour = old.hour and d.store_id = old.store_id
       and d.device_id = old.device_id and d.client = old.client`.execute(tx)
  return Number(numAffectedRows)
}
