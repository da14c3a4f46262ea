/** Reads rows piece by piece, newest first, each piece going on before the last row of the one before it. */
export async function* inPieces<Row extends { _id: string }>(
  read: (before: string | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let piece = await read(undefined)
  while (piece.length > 0) {
    yield piece
    piece = await read(piece.at(-1)?._id)
  }
}
