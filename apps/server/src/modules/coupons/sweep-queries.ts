import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'

/** Deletes unused ones of coupons that ended or were deleted before. */
export async function deleteUnused(
  { tx, tenantId }: TenantRef,
  before: Date,
  atMost: number,
): Promise<number> {
  const { rows } = await sql`
    delete from coupon_grant
     where tenant_id = ${tenantId} and state = 'received' and grant_id in (
       select g.grant_id
         from coupon c join coupon_grant g on g.tenant_id = ${tenantId} and g.coupon_id = c.coupon_id
        where c.tenant_id = ${tenantId} and (c.deleted_at < ${before} or c.end_date < ${before}::date)
          and g.state = 'received'
        limit ${atMost})
    returning grant_id`.execute(tx)
  return rows.length
}
