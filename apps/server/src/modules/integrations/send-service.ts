/**
 * Sends events to the addresses of a merchant.
 *
 *   waiting ──► sent   the address answered with a status from 200 to 299
 *      └──────► dead   a day of tries failed, or the address was given up; the merchant may have it sent again
 *
 * Each address is a line of its own: one process at a time sends its events in the order of their numbers. What a failure
 * means depends on the answer:
 *
 * - The address fails (no answer, 5xx, a redirect, 401 …): the whole line waits for 1, 2, 4 … 60 minutes, so that the
 *   order is kept and an address that hangs costs one time-out in that time. After three days it is turned off.
 * - The address refuses this event (400, 422 …): the event waits by itself, and the next ones pass it.
 *
 * Each run takes these steps, and the next run begins where the last one ended:
 *
 * 1. taken: `busy_until` keeps other processes away, and the job is queued for that moment, in case this process dies.
 * 2. answered: outside of a transaction. An event is sent twice if the process dies before step 3; it has the same number
 *    both times.
 * 3. settled: after each event; the run ends if the next event is not to be sent any more, because the address was turned
 *    off or deleted meanwhile. A run ends after some events or seconds, too, and queues the next one, behind the jobs of
 *    other merchants.
 *
 * A merchant's addresses take at most `busyMost` of the places at once, so that slow ones leave places to other merchants.
 */
import { createHmac } from 'node:crypto'

import type { EventDeliveryReason } from '@slotwise/contract'

import { writeAudit } from '../../kernel/audit.ts'
import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { after, daysBefore, hourMs } from '../../kernel/moments.ts'
import { system, systemOrigin } from '../../kernel/operator.ts'
import { growingPauseMs, takenUntil } from '../../kernel/outside-runs.ts'
import { openJson } from '../../kernel/vault.ts'
import { type Posted, postPublic } from '../../ports/outgoing/post-public.ts'
import { isDemo } from '../account/index.ts'
import { lockCounter } from './event-queries.ts'
import * as queries from './send-queries.ts'
import { auditedWebhook, webhookSecretPrefix } from './webhook-model.ts'
import { changeWebhook } from './webhook-queries.ts'

/** Where a run may end because its process dies. */
export type SendStep = 'taken' | 'answered' | 'settled'

const eventsOfRun = 50
const runMs = 20_000
/** Addresses of one merchant that are sent to at the same time, of the places of the worker's lane. */
const busyMost = 3
/** How long an address waits for others of its merchant. */
const turnMs = 1_000
const pauseMost = hourMs
const eventDays = 1
const lineDays = 3
/** So many refused events in a row are a failure of the address. */
const refusedMost = 3

/** The pause after so many failures. */
const pauseOf = (tries: number): number => Math.min(pauseMost, growingPauseMs(tries, 2))

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

/** Statuses that say something about the event, not about the address. */
const refusals = new Set([400, 409, 413, 415, 422])

type Taken = { line: queries.Line; secret: string; events: queries.Waiting[] }

/** Brings the line of an address on. Does nothing when another process has it, or when it has to wait. */
export async function sendEvents(
  deps: Deps,
  tenantId: string,
  webhookId: string,
  reached: (step: SendStep) => void | Promise<void> = () => {},
): Promise<void> {
  const inOwn = <T>(work: (ref: TenantRef) => Promise<T>): Promise<T> =>
    inTenant(deps.db.main, tenantId, (tx) => work({ tx, tenantId }))
  const taken = await inOwn((ref) => take(deps, ref, webhookId))
  if (!taken) return
  await reached('taken')
  const { line, secret, events } = taken
  const until = Date.now() + runMs
  let refusedInRow = 0
  let sent = 0
  for (const [index, event] of events.entries()) {
    if (Date.now() >= until) break
    const answer: Answer =
      event.body === null
        ? { status: null, why: 'not_address' }
        : await post(deps, { url: line.url, secret }, event.seq, event.body)
    await reached('answered')
    const isRefused = answer.status !== null && refusals.has(answer.status)
    refusedInRow = isRefused ? refusedInRow + 1 : 0
    // An event that is gone says nothing about the address.
    const hasFailed =
      event.body !== null && !isDelivered(answer) && (!isRefused || refusedInRow >= refusedMost)
    const next = events[index + 1]
    const goesOn = await inOwn(async (ref) => {
      // The address before its events, as edits lock them.
      const held = hasFailed && (await queries.lockLine(ref, webhookId))
      await settle(deps, ref, webhookId, event, answer, isRefused)
      if (held) await fail(deps, ref, held, answer)
      return !hasFailed && next !== undefined && (await queries.isToBeSent(ref, webhookId, next))
    })
    await reached('settled')
    if (hasFailed) return
    if (isDelivered(answer)) sent += 1
    if (!goesOn) break
  }
  await inOwn((ref) => release(deps, ref, line, sent > 0))
}

