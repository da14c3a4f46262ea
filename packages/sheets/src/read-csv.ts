/**
 * Reads an uploaded CSV file (RFC 4180). Spreadsheet programs save it in UTF-8, in UTF-16 or in the encoding of the
 * system, and separate fields by commas, semicolons or tabs, depending on the region. All cells are texts.
 */
import { BadSheet, type SheetLimits } from './bad-sheet.ts'
import { legalText, safeText } from './cells.ts'
import type { SheetRow } from './sheet-cells.ts'

const separators = [',', ';', '\t'] as const

/** Returns the rows with contents; throws a `BadSheet`, and nothing else, when the file cannot be read. */
export function readCsv(file: Uint8Array, limits: SheetLimits): SheetRow[] {
  const text = decode(file)
  const separator = separatorOf(text)
  const rows: SheetRow[] = []
  let number = 0
  for (const cells of linesOf(text, separator)) {
    number += 1
    const values = cells.map(unmarked)
    if (values.every((value) => value === '')) continue
    if (rows.length >= limits.maxRows) throw new BadSheet('tooLarge', { limit: 'maxRows' })
    if (values.length > limits.maxColumns) throw new BadSheet('tooLarge', { limit: 'maxColumns' })
    if (values.some((value) => value.length > limits.maxCellLength))
      throw new BadSheet('tooLarge', { limit: 'maxCellLength' })
    rows.push({ row: number, cells: values.map((value) => (value === '' ? null : value)) })
  }
  return rows
}

/** Without a mark, text that is no UTF-8 comes from a Chinese Windows. */
function decode(file: Uint8Array): string {
  const [first, second] = file
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (file.includes(0)) throw new BadSheet('notXlsx')
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(file)
    } catch {
      // Tries the next one.
    }
  throw new BadSheet('notXlsx')
}

/** The separator that stands most often in the first line. */
function separatorOf(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const counts = separators.map((one) => header.split(one).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

function* linesOf(text: string, separator: string): Generator<string[]> {
  let cells: string[] = []
  let at = 0
  while (at < text.length) {
    const isQuoted = text[at] === '"'
    const { value, end } = isQuoted ? quoted(text, at) : bare(text, at, separator)
    cells.push(value)
    at = end
    if (isQuoted && at < text.length && ![separator, '\r', '\n'].includes(text[at] ?? ''))
      throw new BadSheet('damaged')
    if (text[at] === separator) {
      at += 1
      // A separator at the very end leaves an empty cell.
      if (at === text.length) cells.push('')
      continue
    }
    yield cells
    cells = []
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
  }
  if (cells.length > 0) yield cells
}

type Piece = { value: string; end: number }

function quoted(text: string, start: number): Piece {
  let value = ''
  let at = start + 1
  for (;;) {
    const close = text.indexOf('"', at)
    if (close < 0) throw new BadSheet('damaged')
    value += text.slice(at, close)
    if (text[close + 1] !== '"') return { value, end: close + 1 }
    value += '"'
    at = close + 2
  }
}

function bare(text: string, start: number, separator: string): Piece {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\r' && text[end] !== '\n') end += 1
  return { value: text.slice(start, end), end }
}

/** Our own files mark texts that a program would take for a formula. */
function unmarked(text: string): string {
  const clean = legalText(text).trim()
  return clean.startsWith("'") && safeText(clean.slice(1)) === clean ? clean.slice(1) : clean
}
