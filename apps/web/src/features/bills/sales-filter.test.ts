import { expect, test } from 'vitest'

import { readFilter } from '../../lib/url-state.ts'
import { statusesOf } from '../../entities/bill/counted-statuses.ts'
import { conditionOf, isOnly, SalesFilter } from './sales-filter.ts'

const today = '2026-03-15'
const read = (search: string) => conditionOf(readFilter(SalesFilter, new URLSearchParams(search)), today)

test('the page shows today; a range in the address is that range of today', () => {
  expect(read('')).toEqual({ from: today, to: today })
  expect(read('range=yesterday&client=wechat')).toEqual({
    from: '2026-03-14',
    to: '2026-03-14',
    client: 'wechat',
  })
})

test('an order number is looked for on all days, unless days are chosen', () => {
  expect(read('orderno=2026')).toEqual({ orderno: '2026' })
  expect(read('orderno=2026&range=today')).toEqual({ orderno: '2026', from: today, to: today })
})

test('several states and a span of amounts come from the address', () => {
  expect(read('status=1&status=2&min=100&max=500&range=all')).toEqual({ status: [1, 2], min: 100, max: 500 })
})

test('a count of the totals leads to the bills that it counts', () => {
  expect(statusesOf('success')).toEqual([0, 3, 4, 6, 7])
  expect(statusesOf('abnormal')).toEqual([1, 2, 5])
  expect(statusesOf('refunded')).toEqual([8, 9, 10, 11])
  expect(isOnly({ status: [5, 1, 2] }, 'abnormal')).toBe(true)
  expect(isOnly({ status: [1, 2] }, 'abnormal')).toBe(false)
  expect(isOnly({}, 'abnormal')).toBe(false)
})
