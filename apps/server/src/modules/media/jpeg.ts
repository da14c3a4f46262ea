/**
 * A JPEG is a sequence of segments, each with a marker and a length, and scans that end at the next marker:
 *
 *   SOI  (APPn | COM | tables)*  SOF  (tables)*  (SOS scan (tables)*)+  EOI  camera's trailer
 *
 * Any other structure is refused. After the end, phones add further pictures (announced by an MPF segment: a
 * preview, a gain map) and Samsung's trailer; any other bytes there are refused as a foreign file.
 */

import { assertSize, BadPicture, type Inspected, maxInMemory } from './picture-rules.ts'
import { samsungTrailerStart } from './samsung-trailer.ts'

const soi = 0xd8
const eoi = 0xd9
const sos = 0xda
const comment = 0xfe
/** Huffman tables, quantisation tables, restart interval. */
const tables = new Set([0xc4, 0xdb, 0xdd])
/** Baseline, extended, progressive. Browsers do not show arithmetic, hierarchical or lossless coding. */
const frames = new Set([0xc0, 0xc1, 0xc2])
const progressive = 0xc2
const isApp = (code: number): boolean => code >= 0xe0 && code <= 0xef
const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7

/** Encoders write about ten. Each scan visits all pixels again and can cost almost no bytes. */
const maxScans = 40
const maxFurtherPictures = 16
/** Cameras write some dozens. An empty segment costs four bytes, and each is inspected. */
const maxSegments = 1_000

