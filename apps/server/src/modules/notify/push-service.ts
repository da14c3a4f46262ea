/**
 * Browsers that show messages while the console is closed. The console registers its browser again at every start, so
 * that the browser belongs to the account that used it last, in the language of the console. `push-send-service.ts` sends.
 */
import type { notifyCalls, ParsedInputOf } from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, type Deps, refOf, type SessionCtx, type TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { hashToken } from '../../kernel/tokens.ts'
import { openJson, sealJson, type VaultRef, vaultOf } from '../../kernel/vault.ts'
import type { PushBrowser } from '../../ports/push/push.ts'
import { unendedSessions } from '../account/index.ts'
import * as queries from './push-queries.ts'

type Input<Name extends keyof typeof notifyCalls> = ParsedInputOf<(typeof notifyCalls)[Name]>
type Done = Record<string, never>

/** An account has a few browsers; the oldest ones are forgotten. */
const browsersMost = 10
/** A browser that takes no message for so long is forgotten. */
const failingDays = 30

/** The address of a browser is as good as a key, so it is stored as a digest and sealed. */
const sealedAt = (digest: Buffer) => ({ field: 'push_subscription.sealed', record: digest.toString('hex') })

export const getPushKey = async ({ deps }: Ctx): Promise<{ key: string }> => ({ key: deps.push.publicKey })

/** Registers a browser of the caller. A browser that was another account's is the caller's from then on. */
export async function addPush(ctx: SessionCtx, browser: Input<'addPush'>): Promise<Done> {
  const { push } = ctx.deps
  if (push.publicKey === '') throw new AppError('notFound')
  if (!push.serves(browser.endpoint)) throw AppError.atField('endpoint', 'pushHost')
  if (!push.isKey(browser.p256dh)) throw AppError.atField('p256dh', 'wrongType')
  const digest = hashToken(browser.endpoint)
  const owner = await queries.ownerOf(refOf(ctx), digest)
  const sealed = await sealJson(vaultOf(ctx), browser, sealedAt(digest))
  await queries.storePush(ctx, { digest, sealed }, browsersMost)
  // A console that starts again turns nothing on.
  const isNew = owner !== ctx.user.id
  await audit(ctx, ...(isNew ? [{ call: 'addPush', object: 'account', objectId: ctx.user.id } as const] : []))
  return {}
}

export async function delPush(ctx: SessionCtx, { endpoint }: Input<'delPush'>): Promise<Done> {
  const isDeleted = await queries.forgetPush(ctx, hashToken(endpoint))
  await audit(
    ctx,
    ...(isDeleted ? [{ call: 'delPush', object: 'account', objectId: ctx.user.id } as const] : []),
  )
  return {}
}

/** Where the messages of a browser go, and its keys. */
export const openBrowser = (
  ref: VaultRef,
  { sealed, endpoint_digest: digest }: queries.Browser,
): Promise<PushBrowser> => openJson<PushBrowser>(ref, sealed, sealedAt(digest))

/**
 * Those of these browsers that may not get messages any more: the session in which they were registered was ended, by
 * logging out, by another password or with its account, or another merchant's console is used there now. A session that
 * only expired does not count until it is deleted, 30 days later: the phone of a person who is not at work should ring.
 */
export async function endedBrowsers(
  ref: TenantRef,
  browsers: readonly queries.Browser[],
): Promise<queries.Browser[]> {
  const sessions = await unendedSessions(
    ref,
    browsers.map(({ session_id: id }) => id),
  )
  const elsewhere = await queries.takenOver(
    ref,
    browsers.map(({ endpoint_digest: digest }) => digest),
  )
  return browsers.filter(
    ({ session_id: session, endpoint_digest: digest }) =>
      !sessions.has(session) || elsewhere.has(digest.toString('hex')),
  )
}

/**
 * Forgets browsers whose sessions were ended, and those that have not taken a message for long, each in a transaction of
 * its own: notices that are put into inboxes meanwhile lock several.
 */
export async function sweepBrowsers(deps: Deps, tenantId: string, now: Date): Promise<void> {
  const { db } = deps
  const long = daysBefore(now, failingDays)
  const { gone, released } = await inTenant(db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    // Read before the browsers, so that one that is registered meanwhile is not among them.
    const endpoints = await queries.endpointsOf(ref)
    const browsers = await queries.listBrowsers(ref)
    const ended = new Set([
      ...(await endedBrowsers(ref, browsers)),
      ...browsers.filter(({ failing_since: since }) => since !== null && since < long),
    ])
    const left = browsers.filter((browser) => !ended.has(browser))
    return {
      gone: [...ended],
      released: endpoints.difference(
        new Set(left.map(({ endpoint_digest: digest }) => digest.toString('hex'))),
      ),
    }
  })
  for (const browser of gone)
    await inTenant(db.main, tenantId, (tx) => queries.deleteBrowser({ tx, tenantId }, browser))
  if (released.size > 0)
    await inTenant(db.main, tenantId, (tx) => queries.releaseEndpoints({ tx, tenantId }, released))
}
