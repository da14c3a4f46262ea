import type { TrendRow } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { standingRange, trendFigures, type TrendTexts } from './trend-figures.ts'

const texts: TrendTexts = {
  label: 'Sales',
  hour: 'Hour',
  day: 'Day',
  income: 'Income',
  refund: 'Refunds',
  count: 'Sales',
  of: (client, what) => `${client} ${what}`,
}
const none = {
  income: 0,
  refund: 0,
  count: 0,
  wxIncome: 0,
  wxRefund: 0,
  alipayIncome: 0,
  alipayRefund: 0,
  gkashIncome: 0,
  gkashRefund: 0,
}
const hours = (sold: Record<number, Partial<TrendRow>>): TrendRow[] =>
  Array.from({ length: 24 }, (_, hour) => ({ ...none, hour, ...sold[hour] }))
const days = (names: readonly string[]): TrendRow[] =>
  names.map((day, index) => ({ ...none, day, income: index + 1 }))

// 10:30 in China.
const written = {
  texts,
  locale: 'en-US',
  now: new Date('2026-03-04T02:30:00Z'),
  utcOffsetMinutes: 480,
} as const

describe('the tab that is open at first', () => {
  test.each([
    ['00:00', '2026-03-03T16:00:00Z', 480, 'month'],
    ['12:59', '2026-03-04T04:59:59Z', 480, 'month'],
    ['13:00', '2026-03-04T05:00:00Z', 480, 'today'],
    ['23:59', '2026-03-04T15:59:00Z', 480, 'today'],
    ['12:59 by the clock of the merchant, 20:59 elsewhere', '2026-03-04T12:59:00Z', 0, 'month'],
  ] as const)('at %s', (_, now, offset, range) => {
    expect(standingRange(new Date(now), offset)).toBe(range)
  })
})

test('the hours of today end with the current one', () => {
  const { points, series, pointName } = trendFigures(
    hours({ 9: { income: 500, refund: 20, count: 3 }, 10: { income: 100, count: 1 } }),
    written,
  )
  expect(pointName).toBe('Hour')
  expect(points[9]).toEqual({ name: '9', fullName: '09:00–09:59' })
  const [income, refund, count] = series
  expect(income?.values.slice(8, 13)).toEqual([0, 500, 100, null, null])
  expect(refund?.values.slice(8, 12)).toEqual([0, 20, 0, null])
  expect(count?.values.slice(8, 12)).toEqual([0, 3, 1, null])
  expect(series.map(({ color }) => color)).toEqual(['--primary', '--warning', undefined])
})

test('the week is named by its days, and ends today', () => {
  const week = Array.from({ length: 7 }, (_, index) => `2026-03-0${index + 2}`)
  const { points, series, pointName } = trendFigures(days(week), written)
  expect(pointName).toBe('Day')
  expect(points.map(({ name }) => name)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  expect(points[2]?.fullName).toBe('2026-03-04 Wed')
  expect(series[0]?.values).toEqual([1, 2, 3, null, null, null, null])
  expect(trendFigures(days(week), { ...written, locale: 'zh-CN' }).points[0]?.name).toBe('周一')
})

test('the month is named by the numbers of its days', () => {
  const month = Array.from({ length: 31 }, (_, index) => `2026-03-${String(index + 1).padStart(2, '0')}`)
  const { points, series } = trendFigures(days(month), written)
  expect(points.map(({ name }) => name).slice(0, 5)).toEqual(['1', '2', '3', '4', '5'])
  expect(series[0]?.values.slice(2, 6)).toEqual([3, 4, null, null])
})

test('payments that were used are in the tooltip and the table, and are not drawn', () => {
  const { series } = trendFigures(hours({ 9: { wxIncome: 300, wxRefund: 20, gkashIncome: 50 } }), written)
  expect(series.slice(3).map(({ name, color, values }) => [name, color, values[9]])).toEqual([
    ['wechat income', undefined, 300],
    ['wechat refund', undefined, 20],
    ['gkash income', undefined, 50],
  ])
})
