/** Vouchers as other modules count them. */
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import type { Uses, VoucherCounts } from '../../kernel/hooks.ts'

/** Unused vouchers for goods. Vouchers are the main account's, so they are counted and not named. */
export async function vouchersFor(ctx: Ctx, goodsId: string): Promise<Uses> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from voucher_batch b join voucher v on v.tenant_id = ${ctx.tenant.id} and v.batch_id = b.batch_id
     where b.tenant_id = ${ctx.tenant.id} and b.goods_id = ${goodsId} and v.state = 'unused'`.execute(ctx.tx)
  return { count: rows[0]?.count ?? 0, names: [] }
}

/** The vouchers of each referrer: made from a moment to another and not deleted, and used in that time. */
export async function vouchersOfReferrers(
  { tx, tenantId }: TenantRef,
  { since, before }: { since: Date; before: Date },
): Promise<Map<string, VoucherCounts>> {
  const { rows } = await sql<VoucherCounts & { referrer_id: string }>`
    select b.referrer_id,
           (count(*) filter (where b.created_at >= ${since} and b.created_at < ${before}
                               and v.state <> 'deleted'))::int as made,
           (count(*) filter (where v.used_at >= ${since} and v.used_at < ${before}))::int as used
      from voucher_batch b join voucher v on v.tenant_id = ${tenantId} and v.batch_id = b.batch_id
     where b.tenant_id = ${tenantId} and b.referrer_id is not null and b.created_at < ${before}
     group by b.referrer_id`.execute(tx)
  return new Map(rows.map(({ referrer_id: id, ...counts }) => [id, counts]))
}
