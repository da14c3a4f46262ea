/**
 * Writes a table as an Excel workbook while its rows arrive: one row at a time becomes XML, and only the current chunk
 * is held in memory. The number of sheets is known only at the end, so the parts that list them come last.
 */

import type { Readable } from 'node:stream'
import { checkRowFits, clockText, isPlain, legalText, moneyText, numberText, safeText } from './cells.ts'
import type { Cell, Column, SheetOptions } from './cells.ts'
import {
  contentTypeList,
  packageRelations,
  properties,
  sheetEnd,
  sheetStart,
  style,
  styles,
  workbook,
  workbookRelations,
  xmlText,
} from './xlsx-parts.ts'
import { writeZip } from './zip.ts'
import type { ZipPart } from './zip.ts'

export const xlsxMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Excel's own limits; Excel calls a larger file damaged. */
const excelRows = 1_048_576
const excelColumns = 16_384
const excelTextLength = 32_767
const excelNameLength = 31

const chunkLength = 128 * 1024
const dayMs = 86_400_000
/** Serial day 61 is 1900-03-01. Before it Excel counts a day that did not exist; after 9999 it has no dates. */
const unixEpochMs = 25_569 * dayMs
const firstSerial = 61
const endSerial = 2_958_466

/** Rows that do not fit on one sheet (`rowsPerSheet`, header included) continue on the next one. */
export function writeXlsx(
  options: SheetOptions,
  rows: AsyncIterable<Cell[]>,
  rowsPerSheet: number = excelRows,
): Readable {
  if (options.columns.length > excelColumns) {
    throw new RangeError(`a sheet holds at most ${excelColumns} columns`)
  }
  return writeZip(parts(options, rows, rowsPerSheet))
}

async function* parts(
  options: SheetOptions,
  rows: AsyncIterable<Cell[]>,
  rowsPerSheet: number,
): AsyncGenerator<ZipPart> {
  // Programs that detect the file type by its first bytes expect these names in this order.
  yield { name: '_rels/.rels', body: packageRelations }
  yield { name: 'docProps/app.xml', body: properties }
  yield { name: 'xl/styles.xml', body: styles }

  const source = rows[Symbol.asyncIterator]()
  const names: string[] = []
  try {
    let pending = await source.next()
    do {
      names.push(sheetName(options.sheetName, names.length + 1))
      yield {
        name: `xl/worksheets/sheet${names.length}.xml`,
        body: sheetChunks(options, names.length === 1, takeRows()),
      }
    } while (pending.done !== true)

    // The rows of one sheet; the first row that does not fit stays in `pending` for the next sheet.
    async function* takeRows(): AsyncGenerator<Cell[]> {
      for (let taken = 1; taken < rowsPerSheet && pending.done !== true; taken += 1) {
        yield pending.value
        pending = await source.next()
      }
    }
  } finally {
    // Also when the reader gave up, so that the source of the rows can close its cursor.
    await source.return?.()
  }

  yield { name: 'xl/workbook.xml', body: workbook(names) }
  yield { name: 'xl/_rels/workbook.xml.rels', body: workbookRelations(names.length) }
  yield { name: '[Content_Types].xml', body: contentTypeList(names.length) }
}

async function* sheetChunks(
  { columns, utcOffsetMinutes, sumRows = 0 }: SheetOptions,
  first: boolean,
  rows: AsyncIterable<Cell[]>,
): AsyncGenerator<Buffer> {
  const letters = columns.map((_, i) => columnLetters(i))
  const headers = columns.map((column, i) => textCell(`${letters[i]}1`, column.header, style.header))
  let xml = `${sheetStart(first, columns.map(columnWidth))}<row r="1">${headers.join('')}</row>`
  let rowNumber = 1
  for await (const row of rows) {
    checkRowFits(row, columns)
    rowNumber += 1
    xml += `<row r="${rowNumber}">`
    for (const [i, column] of columns.entries()) {
      xml += cellXml(`${letters[i]}${rowNumber}`, row[i] ?? null, column, utcOffsetMinutes)
    }
    xml += '</row>'
    if (xml.length >= chunkLength) {
      yield Buffer.from(xml)
      xml = ''
    }
  }
  const lastFiltered = `${letters.at(-1)}${Math.max(1, rowNumber - sumRows)}`
  yield Buffer.from(xml + sheetEnd(columns.length === 0 ? undefined : `A1:${lastFiltered}`))
}

