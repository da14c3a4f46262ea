import {
  type Fund,
  fundCalls,
  fundFieldWords,
  FundLineFilter,
  fundLineKinds,
  fundLineKindWords,
  unassigned,
} from '@slotwise/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'

import { daysOf, rangeField, useToday } from '../../lib/day-range.ts'
import { useT } from '../../lib/i18n.tsx'
import { closesBack, useLongListState } from '../../lib/url-state.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { SelectFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RangeFilter } from '../../ui/range-filter.tsx'
import '../../ui/sum-strip.css'
import { useAccounts, useFundLines } from './api.ts'
import { FundFigures } from './fund-sums.tsx'
import { fundWords } from './fund-words.ts'
import './funds.css'
import { useLineColumns } from './line-columns.tsx'

const PageFilter = FundLineFilter.safeExtend(rangeField)
type PageFilter = z.output<typeof PageFilter>

/** Every change of the funds, the newest first. */
export function Statement({ tabs }: { tabs: ReactNode }) {
  const t = useT(fundWords)
  const field = useT(fundFieldWords)
  const today = useToday()
  const state = useLongListState(PageFilter)
  const { filter, place, size, setFilter } = state
  const { range: _, ...fields } = filter
  const condition = { ...fields, ...daysOf(filter, today, 'all') }
  const query = useFundLines({ condition, place, size })
  const accounts = useAccounts()
  const nameOf = (id: string): string =>
    id === unassigned
      ? field('unassigned')
      : (accounts.find(({ merchant_id: one }) => one === id)?.stort_name ?? id)
  const columns = useLineColumns(filter.merchant_id === undefined ? nameOf : undefined)
  const account = accounts.find(({ merchant_id: id }) => id === filter.merchant_id)
  return (
    <ListPage
      name="fund_lines"
      title={t('title')}
      tabs={
        <>
          {tabs}
          <RangeFilter value={filter} standing="all" onChange={setFilter} />
        </>
      }
      tools={
        <ExportButton
          row={fundCalls.exportFundLines}
          input={{ condition }}
          disabled={query.data?.count === 0}
        />
      }
      filters={<StatementFilters filter={filter} accounts={accounts} onChange={setFilter} />}
      bar={
        <>
          {account && <AccountSums account={account} />}
          {filter.settle !== undefined && <InsideOnly settle={filter.settle} />}
        </>
      }
      state={state}
      query={query}
      columns={columns}
      rowKey={({ line }) => line}
      empty={{ title: t('noLines'), hint: t('noLinesHint') }}
    />
  )
}

type StatementFiltersProps = {
  filter: PageFilter
  accounts: readonly Fund[]
  onChange: (change: Partial<PageFilter>) => void
}

function StatementFilters({ filter, accounts, onChange }: StatementFiltersProps) {
  const field = useT(fundFieldWords)
  const kind = useT(fundLineKindWords)
  return (
    <>
      <SelectFilter<string>
        label={field('merchant_id')}
        value={filter.merchant_id}
        options={[
          ...accounts.map((account) => ({
            value: account.merchant_id,
            label: `${account.stort_name} ${account.acct_no_encry}`,
          })),
          { value: unassigned, label: field('unassigned') },
        ]}
        searchable
        onChange={(merchant_id) => onChange({ merchant_id })}
      />
      <SelectFilter
        label={field('kind')}
        value={filter.kind}
        options={fundLineKinds.map((value) => ({ value, label: kind(value) }))}
        onChange={(value) => onChange({ kind: value })}
      />
    </>
  )
}

/** The account whose statement it is, with its sums as of now. */
function AccountSums({ account }: { account: Fund }) {
  const t = useT(fundWords)
  return (
    <section
      className="sw-sum-strip sw-fund-strip"
      aria-label={t('statementOf', { name: account.stort_name })}
    >
      <p>
        <strong>{account.stort_name}</strong>
        <span className="sw-figures">{account.acct_no_encry}</span>
      </p>
      <FundFigures of={account} />
    </section>
  )
}

function InsideOnly({ settle }: { settle: string }) {
  const t = useT(fundWords)
  return (
    <p className="sw-fund-inside">
      {t('insideOnly', { settle })}
      <Link className="sw-link" to={`/settle?settle=${settle}`} state={closesBack}>
        {t('toSettlement')}
      </Link>
    </p>
  )
}
