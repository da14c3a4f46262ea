import { BankInput } from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, OutsideCtx } from '../src/kernel/ctx.ts'
import { daysBefore } from '../src/kernel/moments.ts'
import type { Patiently } from '../src/kernel/patience.ts'
import { countAll } from '../src/modules/bankcards/card-queries.ts'
import { addBank } from '../src/modules/bankcards/intake-service.ts'
import { addBankImg } from '../src/modules/bankcards/photo-service.ts'
import { decide } from '../src/modules/bankcards/review-service.ts'
import { uploadPhotos } from './card-photos.ts'
import type { DemoMerchant } from './merchants/merchant.ts'

export const hasCards = async (ctx: Ctx): Promise<boolean> => (await countAll(ctx)) > 0

/** Runs work as the main account of the demo, each time in a transaction of its own. */
type AsDemo = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/**
 * Hands the merchant's cards in, and reviews them. Returns the number of the first, which is approved. Goes on with the
 * cards that an earlier start left.
 */
export async function seedCards(
  asDemo: AsDemo,
  patiently: Patiently,
  { cards }: DemoMerchant,
): Promise<string> {
  const outside = await asDemo(withoutTransaction)
  const { deps, tenant } = outside
  const handIn = async (input: z.output<typeof BankInput>): Promise<string> => {
    const photos = await patiently(() => uploadPhotos(outside))
    return asDemo(async (ctx) => {
      const { merchant_id: id } = await addBank(ctx, input)
      await addBankImg(ctx, { merchant_id: id, ...photos })
      return id
    })
  }
  const ids = await asDemo(cardIds)
  for (const [index, { decision, daysAgo, ...input }] of cards.entries()) {
    const merchantId = ids[index] ?? (await handIn(BankInput.parse(input)))
    if (decision) await patiently(() => decide(deps, { tenantId: tenant.id, merchantId }, decision))
    await asDemo((ctx) => handInBefore(ctx, merchantId, { days: daysAgo, isDecided: decision !== undefined }))
    ids[index] = merchantId
  }
  const [approved] = ids
  if (approved === undefined) throw new Error('the demo merchant has no card')
  return approved
}

async function cardIds({ tx, tenant }: Ctx): Promise<string[]> {
  const cards = await tx
    .selectFrom('bank_card')
    .select('merchant_id')
    .where('tenant_id', '=', tenant.id)
    .orderBy('merchant_id')
    .execute()
  return cards.map(({ merchant_id: id }) => id)
}

/** Dates a card back: it was handed in so many days ago, and decided on the next day. */
async function handInBefore(
  { tx, tenant, now }: Ctx,
  merchantId: string,
  { days, isDecided }: { days: number; isDecided: boolean },
): Promise<void> {
  await tx
    .updateTable('bank_card')
    .set({ created_at: daysBefore(now, days), state_at: daysBefore(now, isDecided ? days - 1 : days) })
    .where('tenant_id', '=', tenant.id)
    .where('merchant_id', '=', merchantId)
    .execute()
}

/** Uploads open transactions of their own. */
const withoutTransaction = async ({ tx: _over, ...ctx }: Ctx): Promise<OutsideCtx> => ({
  ...ctx,
  session: { id: '0', expiresAt: ctx.now },
})

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
