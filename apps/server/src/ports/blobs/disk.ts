/**
 * Blobs in a folder. A file is written under `.incoming`, flushed, and only then renamed to its final name, so a
 * reader sees the old content or the new one, never a part; a killed writer leaves a file in `.incoming` for
 * `sweep`. The first line of the file holds the media type, because a second file could not be replaced in the
 * same step.
 *
 * Names on disk end with "@", which no key contains, so that the keys "a" and "a/b" can both exist.
 */

import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { assertBlobKey, assertBlobMime } from './blobs.ts'
import type { BlobStore } from './blobs.ts'

const headStart = 'blob1 '
const headLimit = 256

export function diskBlobs(root: string): BlobStore {
  const incoming = join(root, '.incoming')
  const pathOf = (key: string): string => {
    assertBlobKey(key)
    return join(root, `${key}@`)
  }

  return {
    async write(key, body, mime) {
      const path = pathOf(key)
      assertBlobMime(mime)
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      const draft = join(incoming, randomUUID())
      try {
        const bytes = await writeDurably(draft, `${headStart}${mime}\n`, body)
        await moveTo(draft, path)
        return { bytes }
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async read(key) {
      const file = await openIfThere(pathOf(key))
      if (file === undefined) return undefined
      try {
        const { mime, length } = await readHead(file)
        const { size } = await file.stat()
        const body = file.createReadStream({ start: length })
        return { body, bytes: size - length, mime }
      } catch (error) {
        await file.close()
        throw error
      }
    },

    async remove(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      // Removes the folder when it is empty; rmdir fails on a folder with other files, which stays.
      if (dirname(path) !== root) await rmdir(dirname(path)).catch(() => {})
    },

    async *list() {
      yield* keysIn(root, '')
    },

    async sweep(olderThan) {
      let removed = 0
      for (const name of await namesIn(incoming)) {
        const draft = join(incoming, name)
        // The writer may finish or fail at this moment, and the file may be gone.
        const modified = await stat(draft).then(
          (file) => file.mtime,
          () => undefined,
        )
        if (modified === undefined || modified >= olderThan) continue
        await rm(draft, { force: true })
        removed += 1
      }
      return removed
    },

    async check() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
    },
  }
}

async function writeDurably(path: string, head: string, body: Readable | Buffer): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  try {
    let bytes = 0
    await file.writeFile(head)
    await pipeline(
      body instanceof Readable ? body : [body],
      async (chunks: AsyncIterable<Buffer | string>) => {
        for await (const chunk of chunks) {
          const data = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
          await file.writeFile(data)
          bytes += data.length
        }
      },
    )
    await file.sync()
    return bytes
  } finally {
    await file.close()
  }
}

/** Retries, because `remove` may delete the empty folder right before the file is moved there. */
async function moveTo(draft: string, path: string, patience = 5): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await rename(draft, path)
  } catch (error) {
    if (!isMissing(error) || patience === 0) throw error
    return moveTo(draft, path, patience - 1)
  }
  await syncFolder(dirname(path))
}

async function readHead(file: FileHandle): Promise<{ mime: string; length: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headLimit), 0, headLimit, 0)
  const end = buffer.subarray(0, bytesRead).indexOf('\n')
  const line = buffer.toString('utf8', 0, Math.max(end, 0))
  if (!line.startsWith(headStart)) throw new Error('a file of the blob store is damaged')
  return { mime: line.slice(headStart.length), length: end + 1 }
}

/** The rename survives a power cut only after the folder is flushed. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** A folder that was removed meanwhile has no keys. */
async function* keysIn(folder: string, above: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of entries) {
    const key = above + entry.name
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield* keysIn(join(folder, entry.name), `${key}/`)
    else if (entry.isFile() && key.endsWith('@')) yield key.slice(0, -1)
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
