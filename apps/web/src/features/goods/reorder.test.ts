import { describe, expect, test } from 'vitest'

import { movedTo, placeAt, placeByKey } from './reorder.ts'

describe('an order', () => {
  test.each([
    [0, 2, 'bcad'],
    [3, 0, 'dabc'],
    [1, 1, 'abcd'],
    [2, 99, 'abdc'],
    [2, -1, 'cabd'],
  ])('from %i to %i', (from, to, expected) => {
    expect(movedTo(['a', 'b', 'c', 'd'], from, to).join('')).toBe(expected)
  })

  test('is changed by arrow keys, Home and End, but not beyond its ends', () => {
    expect(placeByKey('ArrowLeft', 1, 3)).toBe(0)
    expect(placeByKey('ArrowDown', 1, 3)).toBe(2)
    expect(placeByKey('Home', 2, 3)).toBe(0)
    expect(placeByKey('End', 0, 3)).toBe(2)
    expect(placeByKey('ArrowLeft', 0, 3)).toBeUndefined()
    expect(placeByKey('ArrowRight', 2, 3)).toBeUndefined()
    expect(placeByKey('Enter', 1, 3)).toBeUndefined()
  })

  test('has its nearest place under the pointer, in whichever row', () => {
    const places = [0, 100, 200].flatMap((left) => [
      { left, top: 0, width: 90, height: 90 },
      { left, top: 100, width: 90, height: 90 },
    ])
    expect(placeAt({ x: 150, y: 150 }, places)).toBe(3)
    expect(placeAt({ x: -50, y: -50 }, places)).toBe(0)
    expect(placeAt({ x: 900, y: 900 }, places)).toBe(5)
  })
})
