import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import type { ImageStyle } from '@slotwise/contract'

import type { BlobStore } from '../../ports/blobs/blobs.ts'
import { inStyleTurn } from './drawing-turns.ts'
import type { Picture } from './picture-rules.ts'
import { type DrawnStyle, drawnStyles, drawStyle, type PictureFormat, pictureFormats } from './styles.ts'

const masterKey = (file: string): string => `img/${file}`
const styleKey = (file: string, style: DrawnStyle, format: PictureFormat): string =>
  `img-style/${file}/${style}.${format}`

/**
 * The file name of a picture, derived from its merchant and its bytes: the same upload twice is one file. The same
 * picture of two merchants is two files, so that neither learns of the other's or loses it.
 */
export const fileOf = (tenantId: string, { bytes }: Pick<Picture, 'bytes'>): string =>
  createHash('sha256').update(tenantId).update('\0').update(bytes).digest('hex')

export async function writeMaster(
  blobs: BlobStore,
  file: string,
  { bytes, mime }: Pick<Picture, 'bytes' | 'mime'>,
): Promise<void> {
  await blobs.write(masterKey(file), bytes, mime)
}

/** Removes the master first, so that a drawing under way notices that the picture is gone. */
export async function removeImage(blobs: BlobStore, file: string): Promise<void> {
  await blobs.remove(masterKey(file))
  for (const style of drawnStyles)
    for (const format of pictureFormats) await blobs.remove(styleKey(file, style, format))
}

/** Reads a style that was drawn before, in the wanted format or else in the master's own. */
export async function readStyle(
  blobs: BlobStore,
  file: string,
  style: ImageStyle,
  format: PictureFormat | undefined,
): ReturnType<BlobStore['read']> {
  if (style === 'full') return blobs.read(masterKey(file))
  for (const one of format ? [format] : (['jpeg', 'png'] as const)) {
    const found = await blobs.read(styleKey(file, style, one))
    if (found) return found
  }
  return undefined
}

/** Draws a style from the master and stores it. Returns undefined without a master. */
export async function writeStyle(
  blobs: BlobStore,
  file: string,
  style: ImageStyle,
  format: PictureFormat | undefined,
): Promise<{ body: Buffer; mime: string } | undefined> {
  // Checked before waiting for a turn, so that requests for missing pictures do not hold up others.
  if (style === 'full' || !(await isThere(blobs, masterKey(file)))) return undefined
  return inStyleTurn(async () => {
    const master = await blobs.read(masterKey(file))
    if (!master) return undefined
    const drawnAs = format ?? (master.mime === 'image/png' ? 'png' : 'jpeg')
    const body = await drawStyle(await buffer(master.body), style, drawnAs)
    const mime = `image/${drawnAs}`
    const key = styleKey(file, style, drawnAs)
    await blobs.write(key, body, mime)
    if (await isThere(blobs, masterKey(file))) return { body, mime }
    // The picture was removed meanwhile, so the sweep would never find this style.
    await blobs.remove(key)
    return undefined
  })
}

async function isThere(blobs: BlobStore, key: string): Promise<boolean> {
  const found = await blobs.read(key)
  found?.body.destroy()
  return found !== undefined
}
