/** Payments of the past, for the demo: many at once, in the state in which they have ended. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { merchantOrderOf } from './merchant-order-model.ts'
import type { PayOrder } from './order-queries.ts'

export type PastOrder = Omit<
  PayOrder,
  | 'merchant_order'
  | 'qr'
  | 'difficulty'
  | 'is_paid_sent'
  | 'paid_sent_at'
  | 'line_lost_at'
  | 'pay_account_id'
  | 'agent_account_id'
>

export async function addPastOrders(
  { tx, tenantId }: TenantRef,
  orders: readonly PastOrder[],
): Promise<void> {
  if (orders.length === 0) return
  const column = <T>(of: (order: PastOrder) => T): T[] => orders.map(of)
  const numbers = column(({ orderno }) => merchantOrderOf(tenantId, orderno))
  await sql`
    insert into pay_order (tenant_id, create_at, orderno, device_id, sn, store_id, merchant_id, client, kind, state, amount,
                           discount, goods, merchant_order, cardno, req_id, provider_txn, fee_rate, expires_at, paid_at, closed_at)
    select ${tenantId}::bigint, v.create_at, v.orderno, v.device_id, v.sn, v.store_id, v.merchant_id, v.client, v.kind,
           v.state, v.amount, v.discount, v.goods, v.merchant_order, v.cardno, v.req_id, v.provider_txn, v.fee_rate, v.expires_at,
           v.paid_at, v.closed_at
      from unnest(${column((one) => one.create_at)}::timestamptz[], ${column((one) => one.orderno)}::text[],
                  ${column((one) => one.device_id)}::bigint[], ${column((one) => one.sn)}::text[],
                  ${column((one) => one.store_id)}::bigint[], ${column((one) => one.merchant_id)}::bigint[],
                  ${column((one) => one.client)}::text[], ${column((one) => one.kind)}::text[],
                  ${column((one) => one.state)}::text[], ${column((one) => one.amount)}::int[],
                  ${column((one) => one.discount)}::int[],
                  ${column((one) => JSON.stringify(one.goods))}::jsonb[], ${numbers}::text[],
                  ${column((one) => one.cardno)}::text[], ${column((one) => one.req_id)}::text[],
                  ${column((one) => one.provider_txn)}::text[], ${column((one) => one.fee_rate)}::int[],
                  ${column((one) => one.expires_at)}::timestamptz[], ${column((one) => one.paid_at)}::timestamptz[],
                  ${column((one) => one.closed_at)}::timestamptz[])
           as v (create_at, orderno, device_id, sn, store_id, merchant_id, client, kind, state, amount, discount, goods,
                 merchant_order, cardno, req_id, provider_txn, fee_rate, expires_at, paid_at, closed_at)
    on conflict do nothing`.execute(tx)
}
