import { mayAccess } from '@slotwise/contract'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { useGrants } from '../../ui/can.tsx'
import type { Sums } from './figures.tsx'
import type { Kind, DetailPage } from './kinds.ts'
import { type PageFilter, addressTo } from './statistics-filter.ts'
import { statisticsWords } from './statistics-words.ts'

type DetailLinksProps<Row extends Sum, Sum extends Sums> = {
  kind: Pick<Kind<Row, Sum>, 'detailPages' | 'narrowedTo'>
  row: Row
  name: string
  filter: PageFilter
  /** Only the next step of the drill-down. */
  next?: boolean
}

/** The pages to which the user may go from a row. */
export function useDetailPages({ detailPages }: { detailPages: readonly DetailPage[] }): DetailPage[] {
  const grants = useGrants()
  return detailPages.filter(({ access }) => mayAccess(access, grants))
}

/** Links to the pages that show a row in detail, with the days and places of this page. */
export function DetailLinks<Row extends Sum, Sum extends Sums>(props: DetailLinksProps<Row, Sum>) {
  const { kind, row, name, filter, next = false } = props
  const t = useT(statisticsWords)
  const narrowedTo = kind.narrowedTo(row)
  const pages = useDetailPages(kind)
  if (!narrowedTo || pages.length === 0) return null
  return (
    <div className="sw-row-actions">
      {(next ? pages.slice(0, 1) : pages).map(({ word, path }) => (
        <Link
          key={path}
          className="sw-link"
          to={addressTo(path, filter, narrowedTo)}
          aria-label={t('wayOf', { name, way: t(word) })}
        >
          {t(word)}
        </Link>
      ))}
    </div>
  )
}
