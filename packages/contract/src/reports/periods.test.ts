import { expect, test } from 'vitest'

import { nextPlanDay, periodBefore, periodsOf } from './periods.ts'

test('weeks of a report begin on Monday and are clipped to the range', () => {
  expect(periodsOf({ from: '2026-11-18', to: '2026-12-01' }, 'week')).toEqual([
    { from: '2026-11-18', to: '2026-11-22' },
    { from: '2026-11-23', to: '2026-11-29' },
    { from: '2026-11-30', to: '2026-12-01' },
  ])
})

test('months of a report are clipped to the range', () => {
  expect(periodsOf({ from: '2026-12-31', to: '2027-02-28' }, 'month')).toEqual([
    { from: '2026-12-31', to: '2026-12-31' },
    { from: '2027-01-01', to: '2027-01-31' },
    { from: '2027-02-01', to: '2027-02-28' },
  ])
})

test('days of a report are single days, also over a leap day', () => {
  expect(periodsOf({ from: '2028-02-28', to: '2028-03-01' }, 'day')).toEqual([
    { from: '2028-02-28', to: '2028-02-28' },
    { from: '2028-02-29', to: '2028-02-29' },
    { from: '2028-03-01', to: '2028-03-01' },
  ])
})

test.each([
  ['day', '2026-03-01', { from: '2026-02-28', to: '2026-02-28' }, '2026-03-02'],
  ['week', '2026-11-16', { from: '2026-11-09', to: '2026-11-15' }, '2026-11-23'],
  ['week', '2026-11-22', { from: '2026-11-09', to: '2026-11-15' }, '2026-11-23'],
  ['month', '2026-01-31', { from: '2025-12-01', to: '2025-12-31' }, '2026-02-01'],
  ['month', '2026-12-01', { from: '2026-11-01', to: '2026-11-30' }, '2027-01-01'],
] as const)(
  'a plan of each %s makes, on %s, a report of the whole one before',
  (rhythm, day, before, next) => {
    expect(periodBefore(rhythm, day)).toEqual(before)
    expect(nextPlanDay(rhythm, day)).toBe(next)
  },
)
