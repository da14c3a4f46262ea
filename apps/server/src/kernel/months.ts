/**
 * Tables that are divided by months. A month has to exist before a row of it is stored; making one is quick and waits
 * for nobody who reads or writes other months.
 */
import { sql } from 'kysely'

import type { Tx } from './db.ts'

export const monthlyTables = ['bill', 'bill_goods', 'ledger_line'] as const
export type MonthlyTable = (typeof monthlyTables)[number]

/** The column that says to which month a row belongs. */
export const monthColumns: Record<MonthlyTable, string> = {
  bill: 'create_at',
  bill_goods: 'create_at',
  ledger_line: 'at',
}

const made = new WeakMap<Tx, Set<string>>()

/** Makes the months of these moments. To be called before the transaction that stores rows of them. */
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
