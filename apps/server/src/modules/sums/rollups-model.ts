/**
 * The sums that are kept of bills: one row here is one table. A change of a bill moves each sum by the difference, so a
 * sum always equals a recount of the bills. A new sum is a row here, a migration, and `ops recount --repair` for the
 * bills of before.
 */
import {
  amountsOf,
  type BillClass,
  type BillGoods,
  type BillStatus,
  classOf,
  dayOf,
} from '@slotwise/contract'
import type { Cash } from '@slotwise/machine-protocol'

import { daysBefore, hourMs } from '../../kernel/moments.ts'
import { type Figures, figureNames, type GoodsFigures, goodsFigureNames, monthOf } from './figures-model.ts'
import { divide } from './shares-model.ts'

/** What the sums need to know of a bill. */
export type SummedBill = {
  create_at: Date
  device_id: string
  store_id: string | null
  client: string
  status: BillStatus
  total_price: number
  refunded: number
  /** Of coins and paper money, where the machine said what became of them. */
  cash: Cash | null
  goods: readonly BillGoods[]
}

/** When, where, how and what was sold: what sums are added up by. Each with its type in the database. */
export const keyTypes = {
  day: 'date',
  /** Its first day. */
  month: 'date',
  hour: 'timestamptz',
  store_id: 'bigint',
  device_id: 'bigint',
  client: 'text',
  channel_sn: 'int',
  goods_id: 'bigint',
} as const

export type Key = keyof typeof keyTypes
export type Figure = keyof Figures | keyof GoodsFigures
type SumKeys = {
  day: string
  month: string
  hour: Date
  store_id: string
  device_id: string
  client: string
  channel_sn: number
  goods_id: string
}
/** What one bill, or one line of it, adds. */
type Part = Partial<SumKeys> & Partial<Record<Figure, number>>
/** A row of a table of sums. */
export type SumRow = Record<string, string | number | Date>

/** What a sum is made of: each bill, or each line of goods of it. */
type Source = { figures: readonly Figure[]; partsOf(bill: SummedBill): Part[] }

const wholeBills: Source = {
  figures: figureNames,
  partsOf: (bill) => {
    const { income, refund } = amountsOf(bill)
    const figures = { count: 1, normal: 0, abnormal: 0, refund_only: 0, mixed: 0, income, refund }
    return [{ ...figures, [columnOf[classOf(bill.status)]]: 1 }]
  },
}

const columnOf: Record<BillClass, 'normal' | 'abnormal' | 'refund_only' | 'mixed'> = {
  normal: 'normal',
  abnormal: 'abnormal',
  refund: 'refund_only',
  mixed: 'mixed',
}

/** The amounts of a bill are divided over its lines without a rest. */
const linesOfGoods: Source = {
  figures: goodsFigureNames,
  partsOf: (bill) => {
    const { income, refund } = amountsOf(bill)
    const weights = bill.goods.map(({ price, quantity }) => price * quantity)
    const incomes = divide(income, weights)
    const refunds = divide(refund, weights)
    return bill.goods.map((line, index) => ({
      channel_sn: line.channel_sn,
      goods_id: line.goods_id ?? '0',
      count: 1,
      pieces: line.delivered ?? 0,
      income: incomes[index] ?? 0,
      refund: refunds[index] ?? 0,
    }))
  },
}

export type Rollup = {
  table: string
  of: Source
  /** The primary key behind the merchant; the first one is the time. Rows are locked in this order. */
  keys: readonly [time: 'day' | 'month' | 'hour', ...places: Key[]]
  /** Of a sum by months: the table by days that it is compared with in a recount. */
  days?: string
  /** How many days the sum is kept; else for ever. */
  keptDays?: number
}

/** The sums by machine and hour are kept for as long. */
export const deviceHourDays = 3

