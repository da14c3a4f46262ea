/** Spreads the tables of merchants over the nodes of a Citus database, merchant by merchant. */
import type pg from 'pg'

import { appRole } from './db.ts'

export class NotSpreadable extends Error {}

/** The statements that are still missing for the database to be spread; none when it is. */
export async function missingForSpread(client: pg.Client): Promise<string[]> {
  const database = await demandCitus(client)
  return [
    ...(await missingSettings(client, database)),
    ...(await missingRights(client)),
    ...(await missingTables(client)),
    ...(await leftBehind(client)),
  ]
}

async function demandCitus(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ database: string; citus: boolean }>(
    `select quote_ident(current_database()) as database,
            exists (select from pg_extension where extname = 'citus') as citus`,
  )
  const { database = '', citus = false } = rows[0] ?? {}
  if (!citus) throw new NotSpreadable('the database has no extension citus; see docs/operations.md')
  const { rows: workers } = await client.query('select from citus_get_active_worker_nodes()')
  if (workers.length === 0) throw new NotSpreadable('the database knows no worker nodes (citus_add_node)')
  return database
}

/** By default, SET LOCAL stays on the coordinator, and generic plans cannot be sent to one node. */
const settings: Record<string, string> = {
  'citus.propagate_set_commands': 'local',
  'citus.multi_shard_modify_mode': 'sequential',
  plan_cache_mode: 'force_custom_plan',
}

async function missingSettings(client: pg.Client, database: string): Promise<string[]> {
  const { rows } = await client.query<{ entry: string }>(
    `select unnest(setconfig) as entry from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
      where d.datname = current_database() and s.setrole = 0`,
  )
  const set = new Set(rows.map(({ entry }) => entry))
  return Object.entries(settings)
    .filter(([name, value]) => !set.has(`${name}=${value}`))
    .map(([name, value]) => `alter database ${database} set ${name} = '${value}'`)
}

/** The coordinator logs in at the nodes with the role that runs the statement. */
async function missingRights(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ login: boolean; waits: boolean; sequences: boolean }>(
    `select rolcanlogin as login,
            coalesce(array_to_string(rolconfig, ',') like '%lock_timeout%', false) as waits,
            (select coalesce(bool_and(has_sequence_privilege($1, c.oid, 'usage')), true)
               from pg_class c where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace) as sequences
       from pg_roles where rolname = $1`,
    [appRole],
  )
  const { login = false, waits = false, sequences = false } = rows[0] ?? {}
  return [
    ...(login ? [] : [`alter role ${appRole} login`]),
    ...(waits ? [] : [`alter role ${appRole} set lock_timeout = '10s'`]),
    ...(sequences ? [] : [`grant usage on all sequences in schema public to ${appRole}`]),
  ]
}

type TableRow = {
  name: string
  months: string[]
  fenced: boolean
  of_merchants: boolean
  refers: boolean
  known: boolean
}

/**
 * Global tables whose rows name a merchant are written together with tables of merchants. They stay on the coordinator, and
 * are known to Citus, so that both are committed or none.
 */
async function missingTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<TableRow>(
    `select c.relname as name, c.relrowsecurity as fenced,
            exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as of_merchants,
            exists (select from pg_constraint k join pg_class r on r.oid = k.confrelid
                     where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid and not r.relrowsecurity) as refers,
            array(select inhrelid::regclass::text from pg_inherits where inhparent = c.oid order by 1) as months,
            exists (select from pg_dist_partition p where p.logicalrelid = c.oid) as known
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by c.relname`,
  )
  const missing = rows.filter(({ known }) => !known)
  const fenced = new Set(missing.filter((row) => row.fenced).map(({ name }) => name))
  const months = new Map(missing.map((row) => [row.name, row.months]))
  // Tables that refer to another global one become known with it.
  const beside = missing.filter((row) => row.of_merchants && !row.fenced && !row.refers)
  return [
    ...(await referencedFirst(client, fenced)).flatMap((name) => distributing(name, months.get(name) ?? [])),
    ...beside.map(
      ({ name }) => `select citus_add_local_table_to_metadata('${name}', cascade_via_foreign_keys => true)`,
    ),
  ]
}

/** Tables can be spread only after those that they refer to. */
async function referencedFirst(client: pg.Client, names: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await client.query<{ name: string; refers: string }>(
    `select conrelid::regclass::text as name, confrelid::regclass::text as refers
       from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  )
  const sorted = new Set<string>()
  const add = (name: string): void => {
    if (!names.has(name) || sorted.has(name)) return
    for (const row of rows) if (row.name === name) add(row.refers)
    sorted.add(name)
  }
  for (const name of names) add(name)
  return [...sorted]
}

/**
 * Rows that are there already are moved by COPY, which a forced fence refuses to the owner. The months of a table have
 * fences of their own.
 */
function distributing(name: string, months: readonly string[]): string[] {
  const fences = (force: string): string[] =>
    [name, ...months].map((table) => `alter table ${table} ${force} row level security`)
  return [
    'begin',
    ...fences('no force'),
    `select create_distributed_table('${name}', 'tenant_id'${name === 'tenant' ? '' : `, colocate_with => 'tenant'`})`,
    ...fences('force'),
    'commit',
  ]
}

/** Rows that were moved to the nodes stay on the coordinator's disk, unseen; all of them belong to a merchant. */
async function leftBehind(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `select from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity and pg_relation_size(oid) > 0
      limit 1`,
  )
  return rows.length > 0 ? [`select truncate_local_data_after_distributing_table('tenant')`] : []
}
