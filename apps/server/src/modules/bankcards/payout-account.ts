import { sql } from 'kysely'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import type { PayoutAccount } from '../../ports/payout/payout.ts'

/** The account of a card with its clear number, for the bank alone; undefined when the card is not approved. */
export async function accountToPay(
  { tx, tenantId }: TenantRef & { deps: Deps },
  merchantId: string,
): Promise<PayoutAccount | undefined> {
  const card = await tx
    .selectFrom('bank_card')
    .select(['acct_name', 'bank', 'bank_no', sql<string>`masked ->> 'acct_no'`.as('acct_no')])
    .where('tenant_id', '=', tenantId)
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'approved')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return card && { name: card.acct_name, number: card.acct_no, bank: card.bank, bankNo: card.bank_no }
}