/** In the order in which transactions lock them. */
export const rollups: readonly Rollup[] = [
  { table: 'sales_device_day', of: wholeBills, keys: ['day', 'store_id', 'device_id', 'client'] },
  {
    table: 'sales_device_month',
    of: wholeBills,
    keys: ['month', 'store_id', 'device_id', 'client'],
    days: 'sales_device_day',
  },
  { table: 'sales_store_day', of: wholeBills, keys: ['day', 'store_id', 'client'] },
  {
    table: 'sales_store_month',
    of: wholeBills,
    keys: ['month', 'store_id', 'client'],
    days: 'sales_store_day',
  },
  { table: 'sales_store_hour', of: wholeBills, keys: ['hour', 'store_id', 'client'] },
  {
    table: 'sales_device_hour',
    of: wholeBills,
    keys: ['hour', 'store_id', 'device_id', 'client'],
    keptDays: deviceHourDays,
  },
  {
    table: 'sales_goods_day',
    of: linesOfGoods,
    keys: ['day', 'store_id', 'device_id', 'channel_sn', 'goods_id'],
  },
  {
    table: 'sales_goods_month',
    of: linesOfGoods,
    keys: ['month', 'store_id', 'device_id', 'goods_id'],
    days: 'sales_goods_day',
  },
  // How goods were paid.
  {
    table: 'sales_goods_client_day',
    of: linesOfGoods,
    keys: ['day', 'goods_id', 'store_id', 'device_id', 'client'],
  },
  {
    table: 'sales_goods_client_month',
    of: linesOfGoods,
    keys: ['month', 'goods_id', 'store_id', 'device_id', 'client'],
    days: 'sales_goods_client_day',
  },
]

/** Rows of sums by their table. */
export type Sums = ReadonlyMap<Rollup, readonly SumRow[]>

export type SumOptions = { utcOffsetMinutes: number; now: Date }

/** Since when hours have to begin for a sum to be kept. */
export const keptSince = ({ keptDays }: Rollup, now: Date): Date =>
  keptDays === undefined ? new Date(0) : daysBefore(now, keptDays)

/** What bills add to some tables of sums; with `sign` -1, what is taken off with them. */
export function sumsOf(
  bills: readonly (SummedBill & { sign?: 1 | -1 })[],
  { utcOffsetMinutes, now }: SumOptions,
  wanted: readonly Rollup[] = rollups,
): Sums {
  const rows = new Map(wanted.map((rollup): [Rollup, SumRow[]] => [rollup, []]))
  for (const bill of bills) {
    const day = dayOf(bill.create_at, utcOffsetMinutes)
    const hour = new Date(Math.floor(bill.create_at.getTime() / hourMs) * hourMs)
    const common = {
      day,
      month: monthOf(day),
      hour,
      store_id: bill.store_id ?? '0',
      device_id: bill.device_id,
      client: bill.client,
    }
    const parts = new Map<Source, Part[]>()
    for (const [rollup, its] of rows) {
      if (hour < keptSince(rollup, now)) continue
      const own = parts.get(rollup.of) ?? rollup.of.partsOf(bill)
      parts.set(rollup.of, own)
      for (const part of own) its.push(rowOf(rollup, { ...common, ...part }, bill.sign ?? 1))
    }
  }
  return addUp([rows])
}

function rowOf({ keys, of }: Rollup, part: Part, sign: 1 | -1): SumRow {
  const row: SumRow = {}
  for (const name of keys) row[name] = part[name] ?? ''
  for (const name of of.figures) row[name] = sign * (part[name] ?? 0)
  return row
}

/** Adds rows of the same key, drops those that change nothing, and sorts the rest: locks are taken in that order. */
export const addUp = (all: readonly Sums[]): Sums =>
  new Map(
    [...new Set(all.flatMap((sums) => [...sums.keys()]))].map((rollup) => [
      rollup,
      merged(
        rollup,
        all.flatMap((sums) => sums.get(rollup) ?? []),
      ),
    ]),
  )

function merged({ keys, of: { figures } }: Rollup, rows: readonly SumRow[]): SumRow[] {
  const byKey = new Map<string, SumRow>()
  for (const row of rows) {
    const key = keyOf(keys, row)
    const known = byKey.get(key)
    if (known) for (const name of figures) known[name] = Number(known[name]) + Number(row[name])
    else byKey.set(key, { ...row })
  }
  return [...byKey]
    .filter(([, row]) => figures.some((name) => row[name] !== 0))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
}

/** Sorts as the keys do. */
export const keyOf = (keys: readonly Key[], row: SumRow): string =>
  keys
    .map((name) => {
      const value = row[name]
      return value instanceof Date ? value.toISOString() : String(value).padStart(20, '0')
    })
    .join(' ')

/** The same sums to be taken off. */
export const negated = (sums: Sums): Sums =>
  new Map(
    [...sums].map(([rollup, rows]) => [
      rollup,
      rows.map((row) => ({
        ...row,
        ...Object.fromEntries(rollup.of.figures.map((name) => [name, 0 - Number(row[name])])),
      })),
    ]),
  )
