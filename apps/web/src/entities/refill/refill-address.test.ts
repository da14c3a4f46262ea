import { expect, test } from 'vitest'

import { refillAddress } from './refill-address.ts'

test('the refill list has the filter of the list that leads to it, without its order', () => {
  expect(refillAddress({})).toBe('/refill')
  expect(refillAddress({ low: true, area: '7', order: 'stock' })).toBe('/refill?low=true&area=7')
  expect(refillAddress({ sns: ['1', '2'], q: undefined })).toBe('/refill?sns=1&sns=2')
})
