/**
 * Writes a table as an Excel workbook while its rows arrive: only the current piece of rows and the texts that repeat are
 * held in memory. The number of sheets is known only at the end, so the parts that list them come last.
 */

import type { Readable } from 'node:stream'
import { ByteWriter } from './byte-writer.ts'
import { legalText } from './cells.ts'
import type { Cell, Column, Rows, SheetOptions } from './cells.ts'
import {
  contentTypeList,
  packageRelations,
  properties,
  sheetEnd,
  sheetStart,
  styles,
  workbook,
  workbookRelations,
} from './xlsx-parts.ts'
import { columnLetters, rowWriter } from './xlsx-rows.ts'
import { cutTo, SharedTexts } from './xlsx-texts.ts'
import { writeZip } from './zip.ts'
import type { ZipPart } from './zip.ts'

export const xlsxMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Excel's own limits; Excel calls a larger file damaged. */
const excelRows = 1_048_576
const excelColumns = 16_384
const excelNameLength = 31

/** Rows that do not fit on one sheet (`rowsPerSheet`, header included) continue on the next one. */
export function writeXlsx(options: SheetOptions, rows: Rows, rowsPerSheet: number = excelRows): Readable {
  if (options.columns.length > excelColumns) {
    throw new RangeError(`a sheet holds at most ${excelColumns} columns`)
  }
  return writeZip(parts(options, rows, rowsPerSheet))
}

async function* parts(options: SheetOptions, rows: Rows, rowsPerSheet: number): AsyncGenerator<ZipPart> {
  // Programs that detect the file type by its first bytes expect these names in this order.
  yield { name: '_rels/.rels', body: packageRelations }
  yield { name: 'docProps/app.xml', body: properties }
  yield { name: 'xl/styles.xml', body: styles }

  const source = rows[Symbol.asyncIterator]()
  const names: string[] = []
  const texts = new SharedTexts(options.columns.length)
  const out = new ByteWriter()
  try {
    let pending = await source.next()
    do {
      names.push(sheetName(options.sheetName, names.length + 1))
      yield {
        name: `xl/worksheets/sheet${names.length}.xml`,
        body: sheetPart(options, { first: names.length === 1, rows: takeRows(), texts, out }),
      }
    } while (pending.done !== true)

    // The rows of one sheet; those that do not fit stay in `pending` for the next sheet.
    async function* takeRows(): AsyncGenerator<Cell[][]> {
      for (let room = rowsPerSheet - 1; room > 0 && pending.done !== true;) {
        const fitting = pending.value.slice(0, room)
        const more = pending.value.slice(room)
        yield fitting
        room -= fitting.length
        if (more.length > 0) pending = { value: more }
        else
          do pending = await source.next()
          while (pending.done !== true && pending.value.length === 0)
      }
    }
  } finally {
    // Also when the reader gave up, so that the source of the rows can close its cursor.
    await source.return?.()
  }

  yield { name: 'xl/sharedStrings.xml', body: texts.part(out) }
  yield { name: 'xl/workbook.xml', body: workbook(names) }
  yield { name: 'xl/_rels/workbook.xml.rels', body: workbookRelations(names.length) }
  yield { name: '[Content_Types].xml', body: contentTypeList(names.length) }
}

type Sheet = { first: boolean; rows: Rows; texts: SharedTexts; out: ByteWriter }

async function* sheetPart(
  { columns, utcOffsetMinutes, sumRows = 0 }: SheetOptions,
  { first, rows, texts, out }: Sheet,
): AsyncGenerator<Buffer> {
  const write = rowWriter({ out, texts, columns, utcOffsetMinutes })
  out.text(sheetStart(first, columns.map(columnWidth)))
  write.header()
  let rowNumber = 1
  for await (const piece of rows)
    for (const row of piece) {
      rowNumber += 1
      write.row(rowNumber, row)
      if (out.isFull) yield out.take()
    }
  const lastFiltered = Math.max(1, rowNumber - sumRows)
  out.text(
    sheetEnd(columns.length === 0 ? undefined : `A1:${columnLetters(columns.length - 1)}${lastFiltered}`),
  )
  yield out.take()
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
