import { type CardCouponFilter, couponCalls, type CouponFilter } from '@slotwise/contract'
import type { z } from 'zod'

import { useCall, useChange } from '../../lib/query.ts'
import type { ListPlace } from '../../lib/url-state.ts'

/** The calls of this page. A received coupon names its coupon, so a change of one makes both stale. */
const { getCoupon, getCardCouponList } = couponCalls
const reads = [getCoupon, getCardCouponList]

type CouponPlace = { filter: z.input<typeof CouponFilter>; page: number; size: number }

export const useCoupons = ({ filter, page, size }: CouponPlace) =>
  useCall(getCoupon, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

const every = { pageNum: 1, pageSize: 999, condition: {} }

/** All usable coupons, for the filter of the received ones. */
export const useAllCoupons = () => useCall(getCoupon, every)

type ReceivedPlace = { filter: z.input<typeof CardCouponFilter>; place: ListPlace; size: number }

export const useReceived = ({ filter, place, size }: ReceivedPlace) =>
  useCall(getCardCouponList, { ...place, pageSize: size, condition: filter }, { inline: true })

export const useAddCoupon = () => useChange(couponCalls.addCoupon, { refreshes: reads, inline: true })
export const useEditCoupon = () => useChange(couponCalls.editCoupon, { refreshes: reads, inline: true })
export const useDeleteCoupon = () => useChange(couponCalls.delCoupon, { refreshes: reads, inline: true })
export const useRestoreCoupon = () => useChange(couponCalls.restoreCoupon, { refreshes: reads })
