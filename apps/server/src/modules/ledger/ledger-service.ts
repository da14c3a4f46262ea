/**
 * The ledger of money that providers have received for merchants, in double entry. The lines of a posting add up to
 * nothing. Accounts: what the provider owes us, what we owe the merchant (funds), our fee, what the bank was asked to pay
 * out (settling), and what it has paid out (bank). Positive: owed to us.
 *
 * What a provider has received into an account of the merchant's or its agent's own was never ours to owe: it stands in
 * two accounts beside the funds, as what that account received (own) and as what its owner has got thereby (direct). It
 * belongs to no payout account and costs no fee.
 *
 *   paid       provider +T        funds -(T - fee)      fee -fee
 *   refund     provider -R        funds +(R - back)     fee +back      back = fee(T) - fee(T - R)
 *   asked      funds +A           settling -A
 *   confirmed  settling +A        bank -A
 *   returned   settling +A        funds -A
 *   assigned   funds of no payout account +A            funds of this payout account -A
 *   paid       own +T             direct -T             into an own account
 *   refund     own -R             direct +R             out of an own account
 *
 * What providers have received is also added up by store and day, in the same transaction. These sums are locked after
 * the payment and before the bill.
 */
import { unassigned } from '@slotwise/contract'

import type { TenantRef } from '../../kernel/ctx.ts'
import { balancesNow, lockFunds } from './balance-queries.ts'
import { insertLines, type LedgerAccount, type LedgerLine, type PostingKind } from './ledger-queries.ts'
import { moveTakings } from './takings-service.ts'

/** Money without a payout account stands under this number. */
export const noAccount = unassigned

/** The most that one line may hold. */
export const mostCents = 2_000_000_000

/** The fee of an amount, half-up. The rate is in hundredths of a percent. */
export const feeOf = (amount: number, rate: number): number => Math.floor((amount * rate + 5_000) / 10_000)

type Payment = {
  orderno: string
  /** When it is booked; its month must exist (`kernel/months.ts`). */
  at: Date
  client: string
  /** The store at the time of the sale. */
  storeId: string | null
  /** The payout account at the time of the sale. */
  merchantId: string | null
  amount: number
  feeRate: number
  /** Whether an account of the merchant's or its agent's own received it, and not the platform's. */
  isOwn?: boolean
}

export function linesOfPayment(payment: Payment): LedgerLine[] {
  const { amount, feeRate } = payment
  if (payment.isOwn) return linesOfOwn(payment, 'paid', amount)
  const fee = feeOf(amount, feeRate)
  return linesOf(payment, 'paid', { provider: amount, funds: fee - amount, fee: -fee })
}

/** `amount` is what was paid, `refund` what is given back of it. */
export function linesOfRefund(payment: Payment & { refund: number }): LedgerLine[] {
  const { amount, refund, feeRate } = payment
  if (payment.isOwn) return linesOfOwn(payment, 'refund', -refund)
  const returned = feeOf(amount, feeRate) - feeOf(amount - refund, feeRate)
  return linesOf(payment, 'refund', { provider: -refund, funds: refund - returned, fee: returned })
}

const linesOfOwn = (payment: Payment, what: PostingKind, amount: number): LedgerLine[] =>
  linesOf({ ...payment, merchantId: null }, what, { own: amount, direct: -amount })

const linesOf = (
  { orderno, at, client, merchantId }: Payment,
  what: PostingKind,
  amounts: Partial<Record<LedgerAccount, number>>,
): LedgerLine[] =>
  Object.entries(amounts).map(([account, amount]) => ({
    posting: `${orderno} ${what}`,
    at,
    account: account as LedgerAccount,
    orderno,
    merchant_id: merchantId ?? noAccount,
    client,
    amount,
  }))

export const bookPayment = (ref: TenantRef, payment: Payment): Promise<void> =>
  bookLines(ref, linesOfPayment(payment), payment.storeId)

export const bookRefund = (ref: TenantRef, payment: Payment & { refund: number }): Promise<void> =>
  bookLines(ref, linesOfRefund(payment), payment.storeId)

async function bookLines(ref: TenantRef, lines: readonly LedgerLine[], store: string | null): Promise<void> {
  await insertLines(ref, lines)
  await moveTakings(
    ref,
    lines.map((line) => ({ ...line, store })),
  )
}

export type Payout = { settleId: string; merchantId: string; at: Date; amount: number }

const payoutMoves = {
  asked: ['funds', 'settling'],
  confirmed: ['settling', 'bank'],
  returned: ['settling', 'funds'],
} as const satisfies Partial<Record<PostingKind, readonly [LedgerAccount, LedgerAccount]>>

export const linesOfPayout = (
  kind: keyof typeof payoutMoves,
  { settleId, merchantId, at, amount }: Payout,
): LedgerLine[] =>
  payoutMoves[kind].map((account, side) => ({
    posting: `settle${settleId} ${kind}`,
    at,
    account,
    orderno: '',
    merchant_id: merchantId,
    client: '',
    amount: side === 0 ? amount : -amount,
    settle_id: settleId,
  }))

export const bookPayouts = (
  ref: TenantRef,
  kind: keyof typeof payoutMoves,
  payouts: readonly Payout[],
): Promise<void> =>
  insertLines(
    ref,
    payouts.flatMap((payout) => linesOfPayout(kind, payout)),
  )

/**
 * Gives the funds without a payout account to this one, and returns how much it was: less than nothing where refunds
 * have made a debt of it.
 */
export async function assignFunds(
  ref: TenantRef,
  { merchantId, at }: { merchantId: string; at: Date },
): Promise<number> {
  await lockFunds(ref, at)
  const { notSettled } = (await balancesNow(ref)).get(noAccount) ?? { notSettled: 0 }
  const lines: LedgerLine[] = []
  for (let rest = notSettled, part = 1; rest !== 0; part += 1) {
    const amount = Math.sign(rest) * Math.min(Math.abs(rest), mostCents)
    const line = { posting: `to${merchantId}.${part} assigned`, at, account: 'funds' as const, orderno: '' }
    lines.push(
      { ...line, client: '', merchant_id: noAccount, amount },
      { ...line, client: '', merchant_id: merchantId, amount: -amount },
    )
    rest -= amount
  }
  if (lines.length > 0) await insertLines(ref, lines)
  return notSettled
}
