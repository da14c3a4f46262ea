import sharp from 'sharp'

import type { Picture } from '../src/kernel/pictures.ts'
import { side } from './goods-pictures/scene.ts'
import type { Svg } from './goods-pictures/shapes.ts'

/**
 * Renders a drawing of ours as the picture that is kept. It is as trusted as the code that wrote it, so it does not
 * have to be taken apart and drawn anew as uploads are, which takes four times as long.
 */
export async function render(drawing: Svg): Promise<Picture> {
  const bytes = await sharp(Buffer.from(drawing)).removeAlpha().jpeg({ quality: 90 }).toBuffer()
  return { bytes, mime: 'image/jpeg', width: side, height: side }
}
