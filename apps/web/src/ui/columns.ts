import type { ReactNode } from 'react'
import { useState } from 'react'

import { readStored, removeStored, writeStored } from '../lib/storage.ts'
import { useMoneyTitle } from './money.tsx'
import { useMedia } from './use-media.ts'

/**
 * A column of a list, and also a line of its card on a phone. The first column names the row; its first link or button
 * opens it, and so does a click elsewhere in the row.
 */
export type Column<Row> = {
  key: string
  title: string
  /** An empty text or null becomes a dash in the table and no line on the card. */
  cell: (row: Row) => ReactNode
  /** For figures, so that their digits are aligned. */
  align?: 'right'
  /** For amounts of money: the title names the currency where the amounts do not. */
  money?: true
  /** Free text may take several lines; other cells stay on one. */
  text?: true
  width?: number
  /** The name by which the list sorts by this column. */
  sortBy?: string
  /** The cell of the last row, which sums up all rows and not only those of the page. */
  sum?: ReactNode
  /**
   * Hidden until the user chooses it. 'narrow': hidden in a narrow window only; 'middle': hidden unless the window is
   * wide. Cards always show the latter two.
   */
  extra?: true | 'narrow' | 'middle'
}

/** The title of a column as it is shown. */
export function useColumnTitle(): (column: Pick<Column<never>, 'title' | 'money'>) => string {
  const moneyTitle = useMoneyTitle()
  return ({ title, money }) => (money ? moneyTitle(title) : title)
}

/** The order of a list: the name of a column, with a minus in front when the largest comes first. */
export type Sort = { by: string; onSort: (by: string) => void }

/** The order after a click on a column: figures begin with the largest, names with the first. */
export const sortedNext = <Row>({ sortBy = '', align }: Column<Row>, by: string): string => {
  const [up, down] = [sortBy, `-${sortBy}`]
  const [first, second] = align === 'right' ? [down, up] : [up, down]
  return by === first ? second : first
}

/**
 * Sorting by headers for a list whose call knows the orders in `names`. A header whose order the call does not know
 * returns to the usual one.
 */
export const sortByHeader = <Order extends string>(
  order: Order | undefined,
  names: Readonly<Record<string, Order>>,
  onChange: (order: Order | undefined) => void,
): Sort => ({
  by: Object.keys(names).find((name) => names[name] === order) ?? '',
  onSort: (by) => onChange(names[by]),
})

/** Sorting by headers for a list whose call knows these orders by the names of its columns. */
export const sortByOrders = <Order extends string>(
  orders: readonly Order[],
  {
    filter,
    setFilter,
  }: { filter: { order?: Order | undefined }; setFilter: (change: { order?: Order | undefined }) => void },
): Sort => ({
  by: filter.order ?? '',
  onSort: (by) => setFilter({ order: orders.find((order) => order === by) }),
})

const storageKey = (list: string): string => `slotwise.columns.${list}`

const standard = <Row>(columns: Column<Row>[], hidden: ReadonlySet<Column<Row>['extra']>): string[] =>
  columns.filter(({ extra }) => !hidden.has(extra)).map(({ key }) => key)

/** The kinds of columns that are hidden at this window width. */
function useHidden(): ReadonlySet<true | 'narrow' | 'middle' | undefined> {
  const isNarrow = useMedia('(min-width: 768px) and (max-width: 1100px)')
  const isMiddle = useMedia('(min-width: 768px) and (max-width: 1439px)')
  return new Set([
    true,
    ...(isNarrow ? (['narrow'] as const) : []),
    ...(isMiddle ? (['middle'] as const) : []),
  ])
}

function remembered(list: string): string[] | undefined {
  try {
    const stored: unknown = JSON.parse(readStored(storageKey(list)) ?? 'null')
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : undefined
  } catch {
    return undefined
  }
}

/** The columns that the user chose for a list, stored in this browser. */
export function useShownColumns<Row>(list: string, columns: Column<Row>[]) {
  const [chosen, setChosen] = useState(() => remembered(list))
  const hidden = useHidden()
  const shown = new Set(chosen ?? standard(columns, hidden))
  const [first] = columns
  if (first) shown.add(first.key)
  return {
    columns: columns.filter(({ key }) => shown.has(key)),
    isStandard: chosen === undefined,
    choose: (keys: string[] | undefined): void => {
      setChosen(keys)
      if (keys) writeStored(storageKey(list), JSON.stringify(keys))
      else removeStored(storageKey(list))
    },
  }
}
