/**
 * What bills add to the sums that are kept of them. A change of a bill moves each sum by the difference, so a sum
 * always equals a recount of the bills.
 */
import { amountsOf, type BillClass, classOf, dayOf } from '@slotwise/contract'

import { hourMs } from '../../kernel/moments.ts'
import type { Bill } from './bill-model.ts'

/** The figures of the sums by machine and by store; `count` is the number of bills. */
export const figureNames = [
  'count',
  'normal',
  'abnormal',
  'refund_only',
  'mixed',
  'income',
  'refund',
] as const
export const goodsFigureNames = ['count', 'pieces', 'income', 'refund'] as const

export type Figures = Record<(typeof figureNames)[number], number>
export type GoodsFigures = Record<(typeof goodsFigureNames)[number], number>

export type DeviceDay = Figures & { day: string; store_id: string; device_id: string; client: string }
/** `month` is its first day. */
export type DeviceMonth = Figures & { month: string; store_id: string; device_id: string; client: string }
export type StoreMonth = Figures & { month: string; store_id: string; client: string }
export type StoreDay = Figures & { day: string; store_id: string; client: string }
export type StoreHour = Figures & { hour: Date; store_id: string; client: string }
export type DeviceHour = Figures & { hour: Date; store_id: string; device_id: string; client: string }
export type GoodsDay = GoodsFigures & {
  day: string
  store_id: string
  device_id: string
  channel_sn: number
  goods_id: string
}
export type GoodsMonth = GoodsFigures & {
  month: string
  store_id: string
  device_id: string
  goods_id: string
}
/** How goods were paid. */
export type GoodsClientDay = GoodsFigures & {
  day: string
  goods_id: string
  store_id: string
  device_id: string
  client: string
}
export type GoodsClientMonth = GoodsFigures & {
  month: string
  goods_id: string
  store_id: string
  device_id: string
  client: string
}

export type Sums = {
  deviceDays: DeviceDay[]
  deviceMonths: DeviceMonth[]
  storeDays: StoreDay[]
  storeMonths: StoreMonth[]
  storeHours: StoreHour[]
  deviceHours: DeviceHour[]
  goodsDays: GoodsDay[]
  goodsMonths: GoodsMonth[]
  goodsClientDays: GoodsClientDay[]
  goodsClientMonths: GoodsClientMonth[]
}

/** The figures under the names of the contract. */
export const countsOf = ({ count, income, refund, normal, abnormal, refund_only, mixed }: Figures) => ({
  count,
  income,
  refund,
  successCount: normal,
  abnormalCount: abnormal,
  refundCount: refund_only + mixed,
})

export const noFigures: Figures = {
  count: 0,
  normal: 0,
  abnormal: 0,
  refund_only: 0,
  mixed: 0,
  income: 0,
  refund: 0,
}

/** The sums of some figures of several rows. */
export function addNamed<Name extends keyof Figures>(
  names: readonly Name[],
  rows: readonly Pick<Figures, Name>[],
): Pick<Figures, Name> {
  const total = { ...noFigures }
  for (const row of rows) for (const name of names) total[name] += row[name]
  return total
}

/** The sum of several rows of figures. */
export const addFigures = (rows: readonly Figures[]): Figures => addNamed(figureNames, rows)

/** What a line of time shows. */
export const amountNames = ['income', 'refund', 'count'] as const

/** The first day of a day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

/** The sums by machine and hour are kept for as long. */
export const deviceHourDays = 3

const columnOf: Record<BillClass, 'normal' | 'abnormal' | 'refund_only' | 'mixed'> = {
  normal: 'normal',
  abnormal: 'abnormal',
  refund: 'refund_only',
  mixed: 'mixed',
}

function figuresOf(bill: Bill, sign: 1 | -1): Figures {
  const { income, refund } = amountsOf(bill)
  const none = { normal: 0, abnormal: 0, refund_only: 0, mixed: 0 }
  return {
    count: sign,
    ...none,
    [columnOf[classOf(bill.status)]]: sign,
    income: sign * income,
    refund: sign * refund,
  }
}