function cellXml(ref: string, cell: Cell, column: Column, utcOffsetMinutes: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return textCell(ref, cell, style.text)
  if (typeof cell === 'boolean') return `<c r="${ref}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'number') {
    return Number.isFinite(cell) ? numberCell(ref, numberText(cell, column), numberStyle(column)) : ''
  }
  if (cell instanceof Date) return dateCell(ref, cell, column, utcOffsetMinutes)
  const money = moneyText(cell.cents)
  return money === undefined ? '' : numberCell(ref, money, style.money)
}

/** An inline string is never evaluated; the text is made safe all the same, because users save sheets as CSV. */
function textCell(ref: string, text: string, styleIndex: number): string {
  if (isPlain(text)) return `<c r="${ref}" s="${styleIndex}" t="inlineStr"><is><t>${text}</t></is></c>`
  const shown = cutTo(safeText(text), excelTextLength)
  return `<c r="${ref}" s="${styleIndex}" t="inlineStr"><is><t xml:space="preserve">${xmlText(shown)}</t></is></c>`
}

function numberCell(ref: string, digits: string, styleIndex: number): string {
  return `<c r="${ref}"${styleIndex === 0 ? '' : ` s="${styleIndex}"`}><v>${digits}</v></c>`
}

function numberStyle(column: Column): number {
  return column.kind === 'money' || column.kind === 'rate' ? style.money : 0
}

function dateCell(ref: string, at: Date, column: Column, utcOffsetMinutes: number): string {
  const kind = column.kind === 'date' ? 'date' : 'datetime'
  const exact = (unixEpochMs + at.getTime() + utcOffsetMinutes * 60_000) / dayMs
  const serial = kind === 'date' ? Math.floor(exact) : exact
  if (serial >= firstSerial && serial < endSerial) return numberCell(ref, String(serial), style[kind])
  const text = clockText(at, utcOffsetMinutes, kind)
  return text === undefined ? '' : textCell(ref, text, style.text)
}

/** 0 is A, 25 is Z, 26 is AA. */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

function columnWidth({ header, width, kind }: Column): number {
  if (width !== undefined) return width
  // Chinese characters are two columns wide.
  const headerPlaces = Array.from(header).reduce((sum, character) => sum + (character > '\u2E7F' ? 2 : 1), 0)
  const usual = { text: 18, number: 10, rate: 10, money: 12, datetime: 20, date: 12 }[kind ?? 'text']
  return Math.min(60, Math.max(usual, headerPlaces + 2))
}

/** A name that Excel accepts: at most 31 characters, none of []:*?/\, no apostrophe at either end. */
function sheetName(wanted: string, number: number): string {
  const suffix = number === 1 ? '' : ` (${number})`
  const clean = trimName(legalText(wanted).replace(/[[\]:*?/\\\s]+/g, ' '))
  const named = clean === '' || clean.toLowerCase() === 'history' ? 'Sheet' : clean
  return trimName(cutTo(named, excelNameLength - suffix.length)) + suffix
}

function trimName(name: string): string {
  return name.replace(/^['\s]+|['\s]+$/g, '')
}

/** Cuts the text without splitting a surrogate pair. */
function cutTo(text: string, length: number): string {
  if (text.length <= length) return text
  const lastCode = text.charCodeAt(length - 1)
  return text.slice(0, lastCode >= 0xd800 && lastCode < 0xdc00 ? length - 1 : length)
}
