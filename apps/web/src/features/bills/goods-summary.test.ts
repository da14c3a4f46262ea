import { expect, test } from 'vitest'

import { goodsSummary } from './goods-summary.ts'

const line = (goods_id: string | null, title: string, quantity = 1) => ({ goods_id, title, quantity })

test.each([
  ['one piece', [line('1', 'Cola')], { title: 'Cola', others: 0, pieces: 1 }],
  [
    'the same goods from two slots',
    [line('1', 'Cola'), line('1', 'Cola', 2)],
    { title: 'Cola', others: 0, pieces: 3 },
  ],
  [
    'other goods beside',
    [line('1', 'Cola'), line('2', 'Tea'), line(null, '')],
    { title: 'Cola', others: 2, pieces: 3 },
  ],
  ['a lost game', [], { title: '', others: 0, pieces: 0 }],
])('%s', (_what, goods, summary) => {
  expect(goodsSummary(goods)).toEqual(summary)
})
