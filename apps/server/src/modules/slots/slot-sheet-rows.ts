/**
 * What the lines of a sheet would do to slots. Columns are found by their headers, in any of the three languages and in
 * any order. A line names a machine and a slot; a cell that is empty leaves its field as it is. Goods are named by their
 * number or by their code.
 */
import {
  capabilities,
  check,
  type Currency,
  deviceFieldWords,
  formatAmount,
  goodsFieldWords,
  type Locale,
  locales,
  type RuleName,
  ruleText,
  slotFieldWords,
  SlotImportLine,
} from '@slotwise/contract'
import type { SheetRow } from '@slotwise/sheets'

import type { DeviceRow } from '../devices/index.ts'
import {
  amountNames,
  cellOf,
  centsOf,
  findColumns,
  type GoodsRow,
  isSheetError,
  otherCodeHeaders,
  otherPriceHeaders,
  textOf,
} from '../goods/index.ts'
import type { JudgedSlotRow } from './slot-import-queries.ts'
import type { GoodsSlotRow } from './goods-slot-queries.ts'

const columnNames = ['sn', 'channel_sn', 'goods_id', 'code', 'price', 'max'] as const
type Column = (typeof columnNames)[number]
type Columns = ReadonlyMap<Column, number>

/** The first is shown; a sheet may have any of them. */
const namesOf = (column: Column, locale: Locale): [string, ...string[]] => {
  if (column === 'sn') return [deviceFieldWords[locale].sn]
  if (column === 'goods_id') return [goodsFieldWords[locale].goods_id]
  if (column === 'code') return [slotFieldWords[locale].goods_code, goodsFieldWords[locale].code]
  return [slotFieldWords[locale][column]]
}

const named = (column: Column, currency: Currency): string[] => {
  const names = locales.flatMap((one) => namesOf(column, one))
  return column === 'price' ? amountNames(names, currency) : names
}

const otherNamesOf = (column: Column, currency: Currency): readonly string[] => {
  if (column === 'code') return otherCodeHeaders
  return column === 'price' ? amountNames(otherPriceHeaders, currency) : otherHeaders[column]
}

/** Headers in sheets that merchants bring from elsewhere. */
const otherHeaders = {
  sn: ['设备号', '机器编号', '設備號', '機器編號', 'Device no.', 'Machine no.'],
  channel_sn: ['货道', '货道编号', '貨道', '貨道編號', 'Slot no.', 'Slot number'],
  goods_id: [],
  max: ['容量', '最大容量', 'Max. stock'],
} as const satisfies Partial<Record<Column, readonly string[]>>

export const slotColumnsOf = (
  header: SheetRow | undefined,
  { locale, currency }: { locale: Locale; currency: Currency },
): Columns =>
  findColumns(
    header,
    columnNames.map((column) => ({
      column,
      name: namesOf(column, locale)[0],
      names: named(column, currency),
      otherNames: otherNamesOf(column, currency),
      isRequired: column === 'sn' || column === 'channel_sn',
    })),
  )

const textIn = (row: SheetRow, columns: Columns, column: Column): string =>
  textOf(cellOf(row, columns, column))
