import { sql } from 'kysely'
import pg from 'pg'

import type { Tx } from './db.ts'

/** PostgreSQL's code for a statement that was given up. */
const givenUp = '57014'

/**
 * Runs statements that only read, each for at most so long. Returns undefined when one was given up; the transaction
 * goes on. Reading happens behind a savepoint, so that the limit ends with it.
 */
export async function within<T>(tx: Tx, ms: number, read: () => Promise<T>): Promise<T | undefined> {
  await sql.raw(`savepoint bounded; set local statement_timeout = ${Math.ceil(ms)}`).execute(tx)
  try {
    return await read()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === givenUp) return undefined
    throw error
  } finally {
    await sql.raw('rollback to savepoint bounded; release savepoint bounded').execute(tx)
  }
}
