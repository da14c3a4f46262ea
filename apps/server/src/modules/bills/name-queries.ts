import { type RawBuilder, sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'

type Named = { device_id: string; store_id: string | null }

/** What a list shows of a bill beside its own columns. */
export type BillNames = { dev_title: string | null; store_name: string | null; remarks: string | null }

/**
 * These names as columns of a statement that reads bills `b`, because a page of bills waits longer for the way to the
 * database than for the names. Former machines and deleted stores keep theirs.
 */
export const nameColumns = (tenantId: string): RawBuilder<unknown> => sql`
  (select d.title from device d where d.tenant_id = ${tenantId} and d.device_id = b.device_id) as dev_title,
  (select s.store_name from store s where s.tenant_id = ${tenantId} and s.store_id = b.store_id) as store_name,
  case when b.status = 5 or b.status >= 8 then
    (select r.remarks from bill_refund r
      where r.tenant_id = ${tenantId} and r.orderno = b.orderno and r.state <> 'failed') end as remarks`

/** The titles of machines and the names of stores of rows, each by its number. */
export async function namesOf(
  { tx, tenantId }: TenantRef,
  rows: readonly Named[],
): Promise<{ titles: Map<string, string>; stores: Map<string, string> }> {
  const devices = [...new Set(rows.map((row) => row.device_id))]
  const stores = [...new Set(rows.flatMap((row) => row.store_id ?? []))]
  const names = { titles: new Map<string, string>(), stores: new Map<string, string>() }
  if (devices.length === 0) return names
  const found = await sql<{ of: keyof typeof names; id: string; name: string }>`
    select 'titles' as of, d.device_id::text as id, d.title as name from device d
     where d.tenant_id = ${tenantId} and d.device_id = any(${devices}::bigint[])
    union all
    select 'stores', s.store_id::text, s.store_name from store s
     where s.tenant_id = ${tenantId} and s.store_id = any(${stores}::bigint[])`.execute(tx)
  for (const { of, id, name } of found.rows) names[of].set(id, name)
  return names
}
