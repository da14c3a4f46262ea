import {
  caseFieldWords,
  onlineClients,
  payClientWords,
  RunFilter,
  type StatementRun,
  statementSourceWords,
} from '@slotwise/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'

import { PayClientTag } from '../../entities/bill/pay-client.tsx'
import { useT } from '../../lib/i18n.tsx'
import { useListState, withoutField } from '../../lib/url-state.ts'
import type { Column } from '../../ui/columns.ts'
import { SelectFilter } from '../../ui/filters.tsx'
import { Instant } from '../../ui/instant.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Money } from '../../ui/money.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useRuns } from './api.ts'
import { caseWords } from './case-words.ts'

const PageFilter = RunFilter.extend({ tab: z.literal('runs').optional() })

const keyOf = ({ day, client }: StatementRun): string => `${day} ${client}`

/** How each day compared with the statements of providers. */
export function RunList({ tabs }: { tabs: ReactNode }) {
  const t = useT(caseWords)
  const field = useT(caseFieldWords)
  const client = useT(payClientWords)
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
      filters={
        <SelectFilter
          label={field('client')}
          value={filter.client}
          options={onlineClients.map((value) => ({ value, label: client(value) }))}
          onChange={(value) => state.setFilter({ client: value })}
        />
      }
      state={withoutField(state, 'tab')}
      query={query}
      columns={columns}
      rowKey={keyOf}
      empty={{ title: t('noneRuns'), hint: t('noneRunsHint') }}
    />
  )
}

function useRunColumns(): Column<StatementRun>[] {
  const t = useT(caseWords)
  const field = useT(caseFieldWords)
  const source = useT(statementSourceWords)
  return [
    { key: 'day', title: t('day'), cell: ({ day }) => <time className="sw-figures">{day}</time> },
    { key: 'client', title: field('client'), cell: ({ client }) => <PayClientTag client={client} /> },
    { key: 'lines', title: t('lines'), align: 'right', cell: ({ lines }) => lines },
    { key: 'matched', title: t('matched'), align: 'right', cell: ({ matched }) => matched },
    { key: 'differing', title: t('differing'), cell: (run) => <Differing of={run} /> },
    {
      key: 'paid',
      title: t('paid'),
      align: 'right',
      money: true,
      cell: ({ theirs, ours }) => <Both theirs={theirs.paid} ours={ours.paid} />,
    },
    {
      key: 'refunded',
      title: t('refunded'),
      align: 'right',
      money: true,
      cell: ({ theirs, ours }) => <Both theirs={theirs.refunded} ours={ours.refunded} />,
    },
    { key: 'source', title: t('source'), extra: 'middle', cell: (run) => source(run.source) },
    { key: 'ended_at', title: t('endedAt'), extra: 'middle', cell: (run) => <Instant at={run.ended_at} /> },
  ]
}

function Both({ theirs, ours }: { theirs: number; ours: number }) {
  return (
    <span className="sw-case-both">
      <Money cents={theirs} /> / <Money cents={ours} />
    </span>
  )
}

/** Leads to the cases of the day. */
function Differing({ of: { day, differing } }: { of: StatementRun }) {
  if (differing === 0) return <StatusTag tone="good">0</StatusTag>
  return (
    <StatusTag tone="bad">
      <Link className="sw-link" to={`/exceptions?kind=books_differ&from=${day}&to=${day}`}>
        {differing}
      </Link>
    </StatusTag>
  )
}
