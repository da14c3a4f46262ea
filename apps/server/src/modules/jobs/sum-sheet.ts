/** What sheets have in common: columns of money, of days and of moments, and a last row that adds up the others. */
import { countryFacts, startOfDay } from '@slotwise/contract'
import type { Cell, Field } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { inOnePiece } from '../../kernel/pieces.ts'
import type { Sheet } from './export.ts'

/** A column of amounts, with the currency in its header. */
export const moneyField = <Row>(
  ctx: Ctx,
  title: string,
  of: (row: Row) => number | null | undefined,
): Field<Row> => ({
  header: `${title} (${countryFacts[ctx.tenant.country].currency})`,
  kind: 'money',
  of(row) {
    const cents = of(row)
    return cents === null || cents === undefined ? null : { cents }
  },
})

/** A column of the merchant's days, which spreadsheets can group and filter as dates. */
export const dayField = <Row>(ctx: Ctx, title: string, of: (row: Row) => string | null): Field<Row> => ({
  header: title,
  kind: 'date',
  of(row) {
    const day = of(row)
    return day === null ? null : startOfDay(day, countryFacts[ctx.tenant.country].utcOffsetMinutes)
  },
})

/** A column of moments; empty where nothing has happened. */
export const instantField = <Row>(title: string, of: (row: Row) => string | Date | null): Field<Row> => ({
  header: title,
  kind: 'datetime',
  of(row) {
    const at = of(row)
    return at === null ? null : new Date(at)
  },
})

type Table<Row, Sum> = {
  name: string
  /** What only rows have. */
  names: Field<Row>[]
  figures: Field<Sum>[]
  rows: readonly Row[]
  total: Sum
  /** What the first column says of the last row. */
  totalName: string
}

/** A row is a sum of its own, with names. */
export function sumSheetOf<Row extends Sum, Sum>(table: Table<Row, Sum>): Sheet {
  const { name, names, figures, rows, total, totalName } = table
  const cells = (row: Row): Cell[] => [...names.map(({ of }) => of(row)), ...figures.map(({ of }) => of(row))]
  const last = [totalName, ...names.slice(1).map(() => null), ...figures.map(({ of }) => of(total))]
  return {
    name,
    columns: [...names, ...figures],
    total: rows.length + 1,
    sumRows: 1,
    rows: inOnePiece([...rows.map(cells), last]),
  }
}
