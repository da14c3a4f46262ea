import { addDays } from '@slotwise/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { partsOf } from './range-model.ts'

const today = '2026-11-17'

test('whole months are read as months, and days that cut one are the fewer ones', () => {
  expect(partsOf({ from: '2026-09-01', to: '2026-10-31' }, today)).toEqual({
    months: { from: '2026-09-01', to: '2026-10-01' },
    days: [],
  })
  expect(partsOf({ from: '2026-08-30', to: '2026-10-30' }, today)).toEqual({
    months: { from: '2026-09-01', to: '2026-10-01' },
    days: [
      { from: '2026-08-30', to: '2026-08-31', sign: 1 },
      { from: '2026-10-31', to: '2026-10-31', sign: -1 },
    ],
  })
  expect(partsOf({ from: '2026-10-10', to: '2026-10-12' }, today)).toEqual({
    months: undefined,
    days: [{ from: '2026-10-10', to: '2026-10-12', sign: 1 }],
  })
  expect(partsOf({}, today)).toEqual({ months: {}, days: [] })
})

test('the month of today is read as a month, because the days to come are empty', () => {
  expect(partsOf({ from: '2026-11-01', to: today }, today)).toEqual({
    months: { from: '2026-11-01', to: '2026-11-01' },
    days: [{ from: '2026-11-18', to: '2026-11-30', sign: -1 }],
  })
})

test('a day counts as one when the days inside and outside of a range are compared', () => {
  // The only day with sales: the whole month is read as fast, and no day of it is added up.
  expect(partsOf({ from: '2026-11-01', to: '2026-11-01' }, '2026-11-01').months).toEqual({
    from: '2026-11-01',
    to: '2026-11-01',
  })
  // Two days inside, and one at either end.
  expect(partsOf({ from: '2026-11-02', to: '2026-11-03' }, '2026-11-04')).toEqual({
    months: undefined,
    days: [{ from: '2026-11-02', to: '2026-11-03', sign: 1 }],
  })
  // Three days inside are more than the two outside.
  expect(partsOf({ from: '2026-11-02', to: '2026-11-04' }, '2026-11-05').days).toEqual([
    { from: '2026-11-01', to: '2026-11-01', sign: -1 },
    { from: '2026-11-05', to: '2026-11-30', sign: -1 },
  ])
})

const first = '2026-08-01'
const day = fc.integer({ min: 0, max: 122 }).map((n) => addDays(first, n))
const every = Array.from({ length: 180 }, (_, n) => addDays('2026-07-01', n))

test('each day of a range is counted once, and no other day', () => {
  fc.assert(
    fc.property(fc.option(day), fc.option(day), day, (one, other, last) => {
      const [a, b] = one !== null && other !== null && one > other ? [other, one] : [one, other]
      const [from, to] = [a ?? undefined, b ?? undefined]
      const { months, days } = partsOf({ from, to }, last)
      const times = (at: string): number => {
        const month = `${at.slice(0, 7)}-01`
        const isInMonths = months && (months.from ?? month) <= month && month <= (months.to ?? month)
        const inDays = days.filter((part) => part.from <= at && at <= part.to)
        return (isInMonths ? 1 : 0) + inDays.reduce((sum, { sign }) => sum + sign, 0)
      }
      for (const at of every)
        expect([at, times(at)]).toEqual([at, (from ?? at) <= at && at <= (to ?? at) ? 1 : 0])
    }),
  )
})
