import {
  type Gift,
  type GiftBatch,
  joinNames,
  spokenCode,
  voucherCalls,
  voucherFieldWords,
  voucherStateWords,
} from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { completed } from '../../kernel/pieces.ts'
import { defineExport, instantField } from '../jobs/index.ts'
import { countBatches, countVouchers, eachBatch, eachVoucher, type VoucherRow } from './voucher-queries.ts'
import { complete, named } from './voucher-service.ts'

/** A used or deleted voucher shows no code. */
type Line = Gift & { code: string | null }

async function linesOf(ctx: Ctx, rows: VoucherRow[]): Promise<Line[]> {
  const codes = new Map(rows.map(({ gift_id: id, code }) => [id, code]))
  return (await complete(ctx, rows)).map((gift) => ({
    ...gift,
    code: gift.state === 'unused' ? spokenCode(codes.get(gift.gift_id) ?? '') : null,
  }))
}

type Fields = {
  [Name in 'goods' | 'quantity' | 'referrer' | 'device' | 'created_at']: Field<Gift | GiftBatch>
}

/** What a voucher has of its batch. */
function sharedFields({ locale }: Ctx): Fields {
  const label = voucherFieldWords[locale]
  return {
    goods: { header: label.goods, width: 24, of: (row) => row.goods_name },
    quantity: { header: label.quantity, kind: 'number', of: (row) => row.quantity },
    referrer: { header: label.referrer, width: 16, of: (row) => row.referrer_name },
    device: {
      header: label.device,
      width: 36,
      of: ({ device_names: names }) => (names.length === 0 ? label.allDevices : joinNames(locale, names)),
    },
    created_at: instantField(label.created_at, (row) => row.created_at),
  }
}

function voucherFields(ctx: Ctx): Field<Line>[] {
  const label = voucherFieldWords[ctx.locale]
  const state = voucherStateWords[ctx.locale]
  const { goods, quantity, referrer, device, created_at } = sharedFields(ctx)
  return [
    { header: label.name, width: 24, of: (gift) => gift.name },
    { header: label.code, width: 18, of: (gift) => gift.code },
    goods,
    quantity,
    referrer,
    device,
    { header: label.state, width: 10, of: (gift) => state[gift.state] },
    created_at,
    instantField(label.used_at, (gift) => gift.used_at),
    { header: label.used_device, width: 24, of: (gift) => gift.used_device },
    { header: label.orderno, width: 34, of: (gift) => gift.orderno },
  ]
}

function batchFields(ctx: Ctx): Field<GiftBatch>[] {
  const label = voucherFieldWords[ctx.locale]
  const state = voucherStateWords[ctx.locale]
  const { goods, quantity, referrer, device, created_at } = sharedFields(ctx)
  return [
    { header: label.name, width: 24, of: (batch) => batch.name },
    goods,
    quantity,
    { header: label.copies, kind: 'number', of: ({ unused, used, deleted }) => unused + used + deleted },
    { header: state.unused, kind: 'number', of: (batch) => batch.unused },
    { header: state.used, kind: 'number', of: (batch) => batch.used },
    { header: state.deleted, kind: 'number', of: (batch) => batch.deleted },
    referrer,
    device,
    created_at,
  ]
}

/** The vouchers or batches of a filter as a sheet, in the caller's language. */
export const vouchersExport = defineExport(voucherCalls, 'exportGift', {
  async sheet(ctx, request) {
    const label = voucherFieldWords[ctx.locale]
    if (request.kind === 'batch') {
      const total = await countBatches(ctx, request.condition)
      const batches = completed(eachBatch(ctx, request.condition), (rows) => named(ctx, rows))
      return sheetOf(label.batches, batchFields(ctx), total, batches)
    }
    const total = await countVouchers(ctx, request.condition)
    const lines = completed(eachVoucher(ctx, request.condition), (rows) => linesOf(ctx, rows))
    return sheetOf(label.vouchers, voucherFields(ctx), total, lines)
  },
})
