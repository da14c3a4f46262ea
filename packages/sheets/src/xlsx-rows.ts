/** The rows of a sheet as XML. */
import { type ByteWriter, bytesOf } from './byte-writer.ts'
import { type Cell, checkRowFits, clockText, type Column, moneyText, numberText } from './cells.ts'
import { style } from './xlsx-parts.ts'
import { type SharedTexts, textXml } from './xlsx-texts.ts'

const dayMs = 86_400_000
/** Serial day 61 is 1900-03-01. Before it Excel counts a day that did not exist; after 9999 it has no dates. */
const unixEpochMs = 25_569 * dayMs
const firstSerial = 61
const endSerial = 2_958_466

const rowStart = bytesOf('<row r="')
const rowOpen = bytesOf('">')
const rowEnd = bytesOf('</row>')
/** Between the place of a cell and its value. */
const valueOf = {
  sharedText: bytesOf(`" s="${style.text}" t="s"><v>`),
  boolean: bytesOf('" t="b"><v>'),
  number: bytesOf('"><v>'),
  money: bytesOf(`" s="${style.money}"><v>`),
  datetime: bytesOf(`" s="${style.datetime}"><v>`),
  date: bytesOf(`" s="${style.date}"><v>`),
}
const valueEnd = bytesOf('</v></c>')

type Target = { out: ByteWriter; texts: SharedTexts; columns: readonly Column[]; utcOffsetMinutes: number }

/** Writes rows, each with its number. */
export function rowWriter({ out, texts, columns, utcOffsetMinutes }: Target) {
  const starts = columns.map((_, i) => bytesOf(`<c r="${columnLetters(i)}`))
  let row = ''

  function place(column: number): void {
    out.bytes(starts[column] as Uint8Array)
    out.ascii(row)
  }
  function value(column: number, start: Uint8Array, digits: string): void {
    place(column)
    out.bytes(start)
    out.ascii(digits)
    out.bytes(valueEnd)
  }
  function inline(column: number, text: string, styleIndex: number): void {
    place(column)
    out.text(`" s="${styleIndex}" t="inlineStr"><is>${textXml(text)}</is></c>`)
  }
  function date(column: number, at: Date, kind: 'date' | 'datetime'): void {
    const exact = (unixEpochMs + at.getTime() + utcOffsetMinutes * 60_000) / dayMs
    const serial = kind === 'date' ? Math.floor(exact) : exact
    if (serial >= firstSerial && serial < endSerial) return value(column, valueOf[kind], String(serial))
    const text = clockText(at, utcOffsetMinutes, kind)
    if (text !== undefined) inline(column, text, style.text)
  }
  /** Empty cells are left out. */
  function cell(column: number, content: Cell): void {
    const kind = columns[column]?.kind
    if (content === null || content === '') return
    if (typeof content === 'string') {
      const shared = texts.numberOf(content, column)
      if (shared === undefined) inline(column, content, style.text)
      else value(column, valueOf.sharedText, shared)
    } else if (typeof content === 'boolean') value(column, valueOf.boolean, content ? '1' : '0')
    else if (typeof content === 'number') {
      const start = kind === 'money' || kind === 'rate' ? valueOf.money : valueOf.number
      if (Number.isFinite(content)) value(column, start, numberText(content, kind))
    } else if (content instanceof Date) date(column, content, kind === 'date' ? 'date' : 'datetime')
    else {
      const money = moneyText(content.cents)
      if (money !== undefined) value(column, valueOf.money, money)
    }
  }
  function open(number: number): void {
    row = String(number)
    out.bytes(rowStart)
    out.ascii(row)
    out.bytes(rowOpen)
  }
  return {
    header(): void {
      open(1)
      for (const [i, { header }] of columns.entries()) inline(i, header, style.header)
      out.bytes(rowEnd)
    },
    row(number: number, cells: readonly Cell[]): void {
      checkRowFits(cells, columns)
      open(number)
      for (let i = 0; i < cells.length; i += 1) cell(i, cells[i] ?? null)
      out.bytes(rowEnd)
    },
  }
}

/** 0 is A, 25 is Z, 26 is AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}
