/** An order as the page shows it on which a customer pays. */
import type { OnlineClient } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import type { PaymentProvider, PaymentRef } from '../../ports/payments/payments.ts'
import { providerOf } from '../payaccounts/index.ts'
import { tenantIn } from './merchant-order-model.ts'
import { findByMerchantOrder } from './order-queries.ts'
import { paymentRef } from './provider-call.ts'
import { subjectOf } from './provider-service.ts'

export type ShownOrder = {
  payment: PaymentRef
  subject: string
  state: 'waiting' | 'paid' | 'closed'
  /** That of the account into which the order is paid. */
  provider: PaymentProvider | undefined
}

/** Undefined when there is no such order of this client. An order whose time is over is closed to its customer. */
export async function findShownOrder(
  deps: Deps,
  merchantOrder: string,
  client: OnlineClient,
): Promise<ShownOrder | undefined> {
  const tenantId = tenantIn(merchantOrder)
  if (tenantId === undefined) return undefined
  return inTenant(deps.db.main, tenantId, async (tx) => {
    const order = await findByMerchantOrder({ tx, tenantId }, merchantOrder)
    if (order?.client !== client) return undefined
    const isWaiting = order.state === 'pending' && order.expires_at > deps.now()
    const unpaid = isWaiting ? 'waiting' : 'closed'
    return {
      payment: await paymentRef({ tx, tenantId }, order),
      subject: subjectOf(order),
      provider: await providerOf(deps, { tx, tenantId }, order),
      state: order.state === 'pending' || order.state === 'closed' ? unpaid : 'paid',
    }
  })
}