/** Spreadsheets show "#" before numbers of machines that have no name. */
export const snIn = (row: SheetRow, columns: Columns): string => textIn(row, columns, 'sn').replace(/^#/, '')
export const slotIn = (row: SheetRow, columns: Columns): string => textIn(row, columns, 'channel_sn')
export const goodsIdIn = (row: SheetRow, columns: Columns): string => textIn(row, columns, 'goods_id')
export const goodsCodeIn = (row: SheetRow, columns: Columns): string => textIn(row, columns, 'code')

/** Text that is no number is returned as it is, for the rule to refuse. */
const countOf = (text: string): unknown => (/^\d{1,6}(\.0+)?$/.test(text) ? Number(text) : text)

export type Known = {
  devices: ReadonlyMap<string, DeviceRow>
  slots: ReadonlyMap<string, GoodsSlotRow>
  goodsById: ReadonlyMap<string, GoodsRow>
  goodsByCode: ReadonlyMap<string, readonly GoodsRow[]>
  /** The titles of goods in slots, also of those that the caller does not see. */
  titles: ReadonlyMap<string, string>
}
type Question = { row: SheetRow; columns: Columns; known: Known; seen: Set<string>; locale: Locale }
type Wrong = { column: Column; rule: RuleName; args?: Record<string, string | number> }

export function judgeSlotRow({ row, columns, known, seen, locale }: Question): JudgedSlotRow {
  const sn = snIn(row, columns)
  const device = known.devices.get(sn)
  const base = {
    row: row.row,
    sn: sn.slice(0, 40).toWellFormed(),
    title: device?.title ?? '',
    slot: slotIn(row, columns).slice(0, 20).toWellFormed(),
  }
  const refused = (errors: JudgedSlotRow['errors']): JudgedSlotRow => ({
    ...base,
    ...nothing,
    kind: 'error',
    errors,
  })
  const wrong = (...these: Wrong[]): JudgedSlotRow =>
    refused(
      these.map(({ column, rule, args }) => ({
        field: namesOf(column, locale)[0],
        message: ruleText(locale, rule, args),
      })),
    )
  const broken = columnNames.filter((column) => isSheetError(cellOf(row, columns, column)))
  if (broken.length > 0) return wrong(...broken.map((column): Wrong => ({ column, rule: 'cellError' })))
  if (!device) return wrong({ column: 'sn', rule: sn === '' ? 'required' : 'unknownDevice' })
  const maxText = textIn(row, columns, 'max')
  const typed = {
    channel_sn: countOf(slotIn(row, columns)),
    price: centsOf(cellOf(row, columns, 'price')),
    max: maxText === '' ? null : countOf(maxText),
  }
  const checked = check(SlotImportLine, typed, locale)
  if (!checked.ok)
    return refused(
      checked.errors.map(({ path, message }) => ({ field: namesOf(path as Column, locale)[0], message })),
    )
  const { channel_sn: number, price, max } = checked.value
  const key = `${device.device_id} ${number}`
  const slot = known.slots.get(key)
  if (!slot) return wrong({ column: 'channel_sn', rule: 'unknownSlot', args: { number } })
  if (seen.has(key)) return wrong({ column: 'channel_sn', rule: 'slotTwice' })
  seen.add(key)
  const named = goodsIn(row, columns, known)
  if (named && 'rule' in named) return wrong(named)
  const isOther = named !== undefined && named.goods_id !== slot.goods_id
  const after = {
    goods_id: named?.goods_id ?? slot.goods_id,
    price: price ?? (isOther ? named.price : slot.price),
    max: max ?? slot.max,
  }
  if (after.goods_id !== null && after.price === null) return wrong({ column: 'price', rule: 'priceNeeded' })
  if (max !== null && max !== slot.max && capabilities[device.type].moves === 'pulses')
    return wrong({ column: 'max', rule: 'notForType' })
  const pieces = isOther ? 0 : slot.quantity
  if (pieces > after.max) return wrong({ column: 'max', rule: 'maxBelowQuantity' })
  const changes = changesIn(slot, after, known, named, locale)
  return {
    ...base,
    kind: changes.length > 0 ? 'change' : 'same',
    changes,
    errors: [],
    device_id: device.device_id,
    channel_sn: number,
    rev: slot.rev,
    ...after,
    other_goods: isOther,
    pieces: isOther ? slot.quantity : 0,
  }
}

const nothing = {
  changes: [],
  device_id: null,
  channel_sn: null,
  rev: null,
  goods_id: null,
  price: null,
  max: null,
  other_goods: false,
  pieces: 0,
}

/** The goods that the line names: undefined for none, and what is wrong where they cannot be told. */
function goodsIn(row: SheetRow, columns: Columns, known: Known): GoodsRow | Wrong | undefined {
  const [id, code] = [goodsIdIn(row, columns), goodsCodeIn(row, columns)]
  if (id !== '') {
    const goods = known.goodsById.get(id)
    if (!goods) return { column: 'goods_id', rule: 'unknownGoods' }
    const isSame = code === '' || goods.code.toLowerCase() === code.toLowerCase()
    return isSame ? goods : { column: 'code', rule: 'codeOfOthers' }
  }
  if (code === '') return undefined
  const [one, ...others] = known.goodsByCode.get(code.toLowerCase()) ?? []
  if (!one) return { column: 'code', rule: 'unknownGoods' }
  const count = others.length + 1
  return count === 1 ? one : { column: 'code', rule: 'codeOfSeveral', args: { count } }
}

type After = { goods_id: string | null; price: number | null; max: number }

function changesIn(
  slot: GoodsSlotRow,
  after: After,
  { titles }: Known,
  named: GoodsRow | undefined,
  locale: Locale,
): JudgedSlotRow['changes'] {
  const label = slotFieldWords[locale]
  const amount = (cents: number | null): string => (cents === null ? '' : formatAmount(cents))
  const before = titles.get(slot.goods_id ?? '') ?? ''
  return [
    ...(after.goods_id === slot.goods_id ? [] : [{ field: label.goods, before, after: named?.title ?? '' }]),
    ...(after.price === slot.price
      ? []
      : [{ field: label.price, before: amount(slot.price), after: amount(after.price) }]),
    ...(after.max === slot.max
      ? []
      : [{ field: label.max, before: String(slot.max), after: String(after.max) }]),
  ]
}
