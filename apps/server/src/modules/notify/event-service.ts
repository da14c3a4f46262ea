/**
 * What happened and is told. Events are stored in the transaction in which they happen, together with the job that makes
 * notices of them a minute later: what happens within that minute is one notice.
 */
import { askForJob } from '../../kernel/asked-jobs.ts'
import type { TenantRef } from '../../kernel/ctx.ts'
import type { AlertTurn, EndedRefund } from '../../kernel/hooks.ts'
import { insertEvents, type NewEvent } from './event-queries.ts'

type EventCtx = TenantRef & { now: Date }

export const tellTask = 'notice-tell'

/** How long the first event waits for others. */
const gatherMs = 60_000

/** Asks for the job that makes the notices of the merchant. */
export const tellAt = (ref: TenantRef, at: Date): void =>
  askForJob(ref, { task: tellTask, at, counts: 'first' })

async function noteEvents(ctx: EventCtx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0 || (await insertEvents(ctx, events)) === 0) return
  tellAt(ctx, new Date(ctx.now.getTime() + gatherMs))
}

/** Notes alerts that began or ended. */
export const noteAlerts = (ctx: EventCtx, turns: readonly AlertTurn[]): Promise<void> =>
  noteEvents(
    ctx,
    turns.map(({ alertId, ...turn }) => ({ ...turn, subject: alertId, orderno: null, amount: null })),
  )

/** Notes refunds whose money was given back. */
export const noteRefunds = (ctx: EventCtx, refunds: readonly EndedRefund[]): Promise<void> =>
  noteEvents(
    ctx,
    refunds.map(({ refundId, kind, ...refund }) => ({
      ...refund,
      kind: kind === 'auto' ? 'auto_refund' : 'manual_refund',
      phase: 'begin',
      subject: refundId,
      low: 0,
      faults: [],
      at: ctx.now,
    })),
  )
