import { type CardCoupon, cardCouponStateWords, couponCalls, couponFieldWords } from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { defineExport, moneyField } from '../jobs/index.ts'
import { countGrants, eachGrant } from './grant-queries.ts'

function fieldsOf(ctx: Ctx): Field<CardCoupon>[] {
  const label = couponFieldWords[ctx.locale]
  const instant = (header: string, of: (row: CardCoupon) => string | null): Field<CardCoupon> => ({
    header,
    width: 20,
    kind: 'datetime',
    of: (row) => {
      const at = of(row)
      return at === null ? null : new Date(at)
    },
  })
  return [
    { header: label.name, width: 24, of: (row) => row.coupon_name },
    { header: label.code, width: 14, of: (row) => row.code },
    { header: label.cardno, width: 18, of: (row) => row.cardno },
    { header: label.state, width: 14, of: (row) => cardCouponStateWords[ctx.locale][row.state] },
    instant(label.received_at, (row) => row.received_at),
    instant(label.used_at, (row) => row.used_at),
    { header: label.orderno, width: 28, of: (row) => row.orderno },
    moneyField(ctx, label.discount, (row) => row.discount),
    moneyField(ctx, label.paid, (row) => row.paid),
  ]
}

/** The received coupons of a filter as a sheet, in the order of the list. */
export const couponExport = defineExport(couponCalls, 'exportCoupon', {
  async sheet(ctx, { condition }) {
    const total = await countGrants(ctx, condition)
    return sheetOf(couponFieldWords[ctx.locale].coupons, fieldsOf(ctx), total, eachGrant(ctx, condition))
  },
})
