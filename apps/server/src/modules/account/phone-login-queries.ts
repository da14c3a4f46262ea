/** Proven phones, by which sub-accounts log in besides their names. */
import { type Kysely, sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/db.ts'
import { findLogin } from './account-queries.ts'

type FoundLogin = {
  tenant_id: string
  account_id: string
  username: string
  /** The reading of the typed text that is a proven phone of the account; null when it is the account's name. */
  phone: string | null
}

/**
 * The account that logs in by a name, or by a phone that its person has proven. A name comes first, whatever phones there
 * are; a phone of several accounts logs in to none of them. Both are always looked up, so that neither takes longer.
 */
export async function findLoginOrPhone(
  db: Kysely<Database>,
  names: readonly string[],
): Promise<FoundLogin | undefined> {
  const byName = await findLogin(db, names)
  const { rows } = await sql<FoundLogin & { phone: string }>`
    select p.phone, l.tenant_id, l.account_id, l.username
      from phone_login p join login l on l.tenant_id = p.tenant_id and l.account_id = p.account_id
     where p.phone = any(${names}::text[])
     order by p.phone, l.tenant_id, l.account_id`.execute(db)
  if (byName) return { ...byName, phone: null }
  const reading = names.find((name) => rows.some(({ phone }) => phone === name))
  const [found, ...others] = rows.filter(({ phone }) => phone === reading)
  return others.length > 0 ? undefined : found
}

export async function addPhoneLogin(
  { tx, tenantId }: TenantRef,
  accountId: string,
  phone: string,
): Promise<void> {
  await tx
    .insertInto('phone_login')
    .values({ phone, tenant_id: tenantId, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const ofSubAccount = ({ tx, tenantId }: TenantRef, accountId: string) =>
  tx
    .selectFrom('account')
    .select(['phone', sql<boolean>`phone_verified_at is not null`.as('verified')])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('is_main', '=', false)

type FoundPhone = { phone: string; verified: boolean }

/** The phone of a sub-account as it was typed. */
export const findPhone = (ref: TenantRef, accountId: string): Promise<FoundPhone | undefined> =>
  ofSubAccount(ref, accountId).executeTakeFirst()
export const lockPhone = (ref: TenantRef, accountId: string): Promise<FoundPhone | undefined> =>
  ofSubAccount(ref, accountId).forUpdate().executeTakeFirst()

export async function notePhoneProven(
  { tx, tenantId }: TenantRef,
  accountId: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ phone_verified_at: now })
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .execute()
}

export async function phonesOf({ tx, tenantId }: TenantRef, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('phone_login')
    .select('phone')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .execute()
  return rows.map(({ phone }) => phone)
}

export async function removePhoneLogins({ tx, tenantId }: TenantRef, accountId: string): Promise<void> {
  await tx
    .deleteFrom('phone_login')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .execute()
}
