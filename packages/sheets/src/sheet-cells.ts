/**
 * Reads the cells of a worksheet. The sheet is read before the shared strings, so that only the strings it uses are
 * stored. A formula is never evaluated; its stored result is used.
 */

import { BadSheet } from './bad-sheet.ts'
import type { SheetLimits } from './bad-sheet.ts'
import { legalText } from './cells.ts'
import type { Attributes, Listener } from './xml.ts'

/** A cell with an error such as `#N/A`, or a formula without a stored result: its value is unknown. */
export type SheetError = { error: string }
export type SheetValue = string | number | boolean | null | SheetError
export type SheetRow = {
  /** Row number as a spreadsheet program shows it, from 1. */
  row: number
  cells: SheetValue[]
}

type SharedText = { text: string | undefined; error?: never }

const excelRows = 1_048_576
const excelColumns = 16_384
/** Digits that a number in a spreadsheet keeps; a longer code is read as text. */
const exactDigits = 15
const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const integerPattern = /^[+-]?0*(\d+)$/
/** "_x000D_" is an escape of the file format: seven characters for one. */
const escapePattern = /_x([0-9a-fA-F]{4})_/g
const escapeLength = 7

export class SheetCells {
  readonly #limits: SheetLimits
  readonly #rows = new Map<number, (SheetValue | SharedText)[]>()
  readonly #shared = new Map<number, SharedText>()
  #row = 0
  #rowIsNamed = false
  #column = 0
  #type = 'n'
  #value = ''
  #inline = ''
  #hasResult = false
  #hasFormula = false

  constructor(limits: SheetLimits) {
    this.#limits = limits
  }

  get wantsSharedStrings(): boolean {
    return this.#shared.size > 0
  }

