import {
  paidClients,
  type PayBill,
  PayBillFilter,
  payClientWords,
  payFieldWords,
  paymentCalls,
  payStates,
  payStateWords,
} from '@slotwise/contract'
import type { z } from 'zod'

import { DeviceFilter } from '../../entities/device/device-filter.tsx'
import { StoreFilter } from '../../entities/store/place-filters.tsx'
import { BillListPage } from '../../entities/bill/bill-list-page.tsx'
import { isNewestPage } from '../../entities/bill/live-rows.ts'
import { useLiveRows } from '../../entities/bill/use-live-rows.ts'
import { daysOf, rangeField, useToday } from '../../lib/day-range.ts'
import { useT } from '../../lib/i18n.tsx'
import { useLongListState } from '../../lib/url-state.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { SearchFilter, SelectFilter } from '../../ui/filters.tsx'
import { paymentsInput, usePayments } from './api.ts'
import { usePaymentColumns } from './payment-columns.tsx'
import { paymentWords } from './payment-words.ts'

const PageFilter = PayBillFilter.safeExtend(rangeField)
type PageFilter = z.output<typeof PageFilter>

const keyOf = ({ order_no: orderno }: PayBill): string => orderno

/** Numbers of an order are looked for on all days; other filters begin with today. */
const standingRange = ({ order_no: orderno, merchant_order: merchantOrder, cardno }: PageFilter) =>
  (orderno ?? merchantOrder ?? cardno) === undefined ? 'today' : 'all'

/** What customers were asked to pay, whether they did or not. */
export function PaymentPage() {
  const t = useT(paymentWords)
  const today = useToday()
  const state = useLongListState(PageFilter)
  const { filter, place, size, setFilter } = state
  const { range: _, ...fields } = filter
  const standing = standingRange(filter)
  const condition = { ...fields, ...daysOf(filter, today, standing) }
  const input = paymentsInput({ condition, place, size })
  const query = usePayments(input)
  const columns = usePaymentColumns()
  const { news, isMore, show } = useLiveRows<PayBill>({
    row: paymentCalls.getPayBill,
    input,
    list: query.isPlaceholderData ? undefined : query.data,
    isNewest: isNewestPage(place, condition.to, today),
    ordernoOf: keyOf,
    events: ['payments'],
  })
  return (
    <BillListPage
      name="payments"
      title={t('title')}
      days={{ value: filter, standing, onChange: setFilter }}
      orderno={{ value: filter.order_no, onChange: (orderno) => setFilter({ order_no: orderno }) }}
      tools={
        <ExportButton
          row={paymentCalls.exportPayBill}
          input={{ condition }}
          disabled={query.data?.count === 0}
        />
      }
      filters={<PaymentFilters filter={filter} onChange={setFilter} />}
      news={{
        text: news > 0 ? t(isMore ? 'newsMore' : 'news', { count: news }) : undefined,
        onShow: show,
      }}
      state={state}
      query={query}
      columns={columns}
      rowKey={keyOf}
      empty={{ title: t('none'), hint: t('noneHint') }}
    />
  )
}

type PaymentFiltersProps = { filter: PageFilter; onChange: (change: Partial<PageFilter>) => void }

function PaymentFilters({ filter, onChange }: PaymentFiltersProps) {
  const field = useT(payFieldWords)
  const client = useT(payClientWords)
  const status = useT(payStateWords)
  return (
    <>
      <SearchFilter
        label={field('merchant_order')}
        hint={field('merchant_order')}
        value={filter.merchant_order}
        onChange={(merchant_order) => onChange({ merchant_order })}
      />
      <SearchFilter
        label={field('cardno')}
        hint={field('cardno')}
        value={filter.cardno}
        onChange={(cardno) => onChange({ cardno })}
      />
      <SelectFilter
        label={field('client')}
        value={filter.client}
        options={paidClients.map((value) => ({ value, label: client(value) }))}
        onChange={(value) => onChange({ client: value })}
      />
      <SelectFilter
        label={field('status')}
        value={filter.status}
        options={payStates.map((value) => ({ value, label: status(value) }))}
        onChange={(value) => onChange({ status: value })}
      />
      <DeviceFilter label={field('device')} value={filter.sn} onChange={(sn) => onChange({ sn })} />
      <StoreFilter label={field('store')} value={filter.store} onChange={(store) => onChange({ store })} />
    </>
  )
}
