/** Spreadsheets: written as .xlsx and .csv streams, read from untrusted .xlsx files. */
export type { Cell, Column, Rows, SheetOptions } from './cells.ts'
export { csvMime, writeCsv } from './csv.ts'
export { type Field, sheetOf } from './fields.ts'
export { readSheetInWorker } from './read-in-worker.ts'
export {
  BadSheet,
  defaultSheetLimits,
  readSheet,
  type SheetError,
  type SheetLimits,
  type SheetRow,
} from './read-xlsx.ts'
export { writeXlsx, xlsxMime } from './xlsx.ts'
