import type { StatisticsTrend } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { trendFigures } from './trend-figures.ts'

const now = { day: '2026-03-15', hour: 9 }
const drawnOf = (trend: StatisticsTrend, day?: string) =>
  trendFigures({
    trend,
    figures: [
      { name: 'income', label: 'Income', unit: 'money' },
      { name: 'count', label: 'Sales', unit: 'count' },
    ],
    drawn: 'count',
    label: 'Sales over time',
    pointName: 'Hour',
    now,
    day,
  })
const at = (...places: string[]) =>
  places.map((place) => ({ period: place, income: 700, refund: 0, count: 2 }))

describe('sales over time', () => {
  test('are drawn by the chosen figure; the table has the others as well', () => {
    expect(drawnOf({ step: 'day', data: at('2026-03-14', '2026-03-15') })).toMatchObject({
      shape: 'bar',
      points: [{ name: '03-14', fullName: '2026-03-14' }, { name: '03-15' }],
      series: [
        { name: 'Income', unit: 'money', values: [700, 700] },
        { name: 'Sales', unit: 'count', values: [2, 2], color: '--primary' },
      ],
    })
    expect(drawnOf({ step: 'day', data: at('2026-03-14') }).series[0]).not.toHaveProperty('color')
  })

  test('have no figures for hours, days and months to come', () => {
    const sales = (trend: StatisticsTrend, day?: string) => drawnOf(trend, day).series[1]?.values
    expect(sales({ step: 'hour', data: at('8', '9', '10') }, '2026-03-15')).toEqual([2, 2, null])
    expect(sales({ step: 'hour', data: at('8', '23') }, '2026-03-14')).toEqual([2, 2])
    expect(sales({ step: 'hour', data: at('0') }, '2026-03-16')).toEqual([null])
    expect(sales({ step: 'day', data: at('2026-03-15', '2026-03-16') })).toEqual([2, null])
    expect(sales({ step: 'month', data: at('2026-03', '2026-04') })).toEqual([2, null])
  })

  test('are a line where bars would be too thin', () => {
    const days = Array.from({ length: 32 }, (_, n) => `2025-01-${n + 1}`)
    expect(drawnOf({ step: 'day', data: at(...days) }).shape).toBe('line')
    expect(drawnOf({ step: 'day', data: at(...days.slice(1)) }).shape).toBe('bar')
  })
})
