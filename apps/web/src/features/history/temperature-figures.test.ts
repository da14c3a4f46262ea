import { expect, test } from 'vitest'

import { chartRows, writeValue } from '../../ui/charts/chart-figures.ts'
import { temperatureFigures } from './temperature-figures.ts'

const texts = { label: 'Temperature', pointName: 'Hour', lowest: 'Lowest', highest: 'Highest' }
const given = { texts, now: new Date('2026-11-18T12:20:00Z'), utcOffsetMinutes: 480 }
const rows = (at: string) => [{ at, lowest: -1.2, highest: 4 }]

test('a day has its last 24 hours, with gaps where nothing was reported', () => {
  const figures = temperatureFigures(rows('2026-11-18T11:00:00.000Z'), { ...given, span: 'day' })
  const written = chartRows(figures, writeValue('CNY', 'en-US'))
  expect(written).toHaveLength(24)
  expect(written[0]).toMatchObject({ name: '2026-11-17 21:00', values: ['–', '–'] })
  expect(written[22]).toMatchObject({ name: '2026-11-18 19:00', values: ['4.0 °C', '-1.2 °C'] })
  expect(written[23]).toMatchObject({ name: '2026-11-18 20:00', values: ['–', '–'] })
})

test('a month has its last 30 days, as the merchant counts them', () => {
  const figures = temperatureFigures(rows('2026-11-17T16:00:00.000Z'), { ...given, span: 'month' })
  const written = chartRows(figures, writeValue('CNY', 'zh-CN'))
  expect(written).toHaveLength(30)
  expect(written[0]?.name).toBe('2026-10-20')
  expect(written[29]).toMatchObject({ name: '2026-11-18', values: ['4.0 ℃', '-1.2 ℃'] })
})
