/**
 * What the lines of a sheet would do to the catalogue. Columns are found by their headers, in any of our languages
 * and any order. A line with a number changes those goods, and leaves alone what the sheet has no column for; a line
 * without one adds new goods.
 */
import {
  check,
  formatAmount,
  goodsFieldWords,
  GoodsInput,
  type Locale,
  locales,
  parseTypedMoney,
  ruleText,
} from '@slotwise/contract'

import { AppError } from '../../kernel/errors.ts'
import type { SheetError, SheetRow } from '../../kernel/sheets/read-xlsx.ts'
import type { GoodsRow } from './goods-store.ts'
import type { JudgedRow } from './import-store.ts'

const editable = ['title', 'price', 'min_price', 'max_price', 'tags', 'code', 'description'] as const
type Editable = (typeof editable)[number]
type Column = Editable | 'goods_id'
type Columns = ReadonlyMap<Column, number>
type CellValue = SheetRow['cells'][number]

const wordOf = (column: Column): keyof (typeof goodsFieldWords)['en-US'] =>
  column === 'title' ? 'goods_title' : column

/** Where the columns stand, by the first line; it must name goods, and nothing twice. */
export function columnsOf(header: SheetRow | undefined, locale: Locale): Columns {
  const columns = new Map<Column, number>()
  for (const column of [...editable, 'goods_id' as const]) {
    const names = new Set(locales.map((one) => goodsFieldWords[one][wordOf(column)].toLowerCase()))
    const places = (header?.cells ?? []).flatMap((cell, place) =>
      typeof cell === 'string' && names.has(cell.trim().toLowerCase()) ? [place] : [],
    )
    const name = goodsFieldWords[locale][wordOf(column)]
    if (places.length > 1) throw new AppError('sheetColumnTwice', { name })
    if (places[0] !== undefined) columns.set(column, places[0])
    else if (column === 'title') throw new AppError('sheetNoColumn', { name })
  }
  return columns
}

const isError = (cell: CellValue | undefined): cell is SheetError => typeof cell === 'object' && cell !== null

/** What is an error, or no text, is shown as it is; the rules refuse it. */
const textOf = (cell: CellValue): string =>
  isError(cell) ? cell.error : cell === null ? '' : String(cell).trim()

/** The number of the goods that a line speaks of; empty for new ones. */
export const numberIn = (row: SheetRow, columns: Columns): string => textOf(cellOf(row, columns, 'goods_id'))

function cellOf(row: SheetRow, columns: Columns, column: Column): CellValue {
  const place = columns.get(column)
  return place === undefined ? null : (row.cells[place] ?? null)
}

/** Programs keep 12.3 as 12.300000000000001. What is no amount stays what it is, for the rule to refuse. */
function centsOf(cell: CellValue): unknown {
  if (cell === null || cell === '') return null
  const text = typeof cell === 'number' ? String(Math.round(cell * 1e8) / 1e8) : textOf(cell)
  return parseTypedMoney(text.replace(/^([¥￥]|RM)\s*/i, '')) ?? text
}

function valueOf(column: Editable, cell: CellValue): unknown {
  if (column === 'price' || column === 'min_price' || column === 'max_price') return centsOf(cell)
  if (column === 'tags')
    return textOf(cell)
      .split(/[\s,，、]+/u)
      .filter((tag) => tag !== '')
      .join(',')
  return textOf(cell)
}

type Question = { row: SheetRow; columns: Columns; present: GoodsRow | undefined; locale: Locale }

export function judgeRow({ row, columns, present, locale }: Question): JudgedRow {
  const label = goodsFieldWords[locale]
  const sent = editable.filter((column) => columns.has(column))
  const given = Object.fromEntries(
    sent.map((column) => [column, valueOf(column, cellOf(row, columns, column))]),
  )
  const kept = present ? Object.fromEntries(editable.map((column) => [column, present[column]])) : {}
  const broken = sent.filter((column) => isError(cellOf(row, columns, column)))
  const judged = check(GoodsInput, { ...kept, ...given }, locale)
  const told = {
    row: row.row,
    title: textOf(cellOf(row, columns, 'title')).slice(0, 200),
    goods_id: present?.goods_id ?? null,
    rev: present?.rev ?? null,
  }
  if (broken.length > 0) {
    const message = ruleText(locale, 'cellError')
    const errors = broken.map((column) => ({ field: label[wordOf(column)], message }))
    return { ...told, kind: 'error', changes: [], errors, draft: null }
  }
  if (!judged.ok) {
    const errors = judged.errors.map(({ path, message }) => ({
      field: label[wordOf(path as Column)] ?? path,
      message,
    }))
    return { ...told, kind: 'error', changes: [], errors, draft: null }
  }
  const { images: _none, ...draft } = judged.value
  const changes = sent
    .map((column) => ({
      field: label[wordOf(column)],
      before: present ? shown(column, present[column]) : '',
      after: shown(column, draft[column]),
    }))
    .filter(({ before, after }) => before !== after)
  const kind = !present ? 'add' : changes.length > 0 ? 'change' : 'same'
  return { ...told, kind, title: draft.title, changes, errors: [], draft }
}

const shown = (column: Editable, value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return formatAmount(value)
  return column === 'tags' ? value.replaceAll(',', ' ') : value
}

/** A line whose number leads nowhere, or stands there twice. */
export const refusedRow = (
  row: SheetRow,
  columns: Columns,
  rule: 'unknownGoods' | 'repeatedGoods',
  locale: Locale,
): JudgedRow => ({
  row: row.row,
  kind: 'error',
  title: textOf(cellOf(row, columns, 'title')).slice(0, 200),
  changes: [],
  errors: [{ field: goodsFieldWords[locale].goods_id, message: ruleText(locale, rule) }],
  goods_id: null,
  rev: null,
  draft: null,
})
