/** Invitations of sub-accounts. */
import type { TenantRef } from '../../kernel/ctx.ts'
import { mayAct } from '../../kernel/rights.ts'

type Invitation = {
  account_id: string
  code_hash: Buffer
  phone: string
  created_at: Date
  expires_at: Date
}

/** Stores an invitation; it replaces an earlier one of the account. */
export async function putInvitation({ tx, tenantId }: TenantRef, invitation: Invitation): Promise<void> {
  await tx
    .insertInto('invitation')
    .values({ ...invitation, tenant_id: tenantId })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'account_id']).doUpdateSet(invitation))
    .execute()
}

/** Returns false when there was none. With a hash, only the invitation with this code is deleted. */
export async function deleteInvitation(
  { tx, tenantId }: TenantRef,
  accountId: string,
  codeHash?: Buffer,
): Promise<boolean> {
  const all = tx
    .deleteFrom('invitation')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
  const { numDeletedRows } = await (codeHash ? all.where('code_hash', '=', codeHash) : all).executeTakeFirst()
  return numDeletedRows === 1n
}

/** The account that a code invites, if the code is valid and the account still waits for it. Locks the account. */
export const findInvited = ({ tx, tenantId }: TenantRef, codeHash: Buffer, now: Date) =>
  tx
    .selectFrom('invitation as i')
    .innerJoin('account as a', (join) =>
      join.on('a.tenant_id', '=', tenantId).onRef('a.account_id', '=', 'i.account_id'),
    )
    .innerJoin('tenant as t', (join) => join.on('t.tenant_id', '=', tenantId))
    .select([
      'a.account_id',
      'a.username',
      'a.nickname',
      'a.operation_hash',
      'a.phone as own_phone',
      'i.phone',
      'i.expires_at',
      't.mch_name',
      't.country',
    ])
    .where('i.tenant_id', '=', tenantId)
    .where('i.code_hash', '=', codeHash)
    .where('i.expires_at', '>', now)
    .where(mayAct)
    .where('a.password_hash', '=', '')
    .forUpdate('a')
    .executeTakeFirst()

/** Gives an invited account its first password, and notes that its phone is proven. */
export async function setFirstPassword(
  { tx, tenantId }: TenantRef,
  accountId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ password_hash: passwordHash, phone_verified_at: now })
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .execute()
}
