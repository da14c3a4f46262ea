import { expect, test } from 'vitest'

import { quietUntil } from './quiet-hours.ts'

const china = 8 * 60
/** A moment by the clock in China. */
const at = (moment: string): Date => new Date(`${moment}:00+08:00`)

const night = { not_disture: true, start_notify: '22:00', end_notify: '08:00' }
const noon = { not_disture: true, start_notify: '12:00', end_notify: '13:30' }

test.each([
  ['before midnight', night, '2026-11-15T23:10', '2026-11-16T08:00'],
  ['after midnight', night, '2026-11-16T03:00', '2026-11-16T08:00'],
  ['at their beginning', night, '2026-11-15T22:00', '2026-11-16T08:00'],
  ['within a day', noon, '2026-11-15T12:59', '2026-11-15T13:30'],
  ['at their beginning within a day', noon, '2026-11-15T12:00', '2026-11-15T13:30'],
])('quiet hours hold %s, and end at the next end', (_when, quiet, now, end) => {
  expect(quietUntil(quiet, at(now), china)).toEqual(at(end))
})

test.each([
  ['at their end', night, '2026-11-16T08:00'],
  ['by day', night, '2026-11-15T21:59'],
  ['after them', noon, '2026-11-15T13:30'],
  ['before them within a day', noon, '2026-11-15T11:59'],
  ['when they are off', { ...night, not_disture: false }, '2026-11-16T03:00'],
  ['when they end where they begin', { ...night, end_notify: '22:00' }, '2026-11-15T22:00'],
])('quiet hours do not hold %s', (_when, quiet, now) => {
  expect(quietUntil(quiet, at(now), china)).toBeUndefined()
})
