/**
 * Writes a zip file as a stream. Parts of known content carry their sizes in front; streamed parts carry them in a data
 * descriptor behind (general purpose bit 3). Sizes and positions stay below 4 GiB and there are at most 65,535 parts;
 * beyond that the stream fails instead of writing a broken file.
 */

import { Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw, type DeflateRaw, deflateRawSync } from 'node:zlib'

/** A buffer of a body is used until the next but one is requested; its maker may fill it again then. */
export type ZipPart = { name: string; body: string | AsyncIterable<Buffer> }

type Limits = { bytes: number; parts: number }
type Written = { name: Buffer; flags: number; crc: number; packed: number; size: number; at: number }

/** The limits of zip without zip64. */
const formatLimits = { bytes: 0xffff_ffff, parts: 0xffff }
const streamedFlag = 0x0008
const utf8Flag = 0x0800
const deflated = 8
const version = 20
/** 1980-01-01 00:00, the zip epoch, so that equal tables give equal files. */
const zipTime = 0
const zipDate = 0x0021

/** Takes the parts one by one; each is read to its end before the next is requested. */
export function writeZip(parts: AsyncIterable<ZipPart>, limits = formatLimits): Readable {
  return Readable.from(zipChunks(parts, limits), { objectMode: false })
}

async function* zipChunks(parts: AsyncIterable<ZipPart>, limits: Limits): AsyncGenerator<Buffer> {
  const directory: Written[] = []
  let at = 0
  for await (const part of parts) {
    const written: Written = {
      name: Buffer.from(part.name),
      flags: typeof part.body === 'string' ? utf8Flag : utf8Flag | streamedFlag,
      crc: 0,
      packed: 0,
      size: 0,
      at,
    }
    for await (const chunk of typeof part.body === 'string'
      ? wholePart(written, Buffer.from(part.body))
      : streamedPart(written, part.body, limits)) {
      at += chunk.length
      checkSize(at, limits)
      yield chunk
    }
    directory.push(written)
    if (directory.length > limits.parts) throw new RangeError('too many parts for a zip file')
  }
  const directoryAt = at
  for (const written of directory) {
    const entry = directoryEntry(written)
    at += entry.length
    yield entry
  }
  checkSize(at, limits)
  yield endOfDirectory(directory.length, directoryAt, at - directoryAt)
}

function* wholePart(written: Written, body: Buffer): Generator<Buffer> {
  const packed = deflateRawSync(body)
  written.crc = crc32(body)
  written.size = body.length
  written.packed = packed.length
  yield localHeader(written)
  yield packed
}

async function* streamedPart(
  written: Written,
  body: AsyncIterable<Buffer>,
  limits: Limits,
): AsyncGenerator<Buffer> {
  yield localHeader(written)
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 })
  const feeding = feed(deflate, written, body, limits)
  // A failure reaches the reader through `deflate`; this handler only prevents an unhandled rejection.
  feeding.catch((error: Error) => deflate.destroy(error))
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    written.packed += chunk.length
    yield chunk
  }
  await feeding
  yield dataDescriptor(written)
}

/** Packs the body in the thread pool; the next buffer is made meanwhile. */
async function feed(
  deflate: DeflateRaw,
  written: Written,
  body: AsyncIterable<Buffer>,
  limits: Limits,
): Promise<void> {
  let packing = Promise.resolve()
  for await (const chunk of body) {
    written.crc = crc32(chunk, written.crc)
    written.size += chunk.length
    checkSize(written.size, limits)
    await packing
    packing = new Promise((resolve, reject) => {
      deflate.write(chunk, (error) => (error ? reject(error) : resolve()))
    })
    // A failure is thrown where it is awaited, not as an unhandled one before.
    packing.catch(() => undefined)
  }
  await packing
  deflate.end()
}

function checkSize(bytes: number, limits: Limits): void {
  if (bytes >= limits.bytes) throw new RangeError('too many bytes for a zip file')
}

function localHeader(written: Written): Buffer {
  const streamed = (written.flags & streamedFlag) !== 0
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(written.flags, 6)
  header.writeUInt16LE(deflated, 8)
  header.writeUInt16LE(zipTime, 10)
  header.writeUInt16LE(zipDate, 12)
  header.writeUInt32LE(streamed ? 0 : written.crc, 14)
  header.writeUInt32LE(streamed ? 0 : written.packed, 18)
  header.writeUInt32LE(streamed ? 0 : written.size, 22)
  header.writeUInt16LE(written.name.length, 26)
  return Buffer.concat([header, written.name])
}

function dataDescriptor(written: Written): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x0807_4b50, 0)
  descriptor.writeUInt32LE(written.crc, 4)
  descriptor.writeUInt32LE(written.packed, 8)
  descriptor.writeUInt32LE(written.size, 12)
  return descriptor
}

function directoryEntry(written: Written): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x0201_4b50, 0)
  entry.writeUInt16LE(version, 4)
  entry.writeUInt16LE(version, 6)
  entry.writeUInt16LE(written.flags, 8)
  entry.writeUInt16LE(deflated, 10)
  entry.writeUInt16LE(zipTime, 12)
  entry.writeUInt16LE(zipDate, 14)
  entry.writeUInt32LE(written.crc, 16)
  entry.writeUInt32LE(written.packed, 20)
  entry.writeUInt32LE(written.size, 24)
  entry.writeUInt16LE(written.name.length, 28)
  entry.writeUInt32LE(written.at, 42)
  return Buffer.concat([entry, written.name])
}

function endOfDirectory(parts: number, at: number, length: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(parts, 8)
  end.writeUInt16LE(parts, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(at, 16)
  return end
}
