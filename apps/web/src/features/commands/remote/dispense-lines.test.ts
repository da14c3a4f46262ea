import { describe, expect, test } from 'vitest'

import { exampleSlot } from '../../../entities/slot/example-slots.ts'
import { dispenseFaults, doubtsOf, linesOf, piecesOf } from './dispense-lines.ts'

describe('an order to dispense', () => {
  test('has a line for each slot with a count', () => {
    expect(linesOf({ 7: 1, 5: 3, 6: null })).toEqual([
      { channel_sn: 5, count: 3 },
      { channel_sn: 7, count: 1 },
    ])
    expect(piecesOf(linesOf({ 7: 1, 5: 3 }))).toBe(4)
  })

  test('has at least one slot', () => {
    expect(dispenseFaults({ 5: null }, 'en-US').whole).toBe('Choose at least one slot')
    expect(dispenseFaults({ 5: 1 }, 'en-US')).toEqual({ bySlot: new Map(), whole: undefined })
  })

  test('has no 0 and no more than 100 of a slot, which is said at the slot', () => {
    const { bySlot, whole } = dispenseFaults({ 5: 0, 6: 100, 7: 101, 8: 1.5 }, 'en-US')
    expect(whole).toBeUndefined()
    expect(Object.fromEntries(bySlot)).toEqual({
      5: 'The count must not be 0',
      7: 'From 1 to 100',
      8: 'From 1 to 100',
    })
  })

  test('is doubtful where the books have fewer, or no goods', () => {
    const slots = [
      exampleSlot({ channel_sn: 5, quantity: 2 }),
      exampleSlot({ channel_sn: 6, quantity: 2 }),
      exampleSlot({ channel_sn: 7, goods: null, quantity: 0 }),
    ]
    expect(doubtsOf(linesOf({ 5: 2, 6: 3, 7: 1 }), slots)).toEqual({ short: [6], vacant: [7] })
  })
})
