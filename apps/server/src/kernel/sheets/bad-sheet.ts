// What a file has to be to be read, and how it is refused otherwise. The names carry no text: whoever asked
// for the sheet words them in the language of the reader.

export type SheetLimits = {
  /** Rows and columns that hold something; empty ones cost nothing. */
  maxRows: number
  maxColumns: number
  maxCellLength: number
  /** Bytes of all parts that are read, taken together. */
  maxUnpacked: number
}

export type BadSheetReason = 'notXlsx' | 'encrypted' | 'tooLarge' | 'damaged'

export class BadSheet extends Error {
  override readonly name = 'BadSheet'
  readonly reason: BadSheetReason
  /** Which limit a sheet that is too large went past, where it is one of the caller's. */
  readonly limit: keyof SheetLimits | undefined

  constructor(reason: BadSheetReason, { limit, cause }: { limit?: keyof SheetLimits; cause?: unknown } = {}) {
    super(limit === undefined ? reason : `${reason}: ${limit}`, { cause })
    this.reason = reason
    this.limit = limit
  }
}
