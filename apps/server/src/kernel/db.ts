import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'

import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

import { type Connections, connectionsOf } from './connections.ts'
import type { AppError } from './errors.ts'
import { presentMonths } from './months.ts'
import type { Database } from './schema.ts'

/** Dates stay text: a JavaScript Date would move them into a time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** A connection inside a transaction; only `inTenant` makes one. */
export type Tx = Kysely<Database>
export type { Database }

/**
 * `main` serves requests. `autonomous` has connections of its own for the short statements that must hold even if the
 * call fails, such as counting a wrong password. Calls make them before they open a transaction, or after it ended
 * (docs/decisions/0007).
 */
export type Db = {
  main: Kysely<Database>
  autonomous: Kysely<Database>
  connections: Connections
  url: string
  close(): Promise<void>
}

export const appRole = 'slotwise_app'

/** Names of prepared statements by their text. Limited, because texts that differ each time would fill the memory. */
const names = new Map<string, string>()
const maxNames = 500

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= maxNames) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

const noAnswer = 'Query read timeout'

/**
 * Prepares each statement once per connection, because planning costs more than most of our queries. Closes itself when
 * a statement gets no answer or a transaction cannot be rolled back: the next call would continue that transaction.
 */
class PreparingClient extends pg.Client {
  // The driver declares a dozen overloads; the query builder uses this one.
  override query = ((text: unknown, values?: unknown[]) => {
    const name = typeof text === 'string' && values?.length ? nameOf(text) : undefined
    const answer: Promise<unknown> = name
      ? super.query({ name, text: text as string, values: values as unknown[] })
      : super.query(text as string, values)
    answer?.catch?.((error: Error) => {
      if (error.message === noAnswer || text === 'rollback') this.end().catch(() => {})
    })
    return answer
  }) as pg.Client['query']
}

/** True while the running call holds a connection. */
const held = new AsyncLocalStorage<boolean>()

type Options = {
  /** The sizes of the pools; by default those of a process that does everything. */
  connections?: Connections
  /** Called when an idle connection breaks. */
  onError?: (error: Error) => unknown
  /** Called with each statement after it ran; tests search them for forbidden ones. */
  onStatement?: ((text: string) => void) | undefined
  /** How long a call waits for a connection before it is answered "try again". Other limits are multiples of it. */
  waitSeconds?: number
  /** How long a statement waits for a lock. */
  lockMs?: number
  /** How long a statement waits for its answer, should PostgreSQL not have given it up before. */
  answerMs?: number
  /**
   * Refuses a second connection, of either pool, to a call that holds one: calls that wait for each other's connections
   * would stop the server. Tests turn it on.
   */
  oneConnection?: boolean
  /** The clock by which rows are dated; by default that of the computer. */
  now?: () => Date
}

function connect(
  url: string,
  max: number,
  {
    onError,
    onStatement,
    waitSeconds = 5,
    lockMs = waitSeconds * 2000,
    answerMs = waitSeconds * 4000,
    oneConnection = false,
  }: Options,
): Kysely<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    Client: PreparingClient,
    application_name: 'slotwise',
    connectionTimeoutMillis: waitSeconds * 1000,
    // Connections stay open between calls, because opening one costs more than most calls. Each takes 4 MB of
    // PostgreSQL, so those of a past rush are closed soon.
    idleTimeoutMillis: 10_000,
    // statement_timeout is enforced by PostgreSQL; this one also ends the wait when PostgreSQL hangs.
    query_timeout: answerMs,
    // The application's role owns no table and cannot bypass row-level security. Workers of a statement take longer to
    // start than most statements take, so only those that read very much get any.
    options: `-c role=${appRole} -c parallel_setup_cost=100000 -c statement_timeout=${waitSeconds * 3000} -c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=60000 -c timezone=UTC`,
  })
  pool.on('error', (error) => onError?.(error))
  // A connection that breaks while in use fails the statement that waits on it. Without a listener, its own error
  // event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: {
        connect() {
          if (oneConnection && held.getStore())
            throw new Error('a call that holds a connection asks for a second one')
          return pool.connect()
        },
        end: () => pool.end(),
        options: pool.options,
      },
    }),
    ...(onStatement ? { log: ({ query }) => onStatement(query.sql) } : {}),
  })
  return db
}

