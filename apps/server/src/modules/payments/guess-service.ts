/**
 * Cards, coupons and vouchers that no merchant has made, shown at a machine. A machine that has shown many of them within
 * a while is refused the next ones without a look, so that no customer finds the code of another one by trying.
 */
import type { OrderRefusal } from '@slotwise/contract'
import type { OrderRequest } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../../kernel/ctx.ts'
import { isSpent, type Limit, take } from '../../kernel/limits.ts'

/** A scanner that reads other codes, or a customer who mistypes, stays far below. */
const guesses: Limit = { max: 30, windowSeconds: 600 }

const unknown: ReadonlySet<OrderRefusal> = new Set(['cardUnknown', 'couponUnknown', 'voucherUnknown'])

const keyOf = ({ tenantId, deviceId }: MachineCtx): string => `codes:${tenantId}:${deviceId}`

export const namesCode = ({ card, coupon, voucher }: OrderRequest): boolean =>
  card !== undefined || coupon !== undefined || voucher !== undefined

export const hasGuessed = (ctx: MachineCtx): Promise<boolean> => isSpent(ctx.tx, keyOf(ctx), guesses, ctx.now)

/** Counts a refusal that tells that a card or code is unknown. A refusal is stored, so its count is, too. */
export async function countGuess(ctx: MachineCtx, why: OrderRefusal): Promise<void> {
  if (unknown.has(why)) await take(ctx.tx, keyOf(ctx), guesses, ctx.now)
}
