import type { couponCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import {
  addCoupon,
  delCoupon,
  editCoupon,
  getCardCouponList,
  getCoupon,
  restoreCoupon,
} from './coupon-service.ts'
import { couponExport } from './export-service.ts'

export const couponHandlers: HandlersOf<typeof couponCalls> = {
  getCoupon,
  addCoupon,
  editCoupon,
  delCoupon,
  restoreCoupon,
  getCardCouponList,
  exportCoupon: couponExport.start,
}
