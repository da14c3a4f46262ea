import { deflateSync } from 'node:zlib'

import {
  bytes,
  chunk,
  claimingJpeg,
  claimingPng,
  frameAt,
  join,
  jpegWith,
  pngEnd,
  pngHead,
  pngPixels,
  pngRows,
  pngStart,
  pngWith,
  samsungTrailer,
  scanAt,
  scene,
  segment,
  severalPictures,
} from './picture-parts.ts'

export type Hostile = readonly [what: string, file: Buffer]

const jpeg = await scene().jpeg().toBuffer()
const progressive = await scene().jpeg({ progressive: true }).toBuffer()
const png = await scene().png().toBuffer()
const clear = await scene(64, 48, 4).png().toBuffer()

/** Files that must be refused as pictures, generated on every run. */
export async function hostilePictures(): Promise<Hostile[]> {
  const all = [
    ...(await otherFormats()),
    ...cutShort('JPEG', jpeg, scanAt(jpeg)),
    ...cutShort('progressive JPEG', progressive, scanAt(progressive)),
    ...cutShort('PNG', png, 33),
    ...cutShort('transparent PNG', clear, 33),

    ...inPieces(jpeg),
    ...brokenJpegs(jpeg),
    ...brokenPngs(png),
    ...films(png),
    ...polyglots(jpeg, png),
    ...trailers(jpeg, png),
  ]
  return all
}

/** Each part costs a few bytes to send and far more to process. */
const inPieces = (jpeg: Buffer): Hostile[] => [
  ['a JPEG with a million empty tables', jpegWith(jpeg, Buffer.alloc(4_000_000, segment(0xdb)))],
  ['a JPEG with a million empty comments', jpegWith(jpeg, Buffer.alloc(4_000_000, segment(0xfe)))],
  ['a JPEG with 1,001 comments', jpegWith(jpeg, Buffer.alloc(1_001 * 5, segment(0xfe, 'x')))],
  [
    'a PNG with ten thousand packed texts',
    pngWith(
      join(...Array.from({ length: 9_900 }, () => chunk('zTXt', join('a\0\0', deflateSync(bytes('x')))))),
    ),
  ],
]

async function otherFormats(): Promise<Hostile[]> {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>alert(1)</script></svg>'
  const [gif, webp, tiff, avif] = await Promise.all([
    scene().gif().toBuffer(),
    scene().webp().toBuffer(),
    scene().tiff().toBuffer(),
    scene().avif({ effort: 0 }).toBuffer(),
  ])
  return [
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0xff])],
    ['zeros', Buffer.alloc(5000)],
    ['the first bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff])],
    ['a JPEG of a beginning and an end', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['the first bytes of a PNG', pngStart],
    ['a PNG of a beginning and an end', join(pngStart, pngEnd)],
    ['SVG', bytes(svg)],
    ['SVG with a prolog', bytes(`<?xml version="1.0" encoding="UTF-8"?>\n${svg}`)],
    ['SVG behind blanks and a byte order mark', bytes(`\xef\xbb\xbf  \n${svg}`)],
    ['SVG behind the first bytes of a PNG', join(pngStart, svg)],
    ['SVG behind the first bytes of a JPEG', join(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), svg)],
    ['packed SVG', deflateSync(svg)],
    ['GIF', gif],
    ['WebP', webp],
    ['TIFF', tiff],
    ['AVIF', avif],
    ['HEIC', join(Buffer.from([0, 0, 0, 24]), 'ftypheic\0\0\0\0mif1heic', Buffer.alloc(200))],
    ['JPEG XL', join(Buffer.from([0xff, 0x0a]), Buffer.alloc(200))],
    ['JPEG 2000', join(Buffer.from([0, 0, 0, 12]), 'jP  \r\n\x87\n', Buffer.alloc(200))],
    ['BMP', join('BM', Buffer.alloc(200))],
    ['ICO', join(Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(200))],
    ['PSD', join('8BPS\0\x01', Buffer.alloc(200))],
    ['PDF', bytes('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF')],
    ['ZIP', join('PK\x03\x04\x14\0\0\0\0\0', Buffer.alloc(200))],
    ['a page', bytes('<!doctype html><html><body>hello</body></html>')],
    ['a program', join('\x7fELF\x02\x01\x01', Buffer.alloc(200))],
    ['text named like a picture', bytes('picture.png')],
    ['MNG', join('\x8aMNG\r\n\x1a\n', Buffer.alloc(200))],
    ['a PNG that went through a text editor', bytes('\x89PNG\n\x1a\n')],
  ]
}

