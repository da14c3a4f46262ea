import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { startEmbeddedPostgres } from '@slotwise/embedded-postgres'

import type { StorageConfig } from '../src/kernel/config.ts'

export type OpenDatabase = { url: string; close(): Promise<void> }

/** In the data folder: its database was made once, so that one that is missing is not replaced by an empty one. */
const hasDatabase = 'has-database'
/** In the data folder: a restore has begun and not ended. */
export const unfinishedRestore = 'restore-unfinished'

type Options = {
  say(message: string): void
  /** Called when the embedded database ended and this process did not stop it. */
  onLost?: (() => void) | undefined
  /** Whether a place without a database is refused (`must`), or may get one (`may`, `restore`). */
  exists?: 'must' | 'may' | 'restore'
}

/** Opens the operator's own PostgreSQL, or starts the embedded one. */
export async function openDatabase(
  { dataDir, databaseUrl }: Pick<StorageConfig, 'dataDir' | 'databaseUrl'>,
  { say, onLost, exists = 'may' }: Options,
): Promise<OpenDatabase> {
  if (exists !== 'restore' && (await isThere(join(dataDir, unfinishedRestore))))
    throw new Error(
      `A restore into ${dataDir} did not end. Remove this folder${databaseUrl ? ' and the database' : ''}, and restore again.`,
    )
  if (databaseUrl) return { url: databaseUrl, close: async () => {} }
  const { url, stop } = await startEmbeddedPostgres({
    name: 'slotwise',
    dataDir: join(dataDir, 'postgres'),
    log: say,
    mustExist: exists === 'must' || (exists === 'may' && (await hadDatabase(dataDir))),
    ...(onLost ? { onLost } : {}),
  }).catch((error: Error) => {
    const settings = 'DATA_DIR chooses the data folder; DATABASE_URL names a PostgreSQL of your own.'
    throw new Error(`${error.message}\n${settings}`, { cause: error })
  })
  await markDatabase(dataDir)
  return { url, close: stop }
}

/** Follows no link: root may run this in a folder of another user. */
async function markDatabase(dataDir: string): Promise<void> {
  try {
    await writeFile(join(dataDir, hasDatabase), '', { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Also recognises the files of an installation from before the mark: they exist only after their database. */
async function hadDatabase(dataDir: string): Promise<boolean> {
  if (await isThere(join(dataDir, hasDatabase))) return true
  if (await isThere(join(dataDir, 'postgres', 'port'))) return true
  return (await readdir(join(dataDir, 'blobs')).catch(() => [])).length > 0
}

const isThere = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined)) !== undefined
