import { mayAccess } from '@slotwise/contract'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { useGrants } from '../../ui/can.tsx'
import type { Sums } from './figures.tsx'
import type { Kind, Way } from './kinds.ts'
import { type PageFilter, wayTo } from './statistics-filter.ts'
import { statisticsWords } from './statistics-words.ts'

type RowWaysProps<Row extends Sum, Sum extends Sums> = {
  kind: Pick<Kind<Row, Sum>, 'ways' | 'placeOf'>
  row: Row
  name: string
  filter: PageFilter
  /** Only the next step of the drill-down. */
  next?: boolean
}

/** The pages to which the user may go from a row. */
export function useWays({ ways }: { ways: readonly Way[] }): Way[] {
  const grants = useGrants()
  return ways.filter(({ access }) => mayAccess(access, grants))
}

/** Links to the pages that show a row in detail, with the days and places of this page. */
export function RowWays<Row extends Sum, Sum extends Sums>(props: RowWaysProps<Row, Sum>) {
  const { kind, row, name, filter, next = false } = props
  const t = useT(statisticsWords)
  const place = kind.placeOf(row)
  const ways = useWays(kind)
  if (!place || ways.length === 0) return null
  return (
    <div className="sw-row-actions">
      {(next ? ways.slice(0, 1) : ways).map(({ word, path }) => (
        <Link
          key={path}
          className="sw-link"
          to={wayTo(path, filter, place)}
          aria-label={t('wayOf', { name, way: t(word) })}
        >
          {t(word)}
        </Link>
      ))}
    </div>
  )
}
