/** The sandbox's own books. Every statement commits by itself: none is part of a transaction of the product. */
import { type Kysely, sql } from 'kysely'

import type { Database } from '../../kernel/db.ts'
import { repeatPortions } from '../../kernel/portions.ts'
import { changesOne, countDeleted } from '../../kernel/rows.ts'

type Books = Kysely<Database>

export type Payout = {
  payout_no: string
  amount: number
  currency: string
  account: Buffer
  state: 'processing' | 'success' | 'failed'
  why: string | null
}

const payouts = (books: Books) =>
  books
    .selectFrom('sandbox_payout')
    .select(['payout_no', 'currency', 'account', 'why'])
    .select([sql<number>`amount::float8`.as('amount'), sql<Payout['state']>`state`.as('state')])

export const findPayout = (books: Books, payoutNo: string): Promise<Payout | undefined> =>
  payouts(books).where('payout_no', '=', payoutNo).executeTakeFirst()

export const payoutsUnderway = (books: Books): Promise<Payout[]> =>
  payouts(books).where('state', '=', 'processing').orderBy('created_at').orderBy('payout_no').execute()

/** Returns the payout that is there: a number names one payout forever. */
export async function addPayout(books: Books, payout: Payout & { created_at: Date }): Promise<Payout> {
  await books
    .insertInto('sandbox_payout')
    .values({ ...payout, amount: String(payout.amount) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const found = await findPayout(books, payout.payout_no)
  if (!found) throw new Error('the payout is gone')
  return found
}

/** Ends a payout that was on its way. Returns false when there is none. */
export const endPayout = (
  books: Books,
  payoutNo: string,
  end: { state: 'success' | 'failed'; why: string | null },
): Promise<boolean> =>
  changesOne(
    books
      .updateTable('sandbox_payout')
      .set(end)
      .where('payout_no', '=', payoutNo)
      .where('state', '=', 'processing'),
  )

/** Deletes payouts that were asked for before. */
export const deletePayoutsBefore = (books: Books, created: Date): Promise<void> =>
  repeatPortions((atMost) =>
    countDeleted(
      books
        .deleteFrom('sandbox_payout')
        .where('payout_no', 'in', (eb) =>
          eb.selectFrom('sandbox_payout').select('payout_no').where('created_at', '<', created).limit(atMost),
        ),
    ),
  )
