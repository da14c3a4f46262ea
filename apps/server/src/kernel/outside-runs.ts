/**
 * The runner of work that an outside service has to do: refunds, payouts, notices, messages to browsers, events to
 * servers of merchants. The work is a row; a run is a job of the queue that brings it on. A process may die at any
 * moment, so each run takes these steps, and the next run begins where the last one ended:
 *
 * 1. taken: in one transaction, the row is locked, its try is counted, and `next_at` keeps other processes away for longer
 *    than the service may take. The job is queued for that moment. Died before: nothing has happened.
 * 2. answered: the service was asked outside of transactions, each call with a time-out. No answer is no refusal: the
 *    service may have acted. Work whose effect must not come twice is asked for under the same number each time, and
 *    queried first when it may have been sent before.
 * 3. booked: in one transaction, the answer is recorded by a conditional UPDATE, which changes nothing when another process
 *    has ended the work meanwhile. Work that has not ended has its next run queued.
 *
 * A job that was lost is found by the sweep of its module (`lostBefore`).
 */
import type { Deps, TenantRef } from './ctx.ts'
import { inTenant } from './db.ts'
import { after, minuteMs } from './moments.ts'

/**
 * Where a run may end because its process dies. `asked` is reached where the request itself is on its way, `booking`
 * before the commit.
 */
export const runSteps = ['begun', 'taken', 'asked', 'answered', 'booking', 'booked'] as const
export type RunStep = (typeof runSteps)[number]
/** Called as each step is reached; tests end a run there. */
export type Reached = (step: RunStep) => void | Promise<void>

/** A run outside of its transactions. */
export type Run = { deps: Deps; tenantId: string; reached: Reached }
/** A run in one of its transactions. */
export type RunCtx = TenantRef & { deps: Deps; now: Date }

type Due = { next_at: Date | null }

/** How a row is found that is due, and what is asked for it. */
type Found<Id, Row extends Due, Taken> = {
  /** Locks the row. Undefined when it has ended or is gone. */
  lock(ctx: RunCtx, id: Id): Promise<Row | undefined>
  /**
   * What is needed to ask. A moment where the row, although it is due, waits for something else, which is no try.
   * Undefined where nothing is to be asked, because the row was ended or deleted here.
   */
  prepare(ctx: RunCtx, row: Row): Promise<Taken | Date | undefined>
  /** Queues the next run; the worker does it even if this process ends. */
  runAt(ref: TenantRef, row: NoInfer<Row>, moment: Date): Promise<void> | void
}

/** What is special about one kind of work. */
type OutsideWork<Id, Row extends Due, Taken, Answer> = Found<Id, Row, Taken> & {
  /** Counts the try, and keeps other processes away until then. */
  take(ctx: RunCtx, row: Row, until: Date): Promise<unknown>
  ask(run: Run, taken: Taken): Promise<Answer>
  /** Records the answer. Returns when the next run is; undefined when there is none. */
  settle(ctx: RunCtx, taken: Taken, answer: Answer): Promise<Date | undefined>
}

/** Until when a run has its row: longer than a service may take to answer a query and a request. */
export const takenUntil = (now: Date): Date => after(now, minuteMs)

/** Locks a row that is due and prepares what is asked. One that has to wait, or that another process has, is queued. */
export async function findDue<Id, Row extends Due, Taken>(
  ctx: RunCtx,
  work: Found<Id, Row, Taken>,
  id: Id,
): Promise<{ row: Row; taken: Taken } | undefined> {
  const row = await work.lock(ctx, id)
  if (!row) return undefined
  const { next_at: next } = row
  const taken = next && next > ctx.now ? next : await work.prepare(ctx, row)
  if (taken instanceof Date) await work.runAt(ctx, row, taken)
  return taken === undefined || taken instanceof Date ? undefined : { row, taken }
}

/** The runner of one kind of work: brings a piece of it on. Returns false when the service is not asked. */
export const runnerOf =
  <Id, Row extends Due, Taken, Answer>(work: OutsideWork<Id, Row, Taken, Answer>) =>
  async (deps: Deps, tenantId: string, id: Id, reached: Reached = () => {}): Promise<boolean> => {
    await reached('begun')
    const due = await inTenant(deps.db.main, tenantId, async (tx) => {
      const ctx = { deps, tx, tenantId, now: deps.now() }
      const found = await findDue(ctx, work, id)
      if (!found) return undefined
      const until = takenUntil(ctx.now)
      await work.take(ctx, found.row, until)
      await work.runAt(ctx, found.row, until)
      return found
    })
    if (!due) return false
    const { row, taken } = due
    await reached('taken')
    const answer = await work.ask({ deps, tenantId, reached }, taken)
    await reached('answered')
    const now = deps.now()
    await inTenant(deps.db.main, tenantId, async (tx) => {
      const ctx = { deps, tx, tenantId, now }
      const next = await work.settle(ctx, taken, answer)
      if (next) await work.runAt(ctx, row, next)
      await reached('booking')
    })
    await reached('booked')
    return true
  }

/** What a service has answered, or `none`, which is logged: `about` says of what. */
export const answerOr = <T, None>(
  { deps, tenantId }: Pick<Run, 'deps' | 'tenantId'>,
  [what, about]: [what: string, about: object],
  asked: Promise<T>,
  none: (error: unknown) => None,
): Promise<T | None> =>
  asked.catch((error: unknown) => {
    deps.log.warn({ err: error, tenant: tenantId, ...about }, `no answer to ${what}`)
    return none(error)
  })

/** The pauses between the questions to a provider; the last one repeats. */
const pausesMs = [10, 30, 60, 300, 900, 3_600].map((seconds) => seconds * 1_000)

/** When the provider is asked next, after so many runs. */
export const nextRun = (now: Date, tries: number): Date =>
  after(now, pausesMs[tries - 1] ?? pausesMs.at(-1) ?? 0)

/** The pause after so many failed tries at a service that a person may have to mend: it grows from one minute. */
export const growingPauseMs = (tries: number, factor: number): number => factor ** (tries - 1) * minuteMs

/** Rows whose run was due before this moment have lost their jobs. */
export const lostBefore = (now: Date): Date => after(now, -5 * minuteMs)
