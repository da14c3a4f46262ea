import { FilterOutlined } from '@ant-design/icons'
import type { List, LongList, ViewList } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'

import type { CallError } from '../lib/client.ts'
import { useT } from '../lib/i18n.tsx'
import { isOfflineError } from '../lib/query.ts'
import type { FilterSchema, ListState, LongListState } from '../lib/url-state.ts'
import './list-page.css'
import { uiWords } from './ui-words.ts'
import { ListViews, type ViewedState } from './list-views.tsx'
import { LongPaging } from './long-paging.tsx'
import { type Counted, Paging } from './paging.tsx'
import { EmptyState, ErrorState } from './states.tsx'
import { useListPosition } from './use-list-position.ts'
import { useIsPhone } from './use-media.ts'

/** What the records and their paging need of the state of a list. */
type Unneeded = 'setFilter' | 'drawerNow' | 'turnDrawer' | keyof ViewedState
type ShownState = Omit<ListState<FilterSchema>, Unneeded> | Omit<LongListState<FilterSchema>, Unneeded>

export type ListFrameProps<Row> = {
  title: string
  tabs?: ReactNode
  /** The page's one primary action. */
  action?: ReactNode
  /** Secondary actions such as export. */
  tools?: ReactNode
  search?: ReactNode
  filters?: ReactNode
  /** Right above the records: actions on the selected ones, or a message about all of them. */
  bar?: ReactNode
  /** At the end of the filters, where there is room. */
  aside?: ReactNode
  /** The list whose saved views are offered. */
  views?: ViewList | undefined
  state: ShownState & ViewedState
  query: UseQueryResult<List<Row> | LongList<Row>, CallError>
  /** Shown while the list has no records at all: what it is for, and how to begin. */
  empty: { title: string; hint: string; action?: ReactNode }
  /** For records that are not rows. */
  counted?: Counted
  /** Shown while the records load. */
  skeleton: ReactNode
  /** Renders the records. */
  children: (rows: Row[]) => ReactNode
}

/** These sort the list, or choose the month of its figures: a list that is empty with them alone has no records. */
const notNarrowing = new Set(['order', 'sort', 'month'])

/** The fields that filter the list. */
const narrowing = (filter: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(filter).filter(
    (field) => !notNarrowing.has(field) && filter[field] !== undefined && filter[field] !== '',
  )

/** A page that lists records: title, one primary action, filters, records, paging. Its state is in the address. */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { title, tabs, action, tools, search, filters, bar, aside, views, state } = props
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
        {(views || (!isPhone && aside)) && (
          <div className="sw-filter-bar-end">
            {views && <ListViews list={views} state={state} />}
            {!isPhone && aside}
          </div>
        )}
      </div>
      {bar}
      <ListBody {...props} />
    </section>
  )
}

type ListBodyProps<Row> = Pick<
  ListFrameProps<Row>,
  'query' | 'empty' | 'counted' | 'skeleton' | 'children'
> & { state: ShownState }

/** The records and their paging, or the reason why there are none. */
export function ListBody<Row>({ state, query, empty, counted, skeleton, children }: ListBodyProps<Row>) {
  const t = useT(uiWords)
  const body = useRef<HTMLDivElement>(null)
  useLeaveEmptyPage(state, query.data)
  useListPosition(body, !query.isPlaceholderData && (query.data?.data.length ?? 0) > 0)
  // Rows loaded before the network went are better than none.
  const showsEarlierRows = query.data !== undefined && isOfflineError(query.error)
  if (query.isError && !showsEarlierRows)
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
  const list = query.data
  return (
    <div ref={body} className={query.isPlaceholderData ? 'sw-list-body is-stale' : 'sw-list-body'}>
      {'goTo' in state && list.data.length === 0 ? (
        <EmptyState title={t('nothingOlder')} hint={t('nothingOlderHint')}>
          <Button onClick={() => state.goTo({})}>{t('newest')}</Button>
        </EmptyState>
      ) : (
        children(list.data)
      )}
      {'goTo' in state && 'older' in list ? (
        <LongPaging state={state} list={list} />
      ) : (
        <Paging state={state} list={list} counted={counted} />
      )}
    </div>
  )
}

/** After the last row of the last page was deleted, go to the page that is now the last one. */
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
