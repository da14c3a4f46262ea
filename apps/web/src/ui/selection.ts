import { useState } from 'react'

/**
 * Rows that were chosen to do something to all of them. They stay chosen while pages and filters change, as they were
 * when they were chosen: what may have changed since is read anew.
 */
export type Selection<Row> = {
  chosen: Row[]
  has: (row: Row) => boolean
  choose: (rows: readonly Row[], on: boolean) => void
  clear: () => void
  /** How a row is called, for those who hear the page. */
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
