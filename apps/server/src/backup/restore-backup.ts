import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'

import pg from 'pg'

import { areTooOld, migrate, readMigrations } from '../kernel/migrate.ts'
import type { BlobStore } from '../ports/blobs/blobs.ts'
import { type Content, type Counts, type Head, readContents, readHead } from './backup-file.ts'
import type { BackupPlace } from './backup-place.ts'
import { losslessSession, readTables, type Table } from './catalog.ts'

/** Reads the whole file once, so that a damaged one is refused before anything is written. */
export async function checkBackup(place: BackupPlace): Promise<{ head: Head; counts: Counts }> {
  const { name: file } = place
  const head = await readHead(place)
  if (areTooOld(head.migrations))
    throw new Error(
      `${file} is of an earlier version that cannot be brought up to date: restore it with that version`,
    )
  const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of head.migrations) {
    if (!known.has(name))
      throw new Error(`${file} was made by a newer version of the product, which has ${name}`)
    if (known.get(name) !== checksum)
      throw new Error(`${file} was made by another version of the product: ${name} differs`)
  }
  const counts: Counts = {}
  for await (const _ of readContents(place, counts));
  return { head, counts }
}

/** Throws unless the database is empty. Citus and other extensions bring tables and views of their own. */
export async function assertEmptyDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // a broken connection also fails the query that waits on it
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
        where relkind in ('r', 'p', 'v', 'm', 'S') and relnamespace::regnamespace::text in ('public', 'graphile_worker')
          and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
        limit 1`,
    )
    if (rows[0])
      throw new Error(`the database is not empty, it has ${rows[0].name}: restore into a new database`)
  } finally {
    await client.end()
  }
}

/**
 * Restores a backup that `checkBackup` has read into an empty database and an empty store of files. The rows are
 * loaded in one transaction into the schema that they come from; newer migrations follow.
 */
export async function restoreBackup(
  place: BackupPlace,
  { head, counts }: { head: Head; counts: Counts },
  into: { url: string; blobs: BlobStore; say(message: string): void },
): Promise<void> {
  const migrations = await readMigrations()
  const names = new Set(head.migrations.map(({ name }) => name))
  await migrate(
    into.url,
    () => {},
    migrations.filter(({ name }) => names.has(name)),
  )
  const client = new pg.Client({ connectionString: into.url, options: losslessSession })
  client.on('error', () => {}) // a broken connection also fails the query that waits on it
  await client.connect()
  try {
    await client.query('begin')
    const tables = await readTables(client)
    // Row-level security would refuse the owner of the tables.
    const forced = await forcedTables(client)
    for (const name of forced) await client.query(`alter table ${name} no force row level security`)
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    await load(client, place, { tables, blobs: into.blobs })
    for (const name of forced) await client.query(`alter table ${name} force row level security`)
    await compareCounts(client, tables, counts)
    await client.query('commit')
  } finally {
    await client.end()
  }
  await migrate(into.url, into.say, migrations)
}

async function forcedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select oid::regclass::text as name from pg_class where relforcerowsecurity',
  )
  return rows.map(({ name }) => name)
}

async function load(
  client: pg.Client,
  place: BackupPlace,
  { tables, blobs }: { tables: readonly Table[]; blobs: BlobStore },
): Promise<void> {
  const known = new Map(tables.map((table) => [table.name, table]))
  const contents = readContents(place)
  for await (const content of contents) {
    if ('table' in content) {
      const table = known.get(content.table)
      if (!table) throw new Error(`this version of the product has no table ${content.table}`)
      if (content.rows.length > 0) {
        await makeMonths(client, table, content.rows)
        await insert(client, table, content.rows)
      }
    } else if ('sequence' in content) {
      const { sequence, value, called } = content
      await client.query('select setval($1::text::regclass, $2::bigint, $3)', [sequence, value, called])
    } else {
      await blobs.write(content.file, Readable.from(bytesOf(content, contents)), content.mime)
    }
  }
}

/** Makes the months of these rows, for a table that is divided by months. */
async function makeMonths(
  client: pg.Client,
  { name, monthColumn }: Table,
  rows: readonly string[],
): Promise<void> {
  if (monthColumn === null) return
  await client.query(
    `select add_month($2, month::date)
       from (select distinct date_trunc('month', (text::${name}).${monthColumn}) as month from unnest($1::text[]) text) one`,
    [rows, name],
  )
}

async function insert(client: pg.Client, { name, columns }: Table, rows: readonly string[]): Promise<void> {
  // `offset 0` keeps the planner from reading the text of a row anew for each of its columns.
  await client.query(
    `insert into ${name} (${columns.join(', ')}) overriding system value
     select ${columns.map((column) => `(one.row).${column}`).join(', ')}
       from (select text::${name} as row from unnest($1::text[]) text offset 0) one`,
    [rows],
  )
}

type FilePart = Extract<Content, { file: string }>

/** The bytes of a file: its first part, and the parts that follow. */
async function* bytesOf(first: FilePart, following: AsyncGenerator<Content>): AsyncGenerator<Buffer> {
  let part = first
  for (;;) {
    yield Buffer.from(part.base64, 'base64')
    if (part.last) return
    const { value } = (await following.next()) as { value: Content | undefined }
    if (!value || !('file' in value) || value.file !== first.file)
      throw new Error(`the file ${first.file} is not whole`)
    part = value
  }
}

async function compareCounts(client: pg.Client, tables: readonly Table[], counts: Counts): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`)
    if (rows[0]?.count !== (counts[name] ?? 0))
      throw new Error(`${name} has ${rows[0]?.count} rows instead of ${counts[name] ?? 0}`)
  }
}
