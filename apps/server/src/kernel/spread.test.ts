import pg from 'pg'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'

import { cloneDatabase } from '../../test/postgres.ts'
import { missingForSpread } from './spread.ts'

let url: string

/**
 * Stands for Citus, which refuses to spread a table before those that it refers to, and to copy rows to the nodes behind
 * a forced fence, be it of the table or of one of its months.
 */
const citus = `
  set allow_system_table_mods = on;
  update pg_extension set extname = 'citus' where extname = 'plpgsql';
  create schema citus;
  create table citus.pg_dist_partition (logicalrelid regclass primary key);
  create function citus.citus_get_active_worker_nodes() returns setof int language sql as 'select 1';
  create function citus.spread(name text) returns void language plpgsql as $$ begin
    insert into citus.pg_dist_partition
      select relid from pg_partition_tree(name) union select name::regclass;
  end $$;
  create function citus.create_distributed_table(name text, by text, colocate_with text default 'default') returns void language plpgsql as $$ begin
    if exists (select from pg_class where relforcerowsecurity
                and (oid = name::regclass or oid in (select relid from pg_partition_tree(name)))) then
      raise exception 'COPY FROM not supported with row-level security: %', name;
    end if;
    if exists (select from pg_constraint where conrelid = name::regclass and contype = 'f' and confrelid <> conrelid
                and not exists (select from citus.pg_dist_partition where logicalrelid = confrelid)) then
      raise exception 'referenced table is not distributed: %', name;
    end if;
    perform citus.spread(name);
  end $$;
  create function citus.citus_add_local_table_to_metadata(name text, cascade_via_foreign_keys boolean) returns void language plpgsql as $$ begin
    perform citus.spread(name);
    if cascade_via_foreign_keys then
      insert into citus.pg_dist_partition
        select distinct conrelid from pg_constraint where contype = 'f' and confrelid = name::regclass;
    end if;
  end $$;
  create function citus.truncate_local_data_after_distributing_table(name regclass) returns void language plpgsql as $$ begin
    execute format('truncate %s cascade', name);
  end $$`

async function open(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=public,citus' })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

beforeAll(async () => {
  const { url: serverUrl, template } = inject('postgres')
  url = await cloneDatabase(serverUrl, template)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(citus)
  await client.query(`insert into tenant values (1, 'One', 'CN', 'vm', null, null, now())`)
  await client.end()
})

test('a database with merchants and months is spread, all of it fenced as before', async () => {
  const client = await open()
  const forced = async () =>
    (await client.query('select oid::regclass::text from pg_class where relforcerowsecurity order by 1')).rows
  const before = await forced()
  expect(before).toContainEqual({ oid: 'bill_2026_11' })
  // The role belongs to all databases of the tests.
  const own = (statement: string): boolean => !statement.startsWith('alter role')
  for (const statement of (await missingForSpread(client)).filter(own)) await client.query(statement)
  const { rows } = await client.query('select logicalrelid::text as name from citus.pg_dist_partition')
  for (const name of ['tenant', 'bill', 'bill_2026_11', 'login', 'machine'])
    expect(rows).toContainEqual({ name })
  expect(await forced()).toEqual(before)
  expect((await missingForSpread(client)).filter(own)).toEqual([])
})

test('each global table that names a merchant is known, so that it is written together with those of merchants', async () => {
  const client = await open()
  const names = async (from: string): Promise<unknown[]> =>
    (await client.query<{ name: unknown }>(`select relname as name from ${from} order by 1`)).rows.map(
      ({ name }) => name,
    )
  const missing = (await missingForSpread(client)).filter((statement) => !statement.startsWith('alter role'))
  for (const statement of missing) await client.query(statement)
  const global = `pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`
  expect(await names(`${global} and oid in (select logicalrelid from citus.pg_dist_partition)`)).toEqual([
    'chat_person',
    'login',
    'machine',
    'machine_owner',
    'phone_login',
    'push_endpoint',
  ])
  const named = `exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant_id')`
  expect(
    await names(`${global} and ${named} and oid not in (select logicalrelid from citus.pg_dist_partition)`),
  ).toEqual([])
})

test('rows that the coordinator has kept are removed there after all tables are spread', async () => {
  const client = await open()
  await client.query(`insert into tenant values (2, 'Two', 'CN', 'vm', null, null, now())`)
  await client.query('delete from citus.pg_dist_partition')
  const removes = `select truncate_local_data_after_distributing_table('tenant')`
  const statements = await missingForSpread(client)
  expect(statements.filter((statement) => statement.includes('truncate'))).toEqual([removes])
  expect(statements.at(-1)).toBe(removes)
})
