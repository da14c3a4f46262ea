/** The columns of statistics in files, in the language of the ctx. */
import { type SalesFigures, statisticsFieldWords } from '@slotwise/contract'
import type { Field } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { moneyField } from '../jobs/index.ts'

export const labelsOf = ({ locale }: Ctx) => statisticsFieldWords[locale]
export type Label = keyof ReturnType<typeof labelsOf>

export const amountField = <Row>(
  ctx: Ctx,
  label: Label,
  of: (row: Row) => number | null | undefined,
): Field<Row> => moneyField(ctx, labelsOf(ctx)[label], of)

export function salesFields(ctx: Ctx): Field<SalesFigures>[] {
  const label = labelsOf(ctx)
  return [
    amountField(ctx, 'income', (row) => row.income),
    amountField(ctx, 'refund', (row) => row.refund),
    { header: label.count, kind: 'number', of: (row) => row.count },
    { header: label.successCount, kind: 'number', of: (row) => row.successCount },
    { header: label.abnormalCount, kind: 'number', of: (row) => row.abnormalCount },
    { header: label.refundCount, kind: 'number', of: (row) => row.refundCount },
    { header: `${label.failRate} (%)`, kind: 'rate', of: (row) => row.failRate },
  ]
}

/** `count`: pieces that came out. */
export type GoodsAmounts = { count: number; lines: number; income: number; refund: number }

export function goodsSalesFields(ctx: Ctx): Field<GoodsAmounts>[] {
  const label = labelsOf(ctx)
  return [
    { header: label.pieces, kind: 'number', of: (row) => row.count },
    { header: label.lines, kind: 'number', of: (row) => row.lines },
    amountField(ctx, 'income', (row) => row.income),
    amountField(ctx, 'refund', (row) => row.refund),
  ]
}
