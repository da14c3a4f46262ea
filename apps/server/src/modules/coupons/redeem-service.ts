/**
 * Using a received coupon. It is `received` until an order takes it, then `reserved`, and `used` when the order is paid. An
 * order that ends unpaid makes it `received` again, and so does a refund of the whole price; a refund of a part does
 * not, because the buyer got something for the coupon.
 */
import { countryFacts, dayOf, type OrderRefusal } from '@slotwise/contract'

import type { MachineCtx, TenantRef } from '../../kernel/ctx.ts'
import type { AskedOrder, PaidOrder } from '../../kernel/hooks.ts'
import { countryOf } from '../account/index.ts'
import { codeIn, discountOf, phaseOf } from './coupon-model.ts'
import { findByCode, giveBack, markUsed, reserve } from './grant-queries.ts'

/** Reserves the coupon of a code for an order. A coupon that would take nothing off stays the buyer's. */
export async function takeCoupon(
  ctx: MachineCtx,
  code: string,
  { orderno, storeId, amount }: AskedOrder,
): Promise<{ discount: number } | OrderRefusal> {
  const coupon = await findByCode(ctx, codeIn(code))
  if (!coupon) return 'couponUnknown'
  if (coupon.state !== 'received') return 'couponUsed'
  const today = dayOf(ctx.now, countryFacts[await countryOf(ctx)].utcOffsetMinutes)
  if (coupon.deleted_at !== null || phaseOf(coupon, today) !== 'running') return 'couponEnded'
  const { stores } = coupon
  if (stores.length > 0 && (storeId === null || !stores.includes(storeId))) return 'couponElsewhere'
  const discount = discountOf(coupon, amount)
  if (discount === 0) return { discount }
  return (await reserve(ctx, coupon.grant_id, { orderno, discount })) ? { discount } : 'couponUsed'
}

/** Orders that end unpaid give their coupons back. */
export async function releaseCoupons(ref: TenantRef, ordernos: readonly string[]): Promise<void> {
  if (ordernos.length > 0) await giveBack(ref, ordernos, 'reserved')
}

/** A late payment is refunded, and the coupon was released when its order was closed. */
export async function useCoupon(
  ctx: MachineCtx,
  { orderno, amount, discount }: PaidOrder,
  wasClosed: boolean,
): Promise<void> {
  if (discount > 0 && !wasClosed) await markUsed(ctx, { orderno, amount, usedAt: ctx.now })
}

export async function returnCoupon(
  ref: TenantRef,
  { orderno, part }: { orderno: string; part: boolean },
): Promise<void> {
  if (!part) await giveBack(ref, [orderno], 'used')
}
