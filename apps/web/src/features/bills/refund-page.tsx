import {
  billCalls,
  billFieldWords,
  payClients,
  payClientWords,
  type RefundBill,
  RefundFilter,
  refundKinds,
  refundKindWords,
  refundStates,
  refundStateWords,
} from '@slotwise/contract'
import { Button } from 'antd'
import type { z } from 'zod'

import { billListWords } from '../../entities/bill/bill-list-words.ts'
import { isNewestPage, ordernoTyped } from '../../entities/bill/live-rows.ts'
import { NewsBar } from '../../entities/bill/news-bar.tsx'
import { useLiveRows } from '../../entities/bill/use-live-rows.ts'
import { daysOf, rangeField, useToday } from '../../lib/day-range.ts'
import { useT } from '../../lib/i18n.tsx'
import { useLongListState } from '../../lib/url-state.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { SearchFilter, SelectFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RangeFilter } from '../../ui/range-filter.tsx'
import { refundsInput, useRefunds } from './api.ts'
import { billWords } from './bill-words.ts'
import './bills.css'
import { useRefundColumns } from './refund-columns.tsx'

const PageFilter = RefundFilter.safeExtend(rangeField)
type PageFilter = z.output<typeof PageFilter>

/** In the order of the list. */
const keyOf = ({ create_at: at, refund }: RefundBill): string => `${at} ${refund}`

/** The refunds of the merchant, with their state at the payment channel. */
export function RefundPage() {
  const t = useT(billWords)
  const list = useT(billListWords)
  const today = useToday()
  const state = useLongListState(PageFilter)
  const { filter, place, size, setFilter } = state
  const { range: _, ...fields } = filter
  const standing = filter.orderno === undefined ? 'today' : 'all'
  const condition = { ...fields, ...daysOf(filter, today, standing) }
  const input = refundsInput({ condition, place, size })
  const query = useRefunds(input)
  const columns = useRefundColumns()
  const { news, isMore, show } = useLiveRows<RefundBill>({
    row: billCalls.getRefundBill,
    input,
    list: query.isPlaceholderData ? undefined : query.data,
    isNewest: isNewestPage(place, condition.to, today),
    keyOf,
    ordernoOf: ({ orderno }) => orderno,
  })
  return (
    <ListPage
      name="refunds"
      title={t('refundsTitle')}
      tabs={<RangeFilter value={filter} standing={standing} onChange={setFilter} />}
      tools={
        <ExportButton
          row={billCalls.exportRefundBill}
          input={{ condition }}
          disabled={query.data?.count === 0}
        />
      }
      search={
        <SearchFilter
          label={list('searchOrder')}
          hint={list('searchOrderHint')}
          value={filter.orderno}
          onChange={(typed) => setFilter({ orderno: ordernoTyped(typed) })}
        />
      }
      filters={<RefundFilters filter={filter} onChange={setFilter} />}
      bar={
        <NewsBar
          text={news > 0 ? t(isMore ? 'refundNewsMore' : 'refundNews', { count: news }) : undefined}
          onShow={show}
        />
      }
      state={state}
      query={query}
      columns={columns}
      rowKey={keyOf}
      empty={{
        title: t('noRefunds'),
        hint: t('noRefundsHint'),
        action: <Button onClick={() => setFilter({ range: 'last3Months' })}>{list('showEarlier')}</Button>,
      }}
    />
  )
}

type RefundFiltersProps = { filter: PageFilter; onChange: (change: Partial<PageFilter>) => void }

function RefundFilters({ filter, onChange }: RefundFiltersProps) {
  const field = useT(billFieldWords)
  const client = useT(payClientWords)
  const kind = useT(refundKindWords)
  const status = useT(refundStateWords)
  return (
    <>
      <SelectFilter
        label={field('client')}
        value={filter.client}
        options={payClients.map((value) => ({ value, label: client(value) }))}
        onChange={(value) => onChange({ client: value })}
      />
      <SelectFilter
        label={field('refund_kind')}
        value={filter.kind}
        options={refundKinds.map((value) => ({ value, label: kind(value) }))}
        onChange={(value) => onChange({ kind: value })}
      />
      <SelectFilter
        label={field('status')}
        value={filter.status}
        options={refundStates.map((value) => ({ value, label: status(value) }))}
        onChange={(value) => onChange({ status: value })}
      />
    </>
  )
}
