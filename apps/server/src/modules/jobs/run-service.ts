/**
 * Runs a row of the job table: waiting -> running -> done | failed.
 *
 * The queue may deliver the same row again after a crash. That is harmless: the file is written under the job's own
 * key, a finished row is not changed, and only the last failed attempt marks the row as failed.
 *
 * Each job begins among the short ones. One that has more rows, or takes longer, than these may is given up, and begins anew
 * among the long ones (`longJobTask`): running -> waiting. So however many long jobs there are, a short one waits for
 * short ones only.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

import { clockOf, countryFacts, dayOf, type ExportFormat, mayAccess } from '@slotwise/contract'
import { type Cell, csvMime, writeCsv, writeXlsx, xlsxMime } from '@slotwise/sheets'
import type { Kysely } from 'kysely'

import { type Ctx, type Deps, grantsIn } from '../../kernel/ctx.ts'
import { type Database, inTenant, isDatabaseBusy } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { emit } from '../../kernel/events.ts'
import { findIdentity } from '../account/index.ts'
import type { Exporter } from './export.ts'
import { longJobTask, type Task } from './job-service.ts'
import * as queries from './job-queries.ts'

type Ticket = { tenantId: string; jobId: string; lastAttempt: boolean }

/** What a job may take. */
type Most = { rows: number; ms: number }
/** Most of what merchants export; it is written within seconds. */
export const shortJob: Most = { rows: 50_000, ms: 15_000 }
const noLimit: Most = { rows: Infinity, ms: Infinity }

class TakesLong extends Error {}
export type JobKinds = Readonly<Record<string, Exporter<never> | Task<never>>>

const reportEveryMs = 500
const stalledAtOnce = 1_000

/** Updates the row and tells its owner, outside of the long transaction that reads. */
async function report(
  { db, now }: { db: Kysely<Database>; now: () => Date },
  { tenantId, jobId }: Ticket,
  change: Parameters<typeof queries.changeJob>[3],
): Promise<void> {
  await inTenant(db, tenantId, async (tx) => {
    const changed = await queries.changeJob(tx, tenantId, jobId, change)
    if (changed)
      await emit(tx, tenantId, now(), { kind: 'job', data: changed.job }, { account: changed.accountId })
  })
}

/** Runs a job. One that takes more than it may is handed to the long ones. */
export async function runJob(deps: Deps, kinds: JobKinds, ticket: Ticket, most = noLimit): Promise<void> {
  const reporter = makeReporter(deps, ticket, most)
  try {
    const finished = await inTenant(deps.db.main, ticket.tenantId, async (tx) => {
      const order = await queries.findOrder(tx, ticket.tenantId, ticket.jobId)
      if (!order || order.state === 'done' || order.state === 'failed') return undefined
      const identity = await findIdentity(tx, ticket.tenantId, order.accountId)
      const kind: Exporter | Task | undefined = kinds[order.kind]
      if (!kind) throw new Error(`no module does jobs of kind ${order.kind}`)
      if (!identity || !mayAccess(order.access, grantsIn({ ...identity, deps })))
        throw new AppError('noPermission')
      const ctx: Ctx = {
        ...identity,
        deps,
        tx,
        requestId: `job-${ticket.jobId}`,
        address: '',
        userAgent: '',
        locale: order.locale,
        now: deps.now(),
        audited: false,
      }
      return 'sheet' in kind
        ? writeFile(ctx, ticket, kind, order.input as { format: ExportFormat }, { most, reporter })
        : carryOut(ctx, kind, order.input, reporter)
    })
    // A report of progress must not follow that of the end.
    await reporter.end()
    if (finished)
      await report(afterwards(deps), ticket, { ...finished, state: 'done', finished_at: deps.now() })
  } catch (error) {
    await reporter.end()
    if (error instanceof TakesLong) return handOver(deps, ticket)
    const refused = error instanceof AppError
    if (refused || ticket.lastAttempt) await fail(deps, ticket, error)
    if (!refused) throw error
  }
}

