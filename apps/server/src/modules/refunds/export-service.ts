import {
  billCalls,
  billFieldWords,
  payClientWords,
  type RefundBill,
  refundKindWords,
  refundStateWords,
} from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { completed } from '../../kernel/pieces.ts'
import { defineExport, instantField, moneyField } from '../jobs/index.ts'
import { countRefunds, eachRefund } from './list-queries.ts'
import { refundRows } from './list-service.ts'

function fieldsOf(ctx: Ctx): Field<RefundBill>[] {
  const { locale } = ctx
  const label = billFieldWords[locale]
  return [
    instantField(label.asked_at, (row) => row.create_at),
    { header: label.orderno, width: 28, of: (row) => row.orderno },
    { header: label.client, width: 14, of: (row) => payClientWords[locale][row.client] },
    { header: label.refund_kind, width: 12, of: (row) => refundKindWords[locale][row.kind] },
    { header: label.status, width: 12, of: (row) => refundStateWords[locale][row.status] },
    moneyField(ctx, label.total_price, (row) => row.total_price),
    moneyField(ctx, label.refund_fee, (row) => row.refund_fee),
    { header: label.dev_title, width: 24, of: (row) => row.dev_title },
    { header: label.sn, width: 14, of: (row) => row.sn },
    { header: label.store, width: 24, of: (row) => row.store_name },
    { header: label.remarks, width: 30, of: (row) => row.remarks },
    { header: label.why, width: 30, of: (row) => row.why },
    { header: label.username, width: 18, of: (row) => row.username },
    instantField(label.done_at, (row) => row.done_at),
  ]
}

/** The refunds of a filter as a sheet, in the caller's language. */
export const refundsExport = defineExport(billCalls, 'exportRefundBill', {
  async sheet(ctx, { condition }) {
    const total = await countRefunds(ctx, condition)
    const rows = completed(eachRefund(ctx, condition), (piece) => refundRows(ctx, piece))
    return sheetOf(billFieldWords[ctx.locale].refund_bills, fieldsOf(ctx), total, rows)
  },
})
