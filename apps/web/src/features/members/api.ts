import { type CardFilter, memberCalls, type MemberFilter } from '@slotwise/contract'
import type { z } from 'zod'

import { useLiveRefresh } from '../../lib/live-refresh.ts'
import { useCall, useChange } from '../../lib/query.ts'
import type { ListPlace } from '../../lib/url-state.ts'

const { getCardList, getCardPoints, getMemberList } = memberCalls
const reads = [getCardList, getCardPoints, getMemberList]

const staleBy = { bills: reads }

/** Keeps balances up to date while customers pay and get points back. */
export const useLivePoints = (): void => useLiveRefresh(staleBy)

type PageOf<Filter> = { filter: Filter; page: number; size: number }

export const useCards = ({ filter, page, size }: PageOf<z.input<typeof CardFilter>>) =>
  useCall(
    getCardList,
    { pageNum: page, pageSize: size, condition: filter },
    { inline: true, selfRefreshing: true },
  )

export const useMembers = ({ filter, page, size }: PageOf<z.input<typeof MemberFilter>>) =>
  useCall(
    getMemberList,
    { pageNum: page, pageSize: size, condition: filter },
    { inline: true, selfRefreshing: true },
  )

export const usePoints = ({ card, place, size }: { card: string; place: ListPlace; size: number }) =>
  useCall(
    getCardPoints,
    { ...place, pageSize: size, condition: { card_id: card } },
    { inline: true, selfRefreshing: true },
  )

export const useAddCard = () => useChange(memberCalls.addCard, { refreshes: reads, inline: true })
export const useEditCard = () => useChange(memberCalls.editCard, { refreshes: reads, inline: true })
export const useDeleteCard = () => useChange(memberCalls.delCard, { refreshes: reads, inline: true })
export const useRestoreCard = () => useChange(memberCalls.restoreCard, { refreshes: reads })
