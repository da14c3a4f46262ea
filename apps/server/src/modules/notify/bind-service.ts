/**
 * Becoming a receiver. The main account shows a QR code, good for 15 minutes and for one receiver. Who opens it, signed
 * in to the same merchant, and agrees, is told of everything from then on; the main account narrows that down. Only a
 * digest of what the code says is stored. Codes for chat apps, which a person scans without signing in, are made here and
 * used in `person-service.ts`.
 */
import {
  type BindChannel,
  bindChannels,
  bindSeconds,
  type notifyCalls,
  notifyKinds,
  type ParsedInputOf,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx, OutsideCtx } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { siteOf } from '../../kernel/site.ts'
import { hashToken, randomToken, tenantScene } from '../../kernel/tokens.ts'
import { inTime } from '../payments/index.ts'
import { type Bind, insertBind, lockBind, useBind } from './bind-queries.ts'
import { insertInboxReceiver, receiverOf } from './receiver-queries.ts'
import { auditedReceiver, demandRoom } from './receiver-service.ts'

type Input<Name extends keyof typeof notifyCalls> = ParsedInputOf<(typeof notifyCalls)[Name]>

/** The inbox is always offered. In China, most people would rather scan with WeChat. */
export async function getNotifyChannels({ deps, tenant }: Ctx): Promise<{ channels: BindChannel[] }> {
  const offered = bindChannels.filter((channel) => channel === 'inbox' || deps.personChats[channel])
  const first: BindChannel = tenant.country === 'CN' ? 'wechat' : 'inbox'
  return { channels: offered.toSorted((a, b) => Number(b === first) - Number(a === first)) }
}

/** The code is stored when the chat app has given its address, outside of a transaction. */
export async function getNotifyBindUrl(
  ctx: OutsideCtx,
  { channel }: Input<'getNotifyBindUrl'>,
): Promise<{ bind_url: string; expires_at: string }> {
  const tenantId = ctx.tenant.id
  const scene = channel === 'inbox' ? randomToken() : tenantScene(tenantId)
  const url = await bindUrl(ctx, channel, scene)
  const expiresAt = new Date(ctx.now.getTime() + bindSeconds * 1000)
  await inTenant(ctx.deps.db.main, tenantId, (tx) =>
    insertBind(
      { tx, tenantId },
      {
        channel,
        locale: ctx.locale,
        site: siteOf(ctx),
        scene: hashToken(scene),
        accountId: ctx.user.id,
        expiresAt,
      },
    ),
  )
  return { bind_url: url, expires_at: expiresAt.toISOString() }
}

/** A console waits for 5 s. */
const codeMs = 4_000

async function bindUrl(ctx: OutsideCtx, channel: BindChannel, scene: string): Promise<string> {
  if (channel === 'inbox') return `${siteOf(ctx)}/bind?scene=${scene}`
  const chat = ctx.deps.personChats[channel]
  if (!chat) throw new AppError('channelOff')
  const url = await inTime(chat.bindUrl(scene, bindSeconds), codeMs).catch(() => undefined)
  if (url === undefined) throw new AppError('codeFailed')
  return url
}

/** The binding of a code that the caller may use, or has used. */
async function demandBind(ctx: Ctx, scene: string): Promise<Bind> {
  const bind = await lockBind(ctx, hashToken(scene))
  const isOver =
    bind?.channel !== 'inbox' ||
    bind.expires_at <= ctx.now ||
    (bind.used_by !== null && bind.used_by !== ctx.user.id)
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
