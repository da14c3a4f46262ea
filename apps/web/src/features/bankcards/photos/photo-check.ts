import { bankPhotoUpload } from '@slotwise/contract'

import { refusalOf } from '../../../lib/upload.ts'

/** Why a photo is not sent. The page words it, because the language may change. */
export type PhotoFault = 'badPicture' | 'fileTooLarge' | 'photoNotLandscape'
export type Prepared = { blob: Blob } | { fault: PhotoFault }

type Size = { width: number; height: number }

export const isLandscape = ({ width, height }: Size): boolean => width > height

/** Enough to read every character of a card that fills the photo. */
const longestSide = 2400

export function fitted({ width, height }: Size, longest = longestSide): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Checks a photo before it is sent, and redraws one that is larger than the server accepts, as most phones take. */
export async function prepared(file: Blob): Promise<Prepared> {
  const refusal = refusalOf(file, bankPhotoUpload, 'badPicture')
  if (refusal?.why === 'type') return { fault: 'badPicture' }
  const image = await loaded(file)
  if (!image) return { fault: 'badPicture' }
  if (!isLandscape(sizeOf(image))) return { fault: 'photoNotLandscape' }
  if (refusal === undefined) return { blob: file }
  const smaller = await drawn(image, 0)
  return smaller && smaller.size <= bankPhotoUpload.maxBytes ? { blob: smaller } : { fault: 'fileTooLarge' }
}

/** The photo turned by a quarter, clockwise. */
export const turned = (file: Blob): Promise<Prepared> => drawing(file, 1)

/** The photo alone, without the film or other data that some phones write behind it. */
export const redrawn = (file: Blob): Promise<Prepared> => drawing(file, 0)

async function drawing(file: Blob, quarters: 0 | 1): Promise<Prepared> {
  const image = await loaded(file)
  const blob = image && (await drawn(image, quarters))
  return blob ? { blob } : { fault: 'badPicture' }
}

/** Browsers turn a decoded image as its EXIF data says, and so its sides are those that the reader sees. */
async function loaded(file: Blob): Promise<HTMLImageElement | undefined> {
  const source = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = source
    await image.decode()
    return image
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(source)
  }
}

const sizeOf = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): Size => ({ width, height })

async function drawn(image: HTMLImageElement, quarters: 0 | 1): Promise<Blob | undefined> {
  const { width, height } = fitted(sizeOf(image))
  const canvas = document.createElement('canvas')
  canvas.width = quarters === 1 ? height : width
  canvas.height = quarters === 1 ? width : height
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.translate(canvas.width / 2, canvas.height / 2)
  pen.rotate((quarters * Math.PI) / 2)
  pen.drawImage(image, -width / 2, -height / 2, width, height)
  return new Promise((done) => {
    canvas.toBlob((blob) => done(blob ?? undefined), 'image/jpeg', 0.9)
  })
}
