import { FilterOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { List } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { cloneElement, isValidElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import type { CallError } from '../lib/client.ts'
import { useT } from '../lib/i18n.tsx'
import type { FilterSchema, ListState } from '../lib/url-state.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { type Column, useShownColumns } from './columns.ts'
import { DataCards, DataTable, RowsSkeleton } from './data-table.tsx'
import './list-page.css'
import { uiWords } from './messages/messages.ts'
import { EmptyState, ErrorState } from './states.tsx'
import { useIsPhone } from './use-media.ts'

export type ListPageProps<Row> = {
  /** Under this name the chosen columns are remembered. */
  name: string
  title: string
  tabs?: ReactNode
  /** The one primary action. */
  action?: ReactNode
  /** Export and the like. */
  tools?: ReactNode
  search?: ReactNode
  filters?: ReactNode
  state: Omit<ListState<FilterSchema>, 'setFilter'>
  query: UseQueryResult<List<Row>, CallError>
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  actions?: (row: Row) => ReactNode
  /** Shown while there is nothing at all yet: what this list is for, and how to begin. */
  empty: { title: string; hint: string; action?: ReactNode }
}

/** A page that lists records: title, one primary action, filters, rows, paging. Its state is the address. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { name, title, tabs, action, tools, search, filters, state, query, columns } = props
  const t = useT(uiWords)
  const isPhone = useIsPhone()
  const shown = useShownColumns(name, columns)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const active = Object.entries(state.filter).filter(([field, value]) => field !== 'q' && value !== undefined)
  useLeaveEmptyPage(state, query.data)

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
        {!isPhone && (
          <span className="sw-filter-bar-end">
            <ColumnChooser
              columns={columns}
              shown={shown.columns}
              isStandard={shown.isStandard}
              onChoose={shown.choose}
            />
          </span>
        )}
      </div>
      <ListBody {...props} columns={shown.columns} isPhone={isPhone} />
    </section>
  )
}

function ListBody<Row>(props: ListPageProps<Row> & { isPhone: boolean }) {
  const { title, state, query, columns, rowKey, actions, empty, isPhone } = props
  const t = useT(uiWords)
  if (query.isError)
    return (
      <div className="sw-list-body">
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  if (!query.data)
    return (
      <div className="sw-list-body">
        <RowsSkeleton columns={columns.length} rows={state.size} cards={isPhone} />
      </div>
    )
  if (query.data.count === 0)
    return (
      <div className="sw-list-body">
        {state.filtered ? (
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
  const Rows = isPhone ? DataCards : DataTable
  return (
    <div className={query.isPlaceholderData ? 'sw-list-body is-stale' : 'sw-list-body'}>
      <Rows<Row>
        label={title}
        columns={columns}
        rows={query.data.data}
        rowKey={rowKey}
        actions={actions}
        busy={query.isFetching}
      />
      <Paging state={state} list={query.data} isPhone={isPhone} />
    </div>
  )
}

type PagingProps = {
  state: Omit<ListState<FilterSchema>, 'setFilter'>
  list: List<unknown>
  isPhone: boolean
}

function Paging({ state, list, isPhone }: PagingProps) {
  const t = useT(uiWords)
  const count = list.count.toLocaleString('en-US')
  const arrows: Partial<Record<string, Arrow>> = {
    prev: { name: t('previousPage'), icon: <LeftOutlined aria-hidden="true" /> },
    next: { name: t('nextPage'), icon: <RightOutlined aria-hidden="true" /> },
  }
  return (
    <footer className="sw-paging">
      <span className="sw-paging-total" aria-live="polite">
        {t(list.countCapped ? 'totalCapped' : 'total', { count })}
      </span>
      <Pagination
        current={state.page}
        pageSize={state.size}
        total={list.count}
        simple={isPhone}
        showSizeChanger={!isPhone}
        pageSizeOptions={pageSizes(state.standardSize)}
        itemRender={(_page, type, element) => withArrow(element, arrows[type])}
        onChange={(page, size) => state.setPage(size === state.size ? page : 1, size)}
      />
    </footer>
  )
}

const pageSizes = (standard: number): number[] =>
  [...new Set([standard, 10, 20, 50, 100])].toSorted((a, b) => a - b)

type Arrow = { name: string; icon: ReactNode }

/** Names the buttons of a pager in the language of the page; antd's icons are called `left` and `right` in all. */
const withArrow = (element: ReactNode, arrow: Arrow | undefined): ReactNode =>
  arrow && isValidElement<{ 'aria-label'?: string }>(element)
    ? cloneElement(element, { 'aria-label': arrow.name }, arrow.icon)
    : element

/** Deleting the last row of the last page would leave an empty page behind: step back to the last one. */
function useLeaveEmptyPage(
  state: Pick<PagingProps['state'], 'page' | 'size' | 'setPage'>,
  list: List<unknown> | undefined,
): void {
  const stepBack = useEffectEvent((lastPage: number) => state.setPage(lastPage))
  const lastPage = list ? Math.max(1, Math.ceil(list.count / state.size)) : undefined
  const isBeyond = list?.data.length === 0 && lastPage !== undefined && state.page > lastPage
  useEffect(() => {
    if (isBeyond) stepBack(lastPage)
  }, [isBeyond, lastPage])
}
