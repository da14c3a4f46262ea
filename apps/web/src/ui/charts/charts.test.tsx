import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'

import { type ChartFigures, chartRows, writeValue } from './chart-figures.ts'
import { type ChartLook, chartOption } from './chart-options.ts'
import { ChartTable } from './chart-table.tsx'
import { ChartTip } from './chart-tip.tsx'
import { ringSlices } from './ring-slices.ts'

const look: ChartLook = {
  colorOf: (token) => `color of ${token}`,
  isDark: false,
  font: 'Inter',
  locale: 'en-US',
  calm: false,
}

const trend: ChartFigures = {
  shape: 'line',
  label: 'Sales today',
  pointName: 'Hour',
  points: [{ name: '9', fullName: '09:00' }, { name: '10' }, { name: '11' }],
  series: [
    { name: 'Income', unit: 'money', values: [123_450, 0, null], color: '--primary' },
    { name: 'Refunds', unit: 'money', values: [500, 0, null], color: '--error', dashed: true },
    { name: 'Sales', unit: 'count', values: [1_234, 0, null] },
  ],
}

const split: ChartFigures = {
  shape: 'ring',
  label: 'Payments today',
  pointName: 'Payment',
  points: [
    { name: 'WeChat', color: '--pay-wechat' },
    { name: 'Cash', color: '--pay-bill' },
    { name: 'Card', color: '--pay-card' },
  ],
  series: [
    { name: 'Income', unit: 'money', values: [900, 0, 100], color: '--primary' },
    { name: 'Sales', unit: 'count', values: [9, 2, 1] },
  ],
}

/** The cells of the table, row by row, the headings first. */
const cellsOf = (
  figures: ChartFigures,
  currency: 'CNY' | 'MYR' = 'CNY',
  locale = look.locale,
): string[][] => {
  const html = renderToStaticMarkup(<ChartTable figures={figures} write={writeValue(currency, locale)} />)
  return [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell),
  )
}

describe('the table of a chart', () => {
  test('has every series at every point, drawn or not, and nothing for hours to come', () => {
    expect(cellsOf(trend)).toEqual([
      ['Hour', 'Income', 'Refunds', 'Sales'],
      ['09:00', '1,234.50', '5.00', '1,234'],
      ['10', '0.00', '0.00', '0'],
      ['11', '–', '–', '–'],
    ])
  })

  test('writes amounts in the currency and language of the console', () => {
    expect(cellsOf(trend, 'MYR', 'zh-TW')[1]).toEqual(['09:00', 'RM1,234.50', 'RM5.00', '1,234'])
  })
})

describe('the picture', () => {
  test('draws the values of the table, in cents, without those that only the table has', () => {
    const { series, xAxis } = chartOption(trend, look)
    expect(xAxis).toMatchObject({ data: ['9', '10', '11'] })
    expect(series).toMatchObject([
      { type: 'line', name: 'Income', data: [123_450, 0, null], lineStyle: { type: 'solid' } },
      { type: 'line', name: 'Refunds', data: [500, 0, null], lineStyle: { type: 'dashed' } },
    ])
    expect(series).toHaveLength(2)
  })

  test('has an axis for each unit that is drawn', () => {
    const both = trend.series.map((series) => ({ ...series, color: '--info' as const }))
    const { series, yAxis } = chartOption({ ...trend, shape: 'bar', series: both }, look)
    expect(yAxis).toHaveLength(2)
    expect(series).toMatchObject([{ yAxisIndex: 0 }, { yAxisIndex: 0 }, { yAxisIndex: 1 }])
    expect(series).toMatchObject([{ type: 'bar' }, { type: 'bar' }, { type: 'bar' }])
  })

  test('shortens the numbers at its axis only', () => {
    const { yAxis } = chartOption(trend, look) as {
      yAxis: { axisLabel: { formatter: (v: number) => string } }[]
    }
    expect(yAxis[0]?.axisLabel.formatter(123_450)).toBe('1.2K')
    expect(yAxis[0]?.axisLabel.formatter(50)).toBe('0.5')
  })

  test('has a scale without any sales', () => {
    const { yAxis } = chartOption(trend, look) as {
      yAxis: { max: (range: { max: number }) => number | null }[]
    }
    expect(yAxis[0]?.max({ max: 0 })).toBe(8_000)
    expect(yAxis[0]?.max({ max: 500 })).toBeNull()
  })

  test('takes its colours from the theme', () => {
    expect(chartOption(trend, look)).toMatchObject({
      textStyle: { color: 'color of --text-muted' },
      series: [{ itemStyle: { color: 'color of --primary' } }, { itemStyle: { color: 'color of --error' } }],
    })
  })

  test('stands still for users who asked for less motion', () => {
    expect(chartOption(trend, look).animation).toBe(true)
    expect(chartOption(trend, { ...look, calm: true }).animation).toBe(false)
  })
})

describe('a ring', () => {
  test('has a slice for each value above zero, in the colour of its point', () => {
    expect(ringSlices(split)).toEqual([
      { index: 0, color: '--pay-wechat', from: 0, share: 90 },
      { index: 2, color: '--pay-card', from: 90, share: 10 },
    ])
    expect(cellsOf(split)[3]).toEqual(['Card', '1.00', '1'])
  })

  test('has no slice without any value', () => {
    expect(
      ringSlices({ ...split, series: [{ name: 'Income', unit: 'money', values: [0, -5, null] }] }),
    ).toEqual([])
  })
})

test('the tooltip of a point says what its row of the table says', () => {
  const rows = chartRows(trend, writeValue('CNY', 'zh-CN'))
  const place = { index: 0, x: 10, y: 10, width: 100 }
  const html = renderToStaticMarkup(<ChartTip figures={trend} row={rows[0]} place={place} />)
  const texts = [...html.matchAll(/<(?:strong|dd)[^>]*>(.*?)</g)].map(([, text]) => text)
  expect(texts).toEqual(cellsOf(trend, 'CNY', 'zh-CN')[1])
})
