/**
 * The sandbox of payouts: stands for the bank where none is configured. It is a remote party with books of its own: it
 * knows a payout by its number and does it once. It can be told to misbehave (`PayoutManner`), by the operator, too
 * (`npm run ops -- sandbox payouts`).
 *
 *   processing ──► success   the money is in the account
 *        └───────► failed    the bank refused it
 */
import type { Kysely } from 'kysely'

import type { Database } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { readManners, storeManners } from '../sandbox-manners.ts'
import { digestOf } from './account-digest.ts'
import type { PayoutProvider, PayoutState } from './payout.ts'
import * as books from './sandbox-books.ts'

/** Payouts are refused, stay on their way, or are done or not without an answer. */
export const payoutManners = ['fails', 'processing', 'done without answer', 'lost'] as const
export type PayoutManner = (typeof payoutManners)[number]

export type PayoutSandbox = {
  readonly provider: PayoutProvider
  /** Misbehaves with payouts that are asked for from now on. */
  behave(manner: PayoutManner | undefined): Promise<void>
  manner(): Promise<PayoutManner | undefined>
  /** The payouts that stay on their way, the oldest first. */
  underway(): Promise<books.Payout[]>
  /** Ends a payout that stays on its way. Returns false when there is none. */
  end(payoutNo: string, end: 'success' | 'failed'): Promise<boolean>
}

const keptDays = 180

/** What a time-out looks like to the caller of a provider. */
const noAnswer = (): Error => new Error('the bank does not answer')

const stateOf = ({ state, why }: books.Payout): PayoutState =>
  state === 'failed' ? { state, why: why ?? '' } : { state }

async function storedManner(db: Kysely<Database>): Promise<PayoutManner | undefined> {
  const stored = await readManners(db, 'payouts')
  return payoutManners.find((one) => one === stored)
}

/** `manner`: how it misbehaves; as its books say unless a test says otherwise. */
export function makePayoutSandbox(
  db: Kysely<Database>,
  now: () => Date,
  pepper: string,
  manner = (): Promise<PayoutManner | undefined> => storedManner(db),
): PayoutSandbox {
  const provider: PayoutProvider & { sandbox: PayoutSandbox } = {
    get sandbox() {
      return sandbox
    },
    async pay({ payoutNo, amount, currency, account }) {
      const present = await manner()
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
  const sandbox: PayoutSandbox = {
    provider,
    behave: (wanted) => storeManners(db, 'payouts', wanted ?? null),
    manner,
    underway: () => books.payoutsUnderway(db),
    end: (payoutNo, end) =>
      books.endPayout(db, payoutNo, { state: end, why: end === 'failed' ? 'nameMismatch' : null }),
  }
  return sandbox
}

/** The sandbox behind this provider, if it is. */
export const payoutSandboxOf = (provider: PayoutProvider | undefined): PayoutSandbox | undefined =>
  provider && 'sandbox' in provider ? (provider.sandbox as PayoutSandbox) : undefined

/** Forgets payouts of half a year ago. */
export const sweepPayoutSandbox = (db: Kysely<Database>, now: Date): Promise<void> =>
  books.deletePayoutsBefore(db, daysBefore(now, keptDays))
