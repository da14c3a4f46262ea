import type { ResetChannel } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { exampleSlot } from '../../../entities/slot/example-slots.ts'
import { numberFaults, renumberingOf, slotsBeyond, type TypedNumbers } from './slot-numbers.ts'

const row = (channel_sn: number, change: Partial<ResetChannel> = {}): ResetChannel => ({
  channel_sn,
  ours: true,
  reported: true,
  goods: null,
  ...change,
})
const rows = [row(1), row(2), row(3), row(9, { reported: false })]
const faults = (typed: TypedNumbers): Record<string, string> => Object.fromEntries(numberFaults(rows, typed))

test('fewer slots cost those beyond, with the pieces in them', () => {
  const slots = [1, 2, 3, 4].map((channel_sn) => exampleSlot({ channel_sn, quantity: channel_sn }))
  expect(slotsBeyond(slots, 2)).toEqual({ numbers: [3, 4], pieces: 7 })
  expect(slotsBeyond(slots, 4)).toEqual({ numbers: [], pieces: 0 })
  expect(slotsBeyond(slots, null)).toEqual({ numbers: [], pieces: 0 })
})

describe('new numbers of slots', () => {
  test('are only those that change', () => {
    expect(renumberingOf(rows, {})).toEqual([])
    expect(renumberingOf(rows, { 1: 11, 2: 2, 3: null })).toEqual([{ from: 1, to: 11 }])
  })

  test('may be exchanged', () => {
    expect(faults({ 1: 2, 2: 1 })).toEqual({})
    expect(renumberingOf(rows, { 1: 2, 2: 1 })).toEqual([
      { from: 1, to: 2 },
      { from: 2, to: 1 },
    ])
  })

  test('must be there, not 0, and within reach', () => {
    expect(faults({ 1: 0, 2: null, 3: 10_000 })).toEqual({ 1: 'channelZero', 2: 'required', 3: 'channelId' })
    expect(faults({ 1: 1.5 })).toEqual({ 1: 'channelId' })
  })

  test('must not be the same, nor that of a slot that keeps its own', () => {
    expect(faults({ 1: 3 })).toEqual({ 1: 'channelTwice' })
    expect(faults({ 1: 7, 2: 7 })).toEqual({ 1: 'channelTwice', 2: 'channelTwice' })
    expect(faults({ 1: 9 })).toEqual({ 1: 'channelTwice' })
  })

  test('of the books may become that of a slot that only the machine has', () => {
    const strange = [...rows, row(101, { ours: false })]
    expect([...numberFaults(strange, { 101: 9 })]).toEqual([])
    expect([...numberFaults(strange, { 101: 2 })]).toEqual([[101, 'channelTwice']])
  })
})
