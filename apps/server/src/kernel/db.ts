import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

import type { AppError } from './errors.ts'
import type { Database } from './schema.ts'

/** Days stay text: a JavaScript Date would move them into a time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** A connection inside a transaction; only `inTenant` makes one. */
export type Tx = Kysely<Database>
export type { Database }

/**
 * `main` serves requests. `apart` is for the few statements that must stand whatever becomes of the request, such as
 * counting a wrong password; a pool of its own, so that requests waiting for it cannot starve each other.
 */
export type Db = { main: Kysely<Database>; apart: Kysely<Database>; url: string; close(): Promise<void> }

export const appRole = 'slotwise_app'

/** Texts of statements, each with a short name. A text that is never the same twice must not fill the server's memory. */
const names = new Map<string, string>()
const maxNames = 500

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= maxNames) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** Prepares each statement once a connection: planning costs more than most of our queries. */
class PreparingClient extends pg.Client {
  // The driver declares a dozen overloads; the query builder uses this one.
  override query = ((text: unknown, values?: unknown[]) => {
    const name = typeof text === 'string' && values?.length ? nameOf(text) : undefined
    return name
      ? super.query({ name, text: text as string, values: values as unknown[] })
      : super.query(text as string, values)
  }) as pg.Client['query']
}

type Watch = {
  /** A connection that nobody was using has broken. */
  onError?: (error: Error) => unknown
  /** Each statement after it ran; tests look for what must never be said. */
  onStatement?: ((text: string) => void) | undefined
}

function connect(url: string, max: number, { onError, onStatement }: Watch): Kysely<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    Client: PreparingClient,
    application_name: 'slotwise',
    connectionTimeoutMillis: 5_000,
    // The server's own limit does not help when the server hangs.
    query_timeout: 20_000,
    // The role of the application owns no table and cannot bypass row-level security.
    options: `-c role=${appRole} -c statement_timeout=15000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=60000 -c timezone=UTC`,
  })
  pool.on('error', (error) => onError?.(error))
  // A connection that breaks while it is in use fails the statement that waits on it; unheard, its own event would
  // end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    ...(onStatement ? { log: ({ query }) => onStatement(query.sql) } : {}),
  })
}

export function openDb(url: string, { onError, onStatement }: Watch = {}): Db {
  let closing = false
  // Connections that break while we leave are no news.
  const watch: Watch = { onError: (error) => closing || onError?.(error), onStatement }
  const main = connect(url, 20, watch)
  const apart = connect(url, 4, watch)
  return {
    main,
    apart,
    url,
    async close() {
      closing = true
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
  db.connection().execute(async (tx) => {
    // One round trip instead of two; the number is ours, and BigInt lets nothing else through.
    const begin = sql.raw(`begin; select set_tenant(${BigInt(tenantId)})`)
    try {
      await begin.execute(tx)
      const result = await work(tx)
      const { rows } = await sql.raw<{ command: string }>('commit').execute(tx)
      // A transaction in which an error was swallowed "commits" by rolling back.
      if (rows[0]?.command !== 'COMMIT') throw new Error('the transaction was aborted')
      return result
    } catch (error) {
      await sql
        .raw('rollback')
        .execute(tx)
        .catch(() => {})
      throw error
    }
  })

/** A transaction of the caller's merchant, for calls that have none of their own. */
export const inOwnTenant = <T>(
  { deps, tenant }: { deps: { db: Pick<Db, 'main'> }; tenant: { id: string } },
  work: (tx: Tx) => Promise<T>,
): Promise<T> => inTenant(deps.db.main, tenant.id, work)

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505'

/** For `.catch(whenTaken(...))`: a name that somebody has, or takes at the same moment, is refused by the database. */
export const whenTaken =
  (refusal: () => AppError) =>
  (error: unknown): never => {
    throw isUniqueViolation(error) ? refusal() : error
  }
