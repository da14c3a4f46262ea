/**
 * Gathers rows that come mixed into portions of one owner each, so that the rows of each owner are stored by few
 * transactions. Holds at most `total` rows at a time.
 */
export async function* gathered<Row>(
  pieces: AsyncIterable<readonly Row[]>,
  ownerOf: (row: Row) => string,
  { each, total }: { each: number; total: number },
): AsyncGenerator<[owner: string, rows: Row[]]> {
  const waiting = new Map<string, Row[]>()
  let count = 0
  for await (const piece of pieces)
    for (const row of piece) {
      const owner = ownerOf(row)
      const rows = waiting.get(owner) ?? []
      waiting.set(owner, rows)
      rows.push(row)
      count += 1
      if (rows.length >= each) {
        waiting.delete(owner)
        count -= rows.length
        yield [owner, rows]
      } else if (count >= total) {
        yield* waiting
        waiting.clear()
        count = 0
      }
    }
  yield* waiting
}
