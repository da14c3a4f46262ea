import {
  fundCalls,
  type FundFilter,
  type FundLineFilter,
  bankCardCalls,
  type SettleFilter,
  unassigned,
} from '@slotwise/contract'
import type { z } from 'zod'

import { useLiveRefresh } from '../../lib/live-refresh.ts'
import { useCall, useChange } from '../../lib/query.ts'
import type { ListPlace } from '../../lib/url-state.ts'

const { getFunds, getFundSum, getFundLines, assignFunds, getSettle, getSettleDetail, getSettleLines } =
  fundCalls

/** Payouts move funds; a card that is approved is a new payout account. */
const staleBy = {
  settlements: [getFunds, getFundSum, getFundLines, getSettle, getSettleDetail],
  bankCards: [getFunds, getFundSum, bankCardCalls.getPayoutAccounts],
}

/** Keeps the pages of funds and settlements up to date while payouts end and cards are reviewed. */
export const useLiveFunds = (): void => useLiveRefresh(staleBy)

/** Payments come in all the time, and the server adds them up without reading them. */
const followMs = 15_000
const followed = { inline: true, selfRefreshing: true, refetchInterval: () => followMs }

export const useFundSum = () => useCall(getFundSum, {}, followed)

type Listed<Filter> = { filter: Filter; page: number; size: number }
export const useFunds = ({ filter, page, size }: Listed<z.input<typeof FundFilter>>) =>
  useCall(getFunds, { pageNum: page, pageSize: size, condition: filter }, followed)

/** All payout accounts, for filters and names; a merchant has at most some dozens. */
export function useAccounts() {
  const query = useCall(getFunds, { pageNum: 1, pageSize: 999 }, { staleTime: 60_000 })
  return (query.data?.data ?? []).filter(({ merchant_id: id }) => id !== unassigned)
}

/** The cards to which money can be paid out. */
export const usePayoutAccounts = () =>
  useCall(bankCardCalls.getPayoutAccounts, { pageNum: 1, pageSize: 999 }, { staleTime: 30_000 })

type Page<Filter> = { condition: Filter; place: ListPlace; size: number }
const pageInput = <Filter>({ condition, place, size }: Page<Filter>) => ({
  ...place,
  pageSize: size,
  condition,
})

export const useFundLines = (page: Page<z.input<typeof FundLineFilter>>) =>
  useCall(getFundLines, pageInput(page), { inline: true })

export const useAssignFunds = () =>
  useChange(assignFunds, { inline: true, refreshes: [getFunds, getFundSum, getFundLines] })

/** How often unfinished settlements are asked for. */
const unfinishedMs = 10_000
const isUnfinished = ({ status }: { status: string }): boolean =>
  status === 'settling' || status === 'unknown'

export const useSettlements = (page: Page<z.input<typeof SettleFilter>>) =>
  useCall(getSettle, pageInput(page), {
    inline: true,
    selfRefreshing: true,
    refetchInterval: (list) => (list?.data.some(isUnfinished) ? unfinishedMs : false),
  })

export const useSettlement = (settle: string) =>
  useCall(
    getSettleDetail,
    { settle },
    {
      inline: true,
      selfRefreshing: true,
      refetchInterval: (settlement) => (settlement && isUnfinished(settlement) ? unfinishedMs : false),
    },
  )

export const useSettleLines = (page: Page<{ settle: string }>) =>
  useCall(getSettleLines, pageInput(page), { inline: true })
