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
 * A run is one of `kernel/outside-runs.ts`, with the address as its row, and sends many events. Each is settled before the
 * next one is sent, and one that failed together with the address. An event is sent twice if the process dies before that; it
 * has the same number both times. A run ends after some events or seconds and queues the next one, behind the jobs of other
 * merchants. It also ends if the next event is not to be sent any more, because the address was turned off or deleted.
 *
 * A merchant's addresses take at most `busyMost` of the places at once, so that slow ones leave places to other merchants.
 */
import { writeAudit } from '../../kernel/audit.ts'
import { inTenant } from '../../kernel/db.ts'
import { after, daysBefore, hourMs } from '../../kernel/moments.ts'
import { system, systemOrigin } from '../../kernel/operator.ts'
import { growingPauseMs, type Run, type RunCtx, runnerOf } from '../../kernel/outside-runs.ts'
import { isDemo } from '../account/index.ts'
import { lockCounter } from './event-queries.ts'
import { type Answer, isDelivered, openSecret, post } from './post-service.ts'
import * as queries from './send-queries.ts'
import { auditedWebhook } from './webhook-model.ts'
import { changeWebhook } from './webhook-queries.ts'

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

/** Statuses that say something about the event, not about the address. */
const refusals = new Set([400, 409, 413, 415, 422])
const isRefusal = ({ status }: Answer): boolean => status !== null && refusals.has(status)

type Row = queries.Line & { secret: Buffer }
type Taken = { line: Row; secret: string; events: queries.Waiting[] }
type Sent = { sent: number; failed?: { event: queries.Waiting; answer: Answer } }

/** Brings the line of an address on. */
export const sendEvents = runnerOf({
  lock,
  prepare,
  take: (ctx, { webhook_id: id }: Row, until) => changeWebhook(ctx, id, { busy_until: until }),
  runAt: (ref, { webhook_id: id }, moment) => queries.askToSend(ref, id, moment),
  ask: sendAll,
  settle: async (ctx, { line: { webhook_id: id } }: Taken, { sent, failed }: Sent) => {
    if (!failed) return release(ctx, id, sent > 0)
    // The address before its events, as edits lock them.
    const line = await queries.lockLine(ctx, id)
    await settle(ctx, id, failed.event, failed.answer)
    return line && fail(ctx, line, failed.answer)
  },
})

async function lock(ctx: RunCtx, id: string): Promise<Row | undefined> {
  // Its password is public, so any visitor may have named the address; events wait until the demo is on again.
  if (!ctx.deps.config.demo && (await isDemo(ctx.tx, ctx.tenantId))) return undefined
  const line = await queries.lockLine(ctx, id)
  return line?.enabled && line.secret ? { ...line, secret: line.secret } : undefined
}

async function prepare(ctx: RunCtx, line: Row): Promise<Taken | Date | undefined> {
  const { deps, now } = ctx
  const { webhook_id: id, busy_until: busyUntil } = line
  if (busyUntil && busyUntil > now) return busyUntil
  const events = await queries.dueEvents(ctx, id, now, eventsOfRun)
  if (events.length === 0) return queries.nextDue(ctx, id, now)
  // Others of this merchant that begin at the same moment are counted one after the other.
  await lockCounter(ctx)
  if ((await queries.countBusy(ctx, now)) >= busyMost) return after(now, turnMs)
  return { line, events, secret: await openSecret(deps, ctx, id, line.secret) }
}

/** Sends events until the address fails, or the run is over. Only the answer of a failed one is left to settle. */
async function sendAll(run: Run, { line, secret, events }: Taken): Promise<Sent> {
  const { deps, tenantId } = run
  const until = Date.now() + runMs
  let refusedInRow = 0
  let sent = 0
  for (const [index, event] of events.entries()) {
    if (Date.now() >= until) break
    const answer: Answer =
      event.body === null
        ? { status: null, why: 'not_address' }
        : await post(deps, { url: line.url, secret }, event.seq, event.body)
    await run.reached('answered')
    refusedInRow = isRefusal(answer) ? refusedInRow + 1 : 0
    const isOfAddress = !isRefusal(answer) || refusedInRow >= refusedMost
    // An event that is gone says nothing about the address.
    if (event.body !== null && !isDelivered(answer) && isOfAddress) return { sent, failed: { event, answer } }
    if (isDelivered(answer)) sent += 1
    const next = events[index + 1]
    const goesOn = await inTenant(deps.db.main, tenantId, async (tx) => {
      const ctx = { deps, tx, tenantId, now: deps.now() }
      await settle(ctx, line.webhook_id, event, answer)
      return next !== undefined && (await queries.isToBeSent(ctx, line.webhook_id, next))
    })
    if (!goesOn) break
  }
  return { sent }
}

/** Records the answer to one event. */
async function settle(ctx: RunCtx, webhookId: string, event: queries.Waiting, answer: Answer): Promise<void> {
  const { now } = ctx
  const tries = event.tries + 1
  const { status, why } = answer
  const isSent = isDelivered(answer)
  const isOver = event.body === null || event.queued_at < daysBefore(now, eventDays)
  await queries.settleEvent(ctx, webhookId, event, {
    state: isSent ? 'sent' : isOver ? 'dead' : 'waiting',
    tries,
    next_at: !isSent && !isOver && isRefusal(answer) ? after(now, pauseOf(tries)) : null,
    status,
    why,
    sent_at: isSent ? now : null,
  })
}

/** The address works: what was wrong with it is forgotten, and the next run goes on. */
async function release(ctx: RunCtx, id: string, hasSent: boolean): Promise<Date | undefined> {
  const { now } = ctx
  await changeWebhook(ctx, id, {
    busy_until: null,
    ...(hasSent ? { next_at: null, tries: 0, failing_since: null, last_sent_at: now } : {}),
  })
  return queries.nextDue(ctx, id, now)
}

/** The address fails: it waits, and is turned off after days of it, unless it was turned off meanwhile. */
async function fail(ctx: RunCtx, line: queries.Line, answer: Answer): Promise<Date | undefined> {
  const { deps, tx, tenantId, now } = ctx
  const { webhook_id: id, enabled, failing_since: since } = line
  if (!enabled) {
    await changeWebhook(ctx, id, { busy_until: null })
    return undefined
  }
  const { status, why, retryAfterS = 0 } = answer
  if (since !== null && since <= daysBefore(now, lineDays)) {
    deps.log.warn({ tenant: tenantId, webhook: id, status, why }, 'a webhook is turned off')
    await changeWebhook(ctx, id, { busy_until: null, next_at: null, enabled: false, given_up_at: now })
    await queries.giveUpEvents(ctx, id, { status: null, why: 'given_up' })
    await writeAudit(tx, tenantId, system, systemOrigin(now), {
      call: 'editWebhook',
      object: 'webhook',
      objectId: id,
      before: auditedWebhook(line),
      after: auditedWebhook({ ...line, enabled: false }),
    })
    return undefined
  }
  const pause = Math.max(pauseOf(line.tries + 1), Math.min(pauseMost, retryAfterS * 1000))
  const next = after(now, pause)
  await changeWebhook(ctx, id, {
    busy_until: null,
    next_at: next,
    tries: line.tries + 1,
    failing_since: since ?? now,
  })
  await queries.giveUpEvents(ctx, id, { before: daysBefore(now, eventDays), status, why })
  return next
}
