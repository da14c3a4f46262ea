/** The payout accounts that stores had, for sales that come late. */
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'

/** Keeps the payout account of a store that is about to get another one. Returns false where it stays. */
export async function keepPastAccount(
  { tx, tenant, now }: Ctx,
  id: string,
  account: string | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into store_past_account (tenant_id, store_id, until, merchant_id)
    select s.tenant_id, s.store_id, ${now}::timestamptz, s.merchant_id from store s
     where s.tenant_id = ${tenant.id} and s.store_id = ${id} and s.merchant_id is distinct from ${account}::bigint
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** The payout accounts of stores at moments, in the order asked for; null for none. */
export async function storeAccountsAt(
  { tx, tenantId }: TenantRef,
  asked: readonly { storeId: string; at: Date }[],
): Promise<(string | null)[]> {
  const { rows } = await sql<{ n: number; merchant_id: string | null }>`
    select v.n::int as n, case when p.until is null then s.merchant_id else p.merchant_id end as merchant_id
      from unnest(${asked.map(({ storeId }) => storeId)}::bigint[], ${asked.map(({ at }) => at)}::timestamptz[])
           with ordinality as v (store_id, at, n)
      join store s on s.tenant_id = ${tenantId} and s.store_id = v.store_id
      left join lateral (
        select o.until, o.merchant_id from store_past_account o
         where o.tenant_id = ${tenantId} and o.store_id = v.store_id and o.until > v.at
         order by o.until limit 1) p on true`.execute(tx)
  const accounts = new Map(rows.map((row) => [row.n, row.merchant_id]))
  return asked.map((_one, index) => accounts.get(index + 1) ?? null)
}
