/** The start brings the schema up to date, or says why it cannot. */
import pg from 'pg'
import { beforeEach, expect, inject, test } from 'vitest'

import { databaseUrl } from '../../test/postgres.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'

let url: string
let databases = 0

async function names(sql: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(sql)
  await client.end()
  return rows.map(({ name }) => name)
}

const tables = () =>
  names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
          and relname <> 'schema_migration' order by 1`)
const applied = () => names('select name from schema_migration order by applied_at')

/** A migration; its text is its checksum. */
const migration = (name: string, text: string): Migration => ({ name, text, checksum: text })
const first = migration('001_functions.sql', 'create table first ()')

beforeEach(async () => {
  const server = inject('postgres').url
  const name = `test_migrate_${(databases += 1)}_${process.pid}`
  url = server
  await names(`create database ${name}`)
  url = databaseUrl(server, name)
})

test('migrations are numbered files, and later ones are named by their time', async () => {
  const all = (await readMigrations()).map(({ name }) => name)
  expect(all.filter((name) => !/^(0\d\d|20\d{6}T\d{4})_[a-z_]+\.sql$/.test(name))).toEqual([])
  const numbers = all.filter((name) => name.startsWith('0')).map((name) => Number(name.slice(0, 3)))
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  expect(all[0]).toBe(first.name)
})

test('a migration of a branch that comes later is applied, though one with a later name has been', async () => {
  const [early, late] = [
    migration('20261119T2050_early.sql', 'create table early ()'),
    migration('20261120T0910_late.sql', 'create table late ()'),
  ]
  await migrate(url, () => {}, [first, late])
  await migrate(url, () => {}, [first, early, late])
  expect(await applied()).toEqual([first.name, late.name, early.name])
  expect(await tables()).toEqual(['early', 'first', 'late'])
})

test('two starts at once apply each migration once', async () => {
  const said: string[] = []
  await Promise.all([1, 2].map(() => migrate(url, (message) => said.push(message), [first])))
  expect(said).toEqual([`migrating ${first.name}`])
})

test('a migration that fails leaves nothing of itself, and is tried again at the next start', async () => {
  const second = (text: string) => migration('20261119T2050_second.sql', `create table second (); ${text}`)
  await expect(migrate(url, () => {}, [first, second('select 1 / 0')])).rejects.toThrow('division by zero')
  expect([await applied(), await tables()]).toEqual([[first.name], ['first']])
  await migrate(url, () => {}, [first, second('select 1')])
  expect(await tables()).toEqual(['first', 'second'])
})

test('a migration that was changed after it had been applied is refused', async () => {
  await migrate(url, () => {}, [first])
  const changed = migration(first.name, 'create table other ()')
  await expect(migrate(url, () => {}, [changed])).rejects.toThrow(`${first.name} was changed after`)
  expect(await tables()).toEqual(['first'])
})

test('a database of an earlier version is refused in one line that says what to do, and stays as it is', async () => {
  await migrate(url, () => {}, [migration('0001_foundation.sql', 'create table former ()')])
  await expect(migrate(url, () => {})).rejects.toThrow(
    new Error(
      'This database is of an earlier version that cannot be brought up to date: ' +
        'start with a new DATA_DIR, or with a DATABASE_URL that names an empty database.',
    ),
  )
  expect(await tables()).toEqual(['former'])
})
