import { expect, test } from 'vitest'

import { daysOf, rangeOf } from './day-range.ts'

const today = '2026-03-15'

test('a list shows today unless the user chose another range', () => {
  expect(daysOf({}, today)).toEqual({ from: today, to: today })
  expect(daysOf({ range: 'lastMonth' }, today)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(daysOf({ range: 'all' }, today)).toEqual({})
  expect(daysOf({}, today, 'all')).toEqual({})
})

test('chosen days come before a range, and may be open at one end', () => {
  expect(daysOf({ from: '2026-01-01', range: 'today' }, today)).toEqual({ from: '2026-01-01' })
  expect(rangeOf({ to: '2026-01-01', range: 'today' })).toBeUndefined()
  expect(rangeOf({ range: 'yesterday' })).toBe('yesterday')
  expect(rangeOf({})).toBe('today')
})
