/**
 * The sandbox of payouts: stands for the bank where none is configured. It is a remote party with books of its own: it
 * knows a payout by its number and does it once. It can be told to misbehave (`PayoutManner`).
 *
 *   processing ──► success   the money is in the account
 *        └───────► failed    the bank refused it
 */
import { createHmac } from 'node:crypto'

import type { Kysely } from 'kysely'

import type { Database } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import type { PayoutAccount, PayoutProvider, PayoutState } from './payout.ts'
import * as books from './sandbox-books.ts'

/** Payouts are refused, stay on their way, or are done or not without an answer. */
export type PayoutManner = 'fails' | 'processing' | 'done without answer' | 'lost'

export type PayoutSandbox = {
  readonly provider: PayoutProvider
  /** Misbehaves with payouts that are asked for from now on. */
  behave(manner: PayoutManner | undefined): void
  /** Ends a payout that stays on its way. */
  end(payoutNo: string, end: 'success' | 'failed'): Promise<void>
}

const keptDays = 180

/** What a time-out looks like to the caller of a provider. */
const noAnswer = (): Error => new Error('the bank does not answer')

/**
 * The sandbox has to recognise an account, not to know it. The secret is needed because the mask of a number leaves few
 * digits to try.
 */
const digestOf = (secret: string, { name, number, bankNo }: PayoutAccount): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([name, number, bankNo]))
    .digest()

const stateOf = ({ state, why }: books.Payout): PayoutState =>
  state === 'failed' ? { state, why: why ?? '' } : { state }

export function makePayoutSandbox(db: Kysely<Database>, now: () => Date, pepper: string): PayoutSandbox {
  let manner: PayoutManner | undefined
  const provider: PayoutProvider = {
    async pay({ payoutNo, amount, currency, account }) {
      const present = manner
      if (present === 'lost') throw noAnswer()
      const payout = await books.addPayout(db, {
        payout_no: payoutNo,
        amount,
        currency,
        account: digestOf(pepper, account),
        state: present === 'fails' ? 'failed' : present === 'processing' ? 'processing' : 'success',
        why: present === 'fails' ? 'accountClosed' : null,
        created_at: now(),
      })
      if (
        payout.amount !== amount ||
        payout.currency !== currency ||
        !payout.account.equals(digestOf(pepper, account))
      )
        throw new Error('the number is used')
      if (present === 'done without answer') throw noAnswer()
      return stateOf(payout)
    },
    async query(payoutNo) {
      const found = await books.findPayout(db, payoutNo)
      return found ? stateOf(found) : { state: 'unknown' }
    },
  }
  return {
    provider,
    behave(wanted) {
      manner = wanted
    },
    end: (payoutNo, end) =>
      books.endPayout(db, payoutNo, { state: end, why: end === 'failed' ? 'nameMismatch' : null }),
  }
}

/** Forgets payouts of half a year ago. */
export const sweepPayoutSandbox = (db: Kysely<Database>, now: Date): Promise<void> =>
  books.deletePayoutsBefore(db, daysBefore(now, keptDays))
