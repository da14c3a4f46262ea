/** The addresses of a merchant to which events are sent. Only people make and change them. */
import {
  type EventDelivery,
  type integrationCalls,
  type List,
  type LongList,
  type OutputOf,
  type ParsedInputOf,
  resendAtMost,
  type Webhook,
  webhooksAtMost,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, type OutsideCtx, refOf } from '../../kernel/ctx.ts'
import { inOwnTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { sealJson, vaultOf } from '../../kernel/vault.ts'
import { canBePublic, parsePublicUrl } from '../../ports/outgoing/public-address.ts'
import * as deliveries from './delivery-queries.ts'
import { askToSend, giveUpEvents, lockLine } from './send-queries.ts'
import { isDelivered, openSecret, post, sealedAt } from './post-service.ts'
import { auditedWebhook, makeWebhookSecret } from './webhook-model.ts'
import * as queries from './webhook-queries.ts'

type Calls = typeof integrationCalls

/** The console waits for 5 s; a delivery waits for 8 s. */
const testMs = 4_000

type Input<Name extends keyof Calls> = ParsedInputOf<Calls[Name]>

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null

const described = (row: queries.WebhookRow): Webhook => ({
  ...row,
  given_up_at: iso(row.given_up_at),
  failing_since: iso(row.failing_since),
  next_at: iso(row.next_at),
  last_sent_at: iso(row.last_sent_at),
  created_at: row.created_at.toISOString(),
})

export async function getWebhooks(
  ctx: Ctx,
  { condition: _, ...page }: Input<'getWebhooks'>,
): Promise<List<Webhook>> {
  const { data, count } = await queries.listWebhooks(ctx, page)
  return { data: data.map(described), count }
}

async function demandWebhook(ctx: Ctx, id: string): Promise<Webhook> {
  const row = await queries.findWebhook(ctx, id)
  if (!row) throw new AppError('notFound')
  return described(row)
}

export async function addWebhook(
  ctx: Ctx,
  { name, url, kinds }: Input<'addWebhook'>,
): Promise<Webhook & { secret: string }> {
  const parsed = parsePublicUrl(url)
  // The name is resolved and judged anew each time something is sent.
  if (!parsed || !canBePublic(parsed)) throw AppError.atField('url', 'webhookUrl')
  if ((await queries.countWebhooks(ctx)) >= webhooksAtMost)
    throw new AppError('tooManyWebhooks', { max: webhooksAtMost })
  const id = await queries.insertWebhook(ctx, { name, url, kinds: [...new Set(kinds)] })
  const secret = makeWebhookSecret()
  const sealed = await sealJson(vaultOf(ctx), secret, sealedAt(id))
  await queries.changeWebhook(refOf(ctx), id, { secret: sealed })
  const webhook = await demandWebhook(ctx, id)
  await audit(ctx, { call: 'addWebhook', object: 'webhook', objectId: id, after: auditedWebhook(webhook) })
  return { ...webhook, secret }
}

export async function editWebhook(
  ctx: Ctx,
  { webhook_id: id, name, kinds, enabled }: Input<'editWebhook'>,
): Promise<Webhook> {
  const ref = refOf(ctx)
  const line = await lockLine(ref, id)
  if (!line) throw new AppError('notFound')
  const before = await demandWebhook(ctx, id)
  await queries.changeWebhook(ref, id, {
    name,
    kinds: [...new Set(kinds)],
    enabled,
    // Turned on again, it begins anew.
    ...(enabled && !line.enabled ? { given_up_at: null, failing_since: null, next_at: null, tries: 0 } : {}),
  })
  // Events that were asked for again meanwhile wait for it.
  if (enabled && !line.enabled) askToSend(ref, id, ctx.now)
  if (!enabled && line.enabled) await giveUpEvents(ref, id, { status: null, why: 'given_up' })
  const after = await demandWebhook(ctx, id)
  await audit(ctx, {
    call: 'editWebhook',
    object: 'webhook',
    objectId: id,
    before: auditedWebhook(before),
    after: auditedWebhook(after),
  })
  return after
}

export async function delWebhook(
  ctx: Ctx,
  { webhook_id: id }: Input<'delWebhook'>,
): Promise<Record<string, never>> {
  const ref = refOf(ctx)
  if (!(await lockLine(ref, id))) throw new AppError('notFound')
  const before = await demandWebhook(ctx, id)
  await giveUpEvents(ref, id, { status: null, why: 'given_up' })
  // Its secret is forgotten with it.
  await queries.changeWebhook(ref, id, { secret: null, enabled: false, deleted_at: ctx.now })
  await audit(ctx, { call: 'delWebhook', object: 'webhook', objectId: id, before: auditedWebhook(before) })
  return {}
}

/** Posts a body of the kind `ping`, outside of the line of events. */
export async function testWebhook(
  ctx: OutsideCtx,
  { webhook_id: id }: Input<'testWebhook'>,
): Promise<OutputOf<Calls['testWebhook']>> {
  const { deps, tenant, now } = ctx
  const to = await inOwnTenant(ctx, async (tx) => {
    const ref = { tx, tenantId: tenant.id }
    const line = await lockLine(ref, id)
    return line?.secret && { url: line.url, secret: await openSecret(deps, ref, id, line.secret) }
  })
  if (!to) throw new AppError('notFound')
  const body = JSON.stringify({
    event: '0',
    version: 1,
    kind: 'ping',
    created_at: now.toISOString(),
    data: {},
  })
  const answer = await post(deps, to, '0', body, { timeoutMs: testMs })
  return { ok: isDelivered(answer), status: answer.status, why: answer.why }
}

export async function getDeliveries(
  ctx: Ctx,
  { condition, ...page }: Input<'getDeliveries'>,
): Promise<LongList<EventDelivery>> {
  const { data, ...rest } = await deliveries.listDeliveries(ctx, page, condition)
  return {
    data: data.map((row) => ({ ...row, queued_at: row.queued_at.toISOString(), sent_at: iso(row.sent_at) })),
    ...rest,
  }
}

export async function resendEvents(
  ctx: Ctx,
  { webhook_id: id, first, last }: Input<'resendEvents'>,
): Promise<{ count: number }> {
  const ref = refOf(ctx)
  const { kinds, name } = await demandWebhook(ctx, id)
  const range = { first, last, kinds }
  if ((await deliveries.countRange(ref, range, resendAtMost + 1)) > resendAtMost)
    throw new AppError('tooManyEvents', { max: resendAtMost })
  const count = await deliveries.queueAgain(ref, id, range, ctx.now)
  if (count > 0) askToSend(ref, id, ctx.now)
  await audit(ctx, {
    call: 'resendEvents',
    object: 'webhook',
    objectId: id,
    after: { name, first, last, count },
  })
  return { count }
}
