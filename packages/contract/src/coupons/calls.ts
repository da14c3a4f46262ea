import { z } from 'zod'

import { exportCall } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf, longListOf, longPageOf, pageOf } from '../kernel/paging.ts'
import {
  CardCoupon,
  CardCouponFilter,
  Coupon,
  CouponEdit,
  CouponFilter,
  CouponInput,
  ExportCoupon,
} from './schemas.ts'

const one = z.strictObject({ coupon_id: Id })

/** Coupons: what a merchant offers, and who received and used it. */
export const couponCalls = calls({
  getCoupon: {
    path: '/api/v1/b/getCoupon',
    access: 'activity',
    input: pageOf(CouponFilter),
    output: listOf(Coupon),
  },
  addCoupon: {
    path: '/api/v1/b/addCoupon',
    access: 'activity',
    changes: true,
    input: CouponInput,
    output: Coupon,
  },
  editCoupon: {
    path: '/api/v1/b/editCoupon',
    access: 'activity',
    changes: true,
    input: CouponEdit,
    output: Coupon,
    errors: ['notFound', 'changedMeanwhile'],
  },
  delCoupon: {
    path: '/api/v1/b/delCoupon',
    access: 'activity',
    changes: true,
    input: one,
    output: z.object({}),
    errors: ['notFound'],
  },
  restoreCoupon: {
    path: '/api/v1/b/restoreCoupon',
    access: 'activity',
    changes: true,
    extension: true,
    input: one,
    output: Coupon,
    errors: ['notFound'],
  },
  getCardCouponList: {
    path: '/api/v1/b/getCardCouponList',
    access: 'activity',
    input: longPageOf(CardCouponFilter),
    output: longListOf(CardCoupon),
    errors: ['narrowFilter'],
  },
  exportCoupon: exportCall({
    path: '/api/v1/b/exportCoupon',
    access: 'activity',
    extension: true,
    input: ExportCoupon,
  }),
})
