/** The file is not one well-formed JPEG or PNG within the limits. */
export class BadPicture extends Error {
  /** True when the picture has too few or too many pixels. */
  readonly badSize: boolean

  constructor(message: string, { badSize = false, ...options }: ErrorOptions & { badSize?: boolean } = {}) {
    super(message, options)
    this.badSize = badSize
  }
}

export const maxPixels = 40_000_000
const maxSide = 12_000
/** A picture that cannot be decoded row by row is in memory as a whole: at most 40 million pixels of four bytes. */
export const maxInMemory = 165_000_000
const minSide = 16

/** A picture as it is stored; no side is longer than `masterSide`. */
export type Picture = { bytes: Buffer; mime: 'image/jpeg' | 'image/png'; width: number; height: number }

/** What inspecting a file yields before it is decoded. */
export type Inspected = {
  width: number
  height: number
  /** The file reduced to what drawing needs; only this reaches the decoder. */
  essence: Buffer
}

/** Checks the size that the header claims before memory is allocated for it. */
export function assertSize(width: number, height: number): void {
  if (Math.min(width, height) < minSide) throw new BadPicture('the picture is too small', { badSize: true })
  if (Math.max(width, height) > maxSide || width * height > maxPixels)
    throw new BadPicture('the picture has too many pixels', { badSize: true })
}
