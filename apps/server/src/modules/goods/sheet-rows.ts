/**
 * What the lines of a sheet would do to the catalogue. Columns are found by their headers, in any of the three
 * languages and in any order. A line with a number changes those goods and keeps fields without a column; a line
 * without a number adds goods, unless it resembles goods by its code or name (import-likeness.ts).
 */
import {
  check,
  type Currency,
  formatAmount,
  goodsFieldWords,
  GoodsInput,
  type Locale,
  locales,
  ruleText,
} from '@slotwise/contract'
import type { SheetRow } from '@slotwise/sheets'

import type { GoodsRow } from './goods-queries.ts'
import type { PlainRow } from './import-queries.ts'
import {
  amountNames,
  cellOf,
  type CellValue,
  centsOf,
  findColumns,
  isSheetError,
  otherCodeHeaders,
  otherPriceHeaders,
  otherTitleHeaders,
  textOf,
} from './sheet-cells.ts'

const editable = ['title', 'price', 'min_price', 'max_price', 'tags', 'code', 'description'] as const
type Editable = (typeof editable)[number]
type Column = Editable | 'goods_id'
export type Columns = ReadonlyMap<Column, number>

const wordOf = (column: Column): keyof (typeof goodsFieldWords)['en-US'] =>
  column === 'title' ? 'goods_title' : column

const prices: ReadonlySet<Column> = new Set(['price', 'min_price', 'max_price'])

const namesOf = (column: Column, currency: Currency): string[] => {
  const names = locales.map((one) => goodsFieldWords[one][wordOf(column)])
  if (prices.has(column)) return amountNames(names, currency)
  return names
}

const otherNamesOf = (column: Column, currency: Currency): readonly string[] => {
  if (column === 'code') return otherCodeHeaders
  if (column === 'title') return otherTitleHeaders
  return column === 'price' ? amountNames(otherPriceHeaders, currency) : []
}

/** Finds the columns by the first line. Refuses a sheet without a column of names, or with a column twice. */
export const columnsOf = (
  header: SheetRow | undefined,
  { locale, currency }: { locale: Locale; currency: Currency },
): Columns =>
  findColumns(
    header,
    [...editable, 'goods_id' as const].map((column) => ({
      column,
      name: goodsFieldWords[locale][wordOf(column)],
      names: namesOf(column, currency),
      otherNames: otherNamesOf(column, currency),
      isRequired: column === 'title',
    })),
  )

/** The number of the goods that a line changes; empty for new goods. */
export const numberIn = (row: SheetRow, columns: Columns): string => textOf(cellOf(row, columns, 'goods_id'))

/** The article code and the name as written. */
export const codeIn = (row: SheetRow, columns: Columns): string => textOf(cellOf(row, columns, 'code'))
export const nameIn = (row: SheetRow, columns: Columns): string => textOf(cellOf(row, columns, 'title'))

function valueOf(column: Editable, cell: CellValue): unknown {
  if (column === 'price' || column === 'min_price' || column === 'max_price') return centsOf(cell)
  if (column === 'tags')
    return textOf(cell)
      .split(/[\s,，、]+/u)
      .filter((tag) => tag !== '')
      .join(',')
  return textOf(cell)
}

const span: readonly Editable[] = ['min_price', 'max_price']

/** The stored fields that a line empties: a price replaces a range, and a range replaces a price. */
function replacedBy(given: Partial<Record<Editable, unknown>>): readonly Editable[] {
  if (span.some((column) => given[column] != null)) return ['price']
  return given.price == null ? [] : span
}

type Question = { row: SheetRow; columns: Columns; present: GoodsRow | undefined; locale: Locale }

export function judgeRow({ row, columns, present, locale }: Question): PlainRow {
  const label = goodsFieldWords[locale]
  const sent = editable.filter((column) => columns.has(column))
  const given = Object.fromEntries(
    sent.map((column) => [column, valueOf(column, cellOf(row, columns, column))]),
  )
  const replaced = replacedBy(given)
  const left = editable.filter((column) => !replaced.includes(column))
  const stored = present ? Object.fromEntries(left.map((column) => [column, present[column]])) : {}
  const broken = sent.filter((column) => isSheetError(cellOf(row, columns, column)))
  const judged = check(GoodsInput, { ...stored, ...given }, locale)
  const rowFacts = {
    row: row.row,
    title: textOf(cellOf(row, columns, 'title'))
      .slice(0, 200)
      .toWellFormed(),
    goods_id: present?.goods_id ?? null,
    rev: present?.rev ?? null,
  }
  if (broken.length > 0) {
    const message = ruleText(locale, 'cellError')
    const errors = broken.map((column) => ({ field: label[wordOf(column)], message }))
    return { ...rowFacts, kind: 'error', changes: [], errors, draft: null }
  }
  if (!judged.ok) {
    const errors = judged.errors.map(({ path, message }) => ({
      field: label[wordOf(path as Column)] ?? path,
      message,
    }))
    return { ...rowFacts, kind: 'error', changes: [], errors, draft: null }
  }
  const { images: _none, ...draft } = judged.value
  const changes = editable
    .filter((column) => columns.has(column) || replaced.includes(column))
    .map((column) => ({
      field: label[wordOf(column)],
      before: present ? shown(column, present[column]) : '',
      after: shown(column, draft[column]),
    }))
    .filter(({ before, after }) => before !== after)
  const kind = !present ? 'add' : changes.length > 0 ? 'change' : 'same'
  return { ...rowFacts, kind, title: draft.title, changes, errors: [], draft }
}

const shown = (column: Editable, value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return formatAmount(value)
  return column === 'tags' ? value.replaceAll(',', ' ') : value
}

/** A line whose number is unknown or occurs twice. */
export const refusedRow = (
  row: SheetRow,
  columns: Columns,
  rule: 'unknownGoods' | 'repeatedGoods',
  locale: Locale,
): PlainRow => ({
  row: row.row,
  kind: 'error',
  title: textOf(cellOf(row, columns, 'title'))
    .slice(0, 200)
    .toWellFormed(),
  changes: [],
  errors: [{ field: goodsFieldWords[locale].goods_id, message: ruleText(locale, rule) }],
  goods_id: null,
  rev: null,
  draft: null,
})
