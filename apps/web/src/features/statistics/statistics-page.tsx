import { noPlace, statisticsFieldWords } from '@slotwise/contract'
import { Button } from 'antd'
import type { ReactNode } from 'react'

import { billListWords } from '../../entities/bill/bill-list-words.ts'
import { useToday } from '../../lib/day-range.ts'
import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { useCall } from '../../lib/query.ts'
import { useListState } from '../../lib/url-state.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RangeFilter } from '../../ui/range-filter.tsx'
import { useDaysText } from './days-text.ts'
import type { Sums } from './figures.tsx'
import { areaKind, deviceKind, goodsKind, type Kind, storeKind } from './kinds.ts'
import { PlaceFilters } from './place-filters.tsx'
import { DetailLinks, useDetailPages } from './detail-links.tsx'
import { SalesOverTime } from './sales-over-time.tsx'
import { keyOf, sumKey, useRowName, useStatisticsColumns } from './statistics-columns.tsx'
import { conditionOf, standardSort } from './statistics-filter.ts'
import { statisticsWords } from './statistics-words.ts'
import './statistics.css'

const BreakdownDrawer = lazyDialog(async () => (await import('./breakdown-drawer.tsx')).BreakdownDrawer)
const GoodsBreakdownDrawer = lazyDialog(
  async () => (await import('./breakdown-drawer.tsx')).GoodsBreakdownDrawer,
)

export const AreaStatistics = () => <StatisticsPage kind={areaKind} />
export const StoreStatistics = () => <StatisticsPage kind={storeKind} />
export const DeviceStatistics = () => <StatisticsPage kind={deviceKind} />
export const GoodsStatistics = () => <StatisticsPage kind={goodsKind} />

/** Sales by place or by goods: their sum and its course, then the rows, each of which leads further down. */
function StatisticsPage<Row extends Sum, Sum extends Sums>({ kind }: { kind: Kind<Row, Sum> }) {
  const t = useT(statisticsWords)
  const field = useT(statisticsFieldWords)
  const list = useT(billListWords)
  const today = useToday()
  const state = useListState(kind.filter)
  const { filter, page, size, setFilter } = state
  const sort = filter.sort ?? standardSort
  const condition = conditionOf(filter, today)
  const query = useCall(
    kind.list,
    { pageNum: page, pageSize: size, condition: { ...condition, sort } },
    { inline: true },
  )
  const columns = useStatisticsColumns(kind, query.data?.total, state.openDrawer)
  const nameOf = useRowName(kind)
  const hasDetailPages = useDetailPages(kind).length > 0
  const daysText = useDaysText()
  const opened = openedOf()
  const counted = kind.figures.find(({ key }) => key === 'count')?.word ?? 'count'

  /** The row, or the sum, whose drawer is open. A row of another page opens nothing. */
  function openedOf(): { name: string; sum: Sum; goods?: string; links: ReactNode } | undefined {
    if (!query.data || state.drawer === undefined) return undefined
    const { data, total } = query.data
    if (state.drawer === sumKey) return { name: field('total'), sum: total, links: null }
    const row = data.find((one) => keyOf(kind, one) === state.drawer)
    if (!row) return undefined
    const name = nameOf(row)
    return {
      name,
      sum: row,
      goods: kind.idOf(row) ?? noPlace,
      links: <DetailLinks kind={kind} row={row} name={name} filter={filter} />,
    }
  }

  function drawerOf({ name, sum, goods, links }: NonNullable<typeof opened>): ReactNode {
    const drawer = { name, sum, links, counted, days: daysText(condition), onClose: state.closeDrawer }
    if (!kind.channelsOf)
      return (
        <GoodsBreakdownDrawer
          {...drawer}
          condition={goods === undefined ? condition : { ...condition, goods_id: goods }}
        />
      )
    return (
      <BreakdownDrawer {...drawer} channels={kind.channelsOf(sum)} outcomes={kind.outcomesOf?.(sum) ?? []} />
    )
  }

  const isEmpty = query.isError || query.data?.count === 0
  return (
    <>
      <ListPage
        name={`statistics.${kind.name}`}
        title={field(kind.title)}
        tabs={<RangeFilter value={filter} onChange={setFilter} />}
        tools={
          <ExportButton
            row={kind.exporting}
            input={{ condition: { ...condition, sort } }}
            disabled={query.data?.count === 0}
          />
        }
        filters={
          <PlaceFilters
            filter={filter}
            sorts={kind.sorts}
            wordOf={(column) => kind.figures.find(({ sortBy }) => sortBy === column)?.word ?? kind.name}
            onChange={setFilter}
          />
        }
        bar={
          !isEmpty && (
            <SalesOverTime
              condition={condition}
              figures={kind.figures}
              charted={kind.charted}
              total={query.data?.total}
              isStale={query.isPlaceholderData}
            />
          )
        }
        state={state}
        query={query}
        columns={columns}
        rowKey={(row) => keyOf(kind, row)}
        sort={{ by: sort, onSort: (by) => setFilter({ sort: by === standardSort ? undefined : by }) }}
        {...(hasDetailPages
          ? {
              actions: (row: Row) => (
                <DetailLinks kind={kind} row={row} name={nameOf(row)} filter={filter} next />
              ),
            }
          : {})}
        empty={{
          title: t('none'),
          hint: t('noneHint'),
          action: <Button onClick={() => setFilter({ range: 'last3Months' })}>{list('showEarlier')}</Button>,
        }}
      />
      {opened && drawerOf(opened)}
    </>
  )
}
