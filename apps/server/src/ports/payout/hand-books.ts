/** The list of transfers that the operator makes by hand. */
import { type Kysely, sql } from 'kysely'

import type { Database } from '../../kernel/db.ts'
import { repeatPortions } from '../../kernel/portions.ts'
import { changesOne, countDeleted } from '../../kernel/rows.ts'

type Books = Kysely<Database>

export type Transfer = {
  payout_no: string
  amount: number
  currency: string
  account: Buffer
  state: 'processing' | 'success' | 'failed'
  why: string
  created_at: Date
}

const transfers = (books: Books) =>
  books
    .selectFrom('hand_payout')
    .select(['payout_no', 'currency', 'account', 'why', 'created_at'])
    .select([sql<number>`amount::float8`.as('amount'), sql<Transfer['state']>`state`.as('state')])

export const findTransfer = (books: Books, payoutNo: string): Promise<Transfer | undefined> =>
  transfers(books).where('payout_no', '=', payoutNo).executeTakeFirst()

/** The transfers that wait, the oldest first. */
export const waitingTransfers = (books: Books): Promise<Transfer[]> =>
  transfers(books).where('state', '=', 'processing').orderBy('created_at').orderBy('payout_no').execute()

/** Returns the transfer that is there: a number names one payout forever. */
export async function addTransfer(
  books: Books,
  transfer: Pick<Transfer, 'payout_no' | 'amount' | 'currency' | 'account' | 'created_at'>,
): Promise<Transfer> {
  await books
    .insertInto('hand_payout')
    .values({ ...transfer, amount: String(transfer.amount), state: 'processing' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const found = await findTransfer(books, transfer.payout_no)
  if (!found) throw new Error('the transfer is gone')
  return found
}

export type TransferEnd = { state: 'success' } | { state: 'failed'; why: string }

/** Ends a transfer that waits, once. Returns false when none waits under this number. */
export const endTransfer = (books: Books, payoutNo: string, end: TransferEnd, at: Date): Promise<boolean> =>
  changesOne(
    books
      .updateTable('hand_payout')
      .set({ why: '', ...end, done_at: at })
      .where('payout_no', '=', payoutNo)
      .where('state', '=', 'processing'),
  )

/** Deletes transfers that ended before. */
export const deleteTransfersBefore = (books: Books, ended: Date): Promise<void> =>
  repeatPortions((atMost) =>
    countDeleted(
      books
        .deleteFrom('hand_payout')
        .where('payout_no', 'in', (eb) =>
          eb
            .selectFrom('hand_payout')
            .select('payout_no')
            .where('state', '!=', 'processing')
            .where('done_at', '<', ended)
            .limit(atMost),
        ),
    ),
  )