/** Truncated at several lengths, up to the last byte but one; more closely in headers than in pixels. */
function cutShort(what: string, file: Buffer, headEnds: number): Hostile[] {
  const inHead = Array.from({ length: 10 }, (_, step) => Math.floor((headEnds * (step + 1)) / 10))
  const inPixels = Array.from(
    { length: 10 },
    (_, step) => headEnds + Math.floor(((file.length - headEnds) * (step + 1)) / 11),
  )
  const atEnd = [file.length - 1, file.length - 2, file.length - 3, file.length - 12]
  return [...new Set([...inHead, ...inPixels, ...atEnd])].map(
    (length) => [`a ${what} cut after ${length} of ${file.length} bytes`, file.subarray(0, length)] as const,
  )
}

/** Too large or too small; refused by their header alone, before any pixel is decoded. */
export function wrongSizes(): Hostile[] {
  const sizes = [
    [65_535, 65_535],
    [12_001, 100],
    [100, 12_001],
    [8_000, 5_001],
    [15, 64],
    [64, 15],
    [1, 1],
    [0, 48],
    [64, 0],
  ] as const
  const ofPng = [...sizes, [0x7fff_ffff, 0x7fff_ffff], [0xffff_ffff, 48], [64, 0x8000_0000]] as const
  const white = (width: number, height: number) => deflateSync(Buffer.alloc(height * (1 + width * 3)))
  return [
    ...sizes.map(([w, h]) => [`a JPEG that claims ${w} by ${h}`, claimingJpeg(jpeg, w, h)] as const),
    ...ofPng.map(([w, h]) => [`a PNG that claims ${w} by ${h}`, claimingPng(png, w, h)] as const),
    [
      'a PNG whose few bytes are 42 million pixels indeed',
      join(pngStart, pngHead({ width: 7000, height: 6000 }), chunk('IDAT', white(7000, 6000)), pngEnd),
    ],
    ['a JPEG that would take 240 MB in memory', claimingJpeg(unsampled(progressive), 8000, 5000)],
    [
      'a PNG that would take 320 MB in memory',
      join(
        pngStart,
        pngHead({ width: 8000, height: 5000, depth: 16, colour: 6, interlace: 1 }),
        pngPixels,
        pngEnd,
      ),
    ],
  ]
}

/** Claims that colours are sampled as finely as brightness. */
function unsampled(jpeg: Buffer): Buffer {
  const copy = Buffer.from(jpeg)
  copy[frameAt(jpeg) + 11] = 0x11
  return copy
}

