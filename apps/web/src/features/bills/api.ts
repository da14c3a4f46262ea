import {
  billCalls,
  type BuyBill,
  type BuyBillFilter,
  type InputOf,
  type LongList,
  paymentCalls,
  type RefundFilter,
} from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'

import { withUpdates } from '../../entities/bill/live-rows.ts'
import { call } from '../../lib/client.ts'
import { useLiveEvents, useLiveOpen } from '../../lib/live.ts'
import { useCall, useChange } from '../../lib/query.ts'
import type { ListPlace } from '../../lib/url-state.ts'

const { getBuyBill, getBuyBillTotal, getBill, getRefundBill } = billCalls

type Page<Filter> = { condition: Filter; place: ListPlace; size: number }

export const salesInput = ({ condition, place, size }: Page<z.input<typeof BuyBillFilter>>) => ({
  ...place,
  pageSize: size,
  condition,
})
export const useSales = (input: ReturnType<typeof salesInput>) => useCall(getBuyBill, input, { inline: true })

export const readSales = async (input: ReturnType<typeof salesInput>): Promise<BuyBill[]> =>
  (await call(getBuyBill, input)).data

/** Never blocks the list: it loads and fails by itself. */
export const useSalesTotal = (condition: z.input<typeof BuyBillFilter>) =>
  useCall(getBuyBillTotal, { condition }, { inline: true })

export const readBill = (orderno: string): Promise<BuyBill> => call(getBill, { orderno }, { quiet: true })

/** How often an unfinished bill is asked for: an event may have been lost. */
const makeSureMs = 15_000
const askMs = 3_000

/** A bill and what happened to it, followed while it is on the screen. */
export function useBill(orderno: string) {
  const client = useQueryClient()
  const live = useLiveOpen()
  useLiveEvents((event) => {
    if (event.kind === 'bills' && event.data.ordernos.includes(orderno))
      void client.invalidateQueries({ queryKey: [getBill.path] })
  })
  return useCall(
    getBill,
    { orderno },
    {
      inline: true,
      staleTime: 0,
      refetchInterval: (bill) =>
        bill?.status === 5 || bill?.status === 7 ? (live ? makeSureMs : askMs) : false,
    },
  )
}

/** The answer is the bill with its new state; it replaces the row in every list, in its place. */
export function useRefund() {
  const client = useQueryClient()
  const { mutateAsync } = useChange(billCalls.refund, {
    inline: true,
    refreshes: [getBill, getBuyBillTotal, getRefundBill, paymentCalls.getPayBill],
  })
  return async (input: InputOf<typeof billCalls.refund>): Promise<BuyBill> => {
    const bill = await mutateAsync(input)
    client.setQueriesData<LongList<BuyBill>>({ queryKey: [getBuyBill.path] }, (list) =>
      list?.data ? withUpdates(list, [bill], ({ orderno }) => orderno) : list,
    )
    return bill
  }
}

export const refundsInput = ({ condition, place, size }: Page<z.input<typeof RefundFilter>>) => ({
  ...place,
  pageSize: size,
  condition,
})
export const useRefunds = (input: ReturnType<typeof refundsInput>) =>
  useCall(getRefundBill, input, { inline: true })
