import { describe, expect, test } from 'vitest'

import { figuresOf, rateOf } from './figures.ts'

describe('a rate', () => {
  test.each([
    [1, 3, 33.33],
    [2, 3, 66.67],
    [1, 8, 12.5],
    [1, 20_000, 0.01],
    [1, 20_001, 0],
    [5, 5, 100],
    [0, 0, 0],
  ])('of %d in %d is %d percent', (part, whole, rate) => {
    expect(rateOf(part, whole)).toBe(rate)
  })
})

test('abnormal and refunded bills together are the failures', () => {
  const counts = { count: 7, successCount: 4, abnormalCount: 1, refundCount: 2 }
  expect(figuresOf({ income: 500, refund: 20, ...counts })).toEqual({
    income: 500,
    refund: 20,
    ...counts,
    failRate: 42.86,
    successRate: 57.14,
    abnormalRate: 14.29,
    refundRate: 28.57,
  })
})
