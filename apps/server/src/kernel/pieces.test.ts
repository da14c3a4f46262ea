import fc from 'fast-check'
import { expect, test } from 'vitest'

import { merged } from './pieces.ts'

async function* inPiecesOf(size: number, rows: number[]): AsyncGenerator<number[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

test('several streams in order become one in order, with nothing lost or doubled', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.integer(), { maxLength: 12 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 5 }),
      async (streams, size) => {
        const descending = (rows: number[]) => rows.toSorted((one, other) => other - one)
        const pieces = streams.map((rows) => inPiecesOf(size, descending(rows)))
        const all: number[] = []
        for await (const piece of merged(pieces, (one, other) => one >= other)) all.push(...piece)
        expect(all).toEqual(descending(streams.flat()))
      },
    ),
  )
})
