/**
 * A backup is one file of JSON lines, packed by gzip. The first line says what it is and of which schema, then come the
 * rows of the tables, the sequences and the files, and the last line holds the counts and a hash of all lines before.
 * It gets its name when it is whole (`backup-place.ts`).
 */
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

import { z } from 'zod'

import type { BackupPlace } from './backup-place.ts'

const Head = z.object({
  slotwiseBackup: z.literal(1),
  madeAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** The product cannot check any password without it. */
  pepper: z.string(),
  /** The operator's keys of the vault, without which no number or photo of a bank card opens. Older backups have none. */
  vaultKeys: z.string().optional(),
  /** The key by which push services know this server: browsers take messages of no other. Older backups have none. */
  pushKey: z.string().optional(),
})
/** Rows are PostgreSQL's own text form of a row, which loses nothing. */
const Rows = z.object({ table: z.string(), rows: z.array(z.string()) })
const Sequence = z.object({ sequence: z.string(), value: z.string(), called: z.boolean() })
const FilePart = z.object({ file: z.string(), mime: z.string(), base64: z.string(), last: z.boolean() })
const End = z.object({ end: z.record(z.string(), z.int()), sha256: z.string() })

export type Head = z.output<typeof Head>
const Content = z.union([Rows, Sequence, FilePart])
export type Content = z.output<typeof Content>
/** How many rows each table has, and how many files there are (as `files`). */
export type Counts = Record<string, number>

const countOf = (line: Content): [name: string, count: number] => {
  if ('table' in line) return [line.table, line.rows.length]
  if ('file' in line) return ['files', line.last ? 1 : 0]
  return ['sequences', 1]
}

function count(counts: Counts, line: Content): void {
  const [name, more] = countOf(line)
  counts[name] = (counts[name] ?? 0) + more
}

export async function writeBackupFile(
  place: BackupPlace,
  head: Head,
  contents: AsyncIterable<Content>,
): Promise<Counts> {
  await place.demandNew()
  const hash = createHash('sha256')
  const counts: Counts = {}
  async function* lines(): AsyncGenerator<string> {
    const begin = `${JSON.stringify(head)}\n`
    hash.update(begin)
    yield begin
    for await (const content of contents) {
      count(counts, content)
      const line = `${JSON.stringify(content)}\n`
      hash.update(line)
      yield line
    }
    yield `${JSON.stringify({ end: counts, sha256: hash.digest('hex') } satisfies z.output<typeof End>)}\n`
  }
  const packed = createGzip()
  // A place that fails ends the lines, and lines that fail end what the place reads: its error is the cause of both.
  const [made, stored] = await Promise.allSettled([pipeline(lines(), packed), place.write(packed)])
  for (const part of [stored, made]) if (part.status === 'rejected') throw part.reason
  return counts
}

/** Reads the first line. */
export async function readHead(place: BackupPlace): Promise<Head> {
  for await (const line of linesOf(place)) {
    const head = Head.safeParse(parse(line))
    if (head.success) return head.data
    break
  }
  throw new Error(`${place.name} is not a backup of this product`)
}

/** Reads what comes after the first line. Throws at the end when the file is not whole. */
export async function* readContents(place: BackupPlace, seen: Counts = {}): AsyncGenerator<Content> {
  const { name: file } = place
  const hash = createHash('sha256')
  let end: z.output<typeof End> | undefined
  let number = 0
  for await (const line of linesOf(place)) {
    number += 1
    if (end) throw damaged(file, 'something follows its end')
    const value = parse(line)
    const last = End.safeParse(value)
    if (last.success) {
      end = last.data
      continue
    }
    hash.update(`${line}\n`)
    if (number === 1) continue
    const content = Content.safeParse(value)
    if (!content.success) throw damaged(file, `line ${number} is none of its kinds`)
    count(seen, content.data)
    yield content.data
  }
  if (!end) throw damaged(file, 'its end is missing')
  if (end.sha256 !== hash.digest('hex')) throw damaged(file, 'its content was changed')
}

const damaged = (file: string, why: string, cause?: unknown): Error =>
  new Error(`${file} is not a whole backup: ${why}`, { cause })

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

async function* linesOf(place: BackupPlace): AsyncGenerator<string> {
  const { name: file } = place
  const source = await place.read()
  const unpacked = createGunzip({ chunkSize: 256 * 1024 }).setEncoding('utf8')
  source.on('error', (error) => unpacked.destroy(error))
  source.pipe(unpacked)
  let rest = ''
  try {
    for await (const text of unpacked as AsyncIterable<string>) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code?.startsWith('Z_') ? damaged(file, 'it cannot be unpacked', error) : error
  } finally {
    source.destroy()
    unpacked.destroy()
  }
  if (rest !== '') throw damaged(file, 'its last line is cut off')
}
