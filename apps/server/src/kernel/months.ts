/**
 * Tables that are divided by months. A month has to exist before a row of it is stored; making one is quick and does
 * not wait for transactions that read or write other months.
 */
import { sql } from 'kysely'

import type { Tx } from './db.ts'
import { dayMs } from './moments.ts'

export const monthlyTables = ['audit', 'bill', 'bill_goods', 'ledger_line'] as const

const made = new WeakMap<Tx, Set<string>>()

/**
 * Makes the months of these moments. To be called before the transaction that stores rows of them; those of the present
 * are made by `inTenant`.
 */
export async function ensureMonths(db: Tx, moments: readonly Date[]): Promise<void> {
  const known = made.get(db) ?? new Set()
  made.set(db, known)
  for (const month of new Set(moments.map((at) => at.toISOString().slice(0, 7)))) {
    if (known.has(month)) continue
    for (const table of monthlyTables)
      await sql`select add_month(${table}, ${`${month}-01`}::date)`.execute(db)
    known.add(month)
  }
}

/** Makes the present month and the next two, so that no sale has to wait for its month to be made. */
export const makeMonthsAhead = (db: Tx, now: Date): Promise<void> =>
  ensureMonths(
    db,
    [0, 1, 2].map((ahead) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))),
  )

/**
 * Returns what makes the months of yesterday and tomorrow, once a day of this process. Every change is dated by the
 * clock, so its month must exist even if no worker has run for months; a day on either side, because a transaction may
 * begin before midnight and store after it, or the reverse.
 */
export function presentMonths(db: Tx, now: () => Date): () => Promise<void> {
  let madeOn: number | undefined
  let making = Promise.resolve()
  return () => {
    const today = Math.floor(now().getTime() / dayMs)
    if (today === madeOn) return making
    madeOn = today
    making = ensureMonths(
      db,
      [today - 1, today + 1].map((day) => new Date(day * dayMs)),
    )
    // The next transaction tries again.
    making.catch(() => (madeOn = undefined))
    return making
  }
}
