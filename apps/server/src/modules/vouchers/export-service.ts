import {
  type Gift,
  joinNames,
  spokenCode,
  voucherCalls,
  voucherFieldWords,
  voucherStateWords,
} from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { completed } from '../../kernel/pieces.ts'
import { defineExport } from '../jobs/index.ts'
import { countVouchers, eachVoucher, type VoucherRow } from './voucher-queries.ts'
import { complete } from './voucher-service.ts'

/** A used or deleted voucher shows no code. */
type Line = Gift & { code: string | null }

async function linesOf(ctx: Ctx, rows: VoucherRow[]): Promise<Line[]> {
  const codes = new Map(rows.map(({ gift_id: id, code }) => [id, code]))
  return (await complete(ctx, rows)).map((gift) => ({
    ...gift,
    code: gift.state === 'unused' ? spokenCode(codes.get(gift.gift_id) ?? '') : null,
  }))
}

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text))

function fieldsOf(ctx: Ctx): Field<Line>[] {
  const label = voucherFieldWords[ctx.locale]
  const state = voucherStateWords[ctx.locale]
  return [
    { header: label.name, width: 24, of: (gift) => gift.name },
    { header: label.code, width: 18, of: (gift) => gift.code },
    { header: label.goods, width: 24, of: (gift) => gift.goods_name },
    { header: label.quantity, kind: 'number', of: (gift) => gift.quantity },
    { header: label.referrer, width: 16, of: (gift) => gift.referrer_name },
    {
      header: label.device,
      width: 36,
      of: ({ device_names: names }) => (names.length === 0 ? label.allDevices : joinNames(ctx.locale, names)),
    },
    { header: label.state, width: 10, of: (gift) => state[gift.state] },
    { header: label.created_at, kind: 'datetime', of: (gift) => instant(gift.created_at) },
    { header: label.used_at, kind: 'datetime', of: (gift) => instant(gift.used_at) },
    { header: label.used_device, width: 24, of: (gift) => gift.used_device },
    { header: label.orderno, width: 34, of: (gift) => gift.orderno },
  ]
}

/** The vouchers of a filter as a sheet, in the caller's language. */
export const vouchersExport = defineExport(voucherCalls, 'exportGift', {
  async sheet(ctx, { condition }) {
    const total = await countVouchers(ctx, condition)
    const lines = completed(eachVoucher(ctx, condition), (rows) => linesOf(ctx, rows))
    return sheetOf(voucherFieldWords[ctx.locale].vouchers, fieldsOf(ctx), total, lines)
  },
})
