/**
 * The limits of a sheet, and the reasons to refuse one. Reasons carry no text: the caller words them in the language of
 * the reader.
 */

export type SheetLimits = {
  /** Rows and columns with contents; empty ones are not counted. */
  maxRows: number
  maxColumns: number
  maxCellLength: number
  /** Bytes of all parts that are read, together. */
  maxUnpacked: number
}

export type BadSheetReason = 'notXlsx' | 'encrypted' | 'tooLarge' | 'damaged'

export class BadSheet extends Error {
  override readonly name = 'BadSheet'
  readonly reason: BadSheetReason
  /** The limit of the caller that a sheet exceeds; undefined when it is too large by another one. */
  readonly limit: keyof SheetLimits | undefined

  constructor(reason: BadSheetReason, { limit, cause }: { limit?: keyof SheetLimits; cause?: unknown } = {}) {
    super(limit === undefined ? reason : `${reason}: ${limit}`, { cause })
    this.reason = reason
    this.limit = limit
  }
}
