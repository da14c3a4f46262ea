/** The columns and cells of uploaded sheets, whatever they are about. */
import { type Currency, parseTypedMoney } from '@slotwise/contract'
import type { SheetError, SheetRow } from '@slotwise/sheets'

import { AppError } from '../../kernel/errors.ts'

export type CellValue = SheetRow['cells'][number]

/**
 * Headers of codes in sheets that merchants bring from elsewhere, or that earlier releases exported. An article number
 * comes before a barcode, because merchants see it as the code of their goods.
 */
export const otherCodeHeaders: readonly string[] = [
  '货号',
  '商品货号',
  '编码',
  '貨號',
  '商品貨號',
  '編碼',
  'Article no.',
  'Article number',
  'Item code',
  'Item no.',
  'Product code',
  'SKU',
  '条码',
  '条形码',
  '商品条码',
  '條碼',
  '商品條碼',
  'Barcode',
]

/** Headers of prices, and of names, in such sheets. */
export const otherPriceHeaders: readonly string[] = [
  '售价',
  '销售价',
  '零售价',
  '单价',
  '售價',
  '銷售價',
  '零售價',
  '單價',
  'Selling price',
  'Retail price',
  'Unit price',
]
export const otherTitleHeaders: readonly string[] = [
  '名称',
  '品名',
  '名稱',
  'Goods name',
  'Product name',
  'Item name',
]

/** The header of a column of amounts, also with the currency behind it, as exports have it. */
export const amountNames = (names: readonly string[], currency: Currency): string[] =>
  names.flatMap((name) => [name, `${name} (${currency})`])

type Wanted<Column> = {
  column: Column
  /** In the language of the reader. */
  name: string
  /** The headers under which it is found, in all languages. */
  names: readonly string[]
  /** Headers that count where none of `names` is there, the first before the others. */
  otherNames?: readonly string[]
  isRequired: boolean
}

/** Finds the columns by their headers, in any order. Refuses a sheet that lacks a required one, or has one twice. */
export function findColumns<Column>(
  header: SheetRow | undefined,
  wanted: readonly Wanted<Column>[],
): Map<Column, number> {
  const columns = new Map<Column, number>()
  const headers = (header?.cells ?? []).map((cell) =>
    typeof cell === 'string' ? cell.trim().toLowerCase() : null,
  )
  const indexesOf = (names: readonly string[]): number[] => {
    const known = new Set(names.map((one) => one.toLowerCase()))
    return headers.flatMap((one, index) => (one !== null && known.has(one) ? [index] : []))
  }
  for (const { column, name, names, otherNames = [], isRequired } of wanted) {
    const indexes =
      [names, ...otherNames.map((other) => [other])].map(indexesOf).find((found) => found.length > 0) ?? []
    if (indexes.length > 1) throw new AppError('sheetColumnTwice', { name })
    if (indexes[0] !== undefined) columns.set(column, indexes[0])
    else if (isRequired) throw new AppError('sheetNoColumn', { name })
  }
  return columns
}

export function cellOf<Column>(
  row: SheetRow,
  columns: ReadonlyMap<Column, number>,
  column: Column,
): CellValue {
  const index = columns.get(column)
  return index === undefined ? null : (row.cells[index] ?? null)
}

export const isSheetError = (cell: CellValue | undefined): cell is SheetError =>
  typeof cell === 'object' && cell !== null

/**
 * The text of a cell. Errors and values that are no text are kept as they are, so that the rules refuse them
 * visibly.
 */
export const textOf = (cell: CellValue): string =>
  isSheetError(cell) ? cell.error : cell === null ? '' : String(cell).trim()

/** Programs store 12.3 as 12.300000000000001. Text that is no amount is returned as it is, for the rule to refuse. */
export function centsOf(cell: CellValue): unknown {
  if (cell === null || cell === '') return null
  const text = typeof cell === 'number' ? String(Math.round(cell * 1e8) / 1e8) : textOf(cell)
  return parseTypedMoney(text.replace(/^([¥￥]|RM)\s*/i, '')) ?? text
}
