import type { Cell, Column } from './cells.ts'

type Amount = Extract<Cell, { cents: number }>

/** A column of a sheet: a header, a width, and the cell of each row. A plain number is no money: its unit is unclear. */
export type Field<Row> =
  | (Column & { kind: 'money'; of(row: Row): Amount | null })
  | (Column & { kind?: Exclude<Column['kind'], 'money'>; of(row: Row): Cell })

/** Makes a sheet of these fields from rows that arrive in batches. */
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

/** The cells of rows that arrive in batches. */
async function* sheetRows<Row>(pieces: AsyncIterable<Row[]>, fields: Field<Row>[]): AsyncGenerator<Cell[][]> {
  for await (const piece of pieces) yield piece.map((row) => fields.map((field) => field.of(row)))
}
