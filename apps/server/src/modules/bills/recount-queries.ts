/** Bills as a recount reads them. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { Bill } from './bill-model.ts'

export type CountedBill = Pick<
  Bill,
  | 'orderno'
  | 'create_at'
  | 'device_id'
  | 'store_id'
  | 'client'
  | 'status'
  | 'total_price'
  | 'refunded'
  | 'cash'
  | 'goods'
>

/** The next bills of a time span, in the order of time. */
export async function billsBetween(
  { tx, tenantId }: TenantRef,
  { since, before }: { since: Date; before: Date },
  last: CountedBill | undefined,
  limit: number,
): Promise<CountedBill[]> {
  const at = last?.create_at ?? since
  const { rows } = await sql<CountedBill>`
    select b.orderno, b.create_at, b.device_id, b.store_id, b.client, b.status, b.total_price, b.refunded, b.cash,
           b.goods
      from bill b where b.tenant_id = ${tenantId} and b.create_at >= ${at} and b.create_at < ${before}
       and (b.create_at, b.orderno) > (${at}, ${last?.orderno ?? ''})
     order by b.create_at, b.orderno limit ${limit}`.execute(tx)
  return rows
}

/** The moment of the merchant's first bill. */
export async function firstBill({ tx, tenantId }: TenantRef): Promise<Date | undefined> {
  const { rows } = await sql<{ create_at: Date }>`
    select b.create_at from bill b where b.tenant_id = ${tenantId} order by b.create_at limit 1`.execute(tx)
  return rows[0]?.create_at
}
