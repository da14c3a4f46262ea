import { caseStates, caseStateWords, type ExceptionCase, exceptionCalls } from '@slotwise/contract'
import { useSearchParams } from 'react-router'

import { daysOf, useToday } from '../../lib/day-range.ts'
import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { useLiveRefresh } from '../../lib/live-refresh.ts'
import { useListState, withoutField } from '../../lib/url-state.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RangeFilter } from '../../ui/range-filter.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { useCases } from './api.ts'
import { CaseActions } from './case-actions.tsx'
import { useCaseColumns } from './case-columns.tsx'
import { PageFilter } from './case-filter.ts'
import { CaseFilters } from './case-filters.tsx'
import { CaseSums } from './case-sums.tsx'
import { caseWords } from './case-words.ts'
import './exceptions.css'
import { RunList } from './run-list.tsx'

const CaseForm = lazyDialog(async () => (await import('./case-form.tsx')).CaseForm)

const BookForm = lazyDialog(async () => (await import('./book-form.tsx')).BookForm)

/** The sale of a case is booked in a drawer of its own. */
const bookDrawer = (one: ExceptionCase): string => `book-${one.case}`
const bookedIn = (drawer: string): string | undefined => /^book-(\d+)$/.exec(drawer)?.[1]

const idOf = (one: ExceptionCase): string => one.case
const stale = [exceptionCalls.getCases, exceptionCalls.getStatementRuns]

/** Where money and goods, or our books and the provider's, do not fit; and how the days were compared. */
export function ExceptionPage() {
  const [params] = useSearchParams()
  useLiveRefresh({ cases: stale })
  return params.get('tab') === 'runs' ? <RunList tabs={<PageTabs current="runs" />} /> : <CaseList />
}

function CaseList() {
  const t = useT(caseWords)
  const today = useToday()
  const state = useListState(PageFilter)
  const { state: chosen = 'open', range: _, ...fields } = state.filter
  const isOpen = chosen === 'open'
  const condition = { ...fields, ...daysOf(state.filter, today, 'all'), state: chosen }
  const query = useCases({ condition, page: state.page, size: state.size })
  const columns = useCaseColumns(isOpen)
  const booked = state.drawer && bookedIn(state.drawer)
  return (
    <>
      <ListPage<ExceptionCase>
        key={chosen}
        name={isOpen ? 'cases' : 'endedCases'}
        title={t('title')}
        tabs={
          <>
            <PageTabs current={chosen} />
            {isOpen && !query.isError && (
              <CaseSums
                sum={query.data?.sum}
                isStale={query.isPlaceholderData}
                kind={fields.kind}
                onKind={(kind) => state.setFilter({ kind })}
              />
            )}
            <RangeFilter value={state.filter} standing="all" onChange={state.setFilter} />
          </>
        }
        tools={
          <ExportButton
            row={exceptionCalls.exportCases}
            input={{ condition }}
            disabled={query.data?.count === 0}
          />
        }
        filters={<CaseFilters filter={state.filter} onChange={state.setFilter} />}
        state={withoutField(state, 'state')}
        query={query}
        columns={columns}
        rowKey={idOf}
        actions={(one) => (
          <CaseActions
            of={one}
            onDetail={() => state.openDrawer(one.case)}
            onBook={() => state.openDrawer(bookDrawer(one))}
          />
        )}
        empty={
          isOpen
            ? { title: t('none'), hint: t('noneHint') }
            : chosen === 'done'
              ? { title: t('noneDone'), hint: t('noneDoneHint') }
              : { title: t('noneClosed'), hint: t('noneClosedHint') }
        }
      />
      {booked !== undefined ? (
        <BookForm id={booked} onClose={state.closeDrawer} />
      ) : (
        state.drawer && <CaseForm id={state.drawer} cases={query} onClose={state.closeDrawer} />
      )}
    </>
  )
}

/** Open, done and closed cases, and the comparisons with providers. */
function PageTabs({ current }: { current: (typeof caseStates)[number] | 'runs' }) {
  const t = useT(caseWords)
  const name = useT(caseStateWords)
  const tabs = [
    ...caseStates.map((key) => ({
      key,
      label: name(key),
      to: key === 'open' ? '/exceptions' : `/exceptions?state=${key}`,
    })),
    { key: 'runs' as const, label: t('runs'), to: '/exceptions?tab=runs' },
  ]
  return <TabLinks label={t('states')} current={current} tabs={tabs} />
}
