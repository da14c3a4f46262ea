import { type GiftBatchFilter, type GiftFilter, referrerCalls, voucherCalls } from '@slotwise/contract'
import type { z } from 'zod'

import { useCall, useChange } from '../../lib/query.ts'

const { getGift, getGiftBatches, getGiftCode, getGiftSheet } = voucherCalls
/** Referrers count their vouchers. */
const reads = [getGift, getGiftBatches, getGiftCode, getGiftSheet, referrerCalls.getReferrer]

type PageOf<Filter> = { filter: Filter; page: number; size: number }

export const useVouchers = ({ filter, page, size }: PageOf<z.input<typeof GiftFilter>>) =>
  useCall(getGift, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

export const useBatches = ({ filter, page, size }: PageOf<z.input<typeof GiftBatchFilter>>) =>
  useCall(getGiftBatches, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

/** Read again whenever it is opened: a machine may have taken the voucher meanwhile. */
export const useCode = (id: string) => useCall(getGiftCode, { gift_id: id }, { inline: true, staleTime: 0 })

export const useSheet = (asked: { batch?: string; ids?: string[] }) =>
  useCall(getGiftSheet, asked, { inline: true, staleTime: 0 })

export const useAddVouchers = () => useChange(voucherCalls.addGift, { refreshes: reads, inline: true })
export const useDeleteVoucher = () => useChange(voucherCalls.disableGift, { refreshes: reads, inline: true })
export const useRestoreVoucher = () => useChange(voucherCalls.restoreGift, { refreshes: reads, inline: true })
export const useDeleteBatch = () =>
  useChange(voucherCalls.disableGiftBatch, { refreshes: reads, inline: true })
