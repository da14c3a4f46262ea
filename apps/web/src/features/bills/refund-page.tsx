import {
  billCalls,
  billFieldWords,
  payClients,
  payClientWords,
  type RefundBill,
  RefundFilter,
  refundFilterStates,
  refundKinds,
  refundKindWords,
  refundStateWords,
} from '@slotwise/contract'
import type { z } from 'zod'

import { BillListPage } from '../../entities/bill/bill-list-page.tsx'
import { isNewestPage } from '../../entities/bill/live-rows.ts'
import { useLiveRows } from '../../entities/bill/use-live-rows.ts'
import { daysOf, rangeField, useToday } from '../../lib/day-range.ts'
import { useT } from '../../lib/i18n.tsx'
import { useLongListState } from '../../lib/url-state.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { SelectFilter } from '../../ui/filters.tsx'
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
    <BillListPage
      name="refunds"
      title={t('refundsTitle')}
      days={{ value: filter, standing, onChange: setFilter }}
      orderno={{ value: filter.orderno, onChange: (orderno) => setFilter({ orderno }) }}
      tools={
        <ExportButton
          row={billCalls.exportRefundBill}
          input={{ condition }}
          disabled={query.data?.count === 0}
        />
      }
      filters={<RefundFilters filter={filter} onChange={setFilter} />}
      news={{
        text: news > 0 ? t(isMore ? 'refundNewsMore' : 'refundNews', { count: news }) : undefined,
        onShow: show,
      }}
      state={state}
      query={query}
      columns={columns}
      rowKey={keyOf}
      empty={{ title: t('noRefunds'), hint: t('noRefundsHint') }}
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
        options={refundFilterStates.map((value) => ({ value, label: status(value) }))}
        onChange={(value) => onChange({ status: value })}
      />
    </>
  )
}
