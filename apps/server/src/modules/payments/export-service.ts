import { type PayBill, payClientWords, payFieldWords, paymentCalls, payStateWords } from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { defineExport, moneyField } from '../jobs/index.ts'
import { countPayBills, eachPayBill } from './pay-bill-queries.ts'

function fieldsOf(ctx: Ctx): Field<PayBill>[] {
  const { locale } = ctx
  const label = payFieldWords[locale]
  return [
    { header: label.order_no, width: 28, of: (bill) => bill.order_no },
    { header: label.merchant_order, width: 34, of: (bill) => bill.merchant_order },
    { header: label.create_at, kind: 'datetime', width: 20, of: (bill) => new Date(bill.create_at) },
    {
      header: label.paid_at,
      kind: 'datetime',
      width: 20,
      of: (bill) => (bill.paid_at === null ? null : new Date(bill.paid_at)),
    },
    { header: label.status, width: 14, of: (bill) => payStateWords[locale][bill.status] },
    { header: label.client, width: 14, of: (bill) => payClientWords[locale][bill.client] },
    { header: label.cardno, width: 18, of: (bill) => bill.cardno || null },
    moneyField(ctx, label.total_price, (bill) => bill.total_price),
    moneyField(ctx, label.refunded, (bill) => bill.refunded),
    { header: label.device, width: 24, of: (bill) => `${bill.dev_title} (${bill.sn})` },
    { header: label.store, width: 24, of: (bill) => bill.store_name },
  ]
}

/** The payment bills of a filter as a sheet, in the caller's language. */
export const payBillExport = defineExport(paymentCalls, 'exportPayBill', {
  async sheet(ctx, { condition }) {
    const total = await countPayBills(ctx, condition)
    return sheetOf(payFieldWords[ctx.locale].pay_bills, fieldsOf(ctx), total, eachPayBill(ctx, condition))
  },
})
