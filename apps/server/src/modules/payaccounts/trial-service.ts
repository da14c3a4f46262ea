/** Asks a provider for an order that was never made: it denies it only where numbers and keys are right. */
import type { PayAccountTrial } from '@slotwise/contract'

import type { PaymentProvider } from '../../ports/payments/payments.ts'
import { NoAnswer } from '../../ports/payments/provider-http.ts'

export async function tryProvider(provider: PaymentProvider | undefined): Promise<PayAccountTrial> {
  if (!provider?.probe) return { works: false, signed: false, why: 'refused', said: '' }
  try {
    const { isSigned } = await provider.probe()
    return { works: true, signed: isSigned, why: null, said: '' }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { works: false, signed: false, why: error.kind, said: /HTTP .*/.exec(error.message)?.[0] ?? '' }
  }
}
