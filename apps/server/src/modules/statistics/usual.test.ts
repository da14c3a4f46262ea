import { expect, test } from 'vitest'

import type { Ctx } from '../../kernel/ctx.ts'
import { usualDaysOf, usualPeriod } from './usual.ts'

/** The 20th in China and the 19th in UTC. */
const ctx = { now: new Date('2026-11-19T17:00:00Z'), tenant: { country: 'CN' } } as Pick<
  Ctx,
  'now' | 'tenant'
>

test('the four weeks before today, a day of the merchant, are usual', () => {
  expect(usualPeriod(ctx)).toEqual({ from: '2026-10-23', to: '2026-11-19' })
})

test.each([
  ['today', '2026-11-19T16:30:00Z', 1],
  ['yesterday', '2026-11-19T15:30:00Z', 1],
  ['two days ago', '2026-11-18T15:30:00Z', 2],
  ['four weeks ago', '2026-10-22T16:00:00Z', 28],
  ['a year ago', '2025-11-20T00:00:00Z', 28],
])(
  'the sales of a machine that came %s are spread over the days since, at most four weeks',
  (_, at, days) => {
    expect(usualDaysOf(ctx, new Date(at))).toBe(days)
  },
)
