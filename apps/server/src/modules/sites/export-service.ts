/** The statements of a month as a sheet: a row for each site, then the sum. */
import { formatRate, siteCalls, siteFieldWords, type SiteStatement, type SiteTotal } from '@slotwise/contract'
import type { Field } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { dayField, defineExport, moneyField, sumSheetOf } from '../jobs/index.ts'
import { statementsOf } from './statement-service.ts'

type Word = keyof (typeof siteFieldWords)['en-US']

const amountField = <Row>(ctx: Ctx, word: Word, of: (row: Row) => number | null): Field<Row> =>
  moneyField(ctx, siteFieldWords[ctx.locale][word], of)

/**
 * The agreed share as a number, which a spreadsheet can reckon with; null where none is agreed. Several are a text, in
 * the order of the days on which they held; where only the rent changed, the share is one.
 */
function shareCell(parts: SiteStatement['parts']): number | string | null {
  const agreed = parts.flatMap(({ coo_share: share }) => share ?? [])
  const shares = agreed.filter((share, i) => i === 0 || share !== agreed[i - 1])
  const [only = null, ...others] = shares
  return others.length === 0 ? only : shares.map(formatRate).join(' → ')
}

function nameFields(ctx: Ctx, month: string): Field<SiteStatement>[] {
  const label = siteFieldWords[ctx.locale]
  return [
    { header: label.store, width: 24, of: (site) => site.store_name },
    { header: label.month, width: 10, of: () => month },
    { header: label.area, width: 20, of: (site) => site.area_name },
    { header: label.address, width: 36, of: (site) => site.store_address },
    { header: label.customer_no, width: 16, of: (site) => site.customer_no },
    dayField(ctx, label.from, (site) => site.from),
    dayField(ctx, label.to, (site) => site.to),
    { header: label.days, kind: 'number', of: (site) => site.days },
    { header: `${label.coo_share} (%)`, kind: 'rate', of: ({ parts }) => shareCell(parts) },
    amountField(ctx, 'coo_rent', (site) => site.coo_rent),
  ]
}

const figureFields = (ctx: Ctx): Field<SiteTotal>[] => [
  { header: siteFieldWords[ctx.locale].count, kind: 'number', of: (site) => site.count },
  amountField(ctx, 'taken', (site) => site.taken),
  amountField(ctx, 'refunded', (site) => site.refunded),
  amountField(ctx, 'base', (site) => site.base),
  amountField(ctx, 'share_amt', (site) => site.share_amt),
  amountField(ctx, 'rent_amt', (site) => site.rent_amt),
  amountField(ctx, 'due', (site) => site.due),
]

export const sitesExport = defineExport(siteCalls, 'exportSites', {
  async sheet(ctx, { condition }) {
    const label = siteFieldWords[ctx.locale]
    const { month, statements, total } = await statementsOf(ctx, condition)
    return sumSheetOf({
      name: label.statements,
      totalName: label.total,
      names: nameFields(ctx, month),
      figures: figureFields(ctx),
      rows: statements,
      total,
    })
  },
})
