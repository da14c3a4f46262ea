/** Secrets of an installation that are not configured: each is generated once, and stored as a file of the data folder. */
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** The names of the files. */
export type OwnSecret = 'pepper' | 'push-key' | 'vault-key'

export function ownSecret(dataDir: string, name: OwnSecret, generate: () => string): string {
  try {
    makeDataFolder(dataDir)
    return storedSecret(dataDir, name) ?? storeSecret(dataDir, name, generate())
  } catch (error) {
    throw new Error(
      `cannot use the data folder ${dataDir} (${(error as NodeJS.ErrnoException).code}): it must belong to the user who starts; DATA_DIR names another`,
      { cause: error },
    )
  }
}

export function storedSecret(dataDir: string, name: OwnSecret): string | undefined {
  try {
    return readFileSync(join(dataDir, name), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Stores the secret unless there is one, and returns the one that is there then. */
export function storeSecret(dataDir: string, name: OwnSecret, secret: string): string {
  const file = join(dataDir, name)
  // Write a temporary file and link it, so that a concurrent start never reads half of it.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, secret, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(file, 'utf8')
}

/**
 * Makes the data folder, and closes it to other users. Root's stays passable, though not readable, because PostgreSQL does not run as
 * root and its cluster is inside. A folder that has other contents than the product's own is left as it is.
 */
export function makeDataFolder(dataDir: string): void {
  const closed = process.getuid?.() === 0 ? 0o711 : 0o700
  const created = mkdirSync(dataDir, { recursive: true, mode: closed })
  if (created !== undefined) return
  const { uid, mode } = statSync(dataDir)
  const isOpen = (mode & 0o777 & ~closed) !== 0
  if (uid === process.getuid?.() && isOpen && isOurs(dataDir)) chmodSync(dataDir, closed)
}

const isOurs = (dataDir: string): boolean =>
  storedSecret(dataDir, 'pepper') !== undefined || readdirSync(dataDir).length === 0
