import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

export type Place = { dataDir: string; cluster: string; password: string; logFile: string }
type Answer = { state: 'ready' | 'starting' | 'silent' | 'refused'; detail: string }

export const USER = 'slotwise'
export const DATABASE = 'slotwise'

/** Long enough for the recovery of a busy database after a power cut. */
export const READY_PATIENCE = 180_000

/** Undefined once the server answers us on our cluster, else what is wrong. */
export async function waitUntilReady(
  place: Place,
  port: number,
  { child, hungAfter = READY_PATIENCE }: { child?: ChildProcess; hungAfter?: number },
): Promise<string | undefined> {
  let failure: string | undefined
  child?.once('error', (error) => (failure = error.message))
  const started = Date.now()
  for (;;) {
    const answer = await ask(place, port)
    if (answer.state === 'ready') return undefined
    if (failure) return failure
    if (child && hasEnded(child)) return `it ended at once (${child.signalCode ?? `code ${child.exitCode}`})`
    if (answer.state === 'refused') return answer.detail
    // A server that says "starting up" is alive and may be recovering; any other silence is not.
    const patience = answer.state === 'starting' ? READY_PATIENCE : hungAfter
    if (Date.now() - started > patience) return `no answer after ${patience / 1000} s (${answer.detail})`
    await delay(20)
  }
}

/** Asked rather than heard: it may have ended before anybody listened. */
const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

async function ask(place: Place, port: number): Promise<Answer> {
  try {
    const folder = await withClient(place, port, 'postgres', async (client) => {
      const { rows } = await client.query<{ data_directory: string }>('show data_directory')
      return rows[0]?.data_directory
    })
    if (folder === place.cluster) return { state: 'ready', detail: '' }
    return { state: 'refused', detail: `port ${port} belongs to the database in ${folder}` }
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    // One that is leaving says so with the same code, and may never be done.
    if (code === '57P03' && !message.includes('shutting down')) return { state: 'starting', detail: message }
    if (code === '28P01') {
      return {
        state: 'refused',
        detail: `the password in ${place.dataDir}/password does not fit the database`,
      }
    }
    return { state: 'silent', detail: message || (code ?? 'unknown error') }
  }
}

async function withClient<T>(
  place: Place,
  port: number,
  database: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString: urlOf(place, port, database),
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
  })
  client.on('error', () => {}) // a connection that breaks also fails the query that waits on it
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

export async function ensureDatabase(place: Place, port: number): Promise<void> {
  await withClient(place, port, 'postgres', async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (!rowCount) await client.query(`create database ${DATABASE}`)
  })
}

export function urlOf({ password }: Place, port: number, database: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`
}
