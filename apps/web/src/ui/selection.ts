import { useState } from 'react'

/**
 * Rows selected for an action on all of them. They stay selected while pages and filters change, in the version in
 * which they were selected: data that may have changed is loaded again.
 */
export type Selection<Row> = {
  chosen: Row[]
  has: (row: Row) => boolean
  choose: (rows: readonly Row[], on: boolean) => void
  clear: () => void
  /** The row's name, for screen readers. */
  nameOf: (row: Row) => string
}

type Naming<Row> = { keyOf: (row: Row) => string; nameOf: (row: Row) => string }

export function useSelection<Row>({ keyOf, nameOf }: Naming<Row>): Selection<Row> {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map())
  return {
    chosen: [...rows.values()],
    has: (row) => rows.has(keyOf(row)),
    choose: (some, on) =>
      setRows((now) => {
        const next = new Map(now)
        for (const row of some) {
          if (on) next.set(keyOf(row), row)
          else next.delete(keyOf(row))
        }
        return next
      }),
    clear: () => setRows(new Map()),
    nameOf,
  }
}
