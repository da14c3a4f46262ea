import {
  caseActionWords,
  caseFieldWords,
  caseKindWords,
  caseReasonWords,
  caseStateWords,
  clockOf,
  countryFacts,
  dayOf,
  type ExceptionCase,
  exceptionCalls,
  fill,
  payClientWords,
  slipReasonWords,
} from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { completed } from '../../kernel/pieces.ts'
import { defineExport, instantField, moneyField } from '../jobs/index.ts'
import { countCases, eachCase } from './case-queries.ts'
import { asCases } from './case-service.ts'

function fieldsOf(ctx: Ctx): Field<ExceptionCase>[] {
  const { locale } = ctx
  const label = caseFieldWords[locale]
  return [
    { header: label.kind, width: 18, of: (row) => caseKindWords[locale][row.kind] },
    { header: label.reason, width: 30, of: (row) => caseReasonWords[locale][row.reason] },
    { header: label.state, of: (row) => caseStateWords[locale][row.state] },
    { header: label.action, width: 50, of: (row) => adviceText(ctx, row) },
    moneyField(ctx, label.amount, (row) => row.amount),
    instantField(label.since, (row) => row.since),
    { header: label.orderno, width: 26, of: (row) => row.orderno },
    { header: label.client, of: (row) => (row.client === null ? null : payClientWords[locale][row.client]) },
    { header: label.merchant_order, width: 34, of: (row) => row.merchant_order },
    { header: label.txn, width: 32, of: (row) => row.txn },
    { header: label.refund_no, width: 36, of: (row) => row.refund_no },
    moneyField(ctx, label.our_paid, (row) => row.ours?.paid ?? null),
    moneyField(ctx, label.their_paid, (row) => row.theirs?.paid ?? null),
    moneyField(ctx, label.our_refunded, (row) => row.ours?.refunded ?? null),
    moneyField(ctx, label.their_refunded, (row) => row.theirs?.refunded ?? null),
    { header: label.sn, width: 16, of: (row) => row.sn },
    { header: label.title, width: 24, of: (row) => row.title },
    { header: label.store, width: 22, of: (row) => row.store_name },
    { header: label.mid, width: 20, of: (row) => row.message?.mid ?? null },
    { header: label.field, width: 20, of: (row) => row.message?.field ?? null },
    { header: label.slip, width: 20, of: (row) => row.message && slipReasonWords[locale][row.message.slip] },
    { header: label.taker, width: 16, of: (row) => row.taker_name },
    instantField(label.done_at, (row) => row.done_at),
    instantField(label.closed_at, (row) => row.closed_at),
    { header: label.remarks, width: 30, of: (row) => row.remarks },
  ]
}

function adviceText(ctx: Ctx, { action, wait_until: until }: ExceptionCase): string | null {
  if (action === null) return null
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const at = until === null ? undefined : new Date(until)
  const text = at ? `${dayOf(at, utcOffsetMinutes)} ${clockOf(at, utcOffsetMinutes)}` : ''
  return fill(caseActionWords[ctx.locale][action], { until: text })
}

/** The cases of a filter as a sheet, in the order of the list. */
export const casesExport = defineExport(exceptionCalls, 'exportCases', {
  async sheet(ctx, { condition }) {
    const pieces = completed(eachCase(ctx, condition), (rows) => asCases(ctx, rows))
    return sheetOf(caseFieldWords[ctx.locale].cases, fieldsOf(ctx), await countCases(ctx, condition), pieces)
  },
})
