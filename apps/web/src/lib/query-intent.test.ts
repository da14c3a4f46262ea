import { describe, expect, test } from 'vitest'

import { createIntent } from './query-intent.ts'

const counted = () => {
  let made = 0
  return createIntent(() => `key ${++made}`)
}

describe('the idempotency key of a change', () => {
  test('stays the same when the same form is sent again after a time-out', () => {
    const intent = counted()
    const first = intent.keyFor({ area_name: 'North' })
    intent.settle({ kind: 'timeout' })
    expect(intent.keyFor({ area_name: 'North' })).toBe(first)
  })

  test('stays the same when the server failed without saying what it did', () => {
    const intent = counted()
    const first = intent.keyFor({ area_name: 'North' })
    intent.settle({ kind: 'fault' })
    expect(intent.keyFor({ area_name: 'North' })).toBe(first)
  })

  test('is new when the form was changed after a time-out', () => {
    const intent = counted()
    const first = intent.keyFor({ area_name: 'North' })
    intent.settle({ kind: 'timeout' })
    expect(intent.keyFor({ area_name: 'South' })).not.toBe(first)
  })

  test('is new after the change has succeeded, so that the same can be added twice on purpose', () => {
    const intent = counted()
    const first = intent.keyFor({ area_name: 'North' })
    intent.settle(null)
    expect(intent.keyFor({ area_name: 'North' })).not.toBe(first)
  })

  test('is new after the server has refused', () => {
    const intent = counted()
    const first = intent.keyFor({ area_name: 'North' })
    intent.settle({ kind: 'answer' })
    expect(intent.keyFor({ area_name: 'North' })).not.toBe(first)
  })
})
