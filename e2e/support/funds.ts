import type { BankCard, BankInput } from '@slotwise/contract'
import type { z } from 'zod'

import { addBankCard, addPhotos } from './bank-cards.ts'
import { reviewDirectly } from './direct.ts'
import type { Merchant } from './merchant.ts'

/** A card to which money is paid out. */
export async function approvedCard(
  merchant: Merchant,
  wish?: Partial<z.input<typeof BankInput>>,
): Promise<BankCard> {
  const card = await addPhotos(merchant, await addBankCard(merchant, wish))
  await reviewDirectly(merchant.session.token, card.merchant_id, { state: 'approved' })
  return card
}
