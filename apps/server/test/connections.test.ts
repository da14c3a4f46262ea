/** Connections to PostgreSQL: each role opens as many as the operator's document says, and no more. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { startGateway } from '../src/gateway/gateway.ts'
import { buildApp } from '../src/http/app.ts'
import { type Connections, connectionsOf, type Role } from '../src/kernel/connections.ts'
import type { Deps } from '../src/kernel/ctx.ts'
import { openDb } from '../src/kernel/db.ts'
import { startWorker } from '../src/worker/worker.ts'
import { startApp } from './app.ts'

const document = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')

const sumOf = ({ main, autonomous, queue, standing }: Connections): number =>
  main + autonomous + queue + standing

/** The rows of the document's table. */
const documented = new Map(
  [...document.matchAll(/^\| `(\w+)` \|((?: \d+ \|){5})$/gm)].map(([, role = '', cells = '']) => [
    role,
    cells.match(/\d+/g)?.map(Number) ?? [],
  ]),
)

const roles = Object.keys(connectionsOf) as Role[]

test('the document states what each role opens, and what two of each need', () => {
  expect([...documented.keys()]).toEqual(roles)
  for (const role of roles) {
    const { main, autonomous, queue, standing } = connectionsOf[role]
    expect(documented.get(role), role).toEqual([
      main,
      autonomous,
      queue,
      standing,
      sumOf(connectionsOf[role]),
    ])
  }
  const twoOfEach =
    2 * (['api', 'gateway', 'worker'] as const).reduce((sum, role) => sum + sumOf(connectionsOf[role]), 0)
  expect(document).toContain(`Two each of \`api\`, \`gateway\` and \`worker\` open ${twoOfEach}.`)
  expect(twoOfEach + sumOf(connectionsOf.ops)).toBeLessThan(100 - 3)
})

const app = await startApp()
afterAll(() => app.close())

/** Starts what bin/serve.ts starts for the role. */
async function start(role: Role, deps: Deps): Promise<void> {
  if (role === 'all' || role === 'gateway') {
    const gateway = await startGateway(deps)
    onTestFinished(() => gateway.close())
  }
  if (role === 'all' || role === 'worker') {
    const worker = await startWorker(deps)
    onTestFinished(() => worker.stop())
  }
  if (role === 'all' || role === 'api') {
    const server = await buildApp(deps)
    onTestFinished(() => server.close())
  }
}

describe('under full load no more are opened than the role may', () => {
  test.each(roles)('%s', async (role) => {
    const owner = new pg.Client({ connectionString: app.deps.db.url })
    await owner.connect()
    onTestFinished(() => owner.end())
    /** The names of connections by process. */
    const connected = async (): Promise<Map<number, string>> => {
      const { rows } = await owner.query<{ pid: number; name: string }>(
        `select pid, application_name as name from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      )
      return new Map(rows.map(({ pid, name }) => [pid, name]))
    }
    // The connections of the test's own app and of the role before have to be gone, or counted.
    await expect
      .poll(async () => [...(await connected()).values()].filter((name) => !(name in own)))
      .toEqual([])
    const before = await connected()

    const db = openDb(app.deps.db.url, { waitSeconds: 120, connections: connectionsOf[role] })
    onTestFinished(() => db.close())
    await start(role, { ...app.deps, db })
    await owner.query(`select pg_advisory_lock(1)`)
    const { main, autonomous, queue, standing } = connectionsOf[role]
    const load = [db.main, db.autonomous].flatMap((pool) =>
      Array.from({ length: 30 }, () => sql`select pg_advisory_xact_lock_shared(1)`.execute(pool)),
    )
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted`
    // Released when the test fails too: closing the pools waits for their statements.
    onTestFinished(async () => {
      await owner.query(`select pg_advisory_unlock(1)`)
      await Promise.all(load)
    })
    await expect.poll(async () => (await owner.query(waiting)).rows.length).toBe(main + autonomous)

    const after = await connected()
    const names = [...new Set(after.values())]
    const added = (name: string): number =>
      [...after].filter(([pid, one]) => one === name && !before.has(pid)).length
    expect(added('slotwise')).toBe(main + autonomous)
    expect(added('slotwise queue')).toBeLessThanOrEqual(queue)
    const standingNames = names.filter((name) => name.startsWith('slotwise ') && name !== 'slotwise queue')
    // The lines of an external broker take one more than the embedded broker does.
    const lines = role === 'all' || role === 'gateway' ? 1 : 0
    expect(standingNames.reduce((sum, name) => sum + added(name), 0) + lines).toBe(standing)
    expect(names.filter((name) => !name.startsWith('slotwise'))).toEqual([])
  })
})

/** What the test's own app holds. */
const own: Record<string, true> = { slotwise: true, 'slotwise events': true }
