import { expect, test } from 'vitest'

import { barOf, rankFigures, type Ranked, sharesOf } from './rank-figures.ts'

const nothing = { income: 0, refund: 0 }
const row = (given: Partial<Ranked>): Ranked => ({
  count: 1,
  income: 0,
  refund: 0,
  wechat: nothing,
  alipay: nothing,
  gkash: nothing,
  ...given,
})

test('the shares of a place add up to its income and refunds; what was not paid online is together', () => {
  const place = row({
    income: 1_000,
    refund: 100,
    wechat: { income: 600, refund: 50 },
    gkash: { income: 0, refund: 20 },
  })
  expect(sharesOf(place)).toEqual([
    { client: 'wechat', income: 600, refund: 50 },
    { client: 'gkash', income: 0, refund: 20 },
    { client: 'others', income: 400, refund: 30 },
  ])
  // All that was paid by card was given back.
  expect(sharesOf(row({ refund: 70 }))).toEqual([{ client: 'others', income: 0, refund: 70 }])
  expect(sharesOf(row({}))).toEqual([])
})

test('the table of a ranking has the figures of its tooltips', () => {
  const rows = [
    {
      key: '7',
      name: 'Harbour',
      ...row({ income: 1_000, refund: 80, count: 9, wechat: { income: 600, refund: 50 } }),
    },
    { key: '8', name: 'Harbour', ...row({ income: 300, count: 2 }) },
  ]
  const { points, series } = rankFigures(rows, {
    label: 'Ranking',
    pointName: 'Store',
    count: 'Sales',
    income: 'Income',
    refund: 'Refunds',
    of: (client, what) => `${client} ${what}`,
  })
  expect(points).toEqual([
    { key: '7', name: 'Harbour' },
    { key: '8', name: 'Harbour' },
  ])
  expect(series.map(({ name, values }) => [name, ...values])).toEqual([
    ['Income', 1_000, 300],
    ['Refunds', 80, 0],
    ['Sales', 9, 2],
    ['wechat income', 600, 0],
    ['wechat refund', 50, 0],
  ])
})

test.each([
  [500, 1_000, 50],
  [1_000, 1_000, 100],
  [1, 3_000, 0],
  [0, 0, 0],
  [-5, 1_000, 0],
])('a bar of %d beside %d is %d percent long', (income, most, percent) => {
  expect(barOf(income, most)).toBe(percent)
})
