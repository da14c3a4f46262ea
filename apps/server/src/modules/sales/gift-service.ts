/** Bills of vouchers whose goods have not come out, as far as their machine has said. */
import type { TenantRef } from '../../kernel/ctx.ts'
import { type Bill, type BookCtx, changeBills, readBills } from '../bills/index.ts'

/** A bill counts what its machine has reported, so nothing came out as long as there is no report. */
export const isNothingOut = ({ goods }: Pick<Bill, 'goods'>): boolean =>
  goods.every(({ delivered }) => (delivered ?? 0) === 0)

const isMissing = (bill: Bill): boolean =>
  bill.client === 'gift' && (bill.status === 2 || bill.status === 1) && isNothingOut(bill)

/** Those of the orders whose result never came, or of which nothing came out. */
export const missingGifts = async (ref: TenantRef, ordernos: readonly string[]): Promise<Set<string>> =>
  new Set((await readBills(ref, ordernos)).filter(isMissing).map(({ orderno }) => orderno))

/**
 * Notes on a bill that its voucher is valid again, under its lock, so that a result that comes later is told as one.
 * Returns false when the goods came out or may still come out.
 */
export const noteVoucherRestored = async (ctx: BookCtx, orderno: string): Promise<boolean> =>
  (
    await changeBills(ctx, [orderno], (bill) =>
      isMissing(bill) ? { oddities: [...bill.oddities, 'restored'] } : undefined,
    )
  ).length > 0
