import { type ImageStyle, masterSide } from '@slotwise/contract'
import type { Sharp } from 'sharp'

import { longestDrawing } from './drawing-turns.ts'
import { loadSharp } from './sharp.ts'

export const pictureFormats = ['avif', 'webp', 'jpeg', 'png'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** The styles that are drawn; `full` is the master itself. */
export type DrawnStyle = Exclude<ImageStyle, 'full'>

const styles: Record<DrawnStyle, { side: number; fit: 'cover' | 'inside' }> = {
  thumb: { side: 160, fit: 'cover' },
  card: { side: 640, fit: 'inside' },
  detail: { side: 1200, fit: 'inside' },
}
export const drawnStyles = Object.keys(styles) as DrawnStyle[]

/**
 * AVIF with little effort: 40 ms for a thumb and 200 ms for a detail when measured; more effort takes twenty times
 * as long.
 */
const encoders: Record<PictureFormat, (drawing: Sharp) => Sharp> = {
  avif: (drawing) => drawing.avif({ quality: 55, effort: 1 }),
  webp: (drawing) => drawing.webp({ quality: 80, effort: 3 }),
  jpeg: (drawing) => drawing.flatten({ background: '#fff' }).jpeg({ quality: 82, mozjpeg: true }),
  png: (drawing) => drawing.png({ compressionLevel: 9 }),
}

/** Nothing is enlarged; where the master is smaller, squares stay square. Call it in a turn (`inStyleTurn`). */
export async function drawStyle(master: Buffer, style: DrawnStyle, format: PictureFormat): Promise<Buffer> {
  const { side, fit } = styles[style]
  const sharp = await loadSharp()
  const { width, height } = await sharp(master).metadata()
  const reach = fit === 'cover' ? Math.min(side, width, height) : side
  const drawing = sharp(master, { limitInputPixels: masterSide * masterSide })
    .timeout(longestDrawing)
    .resize({ width: reach, height: reach, fit, withoutEnlargement: true })
  return encoders[format](drawing).toBuffer()
}
