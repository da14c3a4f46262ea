/** Pictures that break the rules of their format, and must be refused. */
import { deflateSync } from 'node:zlib'

import {
  bytes,
  chunk,
  claimingPng,
  frameAt,
  type Hostile,
  join,
  pngEnd,
  pngHead,
  pngPixels,
  pngRows,
  pngStart,
  pngWith,
  scanAt,
  segment,
} from './picture-parts.ts'

export function brokenJpegs(jpeg: Buffer): Hostile[] {
  const frame = frameAt(jpeg)
  const scan = scanAt(jpeg)
  const pixels = scan + 2 + jpeg.readUInt16BE(scan + 2)
  const changed = (at: number, value: number) => {
    const copy = Buffer.from(jpeg)
    copy[at] = value
    return copy
  }
  const insert = (at: number, extra: Buffer) => join(jpeg.subarray(0, at), extra, jpeg.subarray(at))
  const lossless = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]
  const misplaced = [0x01, 0xc8, 0xcc, 0xd0, 0xd7, 0xd8, 0xdc, 0xde, 0xdf, 0xf0, 0xfd]
  const manyScans = Array.from({ length: 60 }, () => jpeg.subarray(scan, -2))
  return [
    ...lossless.map((code) => [`a JPEG with frame ${code.toString(16)}`, changed(frame + 1, code)] as const),
    ...misplaced.map(
      (code) =>
        [`a JPEG with a stray marker ${code.toString(16)}`, insert(frame, segment(code, 'x'))] as const,
    ),
    ['a JPEG of 12 bits', changed(frame + 4, 12)],
    ['a JPEG of no components', changed(frame + 9, 0)],
    ['a JPEG of two components', changed(frame + 9, 2)],
    ['a JPEG of 255 components', changed(frame + 9, 255)],
    ['a JPEG that samples nothing', changed(frame + 11, 0)],
    ['a JPEG that samples too finely', changed(frame + 11, 0x55)],
    ['a JPEG whose frame is too short', changed(frame + 3, 9)],
    ['a JPEG with a segment of no length', changed(frame + 3, 0)],
    ['a JPEG with a segment beyond its end', changed(2 + 2, 0xff)],
    ['a JPEG with two frames', insert(frame, jpeg.subarray(frame, frame + 2 + jpeg.readUInt16BE(frame + 2)))],
    ['a JPEG without a frame', join(jpeg.subarray(0, 20), jpeg.subarray(scan))],
    [
      'a JPEG without tables',
      join(jpeg.subarray(0, 2), jpeg.subarray(frame, frame + 19), jpeg.subarray(scan)),
    ],
    ['a JPEG without a scan', join(jpeg.subarray(0, scan), jpeg.subarray(-2))],
    ['a JPEG with an empty scan', join(jpeg.subarray(0, pixels), jpeg.subarray(-2))],
    ['a JPEG with half a scan and an end', join(jpeg.subarray(0, pixels + 200), jpeg.subarray(-2))],
    ['a JPEG with a scan of no components', changed(scan + 4, 0)],
    ['a JPEG with a scan of nine components', changed(scan + 4, 9)],
    ['a JPEG with sixty scans', join(jpeg.subarray(0, scan), ...manyScans, jpeg.subarray(-2))],
    ['a JPEG with junk between segments', insert(frame, bytes('junk'))],
    ['a JPEG with a comment that lacks its first byte', insert(frame, segment(0xfe, 'x').subarray(1))],
    ['a JPEG with endless fill bytes', join(jpeg.subarray(0, frame), Buffer.alloc(5000, 0xff))],
    ['a JPEG in a JPEG', insert(2, jpeg)],
  ]
}

