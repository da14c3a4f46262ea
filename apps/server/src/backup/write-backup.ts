import { Buffer } from 'node:buffer'

import pg from 'pg'

import { appliedMigrations } from '../kernel/migrate.ts'
import type { BlobStore } from '../ports/blobs/blobs.ts'
import { type Content, type Counts, type Head, writeBackupFile } from './backup-file.ts'
import type { BackupPlace } from './backup-place.ts'
import { hiddenTables, losslessSession, readSequences, readTables } from './catalog.ts'

const rowsAtOnce = 200
const partSize = 128 * 1024

export type Backup = { counts: Counts; vanished: string[] }

/**
 * Writes everything into one file, beside a running product. All rows are read in one transaction, so that they fit
 * together. A file is written before the row that names it and removed after that row, so the files that are there
 * before and after the transaction began include all that its rows name. Those that are removed while they are copied
 * are returned as `vanished`.
 */
export async function writeBackup(
  from: { url: string; blobs: BlobStore } & Pick<Head, 'pepper' | 'vaultKeys' | 'pushKey'>,
  place: BackupPlace,
  now: Date,
): Promise<Backup> {
  const client = new pg.Client({ connectionString: from.url, options: losslessSession })
  client.on('error', () => {}) // a broken connection also fails the query that waits on it
  await client.connect()
  try {
    const keys = new Set<string>()
    for await (const key of from.blobs.list()) keys.add(key)
    await client.query('begin transaction isolation level repeatable read read only')
    const migrations = await appliedMigrations(client)
    if (migrations.length === 0) throw new Error('the database holds nothing of this product')
    // Nodes of Citus take their snapshots when they are first asked: counting the merchants asks all at once.
    await client.query('select count(*) from tenant')
    for await (const key of from.blobs.list()) keys.add(key)
    const hidden = await hiddenTables(client)
    if (hidden.length > 0)
      throw new Error(
        `the user of the database cannot read all rows of ${hidden.join(', ')}. Start this version of the product once, or: ALTER ROLE … BYPASSRLS`,
      )
    const { pepper, vaultKeys, pushKey } = from
    const head: Head = {
      slotwiseBackup: 1,
      madeAt: now.toISOString(),
      migrations,
      pepper,
      vaultKeys,
      pushKey,
    }
    const vanished: string[] = []
    async function* contents(): AsyncGenerator<Content> {
      for (const { name } of await readTables(client)) yield* rowsOf(client, name)
      // Sequences are read last: they know no transactions, and may be ahead of the rows but never behind.
      for (const name of await readSequences(client)) yield await sequenceAt(client, name)
      for (const key of keys) {
        let found = false
        for await (const part of partsOf(from.blobs, key)) {
          found = true
          yield part
        }
        if (!found) vanished.push(key)
      }
    }
    return { counts: await writeBackupFile(place, head, contents()), vanished }
  } finally {
    await client.end()
  }
}

async function* rowsOf(client: pg.Client, table: string): AsyncGenerator<Content> {
  await client.query(`declare backup_rows no scroll cursor for select t::text as row from ${table} t`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from backup_rows`)
    // An empty table is named too, so that a restore knows that it was read.
    yield { table, rows: rows.map(({ row }) => row) }
    if (rows.length < rowsAtOnce) break
  }
  await client.query('close backup_rows')
}

async function sequenceAt(client: pg.Client, sequence: string): Promise<Content> {
  const { rows } = await client.query<{ value: string; called: boolean }>(
    `select last_value::text as value, is_called as called from ${sequence}`,
  )
  const { value = '1', called = false } = rows[0] ?? {}
  return { sequence, value, called }
}

async function* partsOf(blobs: BlobStore, key: string): AsyncGenerator<Content> {
  const blob = await blobs.read(key)
  if (!blob) return
  const { mime } = blob
  let waiting: Buffer[] = []
  let size = 0
  const part = (last: boolean): Content => {
    const base64 = Buffer.concat(waiting).toString('base64')
    waiting = []
    size = 0
    return { file: key, mime, base64, last }
  }
  for await (const piece of blob.body as AsyncIterable<Buffer>) {
    waiting.push(piece)
    size += piece.length
    if (size >= partSize) yield part(false)
  }
  yield part(true)
}
