/**
 * Payouts by hand: each is a line of a list until the operator has transferred it, or could not. For installations whose
 * bank has no interface. The operator signs each off on the command line (`npm run ops -- payouts`), once.
 */
import type { Kysely } from 'kysely'

import type { Database } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { digestOf } from './account-digest.ts'
import * as books from './hand-books.ts'
import type { PayoutAccount, PayoutProvider, PayoutState } from './payout.ts'

export type { Transfer, TransferEnd } from './hand-books.ts'

export type HandPayouts = {
  readonly provider: PayoutProvider
  /** The transfers that wait, the oldest first. */
  waiting(): Promise<books.Transfer[]>
  /** Whether this still is the account for which the transfer was asked. */
  isTo(transfer: books.Transfer, account: PayoutAccount): boolean
  /** Signs a transfer off, in the caller's transaction. Returns false when none waits under this number. */
  end(tx: Kysely<Database>, payoutNo: string, end: books.TransferEnd): Promise<boolean>
}

const keptDays = 180

const stateOf = ({ state, why }: books.Transfer): PayoutState =>
  state === 'failed' ? { state, why } : { state }

export function payOutByHand(db: Kysely<Database>, now: () => Date, pepper: string): HandPayouts {
  const isTo = (transfer: books.Transfer, account: PayoutAccount): boolean =>
    transfer.account.equals(digestOf(pepper, account))
  const provider: PayoutProvider & { byHand: HandPayouts } = {
    get byHand() {
      return byHand
    },
    async pay({ payoutNo, amount, currency, account }) {
      const transfer = await books.addTransfer(db, {
        payout_no: payoutNo,
        amount,
        currency,
        account: digestOf(pepper, account),
        created_at: now(),
      })
      if (transfer.amount !== amount || transfer.currency !== currency || !isTo(transfer, account))
        throw new Error('the number is used')
      return stateOf(transfer)
    },
    async query(payoutNo) {
      const found = await books.findTransfer(db, payoutNo)
      return found ? stateOf(found) : { state: 'unknown' }
    },
  }
  const byHand: HandPayouts = {
    provider,
    waiting: () => books.waitingTransfers(db),
    isTo,
    end: (tx, payoutNo, end) => books.endTransfer(tx, payoutNo, end, now()),
  }
  return byHand
}

/** The list behind this provider, if payouts are made by hand. */
export const handPayoutsOf = (provider: PayoutProvider | undefined): HandPayouts | undefined =>
  provider && 'byHand' in provider ? (provider.byHand as HandPayouts) : undefined

/** Forgets transfers that ended half a year ago; their settlements stay. */
export const sweepHandPayouts = (db: Kysely<Database>, now: Date): Promise<void> =>
  books.deleteTransfersBefore(db, daysBefore(now, keptDays))
