import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'

import type { Database } from './schema.ts'

/** Days stay text: a JavaScript Date would move them into a time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Tx = Transaction<Database>
export type { Database }

/**
 * `main` serves requests. `apart` is for the few statements that must stand whatever becomes of the request, such as
 * counting a wrong password; a pool of its own, so that requests waiting for it cannot starve each other.
 */
export type Db = { main: Kysely<Database>; apart: Kysely<Database>; url: string; close(): Promise<void> }

export const appRole = 'slotwise_app'

function connect(url: string, max: number, log: (error: Error) => void): Kysely<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'slotwise',
    connectionTimeoutMillis: 5_000,
    // The role of the application owns no table and cannot bypass row-level security.
    options: `-c role=${appRole} -c statement_timeout=15000 -c idle_in_transaction_session_timeout=60000 -c timezone=UTC`,
  })
  pool.on('error', log)
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

export function openDb(url: string, log: (error: Error) => void = () => {}): Db {
  const main = connect(url, 20, log)
  const apart = connect(url, 4, log)
  return {
    main,
    apart,
    url,
    async close() {
      await Promise.all([main.destroy(), apart.destroy()])
    },
  }
}

/** One transaction of one merchant. Every tenant table is closed until its number is set. */
export const inTenant = <T>(
  db: Kysely<Database>,
  tenantId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select set_tenant(${tenantId}::bigint)`.execute(tx)
    return work(tx)
  })

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505'