  /** The listener for the root element of the worksheet. */
  worksheet(): Listener {
    const value: Listener = { text: (text) => (this.#value = this.#joined(this.#value, text)) }
    const inline = richText((text) => (this.#inline = this.#joined(this.#inline, text)))
    const cell: Listener = {
      open: (name) => {
        if (name === 'v') this.#hasResult = true
        if (name === 'f') this.#hasFormula = true
        return name === 'v' ? value : name === 'is' ? inline : undefined
      },
      close: () => this.#put(this.#cellValue()),
    }
    const row: Listener = {
      open: (name, attributes) => {
        if (name !== 'c') return undefined
        this.#startCell(attributes())
        return cell
      },
    }
    const data: Listener = {
      open: (name, attributes) => {
        if (name !== 'row') return undefined
        this.#startRow(attributes().get('r'))
        return row
      },
    }
    return { open: (name) => (name === 'sheetData' ? data : undefined) }
  }

  /** The listener for the root element of the shared strings. */
  sharedStrings(): Listener {
    let index = 0
    let wanted: SharedText | undefined
    let raw = ''
    const text = richText((part) => (raw = this.#joined(raw, part)))
    const item: Listener = {
      ...text,
      close: () => {
        if (wanted !== undefined) wanted.text = this.#text(raw)
      },
    }
    return {
      open: (name) => {
        if (name !== 'si') return undefined
        wanted = this.#shared.get(index)
        raw = ''
        index += 1
        return wanted && item
      },
    }
  }

  /** The rows in order; call it when all parts have been read. */
  rows(): SheetRow[] {
    const rows: SheetRow[] = []
    for (const [row, found] of [...this.#rows].toSorted(([one], [other]) => one - other)) {
      const cells = Array.from(found, resolved)
      while (cells.length > 0 && cells.at(-1) === null) cells.pop()
      if (cells.length > 0) rows.push({ row, cells })
    }
    return rows
  }

  #startRow(reference: string | undefined): void {
    this.#rowIsNamed = reference !== undefined
    this.#row = reference === undefined ? this.#row + 1 : rowNumber(reference)
    this.#column = 0
    if (this.#row > excelRows) throw new BadSheet('damaged')
  }

  #startCell(attributes: Attributes): void {
    const reference = attributes.get('r')
    if (reference === undefined) this.#column += 1
    else this.#place(reference)
    if (this.#column > excelColumns) throw new BadSheet('damaged')
    this.#type = attributes.get('t') ?? 'n'
    this.#value = ''
    this.#inline = ''
    this.#hasResult = false
    this.#hasFormula = false
  }

  #place(reference: string): void {
    const [, letters = '', digits = ''] = /^([A-Za-z]{1,3})(\d{1,7})$/.exec(reference) ?? []
    const row = rowNumber(digits)
    // When the row has no number, the references of its cells give it.
    if (row !== this.#row && this.#rowIsNamed) throw new BadSheet('damaged')
    this.#row = row
    this.#rowIsNamed = true
    this.#column = 0
    for (const letter of letters.toUpperCase()) this.#column = this.#column * 26 + letter.charCodeAt(0) - 64
  }

  #put(value: SheetValue | SharedText): void {
    if (value === null) return
    if (this.#column > this.#limits.maxColumns) throw new BadSheet('tooLarge', { limit: 'maxColumns' })
    let cells = this.#rows.get(this.#row)
    if (cells === undefined) {
      if (this.#rows.size >= this.#limits.maxRows) throw new BadSheet('tooLarge', { limit: 'maxRows' })
      cells = []
      this.#rows.set(this.#row, cells)
    }
    while (cells.length < this.#column) cells.push(null)
    // Programs disagree on which value to show for a cell that occurs twice.
    if (cells[this.#column - 1] !== null) throw new BadSheet('damaged')
    cells[this.#column - 1] = value
  }

  #cellValue(): SheetValue | SharedText {
    if (this.#hasFormula && !this.#hasResult) return { error: '=' }
    switch (this.#type) {
      case 'inlineStr':
        return this.#text(this.#inline === '' ? this.#value : this.#inline) || null
      // "str" is text from a formula; "d" is a date in ISO 8601.
      case 'str':
      case 'd':
        return this.#text(this.#value) || null
      case 'e':
        return { error: this.#text(this.#value) }
    }
    const value = this.#value.trim()
    if (value === '') return null
    if (this.#type === 's') return this.#sharedText(value)
    if (this.#type === 'b') return booleanOf(value)
    if (this.#type === 'n') return this.#number(value)
    throw new BadSheet('damaged')
  }

  #sharedText(index: string): SharedText {
    if (!/^\d{1,8}$/.test(index)) throw new BadSheet('damaged')
    const known = this.#shared.get(Number(index))
    if (known !== undefined) return known
    const text: SharedText = { text: undefined }
    this.#shared.set(Number(index), text)
    return text
  }

  #number(text: string): number | string {
    const digits = integerPattern.exec(text)?.[1]
    if (digits !== undefined && digits.length > exactDigits) return this.#text(text)
    const number = numberPattern.test(text) ? Number(text) : Number.NaN
    if (!Number.isFinite(number)) throw new BadSheet('damaged')
    return number
  }

  /** Limits the text while it grows; its true length is known only after unescaping. */
  #joined(raw: string, more: string): string {
    const joined = raw + more
    if (joined.length > (this.#limits.maxCellLength + 1) * escapeLength) throw tooLong()
    return joined
  }

  #text(raw: string): string {
    const text = legalText(raw.replace(escapePattern, unescaped))
    if (text.length > this.#limits.maxCellLength) throw tooLong()
    return text
  }
}

/** A text, or runs of text each with its own font; phonetic hints (`rPh`) are left out. */
function richText(add: (text: string) => void): Listener {
  const text: Listener = { text: add }
  const run: Listener = { open: (name) => (name === 't' ? text : undefined) }
  return { open: (name) => (name === 't' ? text : name === 'r' ? run : undefined) }
}

function unescaped(_: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}

function resolved(cell: SheetValue | SharedText): SheetValue {
  if (cell === null || typeof cell !== 'object' || cell.error !== undefined) return cell
  if (cell.text === undefined) throw new BadSheet('damaged')
  return cell.text || null
}

function booleanOf(text: string): boolean {
  if (text === '1' || text === 'true') return true
  if (text === '0' || text === 'false') return false
  throw new BadSheet('damaged')
}

function rowNumber(text: string): number {
  const row = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (row < 1 || row > excelRows) throw new BadSheet('damaged')
  return row
}

function tooLong(): BadSheet {
  return new BadSheet('tooLarge', { limit: 'maxCellLength' })
}
