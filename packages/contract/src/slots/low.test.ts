import { expect, test } from 'vitest'

import { isLow } from './low.ts'

const goods = {
  goods_id: '1',
  title: 'Cola',
  price: 300,
  min_price: null,
  max_price: null,
  code: '',
  file: null,
}
const slot = { goods, enabled: true, quantity: 2, max: 10, low_level: 2 }

test('a slot is low at the pieces of its threshold or fewer', () => {
  expect(isLow(slot)).toBe(true)
  expect(isLow({ ...slot, quantity: 0 })).toBe(true)
  expect(isLow({ ...slot, quantity: 3 })).toBe(false)
  expect(isLow({ ...slot, quantity: 3, low_level: 3 })).toBe(true)
})

test('a slot that sells nothing or has an unknown capacity is not low', () => {
  expect(isLow({ ...slot, enabled: false })).toBe(false)
  expect(isLow({ ...slot, goods: null })).toBe(false)
  expect(isLow({ ...slot, quantity: 0, max: 0 })).toBe(false)
})
