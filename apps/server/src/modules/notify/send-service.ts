/**
 * Delivers notices.
 *
 *   held ──► waiting ──► sent   the channel has taken it
 *                └─────► dead   the channel refuses it, its person has left, or eight tries failed; the merchant may
 *                               have it tried again
 *
 * Each run takes these steps, and the next run begins where the last one ended:
 *
 * 1. taken: the try is counted and `next_at` keeps other processes away for longer than a channel may take, and the job
 *    is queued for that time, so that the notice is tried again when this process dies. A notice that was held for quiet
 *    hours is a summary from here on. One that comes too fast for its receiver, or in its quiet hours, waits.
 * 2. answered: the channel was asked outside of a transaction. The inbox stores a message once; another channel may get
 *    a notice twice if the process dies between its answer and step 3.
 * 3. settled: sent, dead, or tried again after 1, 2, 4 … minutes.
 *
 * Locks are taken in the order receiver, notice. A person who has left is not told of anything else. A notice of a
 * receiver that was deleted or turned off is deleted, and so is one of which its account may not see anything any more.
 */
import { countryFacts, type Notice, type NoticeReason } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { giveBack as giveTryBack, take as takeTry } from '../../kernel/limits.ts'
import { after } from '../../kernel/moments.ts'
import { growingPauseMs, takenUntil } from '../../kernel/outside-runs.ts'
import type { SendResult } from '../../ports/chat/chat.ts'
import { countryOf, findIdentity } from '../account/index.ts'
import { inTime } from '../payments/index.ts'
import { channelOf } from './channel-service.ts'
import { deleteNotices, runNoticeAt, urgencyOfTry } from './notice-queries.ts'
import { aboutNotices } from './notice-service.ts'
import { stopGone } from './person-service.ts'
import { quietUntil } from './quiet-hours.ts'
import * as queries from './send-queries.ts'
import { sightOf } from './sight-model.ts'

/** Where a run may end because its process dies. */
export const sendSteps = ['begun', 'taken', 'answered', 'settled'] as const
export type SendStep = (typeof sendSteps)[number]

const triesMost = 8
const channelMs = 10_000

type Taken = { row: queries.SentNotice; notice: Notice }

/** Brings a notice on. Does nothing when another process has it, or when it has ended. */
export async function sendNotice(
  deps: Deps,
  tenantId: string,
  id: string,
  reached: (step: SendStep) => void | Promise<void> = () => {},
): Promise<void> {
  await reached('begun')
  const row = await inTenant(deps.db.main, tenantId, (tx) => findDue(deps, { tx, tenantId }, id))
  if (!row) return
  // Between two transactions, because counting needs a connection.
  const turn = await takeTurn(deps, tenantId, row)
  const taken = await inTenant(deps.db.main, tenantId, (tx) =>
    take(deps, { tx, tenantId }, id, turn.waitUntil),
  )
  if (!taken) return turn.giveBack()
  await reached('taken')
  const result = await ask(deps, tenantId, taken)
  await reached('answered')
  await inTenant(deps.db.main, tenantId, (tx) => settle({ tx, tenantId }, deps.now(), taken.row, result))
  await reached('settled')
}

/** Locks the notice, if it is to be sent now. */
async function findDue(deps: Deps, ref: TenantRef, id: string): Promise<queries.SentNotice | undefined> {
  const row = await queries.lockNotice(ref, id)
  if (!row || row.state === 'sent' || row.state === 'dead') return undefined
  if (row.deleted_at !== null || row.is_suspended || !(row.notice || row.is_test)) {
    await deleteNotices(ref, [id])
    return undefined
  }
  const now = deps.now()
  if (row.next_at && row.next_at > now) {
    // Too early, or another process has it.
    await runNoticeAt(ref, id, row.next_at, urgencyOfTry(row.tries))
    return undefined
  }
  const { utcOffsetMinutes } = countryFacts[await countryOf(ref)]
  const quiet = row.is_test ? undefined : quietUntil(row, now, utcOffsetMinutes)
  if (!quiet) return row
  await postpone(ref, id, quiet, 'quiet')
  return undefined
}

async function postpone(ref: TenantRef, id: string, until: Date, why: NoticeReason): Promise<void> {
  await queries.changeNotice(ref, id, { next_at: until, why })
  await runNoticeAt(ref, id, until)
}

