/**
 * A PNG is a sequence of chunks, each with a length, a name and a checksum:
 *
 *   IHDR  (others)*  PLTE?  (others)*  IDAT+  (others)*  IEND
 *
 * The pixels are one zlib stream over all IDAT chunks, and the header defines its exact unpacked length. It is
 * checked here to the byte, because decoders ignore what follows the stream.
 */

import { createInflate, crc32, inflateSync } from 'node:zlib'

import { refuseForeign } from './foreign.ts'
import { assertSize, BadPicture, type Inspected, maxInMemory } from './picture-rules.ts'

const endChunk = 'IEND'
/** Chunks of animated PNGs, which are refused. */
const animation = new Set(['acTL', 'fcTL', 'fdAT'])
/** Chunks for pixels, palette, transparency, colour profile and orientation. */
const needed = new Set(['IHDR', 'PLTE', 'tRNS', 'iCCP', 'eXIf', 'IDAT', endChunk])
/** Channels and allowed depths by colour type: grey, RGB, palette, grey and alpha, RGB and alpha. */
const colourTypes = new Map([
  [0, { channels: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { channels: 3, depths: [8, 16] }],
  [3, { channels: 1, depths: [1, 2, 4, 8] }],
  [4, { channels: 2, depths: [8, 16] }],
  [6, { channels: 4, depths: [8, 16] }],
])
/** First pixel and distance of the seven passes of an interlaced picture, across and down. */
const passes = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const

const maxChunks = 10_000
/** Limits of the packed texts and profiles of one file: their number, and their unpacked length. */
const maxPacked = 100
const maxTexts = 4 * 1024 * 1024

type Chunk = { name: string; data: Buffer; whole: Buffer }
type Head = { width: number; height: number; bitsPerPixel: number; colourType: number; interlaced: boolean }

export async function inspectPng(file: Buffer): Promise<Inspected> {
  const chunks = readChunks(file)
  const [first] = chunks
  if (first?.name !== 'IHDR') throw new BadPicture('the PNG has no head')
  const head = readHead(first.data)
  assertSize(head.width, head.height)
  assertOrder(chunks, head)
  refuseForeignTexts(chunks)
  const pixels = chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data)
  await assertUnpacks(Buffer.concat(pixels), unpackedLength(head))
  const essence = chunks.filter(({ name }) => needed.has(name)).map(({ whole }) => whole)
  return {
    width: head.width,
    height: head.height,
    essence: Buffer.concat([file.subarray(0, 8), ...essence]),
  }
}

function readChunks(file: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  let at = 8
  while (at < file.length) {
    if (at + 12 > file.length || chunks.length === maxChunks) throw new BadPicture('the PNG is damaged')
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length) throw new BadPicture('the PNG is cut short')
    const whole = file.subarray(at, end)
    const name = whole.toString('latin1', 4, 8)
    if (!/^[A-Za-z]{2}[A-Z][A-Za-z]$/.test(name)) throw new BadPicture('the PNG has a chunk without a name')
    if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4))
      throw new BadPicture('a checksum of the PNG is wrong')
    chunks.push({ name, data: whole.subarray(8, -4), whole })
    at = end
    if (name === endChunk) break
  }
  if (chunks.at(-1)?.name !== endChunk) throw new BadPicture('the PNG is cut short')
  if (at !== file.length) throw new BadPicture('something follows the end of the picture')
  return chunks
}

function readHead(data: Buffer): Head {
  const [depth = 0, type = 0, compression, filter, interlace = 0] = data.subarray(8)
  const colour = colourTypes.get(type)
  if (
    data.length !== 13 ||
    !colour?.depths.includes(depth) ||
    compression !== 0 ||
    filter !== 0 ||
    interlace > 1
  )
    throw new BadPicture('the PNG has a header of an unknown kind')
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bitsPerPixel: depth * colour.channels,
    colourType: type,
    interlaced: interlace === 1,
  }
}

