/** Reads rows in pieces; each piece starts after the last row of the piece before. */
export async function* eachPiece<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let piece = await read(undefined)
  while (piece.length > 0) {
    yield piece
    piece = await read(piece.at(-1))
  }
}

/** The same for rows read by descending number. */
export const inPieces = <Row>(
  idOf: (row: Row) => string,
  read: (before: string | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> => eachPiece((last) => read(last === undefined ? undefined : idOf(last)))

/** Rows that are few enough to be read at once. */
export async function* inOnePiece<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}

/** Completes each piece with data of other modules, one request per piece. */
export async function* completed<Row, Whole>(
  pieces: AsyncIterable<Row[]>,
  complete: (rows: Row[]) => Promise<Whole[]>,
): AsyncGenerator<Whole[]> {
  for await (const piece of pieces) yield complete(piece)
}

/** Reads the next piece while the caller works on the present one. An empty piece is the end. */
export async function* readAhead<Row>(read: () => Promise<Row[]>): AsyncGenerator<Row[]> {
  let next = read()
  try {
    for (let piece = await next; piece.length > 0; piece = await next) {
      next = read()
      // A failure is thrown where the piece is awaited, not as an unhandled one before.
      next.catch(() => undefined)
      yield piece
    }
  } finally {
    // A caller that stops early may end the transaction only after the read has ended.
    await next.catch(() => undefined)
  }
}
