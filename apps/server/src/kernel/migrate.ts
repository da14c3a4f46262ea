import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

import pg from 'pg'

import { grantAgain, letOwnerRead } from './app-rights.ts'
import { appRole } from './db.ts'
import { runMigrations } from './job-queue.ts'
import { statementsOf } from './sql-statements.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** The key of the advisory lock that keeps two starting processes from migrating at once. */
export const migrationLock = 7_155_301

async function ensureRole(client: pg.Client): Promise<void> {
  // From PostgreSQL 16 on, being a member of a role and being allowed to SET it are separate rights.
  const { rows } = await client.query<{ present: boolean; member: boolean }>(
    `select count(*) > 0 as present,
            coalesce(bool_and(pg_has_role(oid, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)), false) as member
       from pg_roles where rolname = $1`,
    [appRole],
  )
  const { present = false, member = false } = rows[0] ?? {}
  try {
    if (!present) await client.query(`create role ${appRole} nologin noinherit`)
    if (!member) await client.query(`grant ${appRole} to current_user`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    // 42710, 23505: another process created the role at the same moment.
    if (error.code === '42710' || error.code === '23505') return ensureRole(client)
    throw new Error(
      `The role ${appRole} is needed and could not be made (${error.message}). ` +
        `As a superuser: CREATE ROLE ${appRole} NOLOGIN NOINHERIT; GRANT ${appRole} TO <the user of DATABASE_URL>;`,
      { cause: error },
    )
  }
}

export type Migration = { name: string; text: string; checksum: string }

const firstMigration = '001_functions.sql'

/** Whether these are migrations of a version before the first one of today: nothing leads from them to today's. */
export const areTooOld = (applied: readonly { name: string }[]): boolean =>
  applied.length > 0 && applied.every(({ name }) => name !== firstMigration)

/** All migrations in their order: one file for each module, numbered, and then those that are named by their time. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** The migrations of which this database is; none if it is not one of this product. */
export async function appliedMigrations(client: pg.Client): Promise<{ name: string; checksum: string }[]> {
  const there = await client.query(`select from pg_class where oid = to_regclass('public.schema_migration')`)
  if (there.rowCount === 0) return []
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  )
  return rows
}

/**
 * Brings the schema up to date: each migration is applied once, in a transaction of its own. With fewer of them, a backup
 * is restored into the schema that it was made of.
 */
export async function migrate(
  url: string,
  log: (message: string) => void,
  migrations?: readonly Migration[],
): Promise<void> {
  const all = migrations ?? (await readMigrations())
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
  client.on('error', () => {}) // a broken connection also fails the query that waits on it
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const before = await appliedMigrations(client)
    if (areTooOld(before))
      throw new Error(
        'This database is of an earlier version that cannot be brought up to date: ' +
          'start with a new DATA_DIR, or with a DATABASE_URL that names an empty database.',
      )
    await ensureRole(client)
    await client.query(`grant usage on schema public to ${appRole}`)
    await runMigrations({ connectionString: url })
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null)',
    )
    // Migrations read rows of all merchants, too. In a dump that another user restored, the policy names the former one.
    await letOwnerRead(client)
    const applied = new Map(before.map(({ name, checksum }) => [name, checksum]))
    for (const { name, text, checksum } of all) {
      if (applied.get(name) === checksum) continue
      if (applied.has(name))
        throw new Error(
          `${name} was changed after it had been applied to this database; write a new migration instead`,
        )
      log(`migrating ${name}`)
      await client.query('begin')
      for (const statement of statementsOf(text)) await client.query(statement)
      await client.query('insert into schema_migration values ($1, $2, now())', [name, checksum])
      await client.query('commit')
    }
    await grantAgain(
      client,
      all.map(({ text }) => text),
    )
    await letOwnerRead(client)
  } finally {
    await client.end()
  }
}
