import { createHash } from 'node:crypto'

import { masterSide } from '@slotwise/contract'

import { longestDrawing } from './drawing-turns.ts'
import { refuseForeign } from './foreign.ts'
import { inspectJpeg } from './jpeg.ts'
import { BadPicture, type Inspected, maxPixels, type Picture } from './picture-rules.ts'
import { inspectPng } from './png.ts'
import { loadSharp } from './sharp.ts'

/** Formats by their first bytes; names of files are not trusted. SVG can contain scripts and is refused. */
const magics = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
}
const begins = (file: Buffer, magic: Buffer): boolean => file.subarray(0, magic.length).equals(magic)

const onlyJpegAndPng = 'only JPEG and PNG files are taken'
const unreadable = 'the picture cannot be read'

/** Redraws a logo, so that only the pixels of the given file survive. */
export async function redrawLogo(file: Buffer): Promise<{ bytes: Buffer; name: string }> {
  if (!Object.values(magics).some((magic) => begins(file, magic))) throw new BadPicture(onlyJpegAndPng)
  const sharp = await loadSharp()
  try {
    const bytes = await sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize({ width: 640, height: 240, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer()
    return { bytes, name: `${createHash('sha256').update(bytes).digest('hex')}.png` }
  } catch (error) {
    throw new BadPicture(unreadable, { cause: error })
  }
}

/**
 * Draws the copy of an uploaded picture that all its styles are drawn from: upright, in sRGB, pixels only. Throws
 * BadPicture unless the file is exactly one well-formed JPEG or PNG. Call it in a turn (`inUploadTurn`) for
 * uploads.
 */
export async function redrawPicture(file: Uint8Array): Promise<Picture> {
  const { essence } = await inspect(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  try {
    return await drawMaster(essence)
  } catch (error) {
    throw new BadPicture(unreadable, { cause: error })
  }
}

async function inspect(file: Buffer): Promise<Inspected> {
  const isJpeg = begins(file, magics.jpeg)
  if (!isJpeg && !begins(file, magics.png)) throw new BadPicture(onlyJpegAndPng)
  const inspected = isJpeg ? inspectJpeg(file) : await inspectPng(file)
  refuseForeign(file)
  return inspected
}

/** Decodes once, to the final size. The format depends on whether any pixel is transparent. */
async function drawMaster(essence: Buffer): Promise<Picture> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(essence, { limitInputPixels: maxPixels, failOn: 'warning' })
    .timeout(longestDrawing)
    .rotate()
    .resize({ width: masterSide, height: masterSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = sharp(data, { raw: { width, height, channels } }).timeout(longestDrawing)
  if (hasTransparency(data, channels))
    return { bytes: await pixels.png({ compressionLevel: 9 }).toBuffer(), mime: 'image/png', width, height }
  const bytes = await pixels.jpeg({ quality: 86, mozjpeg: true }).toBuffer()
  return { bytes, mime: 'image/jpeg', width, height }
}

/** Many pictures have an alpha channel although all pixels are opaque. */
function hasTransparency(data: Buffer, channels: number): boolean {
  if (channels !== 2 && channels !== 4) return false
  for (let at = channels - 1; at < data.length; at += channels) if (data[at] !== 255) return true
  return false
}
