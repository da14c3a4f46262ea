/** Reads rows piece by piece, newest first, each piece going on before the last row of the one before it. */
export async function* inPieces<Row>(
  idOf: (row: Row) => string,
  read: (before: string | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let piece = await read(undefined)
  while (piece.length > 0) {
    yield piece
    const last = piece.at(-1)
    piece = last === undefined ? [] : await read(idOf(last))
  }
}

/** The same pieces with what other modules know of their rows, asked for once a piece. */
export async function* completed<Row, Whole>(
  pieces: AsyncIterable<Row[]>,
  complete: (rows: Row[]) => Promise<Whole[]>,
): AsyncGenerator<Whole[]> {
  for await (const piece of pieces) yield complete(piece)
}
