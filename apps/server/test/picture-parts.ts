import { crc32, deflateSync } from 'node:zlib'

import sharp from 'sharp'

/** Parts of pictures, put together well or badly. */

/** A file that must be refused as a picture. */
export type Hostile = readonly [what: string, file: Buffer]

export const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
export const join = (...parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? bytes(part) : part)))

/**
 * A picture with content, the same each time: waves with a little noise; with an alpha channel its left half fades.
 */
export function scene(width = 64, height = 48, channels: 3 | 4 = 3) {
  const data = Buffer.alloc(width * height * channels)
  for (let at = 0; at < data.length; at += 1) {
    const x = Math.floor(at / channels) % width
    const y = Math.floor(at / channels / width)
    const isAlpha = at % channels === 3
    data[at] = isAlpha
      ? Math.min(255, x * 8)
      : 128 + 70 * Math.sin(x / 9 + (at % channels)) + ((x * y * 7) % 40)
  }
  return sharp(data, { raw: { width, height, channels } })
}

export const pngStart = bytes('\x89PNG\r\n\x1a\n')

export function chunk(name: string, data: Buffer | string = ''): Buffer {
  const content = typeof data === 'string' ? bytes(data) : data
  const whole = Buffer.alloc(12 + content.length)
  whole.writeUInt32BE(content.length)
  whole.write(name, 4, 'latin1')
  content.copy(whole, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4)
  return whole
}

type HeadFields = {
  width?: number
  height?: number
  depth?: number
  colour?: number
  compression?: number
  filter?: number
  interlace?: number
}
export function pngHead(fields: HeadFields = {}): Buffer {
  const {
    width = 20,
    height = 20,
    depth = 8,
    colour = 2,
    compression = 0,
    filter = 0,
    interlace = 0,
  } = fields
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, compression, filter, interlace], 8)
  return chunk('IHDR', data)
}

/** Rows of one colour before compression. */
export const pngRows = (width = 20, height = 20, channels = 3): Buffer =>
  Buffer.concat(
    Array.from({ length: height }, () => join(Buffer.alloc(1), Buffer.alloc(width * channels, 120))),
  )
export const pngPixels = chunk('IDAT', deflateSync(pngRows()))
export const pngEnd = chunk('IEND')

/** A PNG of 20 by 20 with further chunks in the given place. */
export function pngWith(
  extra: Buffer | string,
  place: 'before pixels' | 'after pixels' | 'behind' = 'before pixels',
) {
  const at = (here: typeof place) => (here === place ? extra : '')
  return join(pngStart, pngHead(), at('before pixels'), pngPixels, at('after pixels'), pngEnd, at('behind'))
}

/** The same PNG with another size in its header, and a matching checksum. */
export const claimingPng = (png: Buffer, width: number, height: number): Buffer => {
  const claimed = Buffer.from(png)
  claimed.writeUInt32BE(width, 16)
  claimed.writeUInt32BE(height, 20)
  claimed.writeUInt32BE(crc32(claimed.subarray(12, 29)), 29)
  return claimed
}

export function segment(code: number, payload: Buffer | string = ''): Buffer {
  const content = typeof payload === 'string' ? bytes(payload) : payload
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return join(head, content)
}

/** The position of the first marker with one of these codes, walking over segments. */
export function markerAt(jpeg: Buffer, ...codes: number[]): number {
  let at = 2
  while (!codes.includes(jpeg[at + 1]!)) at += 2 + jpeg.readUInt16BE(at + 2)
  return at
}
export const frameAt = (jpeg: Buffer): number => markerAt(jpeg, 0xc0, 0xc1, 0xc2)
export const scanAt = (jpeg: Buffer): number => markerAt(jpeg, 0xda)

export const jpegWith = (jpeg: Buffer, ...segments: readonly Buffer[]): Buffer =>
  join(jpeg.subarray(0, 2), ...segments, jpeg.subarray(2))

export const claimingJpeg = (jpeg: Buffer, width: number, height: number): Buffer => {
  const claimed = Buffer.from(jpeg)
  claimed.writeUInt16BE(height, frameAt(jpeg) + 5)
  claimed.writeUInt16BE(width, frameAt(jpeg) + 7)
  return claimed
}

/** What Samsung's phones append to a picture. */
export function samsungTrailer(name = 'Image_UTC_Data', value = '1668484800000'): Buffer {
  const block = join(Buffer.from([0, 0, 0x01, 0x0a]), Buffer.from([name.length, 0, 0, 0]), name, value)
  const directory = Buffer.alloc(24)
  directory.write('SEFH')
  directory.writeUInt32LE(107, 4)
  directory.writeUInt32LE(1, 8)
  directory.writeUInt16LE(0x0a01, 14)
  directory.writeUInt32LE(block.length, 16)
  directory.writeUInt32LE(block.length, 20)
  return join(block, directory, Buffer.from([24, 0, 0, 0]), 'SEFT')
}

/** A segment that announces further pictures. */
export const severalPictures = segment(0xe2, 'MPF\0II*\0\x08\0\0\0')
