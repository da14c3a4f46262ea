/** Vouchers that the server makes for goods that a customer has paid for and did not get. */
import { countryFacts, fill, madeVoucherWords } from '@slotwise/contract'

import type { TenantRef } from '../../kernel/ctx.ts'
import { countryOf } from '../account/index.ts'
import { deleteGiven, insertGiven, unusedGiven } from './given-queries.ts'

type Missing = { orderno: string; goods: readonly { goodsId: string; quantity: number }[] }

/** One voucher for each of the goods. Called once for an order, under the lock of its bill. */
export async function giveVouchers(
  ref: TenantRef & { now: Date },
  { orderno, goods }: Missing,
): Promise<void> {
  const { language } = countryFacts[await countryOf(ref)]
  const name = fill(madeVoucherWords[language].missing, { orderno })
  for (const one of goods) await insertGiven(ref, { ...one, orderno, name })
}

export const vouchersGiven = unusedGiven

/** The customer has the whole payment back, so the goods are not owed any more. */
export async function takeVouchersBack(
  ref: TenantRef,
  { orderno, part }: { orderno: string; part: boolean },
): Promise<void> {
  if (!part) await deleteGiven(ref, orderno)
}
