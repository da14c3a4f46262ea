/**
 * The ledger of money that providers have received for merchants, in double entry. A posting has three lines that add up
 * to nothing: what the provider owes us, what we owe the merchant (funds), and our fee. Positive: owed to us.
 *
 *   paid    provider +T        funds -(T - fee)      fee -fee
 *   refund  provider -R        funds +(R - back)     fee +back      back = fee(T) - fee(T - R)
 */
import type { TenantRef } from '../../kernel/ctx.ts'
import { insertLines, type LedgerAccount, type LedgerLine } from './ledger-queries.ts'

/** The fee of an amount, half-up. The rate is in hundredths of a percent. */
export const feeOf = (amount: number, rate: number): number => Math.floor((amount * rate + 5_000) / 10_000)

type Payment = {
  orderno: string
  /** When it is booked; its month must exist (`kernel/months.ts`). */
  at: Date
  client: string
  /** The payout account at the time of the sale. */
  merchantId: string | null
  amount: number
  feeRate: number
}

export function linesOfPayment(payment: Payment): LedgerLine[] {
  const { amount, feeRate } = payment
  const fee = feeOf(amount, feeRate)
  return linesOf(payment, 'paid', { provider: amount, funds: fee - amount, fee: -fee })
}

/** `amount` is what was paid, `refund` what is given back of it. */
export function linesOfRefund(payment: Payment & { refund: number }): LedgerLine[] {
  const { amount, refund, feeRate } = payment
  const returned = feeOf(amount, feeRate) - feeOf(amount - refund, feeRate)
  return linesOf(payment, 'refund', { provider: -refund, funds: refund - returned, fee: returned })
}

const linesOf = (
  { orderno, at, client, merchantId }: Payment,
  what: 'paid' | 'refund',
  amounts: Record<LedgerAccount, number>,
): LedgerLine[] =>
  Object.entries(amounts).map(([account, amount]) => ({
    posting: `${orderno} ${what}`,
    at,
    account: account as LedgerAccount,
    orderno,
    merchant_id: merchantId ?? '0',
    client,
    amount,
  }))

export const bookPayment = (ref: TenantRef, payment: Payment): Promise<void> =>
  insertLines(ref, linesOfPayment(payment))

export const bookRefund = (ref: TenantRef, payment: Payment & { refund: number }): Promise<void> =>
  insertLines(ref, linesOfRefund(payment))
