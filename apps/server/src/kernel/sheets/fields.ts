import type { Cell, Column } from './cells.ts'

/** A sheet is its columns: a header, a width, and what stands in each row. */
export type Field<Row> = Column & { of(row: Row): Cell }

/** Rows that come in pieces as a sheet of these fields. */
export const sheetOf = <Row>(
  name: string,
  fields: Field<Row>[],
  total: number,
  pieces: AsyncIterable<Row[]>,
) => ({
  name,
  columns: fields,
  total,
  rows: sheetRows(pieces, fields),
})

/** The cells of rows that come in pieces. */
async function* sheetRows<Row>(pieces: AsyncIterable<Row[]>, fields: Field<Row>[]): AsyncGenerator<Cell[]> {
  for await (const piece of pieces) for (const row of piece) yield fields.map((field) => field.of(row))
}
