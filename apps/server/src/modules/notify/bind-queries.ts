import type { Ctx } from '../../kernel/ctx.ts'

export type Bind = { expires_at: Date; used_by: string | null }

export async function insertBind(ctx: Ctx, scene: Buffer, expiresAt: Date): Promise<void> {
  await ctx.tx
    .insertInto('receiver_bind')
    .values({ tenant_id: ctx.tenant.id, scene, account_id: ctx.user.id, expires_at: expiresAt })
    .execute()
}

/** Locks the binding that a QR code stands for. */
export const lockBind = (ctx: Ctx, scene: Buffer): Promise<Bind | undefined> =>
  ctx.tx
    .selectFrom('receiver_bind')
    .select(['expires_at', 'used_by'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('scene', '=', scene)
    .forUpdate()
    .executeTakeFirst()

export async function useBind(ctx: Ctx, scene: Buffer): Promise<void> {
  await ctx.tx
    .updateTable('receiver_bind')
    .set({ used_by: ctx.user.id })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('scene', '=', scene)
    .execute()
}