export function brokenPngs(png: Buffer): Hostile[] {
  const flipped = (at: number) => {
    const copy = Buffer.from(png)
    copy[at]! ^= 0x10
    return copy
  }
  const packed = deflateSync(pngRows())
  const wrongSum = Buffer.from(packed)
  wrongSum[wrongSum.length - 1]! ^= 1
  const heads = {
    depth: [0, 3, 4, 32],
    colour: [1, 5, 7, 255],
    compression: [1],
    filter: [1, 64],
    interlace: [2, 255],
  }
  const odd = Object.entries(heads).flatMap(([field, values]) =>
    values.map(
      (value) =>
        [
          `a PNG with ${field} ${value}`,
          join(pngStart, pngHead({ [field]: value }), pngPixels, pngEnd),
        ] as const,
    ),
  )
  const withPixels = (data: Buffer) => join(pngStart, pngHead(), chunk('IDAT', data), pngEnd)
  const palette = chunk('PLTE', Buffer.alloc(9))
  return [
    ...[3, 9, 13, 17, 21, 24, 29, 32, 34, 38, 50, png.length - 15, png.length - 6, png.length - 1].map(
      (at) => [`a PNG with a flipped bit in byte ${at}`, flipped(at)] as const,
    ),
    ...odd,
    ['a PNG without a head', join(pngStart, pngPixels, pngEnd)],
    [
      'a PNG with its head in second place',
      join(pngStart, chunk('tEXt', 'a\0b'), pngHead(), pngPixels, pngEnd),
    ],
    ['a PNG with two heads', pngWith(pngHead())],
    ['a PNG with a short head', join(pngStart, chunk('IHDR', 'short'), pngPixels, pngEnd)],
    ['a PNG without pixels', join(pngStart, pngHead(), pngEnd)],
    ['a PNG with an empty chunk of pixels', join(pngStart, pngHead(), chunk('IDAT'), pngEnd)],
    ['a PNG with its pixels in pieces', pngWith(join(chunk('tEXt', 'a\0b'), pngPixels), 'after pixels')],
    [
      'a PNG with a text between its pixels',
      join(
        pngStart,
        pngHead(),
        chunk('IDAT', packed.subarray(0, 10)),
        chunk('tEXt', 'a\0b'),
        chunk('IDAT', packed.subarray(10)),
        pngEnd,
      ),
    ],
    ['a PNG that claims more rows than it has', claimingPng(pngWith(''), 20, 21)],
    ['a PNG that claims fewer rows than it has', claimingPng(pngWith(''), 20, 19)],
    ['a PNG with too few pixels', withPixels(deflateSync(pngRows(20, 19)))],
    ['a PNG with too many pixels', withPixels(deflateSync(pngRows(20, 21)))],
    ['a PNG with half its packed pixels', withPixels(packed.subarray(0, packed.length / 2))],
    ['a PNG with a wrong sum over its pixels', withPixels(wrongSum)],
    ['a PNG with pixels that are not packed', withPixels(pngRows())],
    ['a PNG with something behind its packed pixels', withPixels(join(packed, 'more'))],
    ['a PNG with an unknown critical chunk', pngWith(chunk('ABCD', 'x'))],
    ["a PNG of Apple's own kind", join(pngStart, chunk('CgBI', 'P\0 \x02'), pngHead(), pngPixels, pngEnd)],
    ['a PNG with a chunk without a name', pngWith(chunk('\0\0\0\0', 'x'))],
    ['a PNG with a chunk of a reserved kind', pngWith(chunk('texT', 'x'))],
    [
      'a PNG with a chunk beyond its end',
      join(pngStart, pngHead(), Buffer.from([0x7f, 0xff, 0xff, 0xff]), 'IDAT'),
    ],
    ['a PNG with something in its end', join(pngStart, pngHead(), pngPixels, chunk('IEND', 'x'))],
    [
      'a PNG with a palette that it needs not there',
      join(pngStart, pngHead({ colour: 3 }), pngPixels, pngEnd),
    ],
    ['a grey PNG with a palette', join(pngStart, pngHead({ colour: 0 }), palette, pngPixels, pngEnd)],
    ['a PNG with two palettes', pngWith(join(palette, palette))],
    ['a PNG with half a colour in its palette', pngWith(chunk('PLTE', 'abcd'))],
    ['a PNG with too large a palette', pngWith(chunk('PLTE', Buffer.alloc(771)))],
    ['a PNG with a palette behind its pixels', pngWith(palette, 'after pixels')],
    ['a PNG with a damaged colour profile', pngWith(chunk('iCCP', 'p\0\0not packed'))],
    [
      'a PNG with a text that unpacks to 5 MB',
      pngWith(chunk('zTXt', join('a\0\0', deflateSync(Buffer.alloc(5e6))))),
    ],
    [
      'a PNG with texts that unpack to 5 MB together',
      pngWith(
        join(
          ...Array.from({ length: 50 }, () => chunk('zTXt', join('a\0\0', deflateSync(Buffer.alloc(1e5))))),
        ),
      ),
    ],
    ['a PNG of very many chunks', pngWith(join(...Array.from({ length: 10_001 }, () => chunk('tEXt'))))],
  ]
}

export function films(png: Buffer): Hostile[] {
  const control = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
  const frame = chunk('fcTL', Buffer.alloc(26))
  const more = chunk('fdAT', join(Buffer.alloc(4), deflateSync(pngRows())))
  return [
    ['an animated PNG', join(pngStart, pngHead(), control, frame, pngPixels, frame, more, pngEnd)],
    ['a PNG with the control of a film alone', pngWith(control)],
    ['a PNG with a frame of a film behind its pixels', pngWith(more, 'after pixels')],
    ['two PNGs in a row', join(png, png)],
  ]
}
