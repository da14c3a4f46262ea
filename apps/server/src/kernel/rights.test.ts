import { expect, test } from 'vitest'

import { isWithin } from './rights.ts'

const ownOnly = { goods: false, bank: false }
const limited = (areas: string[], stores: string[], devices: string[] = []) => ({
  scope: { all: false as const, areas, stores, devices },
  ownOnly,
})

test('an answer for an area is not repeated to a caller who has kept its stores alone', () => {
  const before = limited(['1'], ['11', '12'])
  expect(isWithin(before, limited(['1', '2'], ['11', '12', '21']))).toBe(true)
  expect(isWithin(before, limited([], ['11', '12']))).toBe(false)
  expect(isWithin(before, limited(['2'], ['11', '12', '21']))).toBe(false)
  expect(isWithin(before, { scope: { all: true }, ownOnly })).toBe(true)
})
