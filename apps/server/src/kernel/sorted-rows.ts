import type { Locale } from '@slotwise/contract'

import { sortingOf } from './paging.ts'

type Values<Row> = Readonly<Record<string, (row: Row) => string | number>>

/** Sorts rows that are worked out and not stored. Rows of the same value stay in their order. */
export function sortedRows<Row>(
  rows: readonly Row[],
  { order, values, locale }: { order: string | undefined; values: Values<Row>; locale: Locale },
): Row[] {
  const [name, direction] = sortingOf(order ?? '')
  const valueOf = values[name]
  if (!valueOf) return [...rows]
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const sign = direction === 'desc' ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)]
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b)))
  })
}