/** Divides an amount by weights, without a rest: those with the largest fractions get the cents that are left. */
export function divide(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  const fair = weights.map((weight) => (sum === 0 ? amount / weights.length : (amount * weight) / sum))
  const shares = fair.map(Math.floor)
  const rest = amount - shares.reduce((a, b) => a + b, 0)
  const byFraction = fair
    .map((value, index) => ({ index, fraction: value - Math.floor(value) }))
    .toSorted((a, b) => b.fraction - a.fraction || a.index - b.index)
  for (const { index } of byFraction.slice(0, rest)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

function goodsDaysOf(bill: Bill, day: string, sign: 1 | -1): GoodsDay[] {
  const { income, refund } = amountsOf(bill)
  const weights = bill.goods.map(({ price, quantity }) => price * quantity)
  const incomes = divide(income, weights)
  const refunds = divide(refund, weights)
  return bill.goods.map((line, index) => ({
    day,
    store_id: bill.store_id ?? '0',
    device_id: bill.device_id,
    channel_sn: line.channel_sn,
    goods_id: line.goods_id ?? '0',
    count: sign,
    pieces: sign * (line.delivered ?? 0),
    income: sign * (incomes[index] ?? 0),
    refund: sign * (refunds[index] ?? 0),
  }))
}

export type SumOptions = {
  utcOffsetMinutes: number
  /** Sums by machine and hour begin here. */
  deviceHoursSince: Date
}

export function sumsOf(
  bill: Bill,
  { utcOffsetMinutes, deviceHoursSince }: SumOptions,
  sign: 1 | -1 = 1,
): Sums {
  const day = dayOf(bill.create_at, utcOffsetMinutes)
  const hour = new Date(Math.floor(bill.create_at.getTime() / hourMs) * hourMs)
  const { device_id, client } = bill
  const store_id = bill.store_id ?? '0'
  const figures = figuresOf(bill, sign)
  const goodsDays = goodsDaysOf(bill, day, sign)
  const goodsClientDays = goodsDays.map(({ channel_sn: _slot, ...row }) => ({ ...row, client }))
  return {
    deviceDays: [{ day, store_id, device_id, client, ...figures }],
    deviceMonths: [{ month: monthOf(day), store_id, device_id, client, ...figures }],
    storeDays: [{ day, store_id, client, ...figures }],
    storeMonths: [{ month: monthOf(day), store_id, client, ...figures }],
    storeHours: [{ hour, store_id, client, ...figures }],
    deviceHours: hour < deviceHoursSince ? [] : [{ hour, store_id, device_id, client, ...figures }],
    goodsDays,
    goodsMonths: goodsDays.map(({ day: _day, channel_sn: _slot, ...row }) => ({
      month: monthOf(day),
      ...row,
    })),
    goodsClientDays,
    goodsClientMonths: goodsClientDays.map(({ day: _day, ...row }) => ({ month: monthOf(day), ...row })),
  }
}

/** Adds rows of the same key, drops those that change nothing, and sorts the rest: locks are taken in that order. */
function merged<Row extends object>(
  rows: readonly Row[],
  figures: readonly (keyof Row & string)[],
  keys: readonly (keyof Row & string)[],
): Row[] {
  const text = (value: unknown): string =>
    value instanceof Date ? value.toISOString() : String(value).padStart(20, '0')
  const byKey = new Map<string, Row>()
  for (const row of rows) {
    const key = keys.map((name) => text(row[name])).join(' ')
    const known = byKey.get(key)
    if (!known) {
      byKey.set(key, { ...row })
      continue
    }
    const sums = known as Record<string, number>
    for (const name of figures) sums[name] = (sums[name] ?? 0) + Number(row[name])
  }
  return [...byKey]
    .filter(([, row]) => figures.some((name) => row[name] !== 0))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
}

export function addUp(all: readonly Sums[]): Sums {
  return {
    deviceDays: merged(
      all.flatMap((sums) => sums.deviceDays),
      figureNames,
      ['day', 'store_id', 'device_id', 'client'],
    ),
    deviceMonths: merged(
      all.flatMap((sums) => sums.deviceMonths),
      figureNames,
      ['month', 'store_id', 'device_id', 'client'],
    ),
    storeDays: merged(
      all.flatMap((sums) => sums.storeDays),
      figureNames,
      ['day', 'store_id', 'client'],
    ),
    storeMonths: merged(
      all.flatMap((sums) => sums.storeMonths),
      figureNames,
      ['month', 'store_id', 'client'],
    ),
    storeHours: merged(
      all.flatMap((sums) => sums.storeHours),
      figureNames,
      ['hour', 'store_id', 'client'],
    ),
    deviceHours: merged(
      all.flatMap((sums) => sums.deviceHours),
      figureNames,
      ['hour', 'store_id', 'device_id', 'client'],
    ),
    goodsDays: merged(
      all.flatMap((sums) => sums.goodsDays),
      goodsFigureNames,
      ['day', 'store_id', 'device_id', 'channel_sn', 'goods_id'],
    ),
    goodsMonths: merged(
      all.flatMap((sums) => sums.goodsMonths),
      goodsFigureNames,
      ['month', 'store_id', 'device_id', 'goods_id'],
    ),
    goodsClientDays: merged(
      all.flatMap((sums) => sums.goodsClientDays),
      goodsFigureNames,
      ['day', 'goods_id', 'store_id', 'device_id', 'client'],
    ),
    goodsClientMonths: merged(
      all.flatMap((sums) => sums.goodsClientMonths),
      goodsFigureNames,
      ['month', 'goods_id', 'store_id', 'device_id', 'client'],
    ),
  }
}

/** The same sums to be taken off. */
export function negated(sums: Sums): Sums {
  const turned = <Row extends object>(rows: readonly Row[], names: readonly (keyof Row & string)[]): Row[] =>
    rows.map((row) => ({
      ...row,
      ...Object.fromEntries(names.map((name) => [name, 0 - Number(row[name])])),
    }))
  return {
    deviceDays: turned(sums.deviceDays, figureNames),
    deviceMonths: turned(sums.deviceMonths, figureNames),
    storeDays: turned(sums.storeDays, figureNames),
    storeMonths: turned(sums.storeMonths, figureNames),
    storeHours: turned(sums.storeHours, figureNames),
    deviceHours: turned(sums.deviceHours, figureNames),
    goodsDays: turned(sums.goodsDays, goodsFigureNames),
    goodsMonths: turned(sums.goodsMonths, goodsFigureNames),
    goodsClientDays: turned(sums.goodsClientDays, goodsFigureNames),
    goodsClientMonths: turned(sums.goodsClientMonths, goodsFigureNames),
  }
}
