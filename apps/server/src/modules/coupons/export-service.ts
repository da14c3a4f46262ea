import {
  type CardCoupon,
  cardCouponStateWords,
  type Coupon,
  couponCalls,
  couponFieldWords,
  couponLimitText,
  couponStatusOf,
  couponStatusWords,
  couponTypeWords,
  couponValueText,
  countryFacts,
  joinNames,
} from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { completed } from '../../kernel/pieces.ts'
import { dayField, defineExport, instantField, moneyField } from '../jobs/index.ts'
import { countCoupons, eachCoupon } from './coupon-queries.ts'
import { asCoupons } from './coupon-service.ts'
import { countGrants, eachGrant } from './grant-queries.ts'

function couponFields(ctx: Ctx): Field<Coupon>[] {
  const { locale } = ctx
  const label = couponFieldWords[locale]
  const { currency } = countryFacts[ctx.tenant.country]
  return [
    { header: label.name, width: 24, of: (coupon) => coupon.name },
    { header: label.type, width: 12, of: (coupon) => couponTypeWords[locale][coupon.type] },
    { header: label.value, width: 14, of: (coupon) => couponValueText(locale, coupon, currency) },
    { header: label.state, width: 12, of: (coupon) => couponStatusWords[locale][couponStatusOf(coupon)] },
    {
      header: label.quantity,
      kind: 'number',
      of: ({ quantity }) => (quantity === 0 ? label.unlimited : quantity),
    },
    { header: label.received, kind: 'number', of: (coupon) => coupon.received },
    { header: label.used, kind: 'number', of: (coupon) => coupon.used },
    moneyField(ctx, label.discount_sum, (coupon) => coupon.discount_sum),
    moneyField(ctx, label.paid_sum, (coupon) => coupon.paid_sum),
    { header: label.limit_count, width: 16, of: (coupon) => couponLimitText(locale, coupon) },
    dayField(ctx, label.start_date, (coupon) => coupon.start_date),
    dayField(ctx, label.end_date, (coupon) => coupon.end_date),
    {
      header: label.regions,
      width: 36,
      of: ({ region_names: names }) => (names.length === 0 ? label.allStores : joinNames(locale, names)),
    },
    instantField(label.created_at, (coupon) => coupon.created_at),
  ]
}

function receivedFields(ctx: Ctx): Field<CardCoupon>[] {
  const label = couponFieldWords[ctx.locale]
  return [
    { header: label.name, width: 24, of: (row) => row.coupon_name },
    { header: label.code, width: 14, of: (row) => row.code },
    { header: label.cardno, width: 18, of: (row) => row.cardno },
    { header: label.buyer, width: 10, of: (row) => row.buyer },
    { header: label.state, width: 14, of: (row) => cardCouponStateWords[ctx.locale][row.state] },
    instantField(label.received_at, (row) => row.received_at),
    instantField(label.used_at, (row) => row.used_at),
    { header: label.orderno, width: 28, of: (row) => row.orderno },
    moneyField(ctx, label.discount, (row) => row.discount),
    moneyField(ctx, label.paid, (row) => row.paid),
  ]
}

/** The coupons of a filter, or who received and used them, as a sheet in the order of the list. */
export const couponExport = defineExport(couponCalls, 'exportCoupon', {
  async sheet(ctx, request) {
    const label = couponFieldWords[ctx.locale]
    if (request.kind === 'coupon') {
      const total = await countCoupons(ctx, request.condition)
      const coupons = completed(eachCoupon(ctx, request.condition), (rows) => asCoupons(ctx, rows))
      return sheetOf(label.coupons, couponFields(ctx), total, coupons)
    }
    const total = await countGrants(ctx, request.condition)
    return sheetOf(label.receivedCoupons, receivedFields(ctx), total, eachGrant(ctx, request.condition))
  },
})