/** The APPn segments that drawing needs, for orientation and colours. */
const needed = new Map([
  [0xe0, 'JFIF\0'],
  [0xe1, 'Exif\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
])
const severalPictures = Buffer.from('MPF\0')

export function inspectJpeg(file: Buffer): Inspected {
  const { width, height, samplesPerPixel, scans, essence, end, announcesMore } = walk(file, 0)
  assertSize(width, height)
  // With several scans, a decoder keeps two bytes of each sample in memory until the last scan.
  if (scans > 1 && width * height * samplesPerPixel * 2 > maxInMemory)
    throw new BadPicture('the picture has too many pixels', { badSize: true })
  assertOnlyCameraTrailer(file, end, announcesMore)
  return { width, height, essence: Buffer.concat(essence) }
}

type Frame = { width: number; height: number; samplesPerPixel: number; progressive: boolean }
type Walked = Frame & { scans: number; essence: Buffer[]; end: number; announcesMore: boolean }

function walk(file: Buffer, start: number): Walked {
  const essence = [file.subarray(start, start + 2)]
  let frame: Frame | undefined
  let scans = 0
  let announcesMore = false
  let at = start + 2
  for (let segments = 0; ; segments += 1) {
    if (segments > maxSegments) throw new BadPicture('the JPEG is in too many pieces')
    const { code, next } = readMarker(file, at)
    if (code === eoi) {
      if (!frame || scans === 0) throw new BadPicture('the JPEG shows nothing')
      essence.push(file.subarray(next - 2, next))
      return { ...frame, scans, essence, end: next, announcesMore }
    }
    const payload = readPayload(file, next)
    const end = next + 2 + payload.length
    const segment = [Buffer.from([0xff, code]), file.subarray(next, end)]
    if (frames.has(code)) {
      if (frame) throw new BadPicture('the JPEG has two frames')
      frame = readFrame(payload, code)
      essence.push(...segment)
    } else if (code === sos) {
      scans += 1
      if (!frame || scans > maxScans) throw new BadPicture('the JPEG has scans out of place')
      at = endOfScan(file, end)
      essence.push(Buffer.from([0xff, code]), scanHead(file.subarray(next, end), frame))
      essence.push(file.subarray(end, at))
      continue
    } else if (tables.has(code)) {
      essence.push(...segment)
    } else if (isApp(code) || code === comment) {
      if (code === 0xe2 && startsWith(payload, severalPictures)) announcesMore = true
      const name = needed.get(code)
      if (name !== undefined && startsWith(payload, Buffer.from(name))) essence.push(...segment)
    } else throw new BadPicture('the JPEG has a segment that does not belong there')
    at = end
  }
}

/** Any number of 0xFF may precede a marker. */
function readMarker(file: Buffer, at: number): { code: number; next: number } {
  if (file[at] !== 0xff) throw new BadPicture('the JPEG is cut short or damaged')
  let next = at
  while (file[next] === 0xff) next += 1
  const code = file[next]
  if (code === undefined) throw new BadPicture('the JPEG is cut short')
  return { code, next: next + 1 }
}

function readPayload(file: Buffer, at: number): Buffer {
  const length = at + 2 <= file.length ? file.readUInt16BE(at) : 0
  if (length < 2 || at + length > file.length) throw new BadPicture('the JPEG is cut short or damaged')
  return file.subarray(at + 2, at + length)
}

function readFrame(payload: Buffer, code: number): Frame {
  const [precision, components] = [payload[0], payload[5]]
  if (
    precision !== 8 ||
    !components ||
    ![1, 3, 4].includes(components) ||
    payload.length !== 6 + 3 * components
  )
    throw new BadPicture('the JPEG has a frame of a kind that browsers do not show')
  return {
    height: payload.readUInt16BE(1),
    width: payload.readUInt16BE(3),
    samplesPerPixel: samplesPerPixel(payload.subarray(6)),
    progressive: code === progressive,
  }
}

/** Colours are mostly sampled more coarsely than brightness; each component has its own factors, across and down. */
function samplesPerPixel(components: Buffer): number {
  const samplings = Array.from(
    { length: components.length / 3 },
    (_, index) => components[3 * index + 1] ?? 0,
  )
  const across = samplings.map((sampling) => sampling >> 4)
  const down = samplings.map((sampling) => sampling & 15)
  if (Math.min(...across, ...down) < 1 || Math.max(...across, ...down) > 4)
    throw new BadPicture('the JPEG has a frame of a kind that browsers do not show')
  const all = across.reduce((sum, steps, index) => sum + steps * (down[index] ?? 0), 0)
  return all / (Math.max(...across) * Math.max(...down))
}

/**
 * Some phones leave the last three bytes of a sequential scan's header empty. Only one value is allowed there, so
 * it is filled in: the decoder may then stay strict about everything else.
 */
function scanHead(head: Buffer, frame: Frame): Buffer {
  const components = head[2] ?? 0
  if (components < 1 || components > 4 || head.length !== 6 + 2 * components)
    throw new BadPicture('the JPEG has a damaged scan')
  return frame.progressive ? head : Buffer.concat([head.subarray(0, -3), Buffer.from([0, 63, 0])])
}

/** Inside a scan, 0xFF is followed by zero, by a restart marker, or by another 0xFF. */
function endOfScan(file: Buffer, start: number): number {
  let at = start
  while (at + 1 < file.length) {
    if (file[at] !== 0xff) {
      at += 1
      continue
    }
    const code = file[at + 1] ?? 0
    if (code === 0 || isRestart(code)) at += 2
    else if (code === 0xff) at += 1
    else return at
  }
  throw new BadPicture('the JPEG is cut short')
}

function assertOnlyCameraTrailer(file: Buffer, end: number, announcesMore: boolean): void {
  const limit = samsungTrailerStart(file, end) ?? file.length
  let further = 0
  let at = end
  for (;;) {
    // Cameras pad with zeros, so that the next part begins at an aligned address.
    while (at < limit && file[at] === 0) at += 1
    if (at === limit) return
    const isPicture = file[at] === 0xff && file[at + 1] === soi
    further += 1
    if (!announcesMore || !isPicture || further > maxFurtherPictures)
      throw new BadPicture('something follows the end of the picture')
    at = walk(file, at).end
    if (at > limit) throw new BadPicture('something follows the end of the picture')
  }
}

const startsWith = (bytes: Buffer, start: Buffer): boolean => bytes.subarray(0, start.length).equals(start)
