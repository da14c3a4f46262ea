/**
 * Test databases on Citus, for a run by hand: `SLOTWISE_TEST_CITUS` lists the URLs of the coordinator and of its nodes,
 * with a superuser. A spread database is cloned by cloning it on each of them: numbers of tables are the same in a clone.
 */
import pg from 'pg'

import { missingForSpread } from '../src/kernel/spread.ts'

/** The coordinator, then the nodes; empty in an ordinary run. */
export const citusServers: readonly string[] =
  process.env['SLOTWISE_TEST_CITUS']?.split(/\s+/).filter((url) => url !== '') ?? []

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function within(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Each server has databases of its own; Citus would otherwise make them on its nodes. */
const alone = 'set citus.enable_create_database_propagation = off'

/** An empty database that knows its nodes. */
export async function makeCitusDatabase(name: string): Promise<void> {
  const [coordinator = '', ...nodes] = citusServers
  await dropEverywhere(name)
  for (const server of citusServers) {
    await run(server, alone, `create database ${name}`)
    await run(within(server, name), 'create extension citus')
  }
  const host = (server: string): string => `'${new URL(server).hostname}', ${new URL(server).port}`
  await run(
    within(coordinator, name),
    `select citus_set_coordinator_host(${host(coordinator)})`,
    ...nodes.map((node) => `select citus_add_node(${host(node)})`),
  )
}

/** Runs what `npm run ops -- spread apply` runs. */
export async function spreadDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of await missingForSpread(client)) await client.query(statement)
  } finally {
    await client.end()
  }
}

export async function cloneEverywhere(template: string, name: string): Promise<void> {
  for (const server of citusServers)
    await run(
      server,
      alone,
      // The maintenance process of Citus would otherwise connect to the template again.
      `alter database ${template} allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${template}'`,
      `create database ${name} template ${template}`,
    )
  // Settings of a database are not cloned.
  await spreadDatabase(within(citusServers[0] ?? '', name))
}

export async function dropEverywhere(...names: string[]): Promise<void> {
  for (const server of citusServers)
    await run(server, alone, ...names.map((name) => `drop database if exists ${name} with (force)`))
}
