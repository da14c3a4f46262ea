/** Coupons that were received and used in the past, for the demo: many at once. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { newCode } from './coupon-model.ts'

export type PastGrant = {
  browser: Buffer
  /** Empty without a card. */
  cardno: string
  received_at: Date
  /** The order that used it. */
  order: { orderno: string; usedAt: Date; discount: number; paid: number } | null
}

export async function addPastGrants(
  { tx, tenantId }: TenantRef,
  couponId: string,
  grants: readonly PastGrant[],
): Promise<void> {
  if (grants.length === 0) return
  const column = <T>(of: (grant: PastGrant) => T): T[] => grants.map(of)
  await sql`
    insert into coupon_grant (tenant_id, coupon_id, code, browser, cardno, state, received_at, used_at, orderno, discount, paid)
    select ${tenantId}::bigint, ${couponId}::bigint, v.code, v.browser, v.cardno,
           case when v.orderno is null then 'received' else 'used' end, v.received_at, v.used_at, v.orderno, v.discount,
           v.paid
      from unnest(${column(newCode)}::text[], ${column(({ browser }) => browser)}::bytea[],
                  ${column(({ cardno }) => cardno)}::text[],
                  ${column((one) => one.received_at)}::timestamptz[],
                  ${column(({ order }) => order?.usedAt ?? null)}::timestamptz[],
                  ${column(({ order }) => order?.orderno ?? null)}::text[],
                  ${column(({ order }) => order?.discount ?? null)}::int[],
                  ${column(({ order }) => order?.paid ?? null)}::int[])
           as v (code, browser, cardno, received_at, used_at, orderno, discount, paid)
    on conflict do nothing`.execute(tx)
  const first = new Date(Math.min(...column(({ received_at: at }) => at.getTime())))
  await sql`
    update coupon set received = received + ${grants.length}, created_at = least(created_at, ${first}::timestamptz)
     where tenant_id = ${tenantId} and coupon_id = ${couponId}`.execute(tx)
}
