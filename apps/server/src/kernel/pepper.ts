import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The pepper of an installation without PEPPER: generated once and stored in the data folder. */
export function ownPepper(dataDir: string): string {
  try {
    return keptPepper(dataDir)
  } catch (error) {
    throw new Error(
      `cannot use the data folder ${dataDir} (${(error as NodeJS.ErrnoException).code}): it must belong to the user who starts; DATA_DIR names another`,
      { cause: error },
    )
  }
}

const fileIn = (dataDir: string): string => join(dataDir, 'pepper')

function keptPepper(dataDir: string): string {
  makeDataFolder(dataDir)
  return storedPepper(dataDir) ?? storePepper(dataDir, randomBytes(32).toString('base64url'))
}

export function storedPepper(dataDir: string): string | undefined {
  try {
    return readFileSync(fileIn(dataDir), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Stores the pepper unless there is one, and returns the one that is there then. */
export function storePepper(dataDir: string, pepper: string): string {
  const file = fileIn(dataDir)
  // Write a temporary file and link it, so that a concurrent start never reads half of it.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, pepper, { mode: 0o600 })
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
 * root and its cluster is inside. A folder that is not the product's own is left as it is.
 */
export function makeDataFolder(dataDir: string): void {
  const isRoot = process.getuid?.() === 0
  const created = mkdirSync(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 })
  if (created !== undefined || isRoot || storedPepper(dataDir) === undefined) return
  const { uid, mode } = statSync(dataDir)
  if (uid === process.getuid?.() && (mode & 0o077) !== 0) chmodSync(dataDir, 0o700)
}
