/** Orders that end unpaid. */
import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { tellOfSales } from '../../kernel/sale-events.ts'
import { moveOrder, type PayOrder } from './order-queries.ts'

type ClosingCtx = TenantRef & { deps: Deps; now: Date }

/** Gives back what orders held that end unpaid, such as coupons. */
export async function closeHeld(ctx: ClosingCtx, ordernos: readonly string[]): Promise<void> {
  for (const close of ctx.deps.hooks.ordersClosed) await close(ctx, ordernos)
}

/** Closes an order that waits for its payment. Returns undefined when it does not wait any more. */
export async function closeOrder(ctx: ClosingCtx, orderno: string): Promise<PayOrder | undefined> {
  const closed = await moveOrder(ctx, orderno, ['pending'], { state: 'closed', closed_at: ctx.now })
  if (closed) await closeHeld(ctx, [orderno])
  if (closed) await tellOfSales(ctx, 'payments', [closed])
  return closed
}
