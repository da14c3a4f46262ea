import type { BindChannel, Locale } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import type { ReceiverCtx } from './receiver-queries.ts'

/** `used_by` is the account, `notify_id` the person in a chat app that became a receiver by it. */
export type Bind = {
  channel: BindChannel
  locale: Locale
  site: string
  expires_at: Date
  used_by: string | null
  notify_id: string | null
}

type NewBind = Pick<Bind, 'channel' | 'locale' | 'site'> & {
  scene: Buffer
  accountId: string
  expiresAt: Date
}

export async function insertBind(
  { tx, tenantId }: TenantRef,
  { accountId, expiresAt, ...bind }: NewBind,
): Promise<void> {
  await tx
    .insertInto('receiver_bind')
    .values({ tenant_id: tenantId, account_id: accountId, expires_at: expiresAt, ...bind })
    .execute()
}

/** Locks the binding that a QR code stands for. */
export const lockBind = (ctx: ReceiverCtx, scene: Buffer): Promise<Bind | undefined> =>
  ctx.tx
    .selectFrom('receiver_bind')
    .select([
      'expires_at',
      'used_by',
      'notify_id',
      'site',
      sql<BindChannel>`channel`.as('channel'),
      sql<Locale>`locale`.as('locale'),
    ])
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

export async function useBindFor(ctx: ReceiverCtx, scene: Buffer, notifyId: string): Promise<void> {
  await ctx.tx
    .updateTable('receiver_bind')
    .set({ notify_id: notifyId })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('scene', '=', scene)
    .execute()
}
