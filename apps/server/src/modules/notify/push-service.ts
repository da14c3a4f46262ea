/**
 * Browsers that show messages while the console is closed. They are stored here; this server has no key yet and sends
 * them nothing, which the empty key says. Sending belongs to `putInInbox`.
 */
import type { notifyCalls, ParsedInputOf } from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { hashToken } from '../../kernel/tokens.ts'
import { sealJson, vaultOf } from '../../kernel/vault.ts'
import { forgetPush, storePush } from './push-queries.ts'

type Input<Name extends keyof typeof notifyCalls> = ParsedInputOf<(typeof notifyCalls)[Name]>
type Done = Record<string, never>

/** An account has a few browsers; the oldest ones are forgotten. */
const browsersMost = 10

/** The address of a browser is as good as a key, so it is stored as a digest and sealed. */
const sealedAt = (digest: Buffer) => ({ field: 'push_subscription.sealed', record: digest.toString('hex') })

export const getPushKey = async (): Promise<{ key: string }> => ({ key: '' })

export async function addPush(ctx: Ctx, subscription: Input<'addPush'>): Promise<Done> {
  const digest = hashToken(subscription.endpoint)
  const sealed = await sealJson(vaultOf(ctx), subscription, sealedAt(digest))
  await storePush(ctx, digest, sealed, browsersMost)
  await audit(ctx, { call: 'addPush', object: 'account', objectId: ctx.user.id })
  return {}
}

export async function delPush(ctx: Ctx, { endpoint }: Input<'delPush'>): Promise<Done> {
  await forgetPush(ctx, hashToken(endpoint))
  await audit(ctx, { call: 'delPush', object: 'account', objectId: ctx.user.id })
  return {}
}