function brokenJpegs(jpeg: Buffer): Hostile[] {
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

function brokenPngs(png: Buffer): Hostile[] {
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

function films(png: Buffer): Hostile[] {
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

const program = () => {
  const head = Buffer.alloc(128)
  head.write('MZ')
  head.writeUInt32LE(100, 60)
  head.write('PE\0\0', 100, 'latin1')
  return head
}
/** Content that must not be anywhere in a picture. */
const foreignThings = (): Record<string, Buffer> => ({
  'a script': bytes('<script>alert(1)</script>'),
  'a script in capitals': bytes('<SCRIPT SRC=//x.example></SCRIPT>'),
  'a script in two bytes a letter': Buffer.from('<script>alert(1)</script>', 'utf16le'),
  'a page': bytes('<html><body onload=alert(1)>'),
  'a page with its type': bytes('<!DOCTYPE html>'),
  'a frame': bytes('<iframe src=//x.example>'),
  SVG: bytes('<svg onload=alert(1)>'),
  PHP: bytes('<?php system($_GET[0]); ?>'),
  PDF: bytes('%PDF-1.4\n%'),
  ZIP: join('PK\x03\x04\x14\0\0\0\x08\0', Buffer.alloc(40)),
  'the end of a ZIP': join('PK\x05\x06\0\0\0\0\x01\0\x01\0', Buffer.alloc(10)),
  'a Windows program': program(),
  'a Linux program': join('\x7fELF\x02\x01\x01\0', Buffer.alloc(40)),
  'a shell script': bytes('\n#!/bin/sh\nrm -rf /\n'),
  GIF: bytes('GIF89a\x01\0\x01\0/*'),
  RAR: bytes('Rar!\x1a\x07\x01\0'),
  '7z': bytes('7z\xbc\xaf\x27\x1c\0\x04'),
})

/**
 * Places in a well-formed picture where content can be hidden; with a harmless note there, the picture is accepted.
 */
export const hidingPlaces = (jpeg: Buffer): Record<string, (thing: Buffer) => Buffer> => ({
  'a comment of a JPEG': (thing) => jpegWith(jpeg, segment(0xfe, thing)),
  'Exif data of a JPEG': (thing) => jpegWith(jpeg, segment(0xe1, join('Exif\0\0II*\0\x08\0\0\0', thing))),
  'XMP of a JPEG': (thing) => jpegWith(jpeg, segment(0xe1, join('http://ns.adobe.com/xap/1.0/\0', thing))),
  'the profile of a JPEG': (thing) => jpegWith(jpeg, segment(0xe2, join('ICC_PROFILE\0\x01\x01', thing))),
  'a private segment of a JPEG': (thing) => jpegWith(jpeg, segment(0xeb, thing)),
  'a late comment of a JPEG': (thing) =>
    join(jpeg.subarray(0, scanAt(jpeg)), segment(0xfe, thing), jpeg.subarray(scanAt(jpeg))),
  'the last pixels of a JPEG': (thing) => join(jpeg.subarray(0, -2), thing, jpeg.subarray(-2)),
  'an announced second JPEG': (thing) =>
    join(jpegWith(jpeg, severalPictures), jpegWith(jpeg, segment(0xfe, thing))),
  "Samsung's trailer of a JPEG": (thing) =>
    join(jpeg, samsungTrailer('Image_UTC_Data', thing.toString('latin1'))),
  'a text of a PNG': (thing) => pngWith(chunk('tEXt', join('Comment\0', thing))),
  'a packed text of a PNG': (thing) => pngWith(chunk('zTXt', join('Comment\0\0', deflateSync(thing)))),
  'a packed text with a language of a PNG': (thing) =>
    pngWith(chunk('iTXt', join('Comment\0\x01\0en\0\0', deflateSync(thing))), 'after pixels'),
  'the profile of a PNG': (thing) => pngWith(chunk('iCCP', join('p\0\0', deflateSync(thing)))),
  'Exif data of a PNG': (thing) => pngWith(chunk('eXIf', join('II*\0\x08\0\0\0', thing)), 'after pixels'),
  'a private chunk of a PNG': (thing) => pngWith(chunk('prVT', thing)),
  'the palette of a PNG': (thing) =>
    pngWith(chunk('PLTE', join(thing, Buffer.alloc(3 - (thing.length % 3))))),
})

function polyglots(jpeg: Buffer, png: Buffer): Hostile[] {
  const places = Object.entries(hidingPlaces(jpeg))
  return Object.entries(foreignThings()).flatMap(([what, thing]): Hostile[] => [
    ...places.map(([place, hide]) => [`${what} in ${place}`, hide(thing)] as const),
    [`${what} behind a JPEG`, join(jpeg, thing)],
    [`${what} behind a PNG`, join(png, thing)],
    [`${what} before a JPEG`, join(thing, jpeg)],
    [`${what} before a PNG`, join(thing, png)],
  ])
}

function trailers(jpeg: Buffer, png: Buffer): Hostile[] {
  const announced = jpegWith(jpeg, severalPictures)
  const samsung = samsungTrailer()
  const gap = Buffer.from(samsung)
  gap.writeUInt32LE(gap.readUInt32LE(gap.length - 16) - 1, gap.length - 16)
  const short = Buffer.from(samsung)
  short.writeUInt32LE(short.readUInt32LE(short.length - 12) - 1, short.length - 12)
  const farAway = Buffer.from(samsung)
  farAway.writeUInt32LE(0xffff_ffff, farAway.length - 16)
  const tooMany = Buffer.from(samsung)
  tooMany.writeUInt32LE(1_000_000, tooMany.length - 24)
  return [
    ['a JPEG with one more byte', join(jpeg, 'x')],
    ['a PNG with one more byte', join(png, '\0')],
    ['two JPEGs in a row that nothing announces', join(jpeg, jpeg)],
    ['an announced second JPEG that is cut short', join(announced, jpeg.subarray(0, -5))],
    ['an announced second JPEG with more behind it', join(announced, jpeg, 'more')],
    ['an announced second JPEG that is a PNG', join(announced, png)],
    ['seventeen announced JPEGs', join(announced, ...Array.from({ length: 17 }, () => jpeg))],
    ["a script in the place of Samsung's trailer", join(jpeg, '<script>x</script>', 'SEFT')],
    ["something before Samsung's trailer", join(jpeg, 'more', samsung)],
    ["something behind Samsung's trailer", join(jpeg, samsung, 'more')],
    ["Samsung's trailer with a gap", join(jpeg, gap)],
    ["Samsung's trailer with a gap before its directory", join(jpeg, short)],
    ["Samsung's trailer with a block before the file", join(jpeg, farAway)],
    ["Samsung's trailer with a million blocks", join(jpeg, tooMany)],
    ["Samsung's trailer that begins inside of the picture", join(jpeg, samsung.subarray(10))],
    ["Samsung's trailer on a PNG", join(png, samsung)],
  ]
}
