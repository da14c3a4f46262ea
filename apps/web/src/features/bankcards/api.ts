import { bankCardCalls, type BankCardFilter, type OutputOf } from '@slotwise/contract'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'

import { call, type CallError } from '../../lib/client.ts'
import { useLiveRefresh } from '../../lib/live-refresh.ts'
import { useCall, useChange } from '../../lib/query.ts'

const { getMerchant, getPayoutAccounts, getImage, getBankDraft } = bankCardCalls
/** A card that is handed in, withdrawn or reviewed changes the list, and which accounts money can go to. */
const reads = [getMerchant, getPayoutAccounts]

const staleBy = { bankCards: reads }

/** Keeps the page up to date while cards are reviewed. */
export const useLiveCards = (): void => useLiveRefresh(staleBy)

type Listed = { filter: z.input<typeof BankCardFilter>; page: number; size: number }

export const useBankCards = ({ filter, page, size }: Listed) =>
  useCall(getMerchant, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

export const useAddBank = () => useChange(bankCardCalls.addBank, { refreshes: reads, inline: true })
export const useWithdrawBank = () => useChange(bankCardCalls.delBank, { refreshes: reads, inline: true })
export const useAddPhotos = () =>
  useChange(bankCardCalls.addBankImg, { refreshes: [...reads, getImage], inline: true })
export const useRevealBank = () => useChange(bankCardCalls.revealBank)

/**
 * Links to the photos of a card. They end after a minute, so that the photos are fetched at once; each look is in the
 * audit, so that they are asked for once for each time the card is opened.
 */
export const usePhotoLinks = (merchantId: string, enabled: boolean) =>
  useQuery<OutputOf<typeof getImage>, CallError>({
    queryKey: [getImage.path, { merchant_id: merchantId }],
    queryFn: ({ signal }) => call(getImage, { merchant_id: merchantId }, { signal, quiet: true }),
    enabled,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { inline: true },
  })

/** The stored draft. A form that begins with it reads it anew, because another browser may have changed it. */
export const useBankDraft = (options: { staleTime?: number } = {}) =>
  useCall(getBankDraft, {}, { inline: true, ...options })

/** The places inside of a place; without one, the provinces. */
export const usePlaces = (inside: string | undefined, enabled = true) =>
  useCall(bankCardCalls.getPlaces, inside === undefined ? {} : { inside }, {
    inline: true,
    enabled,
    staleTime: Infinity,
  })

type Branches = { bank: string; province: string; city: string; q: string | undefined }

export const useBranches = ({ bank, province, city, q }: Branches, enabled: boolean) =>
  useCall(bankCardCalls.getBankNo, { head_bank: bank, province, city, q }, { inline: true, enabled })

export const useIsEmailTaken = (email: string, merchantId: string | undefined) => {
  const { data, isPlaceholderData } = useCall(
    bankCardCalls.isExistEmail,
    { email, ...(merchantId === undefined ? {} : { merchant_id: merchantId }) },
    { enabled: email !== '', selfRefreshing: true },
  )
  return email !== '' && !isPlaceholderData && (data?.isExist ?? false)
}
