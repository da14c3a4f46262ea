import { DatabaseSync } from 'node:sqlite'

/**
 * Node has no file lock. SQLite takes operating system locks on an empty file: shared or exclusive, and released as
 * soon as the process ends, in whatever way.
 */

export type ProcessLock = {
  tryShared(): boolean
  tryExclusive(): boolean
  release(): void
  close(): void
}

const BUSY = 5

export function openProcessLock(file: string): ProcessLock {
  const db = new DatabaseSync(file, { timeout: 0 })

  function attempt(take: () => void): boolean {
    try {
      take()
      return true
    } catch (error) {
      if (db.isTransaction) db.exec('rollback')
      if ((error as { errcode?: number }).errcode === BUSY) return false
      throw new Error(`Cannot lock ${file}: ${(error as Error).message}`, { cause: error })
    }
  }

  return {
    tryShared: () =>
      attempt(() => {
        db.exec('begin')
        db.prepare('select count(*) from sqlite_master').get() // the first read takes the lock
      }),
    tryExclusive: () => attempt(() => db.exec('begin exclusive')),
    release: () => {
      if (db.isTransaction) db.exec('rollback')
    },
    close: () => {
      if (db.isOpen) db.close()
    },
  }
}
