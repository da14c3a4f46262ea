/** A payment of another amount than its order: the provider has money that our books do not know, before any statement. */
import type { TenantRef } from '../../kernel/ctx.ts'
import type { DifferingPayment } from '../../kernel/hooks.ts'
import { tellConsoles } from './case-events.ts'
import { insertCases } from './find-queries.ts'

export async function noteDifferingPayment(
  ref: TenantRef & { now: Date },
  {
    orderno,
    createAt,
    merchantOrder,
    deviceId,
    storeId,
    client,
    amount,
    paid,
    txn,
    paidAt,
  }: DifferingPayment,
): Promise<void> {
  const changed = await insertCases(
    ref,
    [
      {
        kind: 'books_differ',
        reason: 'amount_differs',
        subject: orderno,
        orderno,
        order_at: createAt,
        merchant_order: merchantOrder,
        device_id: deviceId,
        store_id: storeId,
        client,
        amount: Math.abs(paid - amount),
        their_paid: paid,
        their_refunded: 0,
        txn,
        since: paidAt,
      },
    ],
    ref.now,
  )
  if (changed > 0) await tellConsoles(ref)
}
