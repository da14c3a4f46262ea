import { describe, expect, test } from 'vitest'

import { daysOfMonth, monthBefore } from './month-days.ts'

describe('a month', () => {
  test.each([
    ['2026-02', '2026-02-28', 28],
    ['2028-02', '2028-02-29', 29],
    ['2026-12', '2026-12-31', 31],
    ['2026-11', '2026-11-30', 30],
  ])('%s ends on %s', (month, last, days) => {
    expect(daysOfMonth(month)).toEqual({ first: `${month}-01`, last, days })
  })

  test.each([
    ['2026-11-17', '2026-10'],
    ['2026-03-31', '2026-02'],
    ['2026-01-01', '2025-12'],
  ])('before %s is %s', (today, month) => {
    expect(monthBefore(today)).toBe(month)
  })
})
