import { Readable } from 'node:stream'
import { checkRowFits, clockText, csvText, isPlain, moneyText, numberText } from './cells.ts'
import type { Cell, Column, Rows, SheetOptions } from './cells.ts'

export const csvMime = 'text/csv; charset=utf-8'

/** With a byte order mark Excel reads the file as UTF-8. */
const byteOrderMark = '\uFEFF'
const chunkLength = 32 * 1024

/** The table as CSV (RFC 4180). Rows are pulled only as fast as the result is read. */
export function writeCsv(options: SheetOptions, rows: Rows): Readable {
  return Readable.from(csvChunks(options, rows), { objectMode: false })
}

async function* csvChunks(options: SheetOptions, rows: Rows): AsyncGenerator<Buffer> {
  const { columns, utcOffsetMinutes } = options
  let text = byteOrderMark + line(columns.map((column) => csvText(column.header)))
  for await (const piece of rows)
    for (const row of piece) {
      checkRowFits(row, columns)
      text += line(columns.map((column, i) => fieldText(row[i] ?? null, column, utcOffsetMinutes)))
      if (text.length >= chunkLength) {
        yield Buffer.from(text)
        text = ''
      }
    }
  if (text !== '') yield Buffer.from(text)
}

function fieldText(cell: Cell, column: Column, utcOffsetMinutes: number): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return csvText(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell === 'number') return Number.isFinite(cell) ? numberText(cell, column.kind) : ''
  if (cell instanceof Date) {
    return clockText(cell, utcOffsetMinutes, column.kind === 'date' ? 'date' : 'datetime') ?? ''
  }
  return moneyText(cell.cents) ?? ''
}

function line(fields: string[]): string {
  return `${fields.map(quoted).join(',')}\r\n`
}

/** Leading and trailing blanks are quoted too, because some readers trim unquoted fields. */
function quoted(field: string): string {
  return !isPlain(field) && /[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
