import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startEmbeddedPostgres } from '@slotwise/embedded-postgres'
import pg from 'pg'

import { migrate } from '../src/kernel/migrate.ts'
import { monthlyTables } from '../src/kernel/months.ts'
import { citusServers, cloneEverywhere, dropEverywhere, makeCitusDatabase, spreadDatabase } from './citus.ts'

const migrations = new URL('../migrations/', import.meta.url)

export type TestPostgres = {
  url: string
  /** Stops it as `pg_ctl stop -m fast` does, which ends all connections, and starts it again on the same port. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** Reading all tables at once would start processes for each reading, which takes longer than to read their few rows. */
export const forTestRuns = { max_parallel_workers_per_gather: '0' }

/**
 * A real PostgreSQL for tests, in a folder of its own. It does not wait for the disk, because its data may be lost.
 */
export async function startTestPostgres(more: Record<string, string> = {}): Promise<TestPostgres> {
  const dataDir = join(tmpdir(), `slotwise-test-${process.pid}-${randomBytes(3).toString('hex')}`)
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', ...more }
  const start = () => startEmbeddedPostgres({ name: 'slotwise', dataDir, log: () => {}, settings })
  let server = await start()
  return {
    url: server.url,
    async restart(meanwhile) {
      await server.stop()
      await meanwhile?.()
      server = await start()
    },
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

async function admin<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A migrated database that every test file clones; cloning takes some 30 ms. */
export async function makeTemplate(serverUrl: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrations).toSorted()) hash.update(readFileSync(new URL(name, migrations)))
  const template = `template_${hash.digest('hex').slice(0, 12)}`
  if (isOnCitus(serverUrl)) await makeCitusDatabase(template)
  else await admin(serverUrl, (client) => client.query(`create database ${template}`))
  const url = databaseUrl(serverUrl, template)
  await migrate(url, () => {})
  await admin(url, numberApart)
  await admin(url, addFirstMonth)
  if (isOnCitus(serverUrl)) await spreadDatabase(url)
  return template
}

/** The month in which the clock of tests begins; a running server makes its months itself. */
async function addFirstMonth(client: pg.Client): Promise<void> {
  for (const table of monthlyTables) await client.query('select add_month($1, $2)', [table, '2026-11-01'])
}

/**
 * Lets every table count from a number of its own, so that a test that confuses two kinds of numbers finds no row.
 */
async function numberApart(client: pg.Client): Promise<void> {
  await client.query(`do $$
    declare name text; i int := 0;
    begin
      for name in select sequencename from pg_sequences where schemaname = 'public' order by 1 loop
        i := i + 1;
        execute format('alter sequence %I restart with %s', name, i * 1000000 + 1);
      end loop;
    end $$`)
}

export async function cloneDatabase(serverUrl: string, template: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  if (isOnCitus(serverUrl)) await cloneEverywhere(template, name)
  else await admin(serverUrl, (client) => client.query(`create database ${name} template ${template}`))
  return databaseUrl(serverUrl, name)
}

const isOnCitus = (serverUrl: string): boolean => citusServers[0] === serverUrl

/** Removes the databases cloned by tests, because a long run would fill the disk. */
export async function dropClones(serverUrl: string): Promise<void> {
  await admin(serverUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname like 'test\\_%'`,
    )
    if (isOnCitus(serverUrl)) await dropEverywhere(...rows.map(({ name }) => name))
    else for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  })
}
