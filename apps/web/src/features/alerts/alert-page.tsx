import { alertCalls, alertStates, alertStateWords, type Alert } from '@slotwise/contract'
import { useSearchParams } from 'react-router'

import { ThresholdButton } from '../../entities/threshold/threshold-button.tsx'
import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { useLiveRefresh } from '../../lib/live-refresh.ts'
import { useListState, withoutField, writeFilter } from '../../lib/url-state.ts'
import { Can } from '../../ui/can.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { AlertActions } from './alert-actions.tsx'
import { useAlertColumns } from './alert-columns.tsx'
import { PageFilter } from './alert-filter.ts'
import { AlertFilters } from './alert-filters.tsx'
import { AlertSums } from './alert-sums.tsx'
import { alertWords } from './alert-words.ts'
import './alerts.css'
import { useAlerts } from './api.ts'

const ThresholdDrawer = lazyDialog(
  async () => (await import('../../entities/threshold/threshold-drawer.tsx')).ThresholdDrawer,
)
const WorkForm = lazyDialog(async () => (await import('./work-form.tsx')).WorkForm)

const idOf = ({ alert }: Alert): string => alert
const stale = [alertCalls.getAlerts]

/** Machines that need a hand, what costs most first; people take them and say when they are done. */
export function AlertPage() {
  const t = useT(alertWords)
  const state = useListState(PageFilter)
  const { state: chosen = 'open', ...filter } = state.filter
  const isClosed = chosen === 'closed'
  const condition = { ...filter, state: chosen }
  const query = useAlerts({ condition, page: state.page, size: state.size })
  const columns = useAlertColumns(isClosed)
  useLiveRefresh({ alerts: stale, machine: stale })
  return (
    <>
      <ListPage
        key={chosen}
        name={isClosed ? 'closedAlerts' : 'alerts'}
        title={t('title')}
        tabs={
          <>
            <StateTabs current={chosen} />
            {!isClosed && !query.isError && (
              <AlertSums
                sum={query.data?.sum}
                isStale={query.isPlaceholderData}
                kind={filter.kind}
                onKind={(kind) => state.setFilter({ kind })}
              />
            )}
          </>
        }
        tools={
          <>
            <ThresholdButton onClick={() => state.openDrawer('thresholds')} />
            <ExportButton
              row={alertCalls.exportAlerts}
              input={{ condition }}
              disabled={query.data?.count === 0}
            />
          </>
        }
        filters={<AlertFilters filter={state.filter} onChange={state.setFilter} />}
        state={withoutField(state, 'state')}
        query={query}
        columns={columns}
        rowKey={idOf}
        actions={(alert) => <AlertActions alert={alert} onNote={() => state.openDrawer(alert.alert)} />}
        empty={
          isClosed
            ? { title: t('noneClosed'), hint: t('noneClosedHint') }
            : { title: t('none'), hint: t('noneHint') }
        }
      />
      {state.drawer === 'thresholds' ? (
        <Can access="main">
          <ThresholdDrawer onClose={state.closeDrawer} />
        </Can>
      ) : (
        state.drawer && <WorkForm id={state.drawer} alerts={query} onClose={state.closeDrawer} />
      )}
    </>
  )
}

/** Open alerts and those that are over. The other filters stay. */
function StateTabs({ current }: { current: (typeof alertStates)[number] }) {
  const t = useT(alertWords)
  const name = useT(alertStateWords)
  const [params] = useSearchParams()
  const tabs = alertStates.map((key) => {
    const search = writeFilter(params, { state: key === 'open' ? undefined : key, open: undefined })
    return { key, label: name(key), to: search.size === 0 ? '/alerts' : `/alerts?${search}` }
  })
  return <TabLinks label={t('states')} current={current} tabs={tabs} />
}
