import {
  billCalls,
  billFieldWords,
  type BillGoods,
  billStatusWords,
  failureText,
  payClientWords,
} from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { defineExport, instantField, moneyField } from '../jobs/index.ts'
import type { Deal } from './deal-service.ts'
import { countSelected, eachSelected } from './list-service.ts'
import { selectionOf } from './selection-service.ts'

/** `Tea ×2`: what was bought in a slot. */
const goodsText = ({ title, channel_sn: slot, quantity }: BillGoods): string =>
  `${title || `#${slot}`}${quantity === 1 ? '' : ` ×${quantity}`}`

type Shown = Omit<Deal, 'create_at' | 'store_id'> & { create_at: string | Date }

/** The columns of bills in a file; those of amounts name the currency. */
export function billFields(ctx: Ctx): Field<Shown>[] {
  const { locale } = ctx
  const label = billFieldWords[locale]
  const statuses: Record<number, string> = billStatusWords[locale]
  const reasons = (bill: Shown): string[] =>
    bill.goods.flatMap(({ fault }) => (fault === null ? [] : [failureText(locale, bill.dev_type, fault)]))
  return [
    { header: label.orderno, width: 28, of: (bill) => bill.orderno },
    instantField(label.create_at, (bill) => bill.create_at),
    { header: label.dev_title, width: 24, of: (bill) => bill.dev_title },
    { header: label.sn, width: 14, of: (bill) => bill.sn },
    { header: label.store, width: 24, of: (bill) => bill.store_name },
    { header: label.goods, width: 40, of: (bill) => bill.goods.map(goodsText).join('\n') },
    { header: label.client, width: 12, of: (bill) => payClientWords[locale][bill.client] },
    { header: label.status, width: 16, of: (bill) => statuses[bill.status] ?? null },
    moneyField(ctx, label.total_price, (bill) => bill.total_price),
    moneyField(ctx, label.discount, (bill) => bill.discount),
    moneyField(ctx, label.refunded, (bill) => bill.refunded),
    { header: label.fault, width: 24, of: (bill) => [...new Set(reasons(bill))].join('\n') },
    { header: label.remarks, width: 30, of: (bill) => bill.remarks },
  ]
}

/** The bills of a filter as a sheet, one row each, in the caller's language. */
export const billsExport = defineExport(billCalls, 'exportBuyBill', {
  async sheet(ctx, { condition }) {
    const selection = await selectionOf(ctx, condition)
    const total = await countSelected(ctx, selection)
    return sheetOf(billFieldWords[ctx.locale].buy_bills, billFields(ctx), total, eachSelected(ctx, selection))
  },
})
