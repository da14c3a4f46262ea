import { FilterOutlined } from '@ant-design/icons'
import type { List } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import type { CallError } from '../lib/client.ts'
import { useT } from '../lib/i18n.tsx'
import { isOfflineError } from '../lib/query.ts'
import type { FilterSchema, ListState } from '../lib/url-state.ts'
import './list-page.css'
import { uiWords } from './messages/messages.ts'
import { type Counted, Paging } from './paging.tsx'
import { EmptyState, ErrorState } from './states.tsx'
import { useIsPhone } from './use-media.ts'

export type ListFrameProps<Row> = {
  title: string
  tabs?: ReactNode
  /** The one primary action. */
  action?: ReactNode
  /** Export and the like. */
  tools?: ReactNode
  search?: ReactNode
  filters?: ReactNode
  /** Right above the records: what can be done to the chosen ones. */
  bar?: ReactNode
  /** At the end of the filters, where there is room. */
  aside?: ReactNode
  state: Omit<ListState<FilterSchema>, 'setFilter'>
  query: UseQueryResult<List<Row>, CallError>
  /** Shown while there is nothing at all yet: what this list is for, and how to begin. */
  empty: { title: string; hint: string; action?: ReactNode }
  /** Where the records are no rows. */
  counted?: Counted
  /** The shape of what is coming. */
  skeleton: ReactNode
  /** The records, in whatever form. */
  children: (rows: Row[]) => ReactNode
}

/** What narrows a list, as against what only orders it. */
const narrowing = (filter: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(filter).filter(
    (field) => field !== 'order' && filter[field] !== undefined && filter[field] !== '',
  )

/** A page that lists records: title, one primary action, filters, the records, paging. Its state is the address. */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { title, tabs, action, tools, search, filters, bar, aside, state } = props
  const t = useT(uiWords)
  const isPhone = useIsPhone()
  const [filtersOpen, setFiltersOpen] = useState(false)
  const active = narrowing(state.filter).filter((field) => field !== 'q')

  return (
    <section className="sw-list-page" aria-labelledby="page-title">
      <header className="sw-page-head">
        <h1 id="page-title">{title}</h1>
        <div className="sw-page-actions">
          {tools}
          {action}
        </div>
      </header>
      {tabs}
      <div className="sw-filter-bar" role="search" aria-label={t('filters')}>
        {search}
        {filters && isPhone && (
          <Button
            icon={<FilterOutlined aria-hidden="true" />}
            aria-expanded={filtersOpen}
            onClick={() => setFiltersOpen(!filtersOpen)}
          >
            {active.length > 0 ? t('filtersActive', { count: active.length }) : t('filters')}
          </Button>
        )}
        {filters && (!isPhone || filtersOpen) && <div className="sw-filter-fields">{filters}</div>}
        {state.filtered && (
          <Button type="link" className="sw-filter-reset" onClick={state.resetFilter}>
            {t('resetFilters')}
          </Button>
        )}
        {!isPhone && aside && <span className="sw-filter-bar-end">{aside}</span>}
      </div>
      {bar}
      <ListBody {...props} />
    </section>
  )
}

type ListBodyProps<Row> = Pick<
  ListFrameProps<Row>,
  'state' | 'query' | 'empty' | 'counted' | 'skeleton' | 'children'
>

/** The records themselves and their paging, or why there are none. */
export function ListBody<Row>({ state, query, empty, counted, skeleton, children }: ListBodyProps<Row>) {
  const t = useT(uiWords)
  useLeaveEmptyPage(state, query.data)
  // Rows that were shown before the network went are better than none.
  const isKept = query.data !== undefined && isOfflineError(query.error)
  if (query.isError && !isKept)
    return (
      <div className="sw-list-body">
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  if (!query.data) return <div className="sw-list-body">{skeleton}</div>
  if (query.data.count === 0)
    return (
      <div className="sw-list-body">
        {narrowing(state.filter).length > 0 ? (
          <EmptyState title={t('noMatch')} hint={t('noMatchHint')}>
            <Button onClick={state.resetFilter}>{t('resetFilters')}</Button>
          </EmptyState>
        ) : (
          <EmptyState title={empty.title} hint={empty.hint}>
            {empty.action}
          </EmptyState>
        )}
      </div>
    )
  return (
    <div className={query.isPlaceholderData ? 'sw-list-body is-stale' : 'sw-list-body'}>
      {children(query.data.data)}
      <Paging state={state} list={query.data} counted={counted} />
    </div>
  )
}

/** Deleting the last row of the last page would leave an empty page behind: step back to the last one. */
function useLeaveEmptyPage(
  state: Pick<ListState<FilterSchema>, 'page' | 'size' | 'setPage'>,
  list: List<unknown> | undefined,
): void {
  const stepBack = useEffectEvent((lastPage: number) => state.setPage(lastPage))
  const lastPage = list ? Math.max(1, Math.ceil(list.count / state.size)) : undefined
  const isBeyond = list?.data.length === 0 && lastPage !== undefined && state.page > lastPage
  useEffect(() => {
    if (isBeyond) stepBack(lastPage)
  }, [isBeyond, lastPage])
}
