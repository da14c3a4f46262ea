/** The referrers of a month as a sheet, with the sum of their commissions. */
import {
  formatRate,
  joinNames,
  type Referrer,
  referrerCalls,
  referrerFieldWords,
  type ReferrerTotal,
} from '@slotwise/contract'
import type { Field } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { defineExport, moneyField, sumSheetOf } from '../jobs/index.ts'
import { referrersOf } from './statement-service.ts'

/** What held in the month, in the order of its days. */
const changesOf = <T>(held: readonly T[], present: T, textOf: (one: T) => string): string =>
  (held.length > 0 ? held : [present])
    .map(textOf)
    .filter((text, i, all) => text !== all[i - 1])
    .join(' → ')

function nameFields(ctx: Ctx, month: string): Field<Referrer>[] {
  const label = referrerFieldWords[ctx.locale]
  return [
    { header: label.name, width: 20, of: (one) => one.name },
    { header: label.number, width: 14, of: (one) => one.number },
    { header: label.month, width: 10, of: () => month },
    {
      header: label.region,
      width: 36,
      of: ({ parts, region_names: names }) =>
        changesOf(
          parts.map((part) => part.region_names),
          names,
          (some) => (some.length === 0 ? label.allStores : joinNames(ctx.locale, some)),
        ),
    },
    {
      header: label.commission,
      width: 10,
      of: ({ parts, commission }) =>
        changesOf(
          parts.map((part) => part.commission),
          commission,
          formatRate,
        ),
    },
    { header: label.sales, kind: 'number', of: (one) => one.sales },
    moneyField(ctx, label.income, (one) => one.income),
    moneyField(ctx, label.refund, (one) => one.refund),
  ]
}

function figureFields(ctx: Ctx): Field<ReferrerTotal>[] {
  const label = referrerFieldWords[ctx.locale]
  return [
    { header: label.vouchers, kind: 'number', of: (one) => one.vouchers },
    { header: label.vouchers_used, kind: 'number', of: (one) => one.vouchers_used },
    moneyField(ctx, label.commission_amt, (one) => one.commission_amt),
  ]
}

export const referrersExport = defineExport(referrerCalls, 'exportReferrers', {
  async sheet(ctx, { condition }) {
    const label = referrerFieldWords[ctx.locale]
    const { month, referrers, total } = await referrersOf(ctx, condition)
    return sumSheetOf({
      name: label.referrers,
      totalName: label.total,
      names: nameFields(ctx, month),
      figures: figureFields(ctx),
      rows: referrers,
      total,
    })
  },
})
