/** Payout accounts as the pages of funds show them. */
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'

export type Account = {
  merchant_id: string
  /** The number as lists show it: masked. */
  acct_no: string
  acct_name: string
  mch_name: string
  bank_code: string
  bank: string
  bank_branch: string
  isApproved: boolean
}

const listed = ({ tx, tenantId }: TenantRef) =>
  tx
    .selectFrom('bank_card')
    .select(['merchant_id', 'acct_name', 'mch_name', 'bank_code', 'bank', 'bank_branch'])
    .select([
      sql<string>`masked ->> 'acct_no'`.as('acct_no'),
      sql<boolean>`state = 'approved' and deleted_at is null`.as('isApproved'),
    ])
    .where('tenant_id', '=', tenantId)
    .orderBy('merchant_id')

/** All payout accounts of the merchant, by number. A merchant has some dozens at most. */
export const accountsOf = (ref: TenantRef): Promise<Account[]> => listed(ref).execute()

export const findAccount = (ref: TenantRef, merchantId: string): Promise<Account | undefined> =>
  listed(ref).where('merchant_id', '=', merchantId).executeTakeFirst()

/** The payout accounts that the caller may see; undefined for all. */
export async function visibleAccounts(ctx: Ctx): Promise<string[] | undefined> {
  if (!ctx.ownOnly.bank) return undefined
  const rows = await ctx.tx
    .selectFrom('bank_card')
    .select('merchant_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', ctx.user.id)
    .execute()
  return rows.map((row) => row.merchant_id)
}
