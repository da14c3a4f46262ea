/**
 * A voucher at a machine. An order uses it by one conditional UPDATE in the transaction that takes the order, so of
 * several orders exactly one gets the goods. A machine that gave nothing makes it usable again.
 */
import type { OrderRefusal } from '@slotwise/contract'

import type { MachineCtx, TenantRef } from '../../kernel/ctx.ts'
import type { AskedOrder, VoucherGoods } from '../../kernel/hooks.ts'
import { codeOf } from './code-model.ts'
import { findByCode, type FoundVoucher, setUnused, useForOrder } from './redeem-queries.ts'

/** A deleted voucher is told as an unknown one: who holds it need not know that it was one. */
function refusalOf({ sn }: MachineCtx, voucher: FoundVoucher | undefined): OrderRefusal | undefined {
  if (!voucher || voucher.state === 'deleted') return 'voucherUnknown'
  if (voucher.state === 'used') return 'voucherUsed'
  return voucher.devices.length === 0 || voucher.devices.includes(sn) ? undefined : 'voucherElsewhere'
}

export async function voucherGoods(ctx: MachineCtx, code: string): Promise<VoucherGoods | OrderRefusal> {
  const voucher = await findByCode(ctx, codeOf(code))
  const refusal = refusalOf(ctx, voucher)
  if (refusal !== undefined || !voucher) return refusal ?? 'voucherUnknown'
  return { goodsId: voucher.goods_id, quantity: voucher.quantity }
}

/** The goods of the order are those that `voucherGoods` named. */
export async function takeVoucher(
  ctx: MachineCtx,
  code: string,
  { orderno }: AskedOrder,
): Promise<OrderRefusal | undefined> {
  const voucher = codeOf(code)
  if (await useForOrder(ctx, voucher, orderno)) return undefined
  return refusalOf(ctx, await findByCode(ctx, voucher)) ?? 'voucherUsed'
}

export const returnVouchers = (ref: TenantRef, ordernos: readonly string[]): Promise<void> =>
  setUnused(ref, ordernos)
