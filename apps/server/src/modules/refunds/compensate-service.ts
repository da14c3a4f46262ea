/** Goods that did not come out and that the provider cannot refund alone: a voucher for them, where the store wants it. */
import type { PartFailedWay } from '@slotwise/contract'

import { refundTraits } from '../payaccounts/index.ts'
import { callGateways } from '../payments/index.ts'
import { type Bill, type BookCtx, changeBills, isPartOnly } from '../bills/index.ts'

/** What is missing of a bill; undefined where a voucher cannot be made for all of it. */
function missingOf({ goods }: Bill) {
  const missing = goods.flatMap(({ goods_id: goodsId, title, quantity, delivered }) => {
    const rest = quantity - Math.min(quantity, delivered ?? 0)
    return rest > 0 ? [{ goodsId, title, quantity: rest }] : []
  })
  return missing.every((one): one is typeof one & { goodsId: string } => one.goodsId !== null)
    ? missing
    : undefined
}

/** Makes the vouchers of bills, once, and has machines show them. A bill without goods of ours stays a case for a person. */
export async function compensate(
  ctx: BookCtx,
  bills: readonly Bill[],
  wayOf: (bill: Bill) => PartFailedWay,
): Promise<void> {
  const wanted = bills.filter((bill) => wayOf(bill) === 'voucher')
  if (wanted.length === 0) return
  const payments = await refundTraits(ctx.deps, ctx)
  for (const bill of wanted.filter((one) => isPartOnly(one, payments))) {
    const goods = missingOf(bill)
    if (!goods) continue
    const noted = await changeBills(ctx, [bill.orderno], ({ status, oddities }) =>
      status === 1 && !oddities.includes('voucher') ? { oddities: [...oddities, 'voucher'] } : undefined,
    )
    if (noted.length === 0) continue
    await ctx.deps.hooks.giveVouchers(ctx, { orderno: bill.orderno, goods })
    await callGateways(ctx, bill.sn, bill.orderno)
  }
}
