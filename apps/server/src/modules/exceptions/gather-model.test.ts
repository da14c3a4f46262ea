import { expect, test } from 'vitest'

import { gathered } from './gather-model.ts'

type Row = { owner: string; n: number }

/** So many rows of each owner, one owner after the other and again, in pieces of 100. */
async function* mixed(owners: number, each: number): AsyncGenerator<Row[]> {
  const rows = Array.from({ length: owners * each }, (_, n) => ({ owner: String(n % owners), n }))
  for (let at = 0; at < rows.length; at += 100) yield rows.slice(at, at + 100)
}

async function portionsOf(pieces: AsyncIterable<Row[]>, sizes: { each: number; total: number }) {
  const portions: [string, Row[]][] = []
  for await (const portion of gathered(pieces, ({ owner }) => owner, sizes)) portions.push(portion)
  return portions
}

test('rows of many owners come in one portion of each', async () => {
  const portions = await portionsOf(mixed(300, 7), { each: 1_000, total: 10_000 })
  expect(portions).toHaveLength(300)
  for (const [owner, rows] of portions) {
    expect(rows).toHaveLength(7)
    expect(new Set(rows.map((row) => row.owner))).toEqual(new Set([owner]))
  }
})

test('a portion is as long as it may be, and no more rows are held than allowed', async () => {
  expect(
    (await portionsOf(mixed(2, 250), { each: 100, total: 10_000 })).map(([, rows]) => rows.length),
  ).toEqual([100, 100, 100, 100, 50, 50])
  const few = await portionsOf(mixed(50, 10), { each: 100, total: 200 })
  expect(few.map(([, rows]) => rows.length)).toEqual([
    ...Array<number>(100).fill(4),
    ...Array<number>(50).fill(2),
  ])
  const all = few.flatMap(([, rows]) => rows.map(({ n }) => n))
  expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, n) => n))
})
