/** Pictures with something else in them, before or behind them. */
import { deflateSync } from 'node:zlib'

import {
  bytes,
  chunk,
  type Hostile,
  join,
  jpegWith,
  pngWith,
  samsungTrailer,
  scanAt,
  segment,
  severalPictures,
} from './picture-parts.ts'

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

export function polyglots(jpeg: Buffer, png: Buffer): Hostile[] {
  const places = Object.entries(hidingPlaces(jpeg))
  return Object.entries(foreignThings()).flatMap(([what, thing]): Hostile[] => [
    ...places.map(([place, hide]) => [`${what} in ${place}`, hide(thing)] as const),
    [`${what} behind a JPEG`, join(jpeg, thing)],
    [`${what} behind a PNG`, join(png, thing)],
    [`${what} before a JPEG`, join(thing, jpeg)],
    [`${what} before a PNG`, join(thing, png)],
  ])
}

export function trailers(jpeg: Buffer, png: Buffer): Hostile[] {
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
