/** Where machines stood, and which payout accounts of their own they had, for sales that come late. */
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'

/** The store of a machine, and its own payout account; without one, that of the store counts. */
export type StoreAndAccount = { store_id: string | null; merchant_id: string | null }

/**
 * Keeps the place of a machine that is about to get another one. Returns false where it stays. The caller updates the
 * machine in the same transaction.
 */
export async function keepPastPlace(
  { tx, tenant, now }: Ctx,
  id: string,
  { store_id: store, merchant_id: account }: Partial<StoreAndAccount>,
): Promise<boolean> {
  if (store === undefined && account === undefined) return false
  const { numAffectedRows } = await sql`
    insert into device_past_place (tenant_id, device_id, until, store_id, merchant_id)
    select d.tenant_id, d.device_id, ${now}::timestamptz, d.store_id, d.merchant_id from device d
     where d.tenant_id = ${tenant.id} and d.device_id = ${id} and d.unbound_at is null
       and (${store !== undefined} and d.store_id is distinct from ${store ?? null}::bigint
         or ${account !== undefined} and d.merchant_id is distinct from ${account ?? null}::bigint)
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** The places of machines at moments, in the order asked for; undefined for unknown machines. */
export async function storesAndAccountsAt(
  { tx, tenantId }: TenantRef,
  asked: readonly { deviceId: string; at: Date }[],
): Promise<(StoreAndAccount | undefined)[]> {
  const { rows } = await sql<StoreAndAccount & { n: number }>`
    select v.n::int as n,
           case when p.until is null then d.store_id else p.store_id end as store_id,
           case when p.until is null then d.merchant_id else p.merchant_id end as merchant_id
      from unnest(${asked.map(({ deviceId }) => deviceId)}::bigint[], ${asked.map(({ at }) => at)}::timestamptz[])
           with ordinality as v (device_id, at, n)
      join device d on d.tenant_id = ${tenantId} and d.device_id = v.device_id
      left join lateral (
        select o.until, o.store_id, o.merchant_id from device_past_place o
         where o.tenant_id = ${tenantId} and o.device_id = v.device_id and o.until > v.at
         order by o.until limit 1) p on true`.execute(tx)
  const places = new Map(rows.map(({ n, ...found }) => [n, found]))
  return asked.map((_one, index) => places.get(index + 1))
}
