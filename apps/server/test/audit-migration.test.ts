/** The audit of an installation that is in use is divided by months, without losing a row or a number. */
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { migrate, readMigrations } from '../src/kernel/migrate.ts'
import { databaseUrl } from './postgres.ts'

// No superuser, because row-level security would not hold for one.
const owner = `audit_owner_${process.pid}`
const name = `test_audit_${process.pid}`
const server = inject('postgres').url
const ownerUrl = new URL(databaseUrl(server, name))
Object.assign(ownerUrl, { username: owner, password: 'secret' })
let superuser: pg.Client

const query = async <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> =>
  (await superuser.query<Row>(sql)).rows

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  await onServer(
    `create role ${owner} login password 'secret'`,
    `grant slotwise_app to ${owner}`,
    `alter role ${owner} set timezone = 'Asia/Shanghai'`,
    `create database ${name} owner ${owner}`,
  )
  superuser = new pg.Client({ connectionString: databaseUrl(server, name), options: '-c timezone=UTC' })
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await onServer(`drop database ${name} with (force)`, `drop role ${owner}`)
})

test('every row is in its month as it was, and numbers go on', async () => {
  const names = (await readMigrations()).map((migration) => migration.name)
  await migrate(ownerUrl.href, () => {}, new Set(names.filter((one) => one < '0021')))
  await query(
    `insert into tenant (tenant_id, mch_name, country, business, created_at)
     values (5, 'One', 'CN', 'vm', now()), (6, 'Two', 'MY', 'vm', now());
     insert into audit (tenant_id, at, account_id, username, address, request_id, call, object, object_id, before, after)
     select tenant, at::timestamptz, nullif(tenant, 6), 'u' || tenant, '10.0.0.1', 'r', 'editArea', 'area', at, '{"a": 1}', null
       from unnest('{5,6}'::int[]) tenant,
            unnest('{2024-02-29T12:00:00Z,2025-12-31T23:59:59.999Z,2026-01-01T00:00:00Z,2026-01-01T07:59:00+08}'::text[]) at;
     delete from audit where audit_id = (select max(audit_id) from audit);
     -- Early versions did not let the owner read.
     drop policy owner_reads on audit`,
  )
  const rows = 'select to_jsonb(a) as row from audit a order by audit_id'
  const before = await query(rows)
  expect(before).toHaveLength(7)

  await migrate(ownerUrl.href, () => {})
  expect(await query(rows)).toEqual(before)
  const months = `select tableoid::regclass::text as month, count(*)::int from audit group by 1 order by 1`
  expect(await query(months)).toEqual([
    { month: 'audit_2024_02', count: 2 },
    { month: 'audit_2025_12', count: 3 },
    { month: 'audit_2026_01', count: 2 },
  ])
  // Servers of the version before still run, and make no months of the audit.
  const added = await query<{ audit_id: string }>(
    `insert into audit (tenant_id, at, username, address, request_id, call, object, object_id)
     select 5, now() + ahead * interval '28 days', 'u', '', 'r', 'login', 'session', '1' from generate_series(0, 2) ahead
     returning audit_id`,
  )
  expect(added.map(({ audit_id: id }) => id)).toEqual(['9', '10', '11'])
  expect(await query(`select relname from pg_class where relname like 'whole_audit%'`)).toEqual([])
})
