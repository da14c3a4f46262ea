import { createHash } from 'node:crypto'

import sharp from 'sharp'

/** Formats by their first bytes; the name of a file says nothing. SVG is a program and stays out. */
const magics = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
}

const maxPixels = 40_000_000

export class BadPicture extends Error {}

/** Draws a logo anew, so that nothing of the file given survives but the picture. */
export async function redrawLogo(file: Buffer): Promise<{ bytes: Buffer; name: string }> {
  if (!Object.values(magics).some((magic) => file.subarray(0, magic.length).equals(magic)))
    throw new BadPicture('only JPEG and PNG files are taken')
  try {
    const bytes = await sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize({ width: 640, height: 240, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer()
    return { bytes, name: `${createHash('sha256').update(bytes).digest('hex')}.png` }
  } catch (error) {
    throw new BadPicture('the picture cannot be read', { cause: error })
  }
}
