import { deflateSync } from 'node:zlib'

import { brokenJpegs, brokenPngs, films } from './broken-pictures.ts'
import { polyglots, trailers } from './foreign-content.ts'
import {
  bytes,
  chunk,
  claimingJpeg,
  claimingPng,
  frameAt,
  type Hostile,
  join,
  jpegWith,
  pngEnd,
  pngHead,
  pngPixels,
  pngStart,
  pngWith,
  scanAt,
  scene,
  segment,
} from './picture-parts.ts'

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
