import { countryFacts } from '@slotwise/contract'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { PaymentRef } from '../../ports/payments/payments.ts'
import { NoAnswer } from '../../ports/payments/provider-http.ts'
import { countryOf } from '../account/index.ts'
import type { OnlineOrder } from './order-queries.ts'

export const providerTimeoutMs = 10_000

/** The answer of a provider. No answer in time is an error, although the provider may have acted. */
export async function inTime<T>(asked: Promise<T>, ms = providerTimeoutMs): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new NoAnswer(`no answer of the provider within ${ms} ms`, 'silent')),
    ms,
  )
  try {
    return await Promise.race([asked, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Under which number, amount and currency the provider knows the order. */
export async function paymentRef(ref: TenantRef, order: OnlineOrder): Promise<PaymentRef> {
  const { currency } = countryFacts[await countryOf(ref)]
  return { merchantOrder: order.merchant_order, amount: order.amount, currency }
}
