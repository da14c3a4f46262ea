/**
 * Delivers notices.
 *
 *   held ──► waiting ──► sent   the channel has taken it
 *                └─────► dead   the channel refuses it, its person has left, or eight tries failed; the merchant may
 *                               have it tried again
 *
 * A run is one of `kernel/outside-runs.ts`. A notice that was held for quiet hours is a summary from when it is taken. One
 * that comes too fast for its receiver, or in its quiet hours, waits. The inbox stores a message once; another channel may
 * get a notice twice if the process dies before its answer is recorded. What fails is tried again after 1, 2, 4 … minutes.
 *
 * Locks are taken in the order receiver, notice. A person who has left is not told of anything else. A notice of a
 * receiver that was deleted or turned off is deleted, and so is one of which its account may not see anything any more.
 */
import { countryFacts, type Notice, type NoticeReason } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { giveBack as giveTryBack, take as takeTry } from '../../kernel/limits.ts'
import { after } from '../../kernel/moments.ts'
import {
  answerOr,
  findDue,
  growingPauseMs,
  type Reached,
  type Run,
  type RunCtx,
  runnerOf,
} from '../../kernel/outside-runs.ts'
import type { SendResult } from '../../ports/chat/chat.ts'
import { countryOf, findIdentity } from '../account/index.ts'
import { inTime } from '../payments/index.ts'
import { channelOf } from './channel-service.ts'
import { deleteNotices, runNoticeAt } from './notice-queries.ts'
import { aboutNotices } from './notice-service.ts'
import { stopGone } from './person-service.ts'
import { quietUntil } from './quiet-hours.ts'
import * as queries from './send-queries.ts'
import { sightOf } from './sight-model.ts'

const triesMost = 8
const channelMs = 10_000

type Row = queries.SentNotice
type Taken = { row: Row; notice: Notice }

const notices = {
  lock,
  take: (ctx: RunCtx, row: Row, until: Date) =>
    queries.changeNotice(ctx, row.notice_id, {
      state: 'waiting',
      is_summary: isSummary(row),
      tries: row.tries + 1,
      next_at: until,
    }),
  runAt: (ref: TenantRef, { notice_id: id }: Row, moment: Date) => runNoticeAt(ref, id, moment),
  ask,
  settle,
}

/** Brings a notice on. */
export async function sendNotice(deps: Deps, tenantId: string, id: string, reached?: Reached): Promise<void> {
  const prepareDue = async (ctx: RunCtx, row: Row) => (await waitForQuiet(ctx, row)) ?? row
  const due = await inTenant(deps.db.main, tenantId, (tx) =>
    findDue({ deps, tx, tenantId, now: deps.now() }, { ...notices, prepare: prepareDue }, id),
  )
  if (!due) return
  // Between two transactions, because counting needs a connection.
  const turn = await takeTurn(deps, tenantId, due.row)
  const bringOn = runnerOf({ ...notices, prepare: (ctx, row: Row) => prepare(ctx, row, turn.waitUntil) })
  if (!(await bringOn(deps, tenantId, id, reached))) await turn.giveBack()
}

/** Locks a notice that has not ended, and deletes it if its receiver gets none any more. */
async function lock(ref: TenantRef, id: string): Promise<Row | undefined> {
  const row = await queries.lockNotice(ref, id)
  if (!row || row.state === 'sent' || row.state === 'dead') return undefined
  if (row.deleted_at === null && !row.is_suspended && (row.notice || row.is_test)) return row
  await deleteNotices(ref, [id])
  return undefined
}

const isSummary = ({ is_summary: was, state }: Row): boolean => was || state === 'held'

async function waitForQuiet(ctx: RunCtx, row: Row): Promise<Date | undefined> {
  if (row.is_test) return undefined
  const { utcOffsetMinutes } = countryFacts[await countryOf(ctx)]
  const quiet = quietUntil(row, ctx.now, utcOffsetMinutes)
  return quiet && waitUntil(ctx, row, quiet, 'quiet')
}

async function waitUntil(ref: TenantRef, row: Row, until: Date, why: NoticeReason): Promise<Date> {
  await queries.changeNotice(ref, row.notice_id, { next_at: until, why })
  return until
}

async function prepare(ctx: RunCtx, row: Row, turnAt: Date | undefined): Promise<Taken | Date | undefined> {
  const quiet = await waitForQuiet(ctx, row)
  if (quiet) return quiet
  if (turnAt) return waitUntil(ctx, row, turnAt, 'tooMany')
  const { notice_id: id, is_test: isTest, created_at: created } = row
  const about = await aboutForReceiver(ctx.deps, ctx, row)
  if (!isTest && about.count === 0) {
    await deleteNotices(ctx, [id])
    return undefined
  }
  const what = { notice: id, created_at: created.toISOString(), is_summary: isSummary(row), is_test: isTest }
  return { row, notice: { ...what, ...about } }
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

/** The answer of the channel. */
function ask(run: Run, { row, notice }: Taken): Promise<SendResult> {
  const { channel, notice_id: id, notify_id: notifyId, account_id: accountId, address } = row
  const to = { tenantId: run.tenantId, notifyId, accountId, address }
  const asked = inTime(channelOf(run.deps, channel).send(to, notice), channelMs)
  return answerOr(run, ['a notice', { notice: id, channel }], asked, () => ({
    state: 'later',
    why: noAnswer,
  }))
}

async function settle(
  ctx: RunCtx,
  { row: { notice_id: id, notify_id: notifyId, tries: before } }: Taken,
  result: SendResult,
): Promise<Date | undefined> {
  const { now } = ctx
  const tries = before + 1
  const endAs = (end: { state: 'sent' | 'dead'; sent_at?: Date; why: string }) =>
    queries.changeNotice(ctx, id, { ...end, next_at: null })
  if (result.state === 'sent') {
    await queries.noteSent(ctx, notifyId, now)
    await endAs({ state: 'sent', sent_at: now, why: '' })
    return undefined
  }
  const { why } = result
  if (result.state === 'gone') {
    await stopGone(ctx, now, notifyId, () => endAs({ state: 'dead', why }))
    return undefined
  }
  if (result.state === 'refused' || tries >= triesMost) {
    await endAs({ state: 'dead', why })
    return undefined
  }
  const askedMs = 1000 * (result.state === 'later' ? (result.retryAfterS ?? 0) : 0)
  const next = after(now, Math.max(growingPauseMs(tries, 2), askedMs))
  return (await queries.changeNotice(ctx, id, { next_at: next, why })) ? next : undefined
}
