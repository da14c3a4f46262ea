/**
 * Reads an untrusted zip file. Only the directory at the end decides on names and sizes; a part is unpacked piece by
 * piece and refused as soon as it disagrees with the directory. Names are looked up, never used as paths on disk.
 */

import { setImmediate } from 'node:timers/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { BadSheet } from './bad-sheet.ts'

export type Zip = { file: Buffer; entries: ReadonlyMap<string, Entry> }

/** How many bytes may still be unpacked, over all parts. */
export type Budget = { left: number }

type Entry = {
  name: string
  method: number
  crc: number
  packed: number
  size: number
  at: number
  /** Where the next entry, or the directory, begins. */
  end: number
}
type Directory = { at: number; end: number; count: number }

const signature = {
  local: 0x0403_4b50,
  entry: 0x0201_4b50,
  end: 0x0605_4b50,
  end64: 0x0606_4b50,
  locator64: 0x0706_4b50,
}
const localLength = 30
const entryLength = 46
const endLength = 22
const end64Length = 56
const locator64Length = 20
const longestComment = 0xffff
/** These values in a field of 16 or 32 bits mean that the zip64 record holds the number. */
const elsewhere16 = 0xffff
const elsewhere32 = 0xffff_ffff
const zip64Extra = 0x0001
/** Bit 0: encrypted, bit 6: strongly encrypted, bit 13: encrypted directory. Method 99 is AES. */
const encryptedFlags = 0x2041
const aes = 99
const stored = 0
const deflated = 8
/** More than enough: a workbook full of pictures has some thousands of parts. */
const mostEntries = 10_000
const pieceLength = 64 * 1024

export function openZip(file: Buffer): Zip {
  const directory = findDirectory(file)
  if (directory.count > mostEntries) throw new BadSheet('tooLarge')
  const entries = new Map<string, Entry>()
  let at = directory.at
  for (let left = directory.count; left > 0; left -= 1) {
    if (at + entryLength > directory.end || file.readUInt32LE(at) !== signature.entry) {
      throw new BadSheet('damaged')
    }
    const nameEnd = at + entryLength + file.readUInt16LE(at + 28)
    const extraEnd = nameEnd + file.readUInt16LE(at + 30)
    const next = extraEnd + file.readUInt16LE(at + 32)
    if (next > directory.end) throw new BadSheet('damaged')
    const entry = readEntry(file, at, nameEnd, extraEnd)
    if (entries.has(entry.name)) throw new BadSheet('damaged')
    entries.set(entry.name, entry)
    at = next
  }
  refuseOverlaps([...entries.values()], directory.at)
  return { file, entries }
}

/** The bytes of a part, in pieces; undefined when there is no such part. */
export function unpack(zip: Zip, name: string, budget: Budget): AsyncIterable<Buffer> | undefined {
  const entry = zip.entries.get(lookUpName(Buffer.from(name)))
  return entry && checked(zip.file, entry, budget)
}

async function* checked(file: Buffer, entry: Entry, budget: Budget): AsyncGenerator<Buffer> {
  if (entry.size > budget.left) throw new BadSheet('tooLarge', { limit: 'maxUnpacked' })
  budget.left -= entry.size
  let size = 0
  let crc = 0
  for await (const piece of pieces(packedBytes(file, entry), entry.method)) {
    size += piece.length
    if (size > entry.size) throw new BadSheet('damaged')
    crc = crc32(piece, crc)
    yield piece
  }
  if (size !== entry.size || crc !== entry.crc) throw new BadSheet('damaged')
}

async function* pieces(packed: Buffer, method: number): AsyncGenerator<Buffer> {
  if (method === stored) {
    for (let at = 0; at < packed.length; at += pieceLength) {
      yield packed.subarray(at, at + pieceLength)
      // Yields to the event loop, as inflating does by itself.
      await setImmediate()
    }
    return
  }
  const inflate = createInflateRaw({ chunkSize: pieceLength })
  inflate.end(packed)
  try {
    yield* inflate as AsyncIterable<Buffer>
  } catch (cause) {
    throw new BadSheet('damaged', { cause })
  }
  // Bytes remain behind the compressed content.
  if (inflate.bytesWritten !== packed.length) throw new BadSheet('damaged')
}

