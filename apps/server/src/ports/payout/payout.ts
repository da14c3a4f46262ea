/**
 * Payouts to bank accounts. Every call may be repeated: the provider knows a payout by `payoutNo` and pays once for each.
 * A time-out is no answer: the caller asks again, and never guesses.
 */
import type { Currency } from '@slotwise/contract'

export type PayoutAccount = {
  /** The holder of the account. */
  name: string
  number: string
  bank: string
  /** The number of the branch; empty where the country has none. */
  bankNo: string
}

export type PayoutRequest = {
  payoutNo: string
  amount: number
  currency: Currency
  account: PayoutAccount
}

/**
 * `processing`: accepted, not done yet. `failed`: certainly not paid; the reason is one of `payoutReasonWords` where one
 * fits, else the provider's own text.
 */
export type PayoutState = { state: 'processing' | 'success' } | { state: 'failed'; why: string }

export type PayoutProvider = {
  pay(request: PayoutRequest): Promise<PayoutState>
  /** `unknown`: the provider has never heard of the payout. */
  query(payoutNo: string): Promise<PayoutState | { state: 'unknown' }>
}
