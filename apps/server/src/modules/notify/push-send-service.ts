/**
 * Sends messages to browsers. A message is a row for one notice and one browser, stored together with the message in the
 * inbox, and its job is queued with it: the inbox never waits for a push service, and a process that dies in between
 * loses nothing. The row is deleted when the push service has taken the message, or when it is given up.
 *
 * Each run takes these steps:
 *
 * 1. taken: the try is counted and `next_at` keeps other processes away for longer than a push service may take; the job
 *    is queued for that time, so that the message is tried again when this process dies.
 * 2. answered: the push service was asked outside of a transaction. When the process dies between this and step 3, the
 *    same message is sent again; it has the same topic, so it replaces the first one instead of coming beside it.
 * 3. settled: the row is deleted, or tried again after 1, 4, 16 and 64 minutes. A browser that is gone is forgotten.
 *
 * What was read meanwhile, or is a day old, is not sent any more. Locks are taken in the order browser, message.
 */
import { countryFacts, isLocale, noticeText } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { after, hourMs } from '../../kernel/moments.ts'
import { growingPauseMs, takenUntil } from '../../kernel/provider-runs.ts'
import type { PushBrowser, PushMessage, PushResult } from '../../ports/push/push.ts'
import { countryOf, findIdentity } from '../account/index.ts'
import { aboutNotices } from './notice-service.ts'
import * as queries from './push-message-queries.ts'
import { type Browser, deleteBrowser, lockBrowser, noteFailing } from './push-queries.ts'
import { endedBrowsers, openBrowser } from './push-service.ts'
import { sightOf } from './sight-model.ts'

/** Where a run may end because its process dies. */
export const pushSteps = ['begun', 'taken', 'answered', 'settled'] as const
export type PushStep = (typeof pushSteps)[number]

const triesMost = 5
/** A push service that asks for more time than this gets this. */
const waitMostMs = hourMs
const daySeconds = 86_400
/** The whole message must fit into 4 kB, and a character takes up to six bytes. */
const titleMost = 150
const bodyMost = 400

const cut = (text: string, most: number): string => {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

/** Queues a message to each browser of an account, in the transaction that puts the notice into its inbox. */
export async function queuePushes(
  ref: TenantRef,
  message: { accountId: string; noticeId: string; now: Date },
): Promise<void> {
  for (const push of await queries.insertPushes(ref, message))
    await queries.runPushAt(ref, { push, notice: message.noticeId }, message.now)
}

type Taken = { to: PushBrowser; message: PushMessage; tries: number }

/** Brings a message on. Does nothing when another process has it, or when it is not there any more. */
export async function pushNotice(
  deps: Deps,
  tenantId: string,
  of: queries.PushRef,
  reached: (step: PushStep) => void | Promise<void> = () => {},
): Promise<void> {
  await reached('begun')
  const taken = await inTenant(deps.db.main, tenantId, (tx) => take(deps, { tx, tenantId }, of))
  if (!taken) return
  await reached('taken')
  const result = await deps.push.send(taken.to, taken.message)
  await reached('answered')
  await inTenant(deps.db.main, tenantId, (tx) => settle(deps, { tx, tenantId }, of, taken.tries, result))
  await reached('settled')
}

async function take(deps: Deps, ref: TenantRef, of: queries.PushRef): Promise<Taken | undefined> {
  const browser = await lockBrowser(ref, of.push)
  const row = browser && (await queries.lockPush(ref, of))
  if (!row) return undefined
  const now = deps.now()
  if (row.next_at > now) {
    // Too early, or another process has it.
    await queries.runPushAt(ref, of, row.next_at)
    return undefined
  }
  if ((await endedBrowsers(ref, [browser])).length > 0) {
    await deleteBrowser(ref, browser)
    return undefined
  }
  const topic = `notice-${of.notice}`
  const isOld = row.created_at <= after(now, -daySeconds * 1000)
  const words = isOld ? undefined : await wordsFor(deps, ref, browser, of.notice)
  if (!words) {
    await queries.deletePush(ref, of)
    return undefined
  }
  const tries = row.tries + 1
  await keepTrying(ref, of, tries, takenUntil(now))
  return {
    to: await openBrowser({ ...ref, keys: deps.config.vaultKeys, now }, browser),
    message: { content: JSON.stringify({ ...words, topic }), topic, ttlSeconds: daySeconds },
    tries,
  }
}

/**
 * The notice in the language of the browser; undefined when its account is gone, has read it, or may not see anything of
 * it any more.
 */
async function wordsFor(
  deps: Deps,
  ref: TenantRef,
  { account_id: account, locale }: Browser,
  id: string,
): Promise<{ title: string; body: string; link: string } | undefined> {
  const facts = await queries.unreadNotice(ref, account, id)
  const identity = facts && (await findIdentity(ref.tx, ref.tenantId, account))
  if (!identity) return undefined
  const about = (await aboutNotices(ref, [id], sightOf({ ...identity, deps })))(id)
  if (!facts.is_test && about.count === 0) return undefined
  const notice = { notice: id, ...facts, created_at: facts.created_at.toISOString(), ...about }
  const { currency } = countryFacts[await countryOf(ref)]
  const { title, body, link } = noticeText(isLocale(locale) ? locale : 'en-US', notice, currency)
  return { title: cut(title, titleMost), body: cut(body, bodyMost), link }
}

async function keepTrying(ref: TenantRef, of: queries.PushRef, tries: number, at: Date): Promise<void> {
  await queries.setNextTry(ref, of, { tries, at })
  await queries.runPushAt(ref, of, at)
}

async function settle(
  { now, log }: Deps,
  ref: TenantRef,
  of: queries.PushRef,
  tries: number,
  result: PushResult,
): Promise<void> {
  const browser = await lockBrowser(ref, of.push)
  if (!browser) return
  if (result.state === 'sent') {
    await queries.deletePush(ref, of)
    if (browser.failing_since !== null) await noteFailing(ref, of.push, null)
    return
  }
  const { tenantId } = ref
  log.info(
    { tenant: tenantId, ...of, tries, state: result.state, why: result.why },
    'no message to a browser',
  )
  if (result.state === 'gone') {
    await deleteBrowser(ref, browser)
    return
  }
  if (browser.failing_since === null) await noteFailing(ref, of.push, now())
  if (result.state === 'refused' || tries >= triesMost) {
    await queries.deletePush(ref, of)
    return
  }
  // A message that was deleted meanwhile, or that another process tries, stays as it is.
  const row = await queries.lockPush(ref, of)
  if (row?.tries !== tries) return
  const asked = Math.min((result.retryAfterS ?? 0) * 1000, waitMostMs)
  await keepTrying(ref, of, tries, after(now(), Math.max(growingPauseMs(tries, 4), asked)))
}
