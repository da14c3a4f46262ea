/** Rows of sub-accounts. The module staff decides which of them a caller may change. */
import type { Ctx } from '../../kernel/ctx.ts'
import { atRev, changesOne } from '../../kernel/rows.ts'

type Person = {
  username: string
  nickname: string
  phone: string
  role_id: string
  all_device: boolean
}
type Hashes = {
  password_hash?: string
  operation_hash?: string
  operation_locked_at?: null
  phone_verified_at?: null
}

export async function insertSubUser(
  ctx: Ctx,
  person: Person & { password_hash: string; operation_hash: string | null; is_key?: true },
): Promise<string> {
  const row = await ctx.tx
    .insertInto('account')
    .values({
      ...person,
      tenant_id: ctx.tenant.id,
      is_main: false,
      created_by: ctx.user.id,
      created_at: ctx.now,
    })
    .returning('account_id')
    .executeTakeFirstOrThrow()
  return row.account_id
}

/** Returns false when the row is gone or was changed since `rev`. */
export const updateSubUser = (
  ctx: Ctx,
  id: string,
  rev: number | undefined,
  change: Person & Hashes,
): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('account')
      .set((eb) => ({ ...change, rev: eb('rev', '+', 1) }))
      .where('tenant_id', '=', ctx.tenant.id)
      .where('account_id', '=', id)
      .where('deleted_at', 'is', null)
      .where(atRev(rev)),
  )

/** Returns false when the account is so already. */
export const setSuspended = (ctx: Ctx, id: string, suspended: boolean): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('account')
      .set((eb) => ({ suspended_at: suspended ? ctx.now : null, rev: eb('rev', '+', 1) }))
      .where('tenant_id', '=', ctx.tenant.id)
      .where('account_id', '=', id)
      .where('is_main', '=', false)
      .where('deleted_at', 'is', null)
      .where('suspended_at', suspended ? 'is' : 'is not', null),
  )

export async function setSubUserDeleted(ctx: Ctx, id: string, deleted: boolean): Promise<void> {
  await ctx.tx
    .updateTable('account')
    .set({ deleted_at: deleted ? ctx.now : null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', id)
    .execute()
}
