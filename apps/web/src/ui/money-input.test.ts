import { describe, expect, test } from 'vitest'

import { moneyOf } from './money-input.tsx'

describe('a typed amount', () => {
  test.each([
    ['12.5', 1250],
    ['12', 1200],
    ['0.02', 2],
    [' 1,200.00 ', 120_000],
    ['1,234,567', 123_456_700],
    ['１，２００', 120_000],
    ['１２．５０', 1250],
    ['12。5', 1250],
    ['', null],
    ['  ', null],
  ])('%j is %j cents', (text, cents) => {
    expect(moneyOf(text)).toBe(cents)
  })

  test.each(['12.505', 'twelve', '1e3', '¥12', '12,50', '12，5', '1,2,3'])(
    '%j stays what it is, for the schema to refuse',
    (text) => {
      expect(moneyOf(text)).toBe(text)
    },
  )
})
