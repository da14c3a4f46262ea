import { expect, test } from 'vitest'

import { isSlashed, isSureWin, steepestFall } from './drastic.ts'

test('a price is slashed by more than half only', () => {
  expect(isSlashed(300, 149)).toBe(true)
  expect(isSlashed(300, 150)).toBe(false)
  expect(isSlashed(300, 3000)).toBe(false)
  expect(isSlashed(null, 100)).toBe(false)
  expect(isSlashed(300, undefined)).toBe(false)
})

test('a rate of 100 % is a sure win, unless it was one before', () => {
  expect(isSureWin(12.5, 100)).toBe(true)
  expect(isSureWin(null, 100)).toBe(true)
  expect(isSureWin(100, 100)).toBe(false)
  expect(isSureWin(12.5, 99)).toBe(false)
})

test('of several falls the steepest one is named', () => {
  const pairs = [
    { before: { price: 1000 }, after: { price: 400 } },
    { before: { price: 300 }, after: { price: 30 } },
    { before: { price: 300 }, after: { price: 200 } },
    { before: { price: null }, after: { price: 1 } },
  ]
  expect(steepestFall(pairs, 'price')).toEqual({ fall: { was: 300, price: 30 }, count: 2 })
  expect(steepestFall(pairs, 'game_price')).toEqual({ fall: undefined, count: 0 })
})
