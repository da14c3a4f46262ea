/** Posts the body of an event to an address of a merchant, with its signatures. */
import { createHmac } from 'node:crypto'

import type { EventDeliveryReason } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { openJson } from '../../kernel/vault.ts'
import { type Posted, postPublic } from '../../ports/outgoing/post-public.ts'
import { webhookSecretPrefix } from './webhook-model.ts'

export const sealedAt = (webhookId: string) => ({ field: 'webhook.secret', record: webhookId })

export const openSecret = (
  deps: Deps,
  { tx, tenantId }: TenantRef,
  webhookId: string,
  secret: Buffer,
): Promise<string> =>
  openJson<string>(
    { tx, tenantId, keys: deps.config.vaultKeys, now: deps.now() },
    secret,
    sealedAt(webhookId),
  )

type Failure = Extract<Posted, { ok: false }>['why']
const reasons: Readonly<Record<Failure, EventDeliveryReason>> = {
  noAnswer: 'no_answer',
  unknownHost: 'unknown_host',
  notPublic: 'not_public',
  notAddress: 'not_address',
}

export type Answer = {
  status: number | null
  why: EventDeliveryReason | null
  retryAfterS?: number | undefined
}

/**
 * The signature of Standard Webhooks, which libraries of many languages check: the key is what the secret holds behind
 * its prefix, in base64.
 */
export function standardSignature(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.slice(webhookSecretPrefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** Posts a body with its signatures. */
export async function post(
  deps: Deps,
  { url, secret }: { url: string; secret: string },
  event: string,
  body: string,
  more: { timeoutMs?: number } = {},
): Promise<Answer> {
  const now = deps.now().getTime()
  const timestamp = String(now)
  const seconds = String(Math.floor(now / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const posted: Posted = await postPublic(
    url,
    {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Slotwise-Webhooks/1',
        'x-slotwise-event': event,
        'x-slotwise-timestamp': timestamp,
        'x-slotwise-signature': signature,
        'webhook-id': event,
        'webhook-timestamp': seconds,
        'webhook-signature': standardSignature(secret, event, seconds, body),
      },
      body,
    },
    { ...more, ...deps.outgoing },
  )
  return posted.ok
    ? { status: posted.status, why: null, retryAfterS: posted.retryAfterS }
    : { status: null, why: reasons[posted.why] }
}

export const isDelivered = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300
