/** Reads rows piece by piece, each piece going on behind the last row of the one before it. */
export async function* eachPiece<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let piece = await read(undefined)
  while (piece.length > 0) {
    yield piece
    piece = await read(piece.at(-1))
  }
}

/** The same by number, newest first. */
export const inPieces = <Row>(
  idOf: (row: Row) => string,
  read: (before: string | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> => eachPiece((last) => read(last === undefined ? undefined : idOf(last)))

/** The same pieces with what other modules know of their rows, asked for once a piece. */
export async function* completed<Row, Whole>(
  pieces: AsyncIterable<Row[]>,
  complete: (rows: Row[]) => Promise<Whole[]>,
): AsyncGenerator<Whole[]> {
  for await (const piece of pieces) yield complete(piece)
}

async function* rowsOf<Row>(pieces: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const piece of pieces) yield* piece
}

/** Several of them, each in order, as one: always the first of the rows that come next. */
export async function* merged<Row>(
  streams: readonly AsyncIterable<Row[]>[],
  comesFirst: (row: Row, other: Row) => boolean,
): AsyncGenerator<Row[]> {
  let heads: { row: Row; rest: AsyncGenerator<Row> }[] = []
  for (const stream of streams) {
    const rest = rowsOf(stream)
    const next = await rest.next()
    if (!next.done) heads.push({ row: next.value, rest })
  }
  while (heads.length > 0) {
    const first = heads.reduce((best, head) => (comesFirst(best.row, head.row) ? best : head))
    yield [first.row]
    const next = await first.rest.next()
    if (next.done) heads = heads.filter((head) => head !== first)
    else first.row = next.value
  }
}
