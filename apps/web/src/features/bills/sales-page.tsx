import { billCalls, type BuyBill } from '@slotwise/contract'
import { useState } from 'react'

import { BillListPage } from '../../entities/bill/bill-list-page.tsx'
import { isNewestPage } from '../../entities/bill/live-rows.ts'
import { useLiveRows } from '../../entities/bill/use-live-rows.ts'
import { useToday } from '../../lib/day-range.ts'
import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { type Edge, useTurns } from '../../lib/turns.ts'
import { useLongListState, writePlace } from '../../lib/url-state.ts'
import { useMay } from '../../ui/can.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { RowAction } from '../../ui/row-actions.tsx'
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
        <RowAction
          label={t('refund')}
          fullLabel={`${t('refund')}: ${bill.orderno}`}
          onClick={() => setRefunding(bill)}
        />
      </div>
    )
  return (
    <>
      <BillListPage
        name="sales"
        title={t('title')}
        days={{ value: filter, standing: standingRange(filter), onChange: setFilter }}
        orderno={{ value: filter.orderno, onChange: (orderno) => setFilter({ orderno }) }}
        tools={
          <ExportButton
            row={billCalls.exportBuyBill}
            input={{ condition }}
            disabled={query.data?.count === 0}
          />
        }
        filters={<SalesFilters filter={filter} onChange={setFilter} />}
        total={<SalesTotal condition={condition} filter={filter} onChange={setFilter} />}
        news={{
          text: news > 0 ? t(isMore ? 'newsMore' : 'news', { count: news }) : undefined,
          onShow: show,
        }}
        state={state}
        query={query}
        columns={columns}
        rowKey={keyOf}
        {...(mayRefund ? { actions: refund } : {})}
        empty={{ title: t('none'), hint: t('noneHint') }}
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