async function take(deps: Deps, ref: TenantRef, id: string): Promise<Taken | undefined> {
  // Its password is public, so any visitor may have named the address; events wait until the demo is on again.
  if (!deps.config.demo && (await isDemo(ref.tx, ref.tenantId))) return undefined
  const line = await queries.lockLine(ref, id)
  if (!line?.enabled || !line.secret) return undefined
  const now = deps.now()
  const until = [line.busy_until, line.next_at].find((at) => at !== null && at > now)
  if (until) {
    queries.askToSend(ref, id, until)
    return undefined
  }
  const events = await queries.dueEvents(ref, id, now, eventsOfRun)
  if (events.length === 0) {
    await askForNext(deps, ref, id)
    return undefined
  }
  // Others of this merchant that begin at the same moment are counted one after the other.
  await lockCounter(ref)
  if ((await queries.countBusy(ref, now)) >= busyMost) {
    queries.askToSend(ref, id, after(now, turnMs))
    return undefined
  }
  const busy = takenUntil(now)
  await changeWebhook(ref, id, { busy_until: busy })
  queries.askToSend(ref, id, busy)
  return { line, events, secret: await openSecret(deps, ref, id, line.secret) }
}

async function askForNext(deps: Deps, ref: TenantRef, id: string): Promise<void> {
  const next = await queries.nextDue(ref, id, deps.now())
  if (next) queries.askToSend(ref, id, next)
}

/** Records the answer to one event. */
async function settle(
  deps: Deps,
  ref: TenantRef,
  webhookId: string,
  event: queries.Waiting,
  answer: Answer,
  isRefused: boolean,
): Promise<void> {
  const now = deps.now()
  const tries = event.tries + 1
  const { status, why } = answer
  const isSent = isDelivered(answer)
  const isOver = event.body === null || event.queued_at < daysBefore(now, eventDays)
  await queries.settleEvent(ref, webhookId, event, {
    state: isSent ? 'sent' : isOver ? 'dead' : 'waiting',
    tries,
    next_at: !isSent && !isOver && isRefused ? after(now, pauseOf(tries)) : null,
    status,
    why,
    sent_at: isSent ? now : null,
  })
}

/** The address works: what was wrong with it is forgotten, and the next run goes on. */
async function release(deps: Deps, ref: TenantRef, line: queries.Line, hasSent: boolean): Promise<void> {
  const now = deps.now()
  await changeWebhook(ref, line.webhook_id, {
    busy_until: null,
    ...(hasSent ? { next_at: null, tries: 0, failing_since: null, last_sent_at: now } : {}),
  })
  await askForNext(deps, ref, line.webhook_id)
}

/** The address fails: it waits, and is turned off after days of it, unless it was turned off meanwhile. */
async function fail(deps: Deps, ref: TenantRef, line: queries.Line, answer: Answer): Promise<void> {
  const { webhook_id: id, enabled, failing_since: since } = line
  if (!enabled) return void (await changeWebhook(ref, id, { busy_until: null }))
  const now = deps.now()
  const { status, why, retryAfterS = 0 } = answer
  if (since !== null && since <= daysBefore(now, lineDays)) {
    deps.log.warn({ tenant: ref.tenantId, webhook: id, status, why }, 'a webhook is turned off')
    await changeWebhook(ref, id, { busy_until: null, next_at: null, enabled: false, given_up_at: now })
    await queries.giveUpEvents(ref, id, { status: null, why: 'given_up' })
    await writeAudit(ref.tx, ref.tenantId, system, systemOrigin(now), {
      call: 'editWebhook',
      object: 'webhook',
      objectId: id,
      before: auditedWebhook(line),
      after: auditedWebhook({ ...line, enabled: false }),
    })
    return
  }
  const pause = Math.max(pauseOf(line.tries + 1), Math.min(pauseMost, retryAfterS * 1000))
  const next = after(now, pause)
  await changeWebhook(ref, id, {
    busy_until: null,
    next_at: next,
    tries: line.tries + 1,
    failing_since: since ?? now,
  })
  await queries.giveUpEvents(ref, id, { before: daysBefore(now, eventDays), status, why })
  queries.askToSend(ref, id, next)
}
