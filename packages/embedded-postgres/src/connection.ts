import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

/** `name` is the name of the database and of its owner. */
export type Installation = {
  name: string
  dataDir: string
  cluster: string
  password: string
  logFile: string
}
type Answer = { state: 'ready' | 'starting' | 'silent' | 'refused'; detail: string }

/** Long enough for the recovery of a busy database after a power cut. */
export const READY_PATIENCE = 180_000

/** Returns undefined once the server of our own cluster answers, else the problem. */
export async function waitUntilReady(
  installation: Installation,
  port: number,
  { child, hungAfter = READY_PATIENCE }: { child?: ChildProcess; hungAfter?: number },
): Promise<string | undefined> {
  let failure: string | undefined
  child?.once('error', (error) => (failure = error.message))
  const started = Date.now()
  for (;;) {
    const answer = await ask(installation, port)
    if (answer.state === 'ready') return undefined
    if (failure) return failure
    if (child && hasEnded(child)) return `it ended at once (${child.signalCode ?? `code ${child.exitCode}`})`
    if (answer.state === 'refused') return answer.detail
    // A server that answers "starting up" may be recovering and gets more time; one that does not answer counts as
    // hung.
    const patience = answer.state === 'starting' ? READY_PATIENCE : hungAfter
    if (Date.now() - started > patience) return `no answer after ${patience / 1000} s (${answer.detail})`
    await delay(20)
  }
}

/** Checked by polling, because the process may have ended before a listener was added. */
const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

async function ask(installation: Installation, port: number): Promise<Answer> {
  try {
    const folder = await withClient(installation, port, 'postgres', async (client) => {
      const { rows } = await client.query<{ data_directory: string }>('show data_directory')
      return rows[0]?.data_directory
    })
    if (folder === installation.cluster) return { state: 'ready', detail: '' }
    return { state: 'refused', detail: `port ${port} belongs to the database in ${folder}` }
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    // A server that shuts down answers with the same code, and may never finish.
    if (code === '57P03' && !message.includes('shutting down')) return { state: 'starting', detail: message }
    if (code === '28P01') {
      return {
        state: 'refused',
        detail: `the password in ${installation.dataDir}/password does not fit the database`,
      }
    }
    return { state: 'silent', detail: message || (code ?? 'unknown error') }
  }
}

async function withClient<T>(
  installation: Installation,
  port: number,
  database: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString: urlOf(installation, port, database),
    connectionTimeoutMillis: 30_000,
    query_timeout: 30_000,
  })
  client.on('error', () => {}) // a broken connection also fails the query that waits on it
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

export async function ensureDatabase(installation: Installation, port: number): Promise<void> {
  await withClient(installation, port, 'postgres', async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
      installation.name,
    ])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(installation.name)}`)
  })
}

export function urlOf({ name, password }: Installation, port: number, database: string): string {
  return `postgres://${name}:${password}@127.0.0.1:${port}/${database}`
}
