import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { countDeleted } from '../../kernel/rows.ts'

export async function findDraft(ctx: Ctx): Promise<Buffer | undefined> {
  const row = await ctx.tx
    .selectFrom('bank_draft')
    .select('sealed')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', ctx.user.id)
    .executeTakeFirst()
  return row?.sealed
}

export async function storeDraft(ctx: Ctx, sealed: Buffer): Promise<void> {
  await ctx.tx
    .insertInto('bank_draft')
    .values({ tenant_id: ctx.tenant.id, account_id: ctx.user.id, sealed, saved_at: ctx.now })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'account_id']).doUpdateSet({ sealed, saved_at: ctx.now }),
    )
    .execute()
}

/** Deletes the caller's draft. */
export async function forgetDraft(ctx: Ctx): Promise<void> {
  await ctx.tx
    .deleteFrom('bank_draft')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', ctx.user.id)
    .execute()
}

export const deleteDraftsBefore = ({ tx, tenantId }: TenantRef, moment: Date): Promise<number> =>
  countDeleted(tx.deleteFrom('bank_draft').where('tenant_id', '=', tenantId).where('saved_at', '<', moment))
