import type { Channel } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { exampleGoods, exampleSlot } from './example-slots.ts'
import { isParted, numberRanges, placeByKey, refillOf, shelvesOf, stockLevelOf } from './slot-shelves.ts'

const numbers = (shelves: Channel[][]): number[][] =>
  shelves.map((shelf) => shelf.map((slot) => slot.channel_sn))
const slots = (...sns: number[]): Channel[] => sns.map((channel_sn) => exampleSlot({ channel_sn }))

describe('shelves', () => {
  test('hold as many slots as the machine has in a row, by their numbers', () => {
    expect(numbers(shelvesOf(slots(3, 1, 2, 5, 4), 2))).toEqual([[1, 2], [3, 4], [5]])
    expect(numbers(shelvesOf(slots(11, 12, 21), 20))).toEqual([[11, 12, 21]])
    expect(shelvesOf([], 5)).toEqual([])
  })

  test('are walked along and across by arrow keys, but not beyond their ends', () => {
    expect(placeByKey('ArrowRight', 0, 7, 3)).toBe(1)
    expect(placeByKey('ArrowDown', 1, 7, 3)).toBe(4)
    expect(placeByKey('ArrowUp', 4, 7, 3)).toBe(1)
    expect(placeByKey('End', 0, 7, 3)).toBe(6)
    expect(placeByKey('ArrowDown', 5, 7, 3)).toBeUndefined()
    expect(placeByKey('ArrowLeft', 0, 7, 3)).toBeUndefined()
    expect(placeByKey('Enter', 0, 7, 3)).toBeUndefined()
  })
})

describe('stock', () => {
  test('is low from a fifth on, and empty at nothing', () => {
    expect(stockLevelOf(exampleSlot({ quantity: 3, max: 10 }))).toBe('fine')
    expect(stockLevelOf(exampleSlot({ quantity: 2, max: 10 }))).toBe('low')
    expect(stockLevelOf(exampleSlot({ quantity: 0, max: 10 }))).toBe('empty')
  })

  test('of a slot that sells nothing, or whose size is not known, is not judged', () => {
    expect(stockLevelOf(exampleSlot({ goods: null, quantity: 0 }))).toBe('none')
    expect(stockLevelOf(exampleSlot({ enabled: false, quantity: 0, max: 10 }))).toBe('none')
    expect(stockLevelOf(exampleSlot({ quantity: 0, max: 0 }))).toBe('none')
  })

  test('is filled up where goods are sold', () => {
    const three = [
      exampleSlot({ quantity: 3, max: 10 }),
      exampleSlot({ quantity: 10, max: 10 }),
      exampleSlot({ goods: null, quantity: 0, max: 10 }),
      exampleSlot({ goods: exampleGoods, quantity: 12, max: 10 }),
    ]
    expect(refillOf(three)).toEqual({ slots: 1, pieces: 7, inside: 25 })
  })
})

test('books and count differ only where there is a count', () => {
  expect(isParted(exampleSlot({ quantity: 7, counted: 5 }))).toBe(true)
  expect(isParted(exampleSlot({ quantity: 0, counted: 0 }))).toBe(false)
  expect(isParted(exampleSlot({ quantity: 7, counted: null }))).toBe(false)
})

test('many numbers are said in few words', () => {
  expect(numberRanges('en-US', [3, 1, 2, 4, 7, 10, 9, 9])).toBe('1-4, 7, 9-10')
  expect(numberRanges('zh-CN', [3, 1, 2, 7])).toBe('1-3、7')
  expect(numberRanges('en-US', [])).toBe('')
})
