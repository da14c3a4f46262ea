/** The file given is not one well-formed JPEG or PNG that we take. */
export class BadPicture extends Error {
  /** It may be well-formed, but has too few pixels or too many. */
  readonly badSize: boolean

  constructor(message: string, { badSize = false, ...options }: ErrorOptions & { badSize?: boolean } = {}) {
    super(message, options)
    this.badSize = badSize
  }
}

export const maxPixels = 40_000_000
const maxSide = 12_000
/** What cannot be read row by row lies in memory as a whole: 40 million pixels with four bytes each, no more. */
export const maxInMemory = 165_000_000
const minSide = 16

/** A picture as we keep it; no side is longer than `masterSide`. */
export type Picture = { bytes: Buffer; mime: 'image/jpeg' | 'image/png'; width: number; height: number }

/** What a look at a file tells before anything is decoded. */
export type Inspected = {
  width: number
  height: number
  /** The file without all that the drawing does not need: nothing else of it reaches the decoder. */
  essence: Buffer
}

/** A few bytes can claim any size; the memory for it is only taken once the claim is believed. */
export function assertSize(width: number, height: number): void {
  if (Math.min(width, height) < minSide) throw new BadPicture('the picture is too small', { badSize: true })
  if (Math.max(width, height) > maxSide || width * height > maxPixels)
    throw new BadPicture('the picture has too many pixels', { badSize: true })
}
