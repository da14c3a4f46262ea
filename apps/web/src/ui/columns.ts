import type { ReactNode } from 'react'
import { useState } from 'react'

import { readStored, removeStored, writeStored } from '../lib/storage.ts'
import { useMedia } from './use-media.ts'

/** A column of a list, and at once a line of its card on a phone. The first column names the row. */
export type Column<Row> = {
  key: string
  title: string
  /** Nothing to show is an empty text or null: a dash in the table, no line on the card. */
  cell: (row: Row) => ReactNode
  /** Figures stand right-aligned under each other. */
  align?: 'right'
  /** Free text, which may take several lines; anything else stays on one. */
  text?: true
  width?: number
  /**
   * Hidden until somebody wants it; 'narrow': in a narrow window only; 'middle': unless the window is wide. Cards have
   * room for the latter two.
   */
  extra?: true | 'narrow' | 'middle'
}

const storageKey = (list: string): string => `slotwise.columns.${list}`

const standard = <Row>(columns: Column<Row>[], hidden: ReadonlySet<Column<Row>['extra']>): string[] =>
  columns.filter(({ extra }) => !hidden.has(extra)).map(({ key }) => key)

/** What is left out of a window as wide as this one. */
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
    const kept: unknown = JSON.parse(readStored(storageKey(list)) ?? 'null')
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : undefined
  } catch {
    return undefined
  }
}

/** Which columns a person wants to see in a list, remembered on this device. */
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
