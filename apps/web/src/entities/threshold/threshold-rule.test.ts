import type { Thresholds } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { countingThreshold, inheritedThreshold, ownThreshold } from './threshold-rule.ts'

const share = (value: number) => ({ mode: 'share', value }) as const
const pieces = (value: number) => ({ mode: 'pieces', value }) as const

const thresholds: Thresholds = {
  merchant: { low: share(30), offline_minutes: null },
  stores: [{ store: '7', store_name: 'Pier', low: null, offline_minutes: 5 }],
  devices: [{ sn: '860100000001', title: '', store: '7', low: pieces(2), offline_minutes: null }],
}
const nothing: Thresholds = { merchant: { low: null, offline_minutes: null }, stores: [], devices: [] }

describe('the threshold that counts', () => {
  test('is that of the machine, else of its store, else of the merchant, each field by itself', () => {
    expect(countingThreshold(thresholds, { sn: '860100000001', store: '7' })).toEqual({
      low: { value: pieces(2), level: 'device' },
      offline_minutes: { value: 5, level: 'store' },
    })
    expect(countingThreshold(thresholds, { sn: '860100000002', store: '7' })).toEqual({
      low: { value: share(30), level: 'merchant' },
      offline_minutes: { value: 5, level: 'store' },
    })
    expect(countingThreshold(thresholds, { sn: '860100000002', store: null })).toEqual({
      low: { value: share(30), level: 'merchant' },
      offline_minutes: { value: 10, level: 'usual' },
    })
  })

  test('is the usual one where nothing is set', () => {
    expect(countingThreshold(nothing, { sn: '860100000001', store: '7' })).toEqual({
      low: { value: share(20), level: 'usual' },
      offline_minutes: { value: 10, level: 'usual' },
    })
  })
})

test('a place inherits from the levels above it, and not from itself', () => {
  const levels = (place: Parameters<typeof inheritedThreshold>[1]) => {
    const { low, offline_minutes: minutes } = inheritedThreshold(thresholds, place)
    return [low.level, minutes.level]
  }
  expect(levels({ sn: '860100000001', store: '7' })).toEqual(['merchant', 'store'])
  expect(levels({ sn: '860100000001', store: null })).toEqual(['merchant', 'usual'])
  expect(levels({ store: '7' })).toEqual(['merchant', 'usual'])
  expect(levels({})).toEqual(['usual', 'usual'])
})

test('a place has a threshold of its own, or none', () => {
  expect(ownThreshold(thresholds, {})).toEqual({ low: share(30), offline_minutes: null })
  expect(ownThreshold(thresholds, { store: '7' })).toEqual({ low: null, offline_minutes: 5 })
  expect(ownThreshold(thresholds, { sn: '860100000001', store: '7' })).toEqual({
    low: pieces(2),
    offline_minutes: null,
  })
  expect(ownThreshold(thresholds, { store: '8' })).toEqual({ low: null, offline_minutes: null })
})
