import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

type Colour = readonly [red: number, green: number, blue: number]

export type PngWish = { width?: number; height?: number; left?: Colour; right?: Colour }

/** A PNG of two colours side by side, to tell which part of it is left after a crop. */
export function makePng({
  width = 400,
  height = 300,
  left = [210, 60, 50],
  right = [40, 90, 180],
}: PngWish = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.alloc(1 + width * 3)
  for (let x = 0; x < width; x += 1) line.set(x < width / 2 ? left : right, 1 + x * 3)
  const pixels = Buffer.concat(Array.from({ length: height }, () => line))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The same as a file to upload. */
export const pngFile = (name: string, wish?: PngWish) => ({
  name,
  mimeType: 'image/png',
  buffer: makePng(wish),
})