function packedBytes(file: Buffer, entry: Entry): Buffer {
  if (entry.method !== stored && entry.method !== deflated) throw new BadSheet('damaged')
  const { at } = entry
  if (at + localLength > entry.end || file.readUInt32LE(at) !== signature.local) throw new BadSheet('damaged')
  if ((file.readUInt16LE(at + 6) & encryptedFlags) !== 0) throw new BadSheet('encrypted')
  const nameEnd = at + localLength + file.readUInt16LE(at + 26)
  const start = nameEnd + file.readUInt16LE(at + 28)
  if (start + entry.packed > entry.end) throw new BadSheet('damaged')
  // The local name must equal the listed one; otherwise two programs could read two different files.
  if (lookUpName(file.subarray(at + localLength, nameEnd)) !== entry.name) throw new BadSheet('damaged')
  return file.subarray(start, start + entry.packed)
}

function findDirectory(file: Buffer): Directory {
  const endAt = findEnd(file)
  const thisDisk = file.readUInt16LE(endAt + 4)
  const count = file.readUInt16LE(endAt + 10)
  const length = file.readUInt32LE(endAt + 12)
  const at = file.readUInt32LE(endAt + 16)
  const plain = { at, count, end: at + length }
  const needs64 = count === elsewhere16 || length === elsewhere32 || at === elsewhere32
  const directory = needs64 ? (findDirectory64(file, endAt) ?? plain) : plain
  if ((thisDisk !== 0 && thisDisk !== elsewhere16) || directory.end > endAt) throw new BadSheet('damaged')
  return directory
}

/** Searches from the end, because a comment may follow; the last record whose comment fits is taken. */
function findEnd(file: Buffer): number {
  const earliest = Math.max(0, file.length - endLength - longestComment)
  for (let at = file.length - endLength; at >= earliest; at -= 1) {
    if (
      file[at] === 0x50 &&
      file.readUInt32LE(at) === signature.end &&
      at + endLength + file.readUInt16LE(at + 20) <= file.length
    ) {
      return at
    }
  }
  throw new BadSheet('damaged')
}

function findDirectory64(file: Buffer, endAt: number): Directory | undefined {
  const locatorAt = endAt - locator64Length
  if (locatorAt < 0 || file.readUInt32LE(locatorAt) !== signature.locator64) return undefined
  const recordAt = readUInt64(file, locatorAt + 8)
  if (recordAt + end64Length > locatorAt || file.readUInt32LE(recordAt) !== signature.end64) {
    throw new BadSheet('damaged')
  }
  const at = readUInt64(file, recordAt + 48)
  return { at, count: readUInt64(file, recordAt + 32), end: at + readUInt64(file, recordAt + 40) }
}

function readEntry(file: Buffer, at: number, nameEnd: number, extraEnd: number): Entry {
  const flags = file.readUInt16LE(at + 8)
  const method = file.readUInt16LE(at + 10)
  if ((flags & encryptedFlags) !== 0 || method === aes) throw new BadSheet('encrypted')
  const entry = {
    name: lookUpName(file.subarray(at + entryLength, nameEnd)),
    method,
    crc: file.readUInt32LE(at + 16),
    packed: file.readUInt32LE(at + 20),
    size: file.readUInt32LE(at + 24),
    at: file.readUInt32LE(at + 42),
    end: 0,
  }
  takeFrom64(entry, file.subarray(nameEnd, extraEnd))
  return entry
}

/** The zip64 field holds, in this order, only those numbers that did not fit into their own fields. */
function takeFrom64(entry: Entry, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === zip64Extra) {
      let from = at + 4
      for (const field of ['size', 'packed', 'at'] as const) {
        if (entry[field] !== elsewhere32) continue
        if (from + 8 > Math.min(end, extra.length)) throw new BadSheet('damaged')
        entry[field] = readUInt64(extra, from)
        from += 8
      }
      return
    }
    at = end
  }
}

/** Refuses entries that share bytes: they let a small file unpack to any size, and no regular writer makes them. */
function refuseOverlaps(entries: Entry[], directoryAt: number): void {
  entries.sort((one, other) => one.at - other.at)
  for (const [i, entry] of entries.entries()) {
    entry.end = entries[i + 1]?.at ?? directoryAt
    if (entry.at + localLength + entry.packed > entry.end) throw new BadSheet('damaged')
  }
}

/** Above 2^53 the number is not exact, but then it lies outside any file anyway. */
function readUInt64(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at))
}

/**
 * Part names ignore the case of ASCII letters; they are compared byte by byte, so that no encoding makes two of them
 * equal.
 */
function lookUpName(name: Buffer): string {
  return name.toString('latin1').replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
