import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'

type Named = { device_id: string; store_id: string | null }
type NamedBill = Named & { orderno: string; status: number }

/** The titles of machines, the names of stores, and the remarks of refunds, each by its number. */
export type BillNames = {
  titles: Map<string, string>
  stores: Map<string, string>
  remarks: Map<string, string>
}

/**
 * Reads the names that rows need in one statement, because a page of bills waits longer for the way to the database than
 * for the names. Former machines and deleted stores keep theirs.
 */
async function readNames(
  { tx, tenantId }: TenantRef,
  rows: readonly Named[],
  refunded: readonly string[],
): Promise<BillNames> {
  const devices = [...new Set(rows.map((row) => row.device_id))]
  const stores = [...new Set(rows.flatMap((row) => row.store_id ?? []))]
  const names: BillNames = { titles: new Map(), stores: new Map(), remarks: new Map() }
  if (devices.length === 0) return names
  const found = await sql<{ of: keyof BillNames; id: string; name: string }>`
    select 'titles' as of, d.device_id::text as id, d.title as name from device d
     where d.tenant_id = ${tenantId} and d.device_id = any(${devices}::bigint[])
    union all
    select 'stores', s.store_id::text, s.store_name from store s
     where s.tenant_id = ${tenantId} and s.store_id = any(${stores}::bigint[])
    union all
    select 'remarks', r.orderno, r.remarks from bill_refund r
     where r.tenant_id = ${tenantId} and r.orderno = any(${refunded}::text[]) and r.state <> 'failed'`.execute(
    tx,
  )
  for (const { of, id, name } of found.rows) names[of].set(id, name)
  return names
}

/** The names of the machines and stores of rows. */
export const namesOf = (
  ref: TenantRef,
  rows: readonly Named[],
): Promise<Pick<BillNames, 'titles' | 'stores'>> => readNames(ref, rows, [])

/** The same of bills, with the remarks of their refunds. */
export const namesOfBills = (ref: TenantRef, bills: readonly NamedBill[]): Promise<BillNames> =>
  readNames(
    ref,
    bills,
    bills.filter(({ status }) => status === 5 || status >= 8).map(({ orderno }) => orderno),
  )