function assertOrder(chunks: readonly Chunk[], { colourType }: Head): void {
  const names = chunks.map(({ name }) => name)
  const isCritical = (name: string): boolean => /^[A-Z]/.test(name)
  if (names.some((name) => animation.has(name))) throw new BadPicture('the PNG is a film')
  if (names.some((name) => isCritical(name) && !needed.has(name)))
    throw new BadPicture('the PNG has a necessary chunk of an unknown kind')
  const once = ['IHDR', 'PLTE', 'tRNS', 'iCCP', 'eXIf']
  if (once.some((name) => names.indexOf(name) !== names.lastIndexOf(name)))
    throw new BadPicture('the PNG has a chunk twice')

  const firstPixels = names.indexOf('IDAT')
  const lastPixels = names.lastIndexOf('IDAT')
  if (firstPixels < 0 || names.slice(firstPixels, lastPixels + 1).some((name) => name !== 'IDAT'))
    throw new BadPicture('the PNG has its pixels in pieces')
  if (chunks.at(-1)?.data.length !== 0) throw new BadPicture('the PNG has something in its end')

  const palette = chunks.find(({ name }) => name === 'PLTE')
  if (palette ? colourType === 0 || colourType === 4 : colourType === 3)
    throw new BadPicture('the PNG has no palette, or one too many')
  if (palette) {
    const { length } = palette.data
    if (length === 0 || length > 768 || length % 3 !== 0 || names.indexOf('PLTE') > firstPixels)
      throw new BadPicture('the PNG has a damaged palette')
  }
}

/** Packed texts are unpacked to be searched too. */
function refuseForeignTexts(chunks: readonly Chunk[]): void {
  let left = maxTexts
  const parts = chunks.flatMap(({ name, data }) => packedPart(name, data) ?? [])
  if (parts.length > maxPacked) throw new BadPicture('the PNG has too many texts')
  for (const packed of parts) {
    const text = inflate(packed, left)
    left -= text.length
    refuseForeign(text)
  }
}

function packedPart(name: string, data: Buffer): Buffer | undefined {
  const key = data.indexOf(0)
  if (name === 'zTXt' || name === 'iCCP') return data.subarray(key + 2)
  // Keyword, packed or not, method; then language and translated keyword, each ended by a zero.
  if (name !== 'iTXt' || data[key + 1] !== 1) return undefined
  const language = data.indexOf(0, key + 3)
  return data.subarray(data.indexOf(0, language + 1) + 1)
}

function inflate(packed: Buffer, maxOutputLength: number): Buffer {
  try {
    // A limit of zero would mean no limit.
    return inflateSync(packed, { maxOutputLength: Math.max(1, maxOutputLength) })
  } catch (error) {
    throw new BadPicture('a text of the PNG cannot be unpacked', { cause: error })
  }
}

function unpackedLength({ width, height, bitsPerPixel, interlaced }: Head): number {
  const rows = (across: number, down: number): number =>
    across === 0 ? 0 : down * (1 + Math.ceil((across * bitsPerPixel) / 8))
  const length = interlaced
    ? passes
        .map(([x, stepX, y, stepY]) => rows(Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)))
        .reduce((sum, part) => sum + part, 0)
    : rows(width, height)
  if (length > maxInMemory) throw new BadPicture('the picture has too many pixels', { badSize: true })
  return length
}

/**
 * Unpacks in pieces without blocking the event loop, keeps none of them, and stops as soon as the stream is too
 * long.
 */
async function assertUnpacks(packed: Buffer, expected: number): Promise<void> {
  const stream = createInflate({ chunkSize: 256 * 1024 })
  let length = 0
  try {
    stream.end(packed)
    for await (const piece of stream) {
      length += (piece as Buffer).length
      if (length > expected) break
    }
  } catch (error) {
    throw new BadPicture('the pixels of the PNG cannot be unpacked', { cause: error })
  }
  if (length !== expected || stream.bytesWritten !== packed.length)
    throw new BadPicture('the PNG has too few pixels or too many')
}
