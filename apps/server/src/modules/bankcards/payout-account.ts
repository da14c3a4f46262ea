import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { openJson } from '../../kernel/vault.ts'
import type { PayoutAccount } from '../../ports/payout/payout.ts'
import { type Numbers, numbersAt } from './card-model.ts'
import { findUsable } from './card-queries.ts'

/** The account of a card with its clear number, for the bank alone; undefined when the card is not approved. */
export async function accountToPay(
  { tx, tenantId, deps }: TenantRef & { deps: Deps },
  merchantId: string,
): Promise<PayoutAccount | undefined> {
  const card = await findUsable({ tx, tenantId }, merchantId)
  if (!card) return undefined
  const ref = { tx, tenantId, keys: deps.config.vaultKeys, now: deps.now() }
  const { acct_no: number } = await openJson<Numbers>(ref, card.sealed, numbersAt(merchantId))
  return { name: card.acct_name, number, bank: card.bank, bankNo: card.bank_no }
}