/** What the job has done is rolled back; a file that it began is replaced. */
const handOver = (deps: Deps, { tenantId, jobId }: Ticket): Promise<void> =>
  inTenant(deps.db.main, tenantId, async (tx) => {
    const now = deps.now()
    const changed = await queries.changeJob(tx, tenantId, jobId, { state: 'waiting', progress: 0 })
    if (!changed) return
    await queries.enqueue({ tx, tenantId }, now, longJobTask, jobId)
    await emit(tx, tenantId, now, { kind: 'job', data: changed.job }, { account: changed.accountId })
  })

/** The connections for a report that no transaction of the job waits for. */
const afterwards = ({ db, now }: Deps) => ({ db: db.main, now })

type Reporter = {
  tell(progress: number, total: number): Promise<void>
  /** Waits for the last report, after the transaction of the job. */
  end(): Promise<void>
}

/**
 * Reports progress at most twice a second, because it is only displayed; what cannot be told now is left out. The job
 * holds a connection for its transaction, so it does not wait for a report. Made before that transaction begins.
 */
function makeReporter({ db, now, log }: Deps, ticket: Ticket, most: Most): Reporter {
  const begunAt = Date.now()
  const beside = AsyncLocalStorage.snapshot()
  let reportedAt = 0
  let isReporting = false
  let last = Promise.resolve()
  return {
    async tell(progress, total) {
      if (Date.now() - begunAt > most.ms) throw new TakesLong()
      if (isReporting || Date.now() - reportedAt < reportEveryMs) return
      reportedAt = Date.now()
      isReporting = true
      const change = { state: 'running', progress, total } as const
      last = beside(() => report({ db: db.autonomous, now }, ticket, change))
        .catch((error: unknown) => {
          if (!isDatabaseBusy(error)) log.error({ err: error, job: ticket.jobId }, 'progress of a job')
        })
        .finally(() => (isReporting = false))
    },
    end: () => last,
  }
}

async function carryOut(ctx: Ctx, task: Task, input: unknown, { tell }: Reporter) {
  const total = await task.run(ctx, input, tell)
  return { progress: total, total }
}

const writers = {
  xlsx: { write: writeXlsx, mime: xlsxMime },
  csv: { write: writeCsv, mime: csvMime },
}

async function writeFile(
  ctx: Ctx,
  ticket: Ticket,
  exporter: Exporter,
  input: { format: ExportFormat },
  { most, reporter: { tell } }: { most: Most; reporter: Reporter },
) {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const sheet = await exporter.sheet(ctx, input)
  if (sheet.total > most.rows) throw new TakesLong()
  await tell(0, sheet.total)

  let progress = 0
  async function* watched(): AsyncGenerator<Cell[][]> {
    for await (const piece of sheet.rows) {
      yield piece
      progress += piece.length
      await tell(sheet.done?.() ?? progress, sheet.total)
    }
  }
  const blobKey = `jobs/${ticket.tenantId}/${ticket.jobId}.${input.format}`
  const { name: sheetName, columns, sumRows = 0 } = sheet
  const options = { sheetName, columns, sumRows, utcOffsetMinutes }
  const { write, mime } = writers[input.format]
  const { bytes } = await ctx.deps.blobs.write(blobKey, write(options, watched()), mime)
  // The time distinguishes several files of one day.
  const clock = clockOf(ctx.now, utcOffsetMinutes).replace(':', '')
  const { fileName = `${sheetName}-${dayOf(ctx.now, utcOffsetMinutes)}-${clock}` } = sheet
  const file_name = `${fileName}.${input.format}`
  return { progress, total: progress, file_name, blob_key: blobKey, file_bytes: String(bytes) }
}

/** Marks jobs that no worker runs any more as failed, and tells their owners. */
export async function failStalled(deps: Deps, tenantId: string, before: Date): Promise<void> {
  const stalled = await inTenant(deps.db.main, tenantId, (tx) =>
    queries.findStalled(tx, tenantId, before, stalledAtOnce),
  )
  for (const jobId of stalled) await fail(deps, { tenantId, jobId, lastAttempt: true }, undefined)
}

/** Details of server faults are only logged. */
async function fail(deps: Deps, ticket: Ticket, error: unknown): Promise<void> {
  const { code, params } =
    error instanceof AppError ? error : new AppError('fault', { requestId: `job-${ticket.jobId}` })
  await report(afterwards(deps), ticket, {
    state: 'failed',
    error: { code, params },
    finished_at: deps.now(),
  })
}
