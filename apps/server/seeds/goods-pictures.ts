import sharp from 'sharp'

import type { Picture } from '../src/modules/media/picture-rules.ts'
import { side } from './goods-pictures/scene.ts'
import type { Svg } from './goods-pictures/shapes.ts'

/**
 * Renders one of the demo's drawings as a stored picture. The drawing is trusted like code, so it is not decoded and
 * drawn again as uploads are, which would take four times as long.
 */
export async function render(drawing: Svg): Promise<Picture> {
  const bytes = await sharp(Buffer.from(drawing)).removeAlpha().jpeg({ quality: 90 }).toBuffer()
  return { bytes, mime: 'image/jpeg', width: side, height: side }
}
