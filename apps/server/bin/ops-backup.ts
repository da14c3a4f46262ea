/** The operator's commands for backups. They take a file, and open the place themselves. */
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import type { Counts } from '../src/backup/backup-file.ts'
import { type BackupPlace, inBucket, inFile } from '../src/backup/backup-place.ts'
import { assertEmptyDatabase, checkBackup, restoreBackup } from '../src/backup/restore-backup.ts'
import { writeBackup } from '../src/backup/write-backup.ts'
import { type StorageConfig, readStorageConfig } from '../src/kernel/config.ts'
import { makeDataFolder, storedSecret, storeSecret } from '../src/kernel/own-secrets.ts'
import { parseVaultKeys, vaultKeysText } from '../src/kernel/vault-keys.ts'
import type { BlobStore } from '../src/ports/blobs/blobs.ts'
import { chooseBlobs } from '../src/ports/blobs/choose.ts'
import { s3Backups } from '../src/ports/blobs/s3.ts'
import { giveToOwner, makeFolderOfServer } from './drop-root.ts'
import { openDatabase, unfinishedRestore } from './open-database.ts'

type Env = Record<string, string | undefined>
type BackupCommand = {
  usage: string
  what: string
  run(storage: StorageConfig, at: BackupPlace): Promise<void>
}

/** Warnings of the embedded database only: the result is what the operator waits for. */
const quiet = { say: () => {} }

function summary({ files = 0, sequences: _, ...tables }: Counts): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  return `${rows} rows of ${Object.keys(tables).length} tables, ${files} files`
}

async function backup(storage: StorageConfig, at: BackupPlace): Promise<void> {
  const pepper = storage.pepper ?? storedSecret(storage.dataDir, 'pepper')
  if (pepper === undefined)
    throw new Error(`${storage.dataDir} has no pepper, so nothing runs there; DATA_DIR names another folder`)
  const vaultKeys = storage.vaultKeys
    ? vaultKeysText(storage.vaultKeys)
    : storedSecret(storage.dataDir, 'vault-key')
  const pushKey = storage.pushKey ?? storedSecret(storage.dataDir, 'push-key')
  const database = await openDatabase(storage, { ...quiet, exists: 'must' })
  try {
    const from = { url: database.url, blobs: chooseBlobs(storage), pepper, vaultKeys, pushKey }
    const { counts, vanished } = await writeBackup(from, at, new Date())
    for (const key of vanished) console.log(`removed while it was copied, so not in the backup: ${key}`)
    console.log(
      `${at.name}: ${summary(counts)}, the pepper, the keys of the vault and the key for browsers. Keep it as secret as the database.`,
    )
  } finally {
    await database.close()
  }
}

/** Refuses settings that would leave what the vault holds closed. A key that no merchant needs any more is demanded, too. */
function demandVaultKeys({ vaultKeys }: StorageConfig, inBackup: string | undefined): void {
  if (vaultKeys === undefined || inBackup === undefined) return
  const isSet = new Set(vaultKeysText(vaultKeys).split(','))
  const missing = (parseVaultKeys(inBackup) ?? []).filter((key) => !isSet.has(vaultKeysText([key])))
  if (missing.length > 0)
    throw new Error(
      `VAULT_KEYS lacks keys of the backup: ${missing.map(({ name }) => name).join(', ')}; add them, or leave VAULT_KEYS out`,
    )
}

async function demandEmptyBucket(blobs: BlobStore, name: string): Promise<void> {
  for await (const key of blobs.list())
    throw new Error(
      `the bucket ${name} is not empty, it has ${key}: a backup is restored into a new bucket, which S3_BUCKET names`,
    )
}

async function restore(storage: StorageConfig, at: BackupPlace): Promise<void> {
  const { dataDir, databaseUrl } = storage
  const checked = await checkBackup(at)
  const { pepper, vaultKeys, pushKey } = checked.head
  if (storage.pepper !== undefined && storage.pepper !== pepper)
    throw new Error('PEPPER is not the one of the backup; leave it out, or set it to that one')
  demandVaultKeys(storage, vaultKeys)
  if (storage.pushKey !== undefined && pushKey !== undefined && storage.pushKey !== pushKey)
    throw new Error('PUSH_KEY is not the one of the backup; leave it out, or set it to that one')
  if ((await readdir(dataDir).catch(() => [])).length > 0)
    throw new Error(`${dataDir} is not empty: a backup is restored into a new folder, which DATA_DIR names`)
  if (databaseUrl) await assertEmptyDatabase(databaseUrl)
  const blobs = chooseBlobs(storage)
  if (storage.s3) await demandEmptyBucket(blobs, storage.s3.bucket)
  await makeFolderOfServer(dataDir)
  makeDataFolder(dataDir)
  const mark = join(dataDir, unfinishedRestore)
  await writeFile(mark, '')
  const database = await openDatabase(storage, { ...quiet, exists: 'restore' })
  try {
    await restoreBackup(at, checked, {
      url: database.url,
      blobs,
      say: (message) => console.log(message),
    })
    if (storage.pepper === undefined) storeSecret(dataDir, 'pepper', pepper)
    if (storage.vaultKeys === undefined && vaultKeys !== undefined)
      storeSecret(dataDir, 'vault-key', vaultKeys)
    if (storage.pushKey === undefined && pushKey !== undefined) storeSecret(dataDir, 'push-key', pushKey)
    await rm(mark)
    giveToOwner(dataDir)
    console.log(`restored ${summary(checked.counts)}, as of ${checked.head.madeAt}`)
  } finally {
    await database.close()
  }
}

export const backupCommands: Record<string, BackupCommand> = {
  backup: {
    usage: 'backup FILE|s3:NAME',
    what: 'write all rows, files, the pepper, the keys of the vault and the key for browsers into one new file, or into a new name in the bucket of BACKUP_S3_BUCKET or S3_BUCKET, beside a running product',
    run: backup,
  },
  restore: {
    usage: 'restore FILE|s3:NAME',
    what: 'bring a backup into an empty DATA_DIR, and into the empty database of DATABASE_URL and the empty bucket of S3_BUCKET if they are set',
    run: restore,
  },
}

/** Returns false when the arguments name no command of this file. */
export async function runBackupCommand(args: readonly string[], env: Env): Promise<boolean> {
  const [name = '', file, ...more] = args
  const command = Object.hasOwn(backupCommands, name) ? backupCommands[name] : undefined
  if (!command) return false
  if (file === undefined || file.startsWith('-') || more.length > 0)
    throw new Error(`usage: npm run ops -- ${command.usage}`)
  const storage = readStorageConfig(env)
  await command.run(storage, backupPlaceOf(storage, file, env))
  return true
}

const bucketForm = /^s3:([a-z\d][a-z\d._-]{0,100})$/

/** A file, or with `s3:` a name in the bucket of backups. */
function backupPlaceOf({ backups }: StorageConfig, named: string, env: Env): BackupPlace {
  // npm changes the working directory, and remembers that of its caller.
  if (!named.startsWith('s3:')) return inFile(resolve(env['INIT_CWD'] ?? '.', named))
  const [, name] = bucketForm.exec(named) ?? []
  if (name === undefined) throw new Error('s3:NAME may hold small letters, digits, . _ and -')
  if (!backups) throw new Error('s3:NAME needs the settings S3_…')
  return inBucket(s3Backups(backups), name)
}
