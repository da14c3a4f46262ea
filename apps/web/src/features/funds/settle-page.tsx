import {
  fundCalls,
  fundFieldWords,
  type Settle,
  SettleFilter,
  settleStates,
  settleStateWords,
} from '@slotwise/contract'
import { Link } from 'react-router'
import type { z } from 'zod'

import { daysOf, rangeField, useToday } from '../../lib/day-range.ts'
import { useT } from '../../lib/i18n.tsx'
import { useLongListState } from '../../lib/url-state.ts'
import { useMay } from '../../ui/can.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { SelectFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RangeFilter } from '../../ui/range-filter.tsx'
import { useLiveFunds, usePayoutAccounts, useSettlements } from './api.ts'
import { fundWords } from './fund-words.ts'
import './funds.css'
import { useSettleColumns } from './settle-columns.tsx'
import { SettleDrawer } from './settle-drawer.tsx'

const PageFilter = SettleFilter.safeExtend(rangeField)
type PageFilter = z.output<typeof PageFilter>

/** The payouts to the merchant's bank cards. An open settlement is in the address. */
export function SettlePage() {
  const t = useT(fundWords)
  const today = useToday()
  useLiveFunds()
  const state = useLongListState(PageFilter, undefined, 'settle')
  const { filter, place, size, setFilter } = state
  const { range: _, ...fields } = filter
  const condition = { ...fields, ...daysOf(filter, today, 'all') }
  const query = useSettlements({ condition, place, size })
  const columns = useSettleColumns(({ settle }) => state.openDrawer(settle))
  const empty = useEmptyState()
  return (
    <>
      <ListPage<Settle>
        name="settlements"
        title={t('settlements')}
        tabs={<RangeFilter value={filter} standing="all" onChange={setFilter} />}
        tools={
          <ExportButton
            row={fundCalls.exportSettle}
            input={{ condition }}
            disabled={query.data?.count === 0}
          />
        }
        filters={<SettleFilters filter={filter} onChange={setFilter} />}
        state={state}
        query={query}
        columns={columns}
        rowKey={({ settle }) => settle}
        empty={empty}
      />
      {state.drawer && <SettleDrawer key={state.drawer} settle={state.drawer} onClose={state.closeDrawer} />}
    </>
  )
}

/** Without an approved card, no settlement will ever come. */
function useEmptyState() {
  const t = useT(fundWords)
  const hasNoCard = usePayoutAccounts().data?.count === 0
  const mayAdd = useMay('bank.manage')
  const maySeeFunds = useMay('main')
  const [path, label] =
    hasNoCard && mayAdd
      ? ['/bankcard', t('toBankCards')]
      : maySeeFunds
        ? ['/fund', t('toFunds')]
        : [undefined, undefined]
  return {
    title: t('noSettlements'),
    hint: t(hasNoCard ? 'noCardHint' : 'noSettlementsHint'),
    action: path !== undefined && (
      <Link className="sw-button-link" to={path}>
        {label}
      </Link>
    ),
  }
}

type SettleFiltersProps = { filter: PageFilter; onChange: (change: Partial<PageFilter>) => void }

function SettleFilters({ filter, onChange }: SettleFiltersProps) {
  const field = useT(fundFieldWords)
  const status = useT(settleStateWords)
  const accounts = usePayoutAccounts().data?.data ?? []
  return (
    <>
      <SelectFilter
        label={field('status')}
        value={filter.status}
        options={settleStates.map((value) => ({ value, label: status(value) }))}
        onChange={(value) => onChange({ status: value })}
      />
      <SelectFilter<string>
        label={field('merchant_id')}
        value={filter.merchant_id}
        options={accounts.map(({ merchant_id: value, mch_name: name, acct_no: no }) => ({
          value,
          label: `${name} ${no}`,
        }))}
        searchable
        onChange={(merchant_id) => onChange({ merchant_id })}
      />
    </>
  )
}