async function take(
  deps: Deps,
  ref: TenantRef,
  id: string,
  waitUntil: Date | undefined,
): Promise<Taken | undefined> {
  const row = await findDue(deps, ref, id)
  if (!row) return undefined
  if (waitUntil) {
    await postpone(ref, id, waitUntil, 'tooMany')
    return undefined
  }
  const now = deps.now()
  const about = await aboutForReceiver(deps, ref, row)
  if (!row.is_test && about.count === 0) {
    await deleteNotices(ref, [id])
    return undefined
  }
  const until = takenUntil(now)
  const isSummary = row.is_summary || row.state === 'held'
  await queries.changeNotice(ref, id, {
    state: 'waiting',
    is_summary: isSummary,
    tries: row.tries + 1,
    next_at: until,
  })
  await runNoticeAt(ref, id, until, urgencyOfTry(row.tries + 1))
  const { is_test: isTest, created_at: created } = row
  const notice = {
    notice: id,
    created_at: created.toISOString(),
    is_summary: isSummary,
    is_test: isTest,
    ...about,
  }
  return { row: { ...row, tries: row.tries + 1 }, notice }
}

/** What a notice is about, by the present rights of the account that gets it. */
async function aboutForReceiver(
  deps: Deps,
  ref: TenantRef,
  { notice_id: id, account_id: account }: queries.SentNotice,
) {
  const identity = account === null ? undefined : await findIdentity(ref.tx, ref.tenantId, account)
  return (await aboutNotices(ref, [id], identity && sightOf({ ...identity, deps })))(id)
}

/** One message of those that its receiver, and the account that sends, may have; or until when it waits for one. */
type Turn = { waitUntil?: Date; giveBack(): Promise<void> }

async function takeTurn(deps: Deps, tenantId: string, row: queries.SentNotice): Promise<Turn> {
  const now = deps.now()
  const db = deps.db.autonomous
  const key = `notice:${row.channel}:${tenantId}:${row.notify_id}`
  const { perMinute: max, accountPerSecond } = channelOf(deps, row.channel)
  const wait = (seconds: number): Turn => ({
    waitUntil: after(now, seconds * 1000),
    giveBack: async () => {},
  })
  const taken = await takeTry(db, key, { max, windowSeconds: 60 }, now)
  if (!taken.allowed) return wait(taken.retryAfter)
  const giveBack = () => giveTryBack(db, key)
  if (accountPerSecond === undefined) return { giveBack }
  const ofAccount = { max: accountPerSecond, windowSeconds: 1 }
  const free = await takeTry(db, `notice account:${row.channel}`, ofAccount, now)
  if (free.allowed) return { giveBack }
  await giveBack()
  return wait(free.retryAfter)
}

const noAnswer: NoticeReason = 'noAnswer'

/** The answer of the channel. No answer in time is no refusal. */
async function ask(deps: Deps, tenantId: string, { row, notice }: Taken): Promise<SendResult> {
  const { channel, notice_id: id, notify_id: notifyId, account_id: accountId, address } = row
  const to = { tenantId, notifyId, accountId, address }
  return inTime(channelOf(deps, channel).send(to, notice), channelMs).catch((error: unknown) => {
    deps.log.warn({ err: error, tenant: tenantId, notice: id, channel }, 'no answer to a notice')
    return { state: 'later', why: noAnswer }
  })
}

async function settle(
  ref: TenantRef,
  now: Date,
  { notice_id: id, notify_id: notifyId, tries }: queries.SentNotice,
  result: SendResult,
): Promise<void> {
  if (result.state === 'sent') {
    await queries.noteSent(ref, notifyId, now)
    await queries.changeNotice(ref, id, { state: 'sent', next_at: null, sent_at: now, why: '' })
    return
  }
  const { why } = result
  if (result.state === 'gone') {
    await stopGone(ref, now, notifyId, () =>
      queries.changeNotice(ref, id, { state: 'dead', next_at: null, why }),
    )
    return
  }
  if (result.state === 'refused' || tries >= triesMost) {
    await queries.changeNotice(ref, id, { state: 'dead', next_at: null, why })
    return
  }
  const askedMs = 1000 * (result.state === 'later' ? (result.retryAfterS ?? 0) : 0)
  const next = after(now, Math.max(growingPauseMs(tries, 2), askedMs))
  if (await queries.changeNotice(ref, id, { next_at: next, why }))
    await runNoticeAt(ref, id, next, urgencyOfTry(tries))
}
