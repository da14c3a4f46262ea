/** Accounts of a merchant at payment providers, and the lines that name their secrets. */
import type { OnlineClient } from '@slotwise/contract'

import type { TenantRef } from '../../kernel/ctx.ts'
import { changesOne } from '../../kernel/rows.ts'
import type { AccountIds, AccountRow } from './account-model.ts'

export type OwnRow = AccountRow & { pay_account_id: string }

const columns = [
  'pay_account_id',
  'provider',
  'account_no',
  'app_id',
  'notice_key',
  'enabled',
  'rev',
  'created_at',
  'changed_at',
] as const

const ofMerchant = ({ tx, tenantId }: TenantRef) =>
  tx.selectFrom('pay_account').select(columns).where('tenant_id', '=', tenantId).$castTo<OwnRow>()

/** All accounts of the merchant: first those in use, then the newest. */
export const listAccounts = (ref: TenantRef): Promise<OwnRow[]> =>
  ofMerchant(ref).orderBy('enabled', 'desc').orderBy('pay_account_id', 'desc').execute()

export const findAccount = (ref: TenantRef, id: string): Promise<OwnRow | undefined> =>
  ofMerchant(ref).where('pay_account_id', '=', id).executeTakeFirst()

/** The account that new orders of this provider use. */
export const findEnabled = (ref: TenantRef, provider: OnlineClient): Promise<OwnRow | undefined> =>
  ofMerchant(ref).where('provider', '=', provider).where('enabled', '=', true).executeTakeFirst()

export async function sealedOf({ tx, tenantId }: TenantRef, id: string): Promise<Buffer> {
  const { sealed } = await tx
    .selectFrom('pay_account')
    .select('sealed')
    .where('tenant_id', '=', tenantId)
    .where('pay_account_id', '=', id)
    .executeTakeFirstOrThrow()
  return sealed
}

export async function insertAccount(
  { tx, tenantId }: TenantRef,
  account: AccountIds & { sealed: Buffer; notice_key: string },
  now: Date,
): Promise<string> {
  const { pay_account_id: id } = await tx
    .insertInto('pay_account')
    .values({ ...account, tenant_id: tenantId, enabled: false, rev: 1, created_at: now, changed_at: now })
    .returning('pay_account_id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns false when the account is gone or was changed since `rev`. */
export const changeAccount = (
  { tx, tenantId }: TenantRef,
  { pay_account_id: id, rev }: Pick<OwnRow, 'pay_account_id' | 'rev'>,
  change: { sealed: Buffer } | { enabled: boolean },
  now: Date,
): Promise<boolean> =>
  changesOne(
    tx
      .updateTable('pay_account')
      .set({ ...change, rev: rev + 1, changed_at: now })
      .where('tenant_id', '=', tenantId)
      .where('pay_account_id', '=', id)
      .where('rev', '=', rev),
  )

/** Lets one transaction at a time choose the account of a provider. */
export async function lockProvider({ tx, tenantId }: TenantRef, provider: OnlineClient): Promise<void> {
  await tx
    .selectFrom('pay_account')
    .select('pay_account_id')
    .where('tenant_id', '=', tenantId)
    .where('provider', '=', provider)
    .orderBy('pay_account_id')
    .forUpdate()
    .execute()
}

/** Takes the account of a provider out of use that new orders use now. */
export async function disableEnabled(
  { tx, tenantId }: TenantRef,
  provider: OnlineClient,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('pay_account')
    .set((eb) => ({ enabled: false, rev: eb('rev', '+', 1), changed_at: now }))
    .where('tenant_id', '=', tenantId)
    .where('provider', '=', provider)
    .where('enabled', '=', true)
    .execute()
}
