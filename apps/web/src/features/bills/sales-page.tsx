import { billCalls, type BuyBill } from '@slotwise/contract'
import { Button } from 'antd'
import { useState } from 'react'

import { billListWords } from '../../entities/bill/bill-list-words.ts'
import { isNewestPage, ordernoTyped } from '../../entities/bill/live-rows.ts'
import { NewsBar } from '../../entities/bill/news-bar.tsx'
import { useLiveRows } from '../../entities/bill/use-live-rows.ts'
import { useToday } from '../../lib/day-range.ts'
import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { type Edge, useTurns } from '../../lib/turns.ts'
import { useLongListState, writePlace } from '../../lib/url-state.ts'
import { useMay } from '../../ui/can.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { SearchFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RangeFilter } from '../../ui/range-filter.tsx'
import { readBill, readSales, salesInput, useSales } from './api.ts'
import { billWords } from './bill-words.ts'
import './bills.css'
import { useSalesColumns } from './sales-columns.tsx'
import { conditionOf, SalesFilter, standingRange } from './sales-filter.ts'
import { SalesFilters } from './sales-filters.tsx'
import { SalesTotal } from './sales-total.tsx'

const BillDrawer = lazyDialog(async () => (await import('./bill-drawer.tsx')).BillDrawer)
const RefundDialog = lazyDialog(async () => (await import('./refund-dialog.tsx')).RefundDialog)

const keyOf = ({ orderno }: BuyBill): string => orderno

/** The sales of the merchant's machines, with what happened to each. An open bill is in the address. */
export function SalesPage() {
  const t = useT(billWords)
  const list = useT(billListWords)
  const today = useToday()
  const state = useLongListState(SalesFilter, undefined, 'bill')
  const { filter, place, size, setFilter } = state
  const condition = conditionOf(filter, today)
  const input = salesInput({ condition, place, size })
  const query = useSales(input)
  const shown = query.isPlaceholderData ? undefined : query.data
  const mayRefund = useMay('order.refund')
  const [refunding, setRefunding] = useState<BuyBill>()
  const columns = useSalesColumns((bill) => state.openDrawer(bill.orderno))
  const { news, isMore, show } = useLiveRows<BuyBill>({
    row: billCalls.getBuyBill,
    input,
    list: shown,
    isNewest: isNewestPage(place, condition.to, today),
    ordernoOf: keyOf,
    readOne: readBill,
    alsoStale: [billCalls.getBuyBillTotal],
  })
  const edgeAt = (cursor: string | null | undefined): Edge | undefined =>
    cursor
      ? async (step) => {
          if (step > 0) return undefined
          const bills = await readSales(salesInput({ condition, place: { cursor }, size }))
          const open = (orderno: string): void =>
            state.turnDrawer(orderno, (now) => writePlace(now, { cursor }))
          return { ids: bills.map(keyOf), open }
        }
      : undefined
  const turns = useTurns({
    id: state.drawer,
    idNow: state.drawerNow,
    ids: shown?.data.map(keyOf),
    go: state.turnDrawer,
    before: edgeAt(shown?.newer),
    after: edgeAt(shown?.older),
  })
  const refund = (bill: BuyBill) =>
    bill.canRefund &&
    mayRefund && (
      <div className="sw-row-actions">
        <button
          type="button"
          className="sw-text-button"
          aria-label={`${t('refund')}: ${bill.orderno}`}
          onClick={() => setRefunding(bill)}
        >
          {t('refund')}
        </button>
      </div>
    )
  return (
    <>
      <ListPage
        name="sales"
        title={t('title')}
        tabs={<RangeFilter value={filter} standing={standingRange(filter)} onChange={setFilter} />}
        tools={
          <ExportButton
            row={billCalls.exportBuyBill}
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
        filters={<SalesFilters filter={filter} onChange={setFilter} />}
        bar={
          <>
            <SalesTotal condition={condition} filter={filter} onChange={setFilter} />
            <NewsBar
              text={news > 0 ? t(isMore ? 'newsMore' : 'news', { count: news }) : undefined}
              onShow={show}
            />
          </>
        }
        state={state}
        query={query}
        columns={columns}
        rowKey={keyOf}
        {...(mayRefund ? { actions: refund } : {})}
        empty={{
          title: t('none'),
          hint: t('noneHint'),
          action: <Button onClick={() => setFilter({ range: 'last3Months' })}>{list('showEarlier')}</Button>,
        }}
      />
      {state.drawer && (
        <BillDrawer
          orderno={state.drawer}
          turns={turns}
          onRefund={mayRefund ? setRefunding : undefined}
          onClose={state.closeDrawer}
        />
      )}
      {refunding && <RefundDialog bill={refunding} onClose={() => setRefunding(undefined)} />}
    </>
  )
}
