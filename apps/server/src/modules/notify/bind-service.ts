/**
 * Becoming a receiver. The main account shows a QR code, good for 15 minutes and for one receiver. Who opens it, signed
 * in to the same merchant, and agrees, is told of everything from then on; the main account narrows that down. Only a
 * digest of what the code says is stored.
 */
import { bindSeconds, type notifyCalls, notifyKinds, type ParsedInputOf } from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { siteOf } from '../../kernel/site.ts'
import { hashToken, randomToken } from '../../kernel/tokens.ts'
import { type Bind, insertBind, lockBind, useBind } from './bind-queries.ts'
import { insertInboxReceiver, receiverOf } from './receiver-queries.ts'
import { auditedReceiver, demandRoom } from './receiver-service.ts'

type Input<Name extends keyof typeof notifyCalls> = ParsedInputOf<(typeof notifyCalls)[Name]>

export async function getNotifyBindUrl(ctx: Ctx): Promise<{ bind_url: string; expires_at: string }> {
  const scene = randomToken()
  const expiresAt = new Date(ctx.now.getTime() + bindSeconds * 1000)
  await insertBind(ctx, hashToken(scene), expiresAt)
  return { bind_url: `${siteOf(ctx)}/bind?scene=${scene}`, expires_at: expiresAt.toISOString() }
}

/** The binding of a code that the caller may use, or has used. */
async function demandBind(ctx: Ctx, scene: string): Promise<Bind> {
  const bind = await lockBind(ctx, hashToken(scene))
  const isOver =
    !bind || bind.expires_at <= ctx.now || (bind.used_by !== null && bind.used_by !== ctx.user.id)
  if (isOver) throw new AppError('bindExpired')
  return bind
}

export async function getNotifyBind(
  ctx: Ctx,
  { scene }: Input<'getNotifyBind'>,
): Promise<{ expires_at: string; is_bound: boolean }> {
  const bind = await demandBind(ctx, scene)
  const receiver = await receiverOf(ctx, ctx.user.id)
  if (bind.used_by !== null && receiver === undefined) throw new AppError('bindExpired')
  return { expires_at: bind.expires_at.toISOString(), is_bound: receiver !== undefined }
}

/** An account that is a receiver already stays the same receiver, and the code stays good for another account. */
export async function bindNotify(ctx: Ctx, { scene }: Input<'bindNotify'>): Promise<{ notify_id: string }> {
  const bind = await demandBind(ctx, scene)
  const before = await receiverOf(ctx, ctx.user.id)
  if (before === undefined && bind.used_by !== null) throw new AppError('bindExpired')
  if (before === undefined) await demandRoom(ctx)
  const added = before === undefined ? await insertInboxReceiver(ctx, ctx.user.id, notifyKinds) : undefined
  if (added !== undefined) await useBind(ctx, hashToken(scene))
  const id = added ?? before ?? (await receiverOf(ctx, ctx.user.id))
  if (id === undefined) throw new AppError('bindExpired')
  const after = await auditedReceiver(ctx, id)
  await audit(ctx, {
    call: 'bindNotify',
    object: 'notify',
    objectId: id,
    ...(added === undefined ? { before: after } : {}),
    after,
  })
  return { notify_id: id }
}
