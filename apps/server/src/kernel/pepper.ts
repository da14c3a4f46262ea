import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
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

function keptPepper(dataDir: string): string {
  const file = join(dataDir, 'pepper')
  mkdirSync(dataDir, { recursive: true })
  try {
    // Write a temporary file and link it, so that a concurrent start never reads half of it.
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    try {
      linkSync(draft, file)
    } finally {
      unlinkSync(draft)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}
