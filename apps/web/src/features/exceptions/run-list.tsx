import {
  caseFieldWords,
  onlineClients,
  payClientWords,
  RunFilter,
  type StatementRun,
  statementSourceWords,
  type StatementState,
  statementStates,
  statementStateWords,
} from '@slotwise/contract'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'

import { PayClientTag } from '../../entities/bill/pay-client.tsx'
import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { useListState, withoutField } from '../../lib/url-state.ts'
import type { Column } from '../../ui/columns.ts'
import { SelectFilter } from '../../ui/filters.tsx'
import { Instant } from '../../ui/instant.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Money } from '../../ui/money.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { useHasOwnAccounts, useRuns } from './api.ts'
import { caseWords } from './case-words.ts'

const StatementImport = lazyDialog(async () => (await import('./statement-import.tsx')).StatementImport)

const PageFilter = RunFilter.extend({ tab: z.literal('runs').optional() })

const keyOf = ({ day, client, account }: StatementRun): string =>
  `${day} ${client} ${account?.pay_account_id ?? ''}`

/** Which days were compared with the statements of providers, and how; and which have no statement yet. */
export function RunList({ tabs }: { tabs: ReactNode }) {
  const t = useT(caseWords)
  const field = useT(caseFieldWords)
  const client = useT(payClientWords)
  const result = useT(statementStateWords)
  const state = useListState(PageFilter)
  const { tab: _, ...filter } = state.filter
  const query = useRuns({ condition: filter, page: state.page, size: state.size })
  const columns = useRunColumns()
  return (
    <ListPage<StatementRun>
      name="statementRuns"
      title={t('title')}
      tabs={
        <>
          {tabs}
          <p className="sw-case-hint">{t('runsHint')}</p>
        </>
      }
      tools={<ImportButton />}
      filters={
        <>
          <SelectFilter
            label={field('client')}
            value={filter.client}
            options={onlineClients.map((value) => ({ value, label: client(value) }))}
            onChange={(value) => state.setFilter({ client: value })}
          />
          <SelectFilter
            label={t('result')}
            value={filter.state}
            options={statementStates.map((value) => ({ value, label: result(value) }))}
            onChange={(value) => state.setFilter({ state: value })}
          />
        </>
      }
      state={withoutField(state, 'tab')}
      query={query}
      columns={columns}
      rowKey={keyOf}
      empty={{ title: t('noneRuns'), hint: t('noneRunsHint') }}
    />
  )
}

/** Only for merchants with own accounts: the platform's statements are the operator's. */
function ImportButton() {
  const t = useT(caseWords)
  const [isOpen, setIsOpen] = useState(false)
  if (!useHasOwnAccounts()) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('importStatement')}</Button>
      {isOpen && <StatementImport onClose={() => setIsOpen(false)} />}
    </>
  )
}

function useRunColumns(): Column<StatementRun>[] {
  const t = useT(caseWords)
  const field = useT(caseFieldWords)
  const source = useT(statementSourceWords)
  return [
    { key: 'day', title: t('day'), cell: ({ day }) => <time className="sw-figures">{day}</time> },
    { key: 'client', title: field('client'), cell: ({ client }) => <PayClientTag client={client} /> },
    {
      key: 'account',
      title: t('account'),
      cell: ({ account }) =>
        account ? <span className="sw-figures">{account.account_no}</span> : t('platformAccount'),
    },
    { key: 'state', title: t('result'), cell: ({ state }) => <State of={state} /> },
    { key: 'lines', title: t('lines'), align: 'right', cell: (run) => <Counted of={run} what="lines" /> },
    {
      key: 'matched',
      title: t('matched'),
      align: 'right',
      cell: (run) => <Counted of={run} what="matched" />,
    },
    { key: 'differing', title: t('differing'), align: 'right', cell: (run) => <Differing of={run} /> },
    {
      key: 'paid',
      title: t('paid'),
      align: 'right',
      money: true,
      cell: ({ theirs, ours }) => <Both theirs={theirs?.paid} ours={ours.paid} />,
    },
    {
      key: 'refunded',
      title: t('refunded'),
      align: 'right',
      money: true,
      cell: ({ theirs, ours }) => <Both theirs={theirs?.refunded} ours={ours.refunded} />,
    },
    {
      key: 'source',
      title: t('source'),
      extra: 'middle',
      cell: (run) => (run.source === null ? <Nothing /> : source(run.source)),
    },
    {
      key: 'ended_at',
      title: t('endedAt'),
      extra: 'middle',
      cell: ({ ended_at: at }) => (at === null ? <Nothing /> : <Instant at={at} />),
    },
  ]
}

const tones: Readonly<Record<StatementState, StatusTone>> = { same: 'good', differs: 'bad', missing: 'idle' }

function State({ of: state }: { of: StatementState }) {
  const word = useT(statementStateWords)
  return <StatusTag tone={tones[state]}>{word(state)}</StatusTag>
}

const Nothing = () => <span className="sw-cell-empty">—</span>

function Counted({ of: run, what }: { of: StatementRun; what: 'lines' | 'matched' }) {
  return run.state === 'missing' ? <Nothing /> : run[what]
}

function Both({ theirs, ours }: { theirs: number | undefined; ours: number }) {
  return (
    <span className="sw-case-both">
      {theirs === undefined ? <Nothing /> : <Money cents={theirs} />} / <Money cents={ours} />
    </span>
  )
}

/** Leads to the cases of the day. */
function Differing({ of: { day, state, differing } }: { of: StatementRun }) {
  if (state === 'missing') return <Nothing />
  if (differing === 0) return differing
  return (
    <Link className="sw-link" to={`/exceptions?kind=books_differ&from=${day}&to=${day}`}>
      {differing}
    </Link>
  )
}
