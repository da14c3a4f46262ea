/** Payments that machines have settled themselves, such as coins: rows of `pay_order` that are paid from the beginning. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { PayOrder } from './order-queries.ts'

export type SettledPayment = Pick<
  PayOrder,
  | 'orderno'
  | 'create_at'
  | 'device_id'
  | 'sn'
  | 'store_id'
  | 'merchant_id'
  | 'client'
  | 'kind'
  | 'amount'
  | 'goods'
  | 'merchant_order'
  | 'cardno'
>

/** Stores payments that machines have settled themselves. Those whose number is taken are not stored again. */
export async function insertSettled(
  { tx, tenantId }: TenantRef,
  payments: readonly SettledPayment[],
): Promise<void> {
  const column = <T>(of: (payment: SettledPayment) => T): T[] => payments.map(of)
  await sql`
    insert into pay_order (tenant_id, create_at, orderno, device_id, sn, store_id, merchant_id, client, kind, state, amount,
                           goods, merchant_order, cardno, paid_at)
    select ${tenantId}::bigint, v.create_at, v.orderno, v.device_id, v.sn, v.store_id, v.merchant_id, v.client, v.kind,
           'paid', v.amount, v.goods, v.merchant_order, v.cardno, v.create_at
      from unnest(${column((one) => one.create_at)}::timestamptz[], ${column((one) => one.orderno)}::text[],
                  ${column((one) => one.device_id)}::bigint[], ${column((one) => one.sn)}::text[],
                  ${column((one) => one.store_id)}::bigint[], ${column((one) => one.merchant_id)}::bigint[],
                  ${column((one) => one.client)}::text[], ${column((one) => one.kind)}::text[],
                  ${column((one) => one.amount)}::int[], ${column((one) => JSON.stringify(one.goods))}::jsonb[],
                  ${column((one) => one.merchant_order)}::text[], ${column((one) => one.cardno)}::text[])
           as v (create_at, orderno, device_id, sn, store_id, merchant_id, client, kind, amount, goods, merchant_order,
                 cardno)
    on conflict do nothing`.execute(tx)
}
