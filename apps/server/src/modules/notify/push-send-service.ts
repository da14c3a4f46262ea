/**
 * Sends messages to browsers. A message is a row for one notice and one browser, stored together with the message in the
 * inbox, and its job is queued with it: the inbox never waits for a push service, and a process that dies in between
 * loses nothing. The row is deleted when the push service has taken the message, or when it is given up.
 *
 * A run (`kernel/outside-runs.ts`) whose process dies after the push service has answered sends the same message again; it
 * has the same topic, so it replaces the first one instead of coming beside it. A message that was taken is deleted, another
 * one is tried again after 1, 4, 16 and 64 minutes. A browser that is gone is forgotten.
 *
 * What was read meanwhile, or is a day old, is not sent any more. Locks are taken in the order browser, message.
 */
import { countryFacts, isLocale, noticeText } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { after, hourMs } from '../../kernel/moments.ts'
import { growingPauseMs, type RunCtx, runnerOf } from '../../kernel/outside-runs.ts'
import type { PushBrowser, PushMessage, PushResult } from '../../ports/push/push.ts'
import { countryOf, findIdentity } from '../account/index.ts'
import { aboutNotices } from './notice-service.ts'
import * as queries from './push-message-queries.ts'
import { type Browser, deleteBrowser, lockBrowser, noteFailing } from './push-queries.ts'
import { endedBrowsers, openBrowser } from './push-service.ts'
import { sightOf } from './sight-model.ts'

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

type Row = queries.PushRow & queries.PushRef & { browser: Browser }
type Taken = { row: Row; to: PushBrowser; message: PushMessage }

/** Brings a message on. */
export const pushNotice = runnerOf({
  lock,
  prepare,
  take: (ctx, row: Row, at) => queries.setNextTry(ctx, row, { tries: row.tries + 1, at }),
  runAt: queries.runPushAt,
  ask: ({ deps }, { to, message }: Taken) => deps.push.send(to, message),
  settle,
})

async function lock(ref: TenantRef, of: queries.PushRef): Promise<Row | undefined> {
  const browser = await lockBrowser(ref, of.push)
  const row = browser && (await queries.lockPush(ref, of))
  return row && { ...of, ...row, browser }
}

async function prepare(ctx: RunCtx, row: Row): Promise<Taken | undefined> {
  const { deps, now } = ctx
  const { browser, notice } = row
  if ((await endedBrowsers(ctx, [browser])).length > 0) {
    await deleteBrowser(ctx, browser)
    return undefined
  }
  const isOld = row.created_at <= after(now, -daySeconds * 1000)
  const words = isOld ? undefined : await wordsFor(deps, ctx, browser, notice)
  if (!words) {
    await queries.deletePush(ctx, row)
    return undefined
  }
  const topic = `notice-${notice}`
  return {
    row,
    to: await openBrowser({ ...ctx, keys: deps.config.vaultKeys }, browser),
    message: { content: JSON.stringify({ ...words, topic }), topic, ttlSeconds: daySeconds },
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

async function settle(ctx: RunCtx, { row: of }: Taken, result: PushResult): Promise<Date | undefined> {
  const { now, tenantId } = ctx
  const browser = await lockBrowser(ctx, of.push)
  if (!browser) return undefined
  if (result.state === 'sent') {
    await queries.deletePush(ctx, of)
    if (browser.failing_since !== null) await noteFailing(ctx, of.push, null)
    return undefined
  }
  const { push, notice } = of
  const tries = of.tries + 1
  const { state, why } = result
  ctx.deps.log.info({ tenant: tenantId, push, notice, tries, state, why }, 'no message to a browser')
  if (state === 'gone') {
    await deleteBrowser(ctx, browser)
    return undefined
  }
  if (browser.failing_since === null) await noteFailing(ctx, push, now)
  if (state === 'refused' || tries >= triesMost) {
    await queries.deletePush(ctx, of)
    return undefined
  }
  // A message that was deleted meanwhile, or that another process tries, stays as it is.
  const row = await queries.lockPush(ctx, of)
  if (row?.tries !== tries) return undefined
  const asked = Math.min((result.retryAfterS ?? 0) * 1000, waitMostMs)
  const at = after(now, Math.max(growingPauseMs(tries, 4), asked))
  await queries.setNextTry(ctx, of, { tries, at })
  return at
}
