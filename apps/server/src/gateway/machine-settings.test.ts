import { maxPayloadBytes } from '@slotwise/machine-protocol'
import { expect, test } from 'vitest'

import { withinLimit } from './machine-settings.ts'

const slots = (count: number, title: string) => ({
  extend: Array.from({ length: 20 }, (_, i) => ({ key: `key${i}`, value: '值'.repeat(200), note: '' })),
  slots: Array.from({ length: count }, (_, i) => ({
    ch: i + 1,
    goods: '123456789012345678',
    title,
    price: 99_999_999,
    gamePrice: 99_999_999,
    rate: 12.34,
    enabled: true,
  })),
})

test('what a machine is told always fits into a message, at the price of long names', () => {
  const few = slots(40, '一'.repeat(60))
  expect(withinLimit(few)).toEqual(few)
  const many = withinLimit(slots(200, '一'.repeat(60)))
  expect(many.slots[0]?.title).toBe('一'.repeat(16))
  expect(Buffer.byteLength(JSON.stringify(many))).toBeLessThan(maxPayloadBytes - 1_024)
})
