/** Where a backup is: a file, or beside the files of the product in a bucket. */
import { once } from 'node:events'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { BackupStore } from '../ports/blobs/blobs.ts'

export type BackupPlace = {
  /** What the operator reads of it. */
  name: string
  /** Throws when something is there already: a backup replaces nothing. */
  demandNew(): Promise<void>
  /** Writes all of the stream, or nothing that has the name. */
  write(packed: Readable): Promise<void>
  read(): Promise<Readable>
}

const taken = (name: string): Error => new Error(`${name} is there already, and a backup replaces no file`)

export const inFile = (file: string): BackupPlace => ({
  name: file,
  async demandNew() {
    if (await stat(file).catch(() => undefined)) throw taken(file)
  },
  async write(packed) {
    const draft = `${file}.${process.pid}.unfinished`
    try {
      await pipeline(packed, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
      await giveName(draft, file)
    } finally {
      await rm(draft, { force: true })
    }
    // The name survives a power cut only after the folder is flushed.
    await flush(dirname(file))
  },
  async read() {
    const source = createReadStream(file)
    await once(source, 'open')
    return source
  },
})

export function inBucket(store: BackupStore, key: string): BackupPlace {
  const name = `s3:${key}`
  return {
    name,
    async demandNew() {
      if (await store.has(key)) throw taken(name)
    },
    write: (packed) => store.write(key, packed),
    async read() {
      const body = await store.read(key)
      if (!body) throw new Error(`the bucket has no backup ${key}`)
      return body
    },
  }
}

/** A link, unlike a rename, replaces no file. Disks without links, such as memory sticks, get a copy. */
async function giveName(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
  } catch (error) {
    if (!withoutLinks.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    await copyFile(draft, file, constants.COPYFILE_EXCL)
    await flush(file)
  }
}
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP'])

/** Writes a file, or the names in a folder, to the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
