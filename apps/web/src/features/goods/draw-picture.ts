import { imageUpload, masterSide } from '@slotwise/contract'

import { type Box, largestBox, wholePixels } from './crop-box.ts'

const quality = 0.92

/** Loads a picture of our own origin, decoded and in its right orientation. */
export async function loadPicture(source: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = source
  await image.decode()
  return image
}

export const canDraw = (source: string): Promise<boolean> =>
  loadPicture(source).then(
    () => true,
    () => false,
  )

/** The whole picture, reduced to the size that the server keeps. */
export async function shrunk(source: string): Promise<Blob> {
  const image = await loadPicture(source)
  return drawn(image, largestBox(sizeOf(image), undefined))
}

export const sizeOf = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => ({
  width,
  height,
})

/** A part of a picture as a new one: JPEG, or PNG where it has transparency. */
export async function drawn(image: HTMLImageElement, box: Box): Promise<Blob> {
  const { x, y, width, height } = wholePixels(box, sizeOf(image))
  // The server keeps no larger pictures, so nothing is lost.
  const scale = Math.min(1, masterSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser cannot draw')
  pen.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
  if (isTransparent(pen, canvas)) {
    const png = await encoded(canvas, 'image/png')
    if (png.size <= imageUpload.maxBytes) return png
    // The PNG is too large: put it on white and use JPEG.
    pen.globalCompositeOperation = 'destination-over'
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
  }
  return encoded(canvas, 'image/jpeg')
}

function isTransparent(pen: CanvasRenderingContext2D, { width, height }: HTMLCanvasElement): boolean {
  const { data } = pen.getImageData(0, 0, width, height)
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true
  return false
}

const encoded = (canvas: HTMLCanvasElement, type: (typeof imageUpload.types)[number]): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('this browser cannot draw'))),
      type,
      quality,
    ),
  )
