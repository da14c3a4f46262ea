import { BankInput } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx } from '../src/kernel/ctx.ts'
import { countAll, moveCard } from '../src/modules/bankcards/card-queries.ts'
import { addBank } from '../src/modules/bankcards/intake-service.ts'
import type { DemoMerchant } from './merchants/merchant.ts'

export const hasCards = async (ctx: Ctx): Promise<boolean> => (await countAll(ctx)) > 0

/** Hands the merchant's cards in, and reviews them. Returns the number of the first, which is approved. */
export async function seedCards(ctx: Ctx, { cards }: DemoMerchant): Promise<string> {
  const ids: string[] = []
  for (const { state, reason = '', ...input } of cards) {
    const { merchant_id: id } = await addBank(ctx, BankInput.parse(input))
    await moveCard({ ...ctx, tenantId: ctx.tenant.id }, id, ['no_id_photo'], { state, reason })
    ids.push(id)
  }
  const [approved] = ids
  if (approved === undefined) throw new Error('the demo merchant has no card')
  return approved
}

/** Gives the account to the stores of a demo that was made before there were cards. */
export async function useAccount(
  ctx: Ctx,
  account: string,
  { storesWithoutAccount }: DemoMerchant,
): Promise<void> {
  await ctx.tx
    .updateTable('store')
    .set({ merchant_id: account })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('merchant_id', 'is', null)
    .where(sql<boolean>`store_name <> all(${storesWithoutAccount}::text[])`)
    .execute()
}