export function openDb(url: string, options: Options = {}): Db {
  let closing = false
  // Connections that break while the pool is being closed are not reported.
  const quietAtEnd: Options = { ...options, onError: (error) => closing || options.onError?.(error) }
  const { connections = connectionsOf.all } = options
  const main = connect(url, connections.main, quietAtEnd)
  // A counter is locked for one statement. Calls of a merchant that wait for one take turns from the other calls.
  const lockMs = (options.waitSeconds ?? 5) * 200
  const autonomous = connect(url, connections.autonomous, { lockMs, ...quietAtEnd })
  const months = presentMonths(main, options.now ?? (() => new Date()))
  for (const db of [main, autonomous]) beforeTransaction.set(db, months)
  return {
    main,
    autonomous,
    connections,
    url,
    async close() {
      closing = true
      await Promise.all([main.destroy(), autonomous.destroy()])
    },
  }
}

/** What is done before a transaction begins, outside of it. */
const beforeTransaction = new WeakMap<Kysely<Database>, () => Promise<void>>()

/** The kinds of work before a commit, in the order in which every transaction does them. */
const lastSteps = ['events', 'jobs'] as const
type LastStep = (typeof lastSteps)[number]

/** What open transactions do before they commit. */
const lastWork = new WeakMap<Tx, Record<LastStep, (() => Promise<void>)[]>>()

/**
 * Makes `work` the end of the transaction: only the commit follows it, so that locks it takes are held briefly and
 * cannot be part of a deadlock. Work of one step must not take locks that other work of it takes in another order.
 */
export function beforeCommit(tx: Tx, step: LastStep, work: () => Promise<void>): void {
  const works = lastWork.get(tx)
  if (!works) throw new Error('there is no open transaction')
  works[step].push(work)
}

/**
 * Runs `work` in one transaction of one merchant. Row-level security hides every tenant table until the tenant is
 * set.
 */
export const inTenant = <T>(
  db: Kysely<Database>,
  tenantId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => inTransaction(db, tenantId, 'begin', work)

/** The same with one snapshot for all statements: what others commit meanwhile is not seen. */
export const inSnapshot = <T>(
  db: Kysely<Database>,
  tenantId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => inTransaction(db, tenantId, 'begin isolation level repeatable read', work)

async function inTransaction<T>(
  db: Kysely<Database>,
  tenantId: string,
  beginning: 'begin' | 'begin isolation level repeatable read',
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  await beforeTransaction.get(db)?.()
  return db.connection().execute(async (tx) => {
    // One round trip instead of two. BigInt rejects anything but a number, so the raw text is safe.
    const begin = sql.raw(`${beginning}; select set_tenant(${BigInt(tenantId)})`)
    const last: Record<LastStep, (() => Promise<void>)[]> = { events: [], jobs: [] }
    lastWork.set(tx, last)
    try {
      await begin.execute(tx)
      const result = await held.run(true, () => work(tx))
      for (const step of lastSteps) for (const one of last[step]) await held.run(true, one)
      const { rows } = await sql.raw<{ command: string }>('commit').execute(tx)
      // PostgreSQL answers `commit` with ROLLBACK when an error inside the transaction was swallowed.
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
}

/** A transaction of the caller's merchant, for calls that run without one. */
export const inOwnTenant = <T>(
  { deps, tenant }: { deps: { db: Pick<Db, 'main'> }; tenant: { id: string } },
  work: (tx: Tx) => Promise<T>,
): Promise<T> => inTenant(deps.db.main, tenant.id, work)

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505'

/** Errors of the driver that say: the connection is broken, or none could be opened. */
const broken = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout expired',
])

/** Codes of an outage: too many connections (53300), PostgreSQL stopping, crashing or starting, no network. */
const away = new Set(['53300', '57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

/** Codes that pass: deadlock (40P01), a lock that was not free in time (55P03), a statement that took too long (57014). */
const passing = new Set(['40P01', '55P03', '57014'])

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

/** Returns true when the database could not be reached, or ended the connection. */
export const isDatabaseAway = (error: unknown): error is Error =>
  error instanceof Error && (broken.has(error.message) || away.has(codeOf(error)))

/** Returns true when the database is busy, restarting or away: the same call may succeed a moment later. */
export const isDatabaseBusy = (error: unknown): boolean =>
  isDatabaseAway(error) ||
  (error instanceof Error && (error.message === noAnswer || passing.has(codeOf(error))))

const askAgainMs = 1_000

/**
 * Does the work again while the database is away, until `isOver`. The work may have been done before its connection
 * broke, so doing it twice must be harmless.
 */
export async function untilDatabaseIsBack<T>(
  work: () => Promise<T>,
  isOver: () => boolean,
  onAway: (error: Error) => void = () => {},
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      onAway(error)
      if (isOver()) throw error
      await delay(askAgainMs)
    }
  }
}

/**
 * For `.catch(whenTaken(...))`: turns the database's unique violation into the refusal, also when two calls take
 * the same name at once.
 */
export const whenTaken =
  (refusal: () => AppError) =>
  (error: unknown): never => {
    throw isUniqueViolation(error) ? refusal() : error
  }
