/**
 * Carries out a row of the job table: waiting -> running -> done | failed.
 *
 * The queue may hand the same row out again after a crash. That is harmless: the file is written under a key of the
 * job's own, a finished row is left alone, and only the last failed attempt makes the row fail.
 */
import { clockOf, countryFacts, dayOf, errorText, mayAccess } from '@slotwise/contract'

import type { Ctx, Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { emit } from '../../kernel/events.ts'
import type { Cell } from '../../kernel/sheets/cells.ts'
import { writeXlsx, xlsxMime } from '../../kernel/sheets/xlsx.ts'
import { findIdentity } from '../account/index.ts'
import type { Exporter, Task } from './service.ts'
import * as store from './store.ts'

type Ticket = { tenantId: string; jobId: string; lastAttempt: boolean }
export type JobKinds = Readonly<Record<string, Exporter<never> | Task<never>>>

const reportEveryMs = 500

/** Writes a change of the row and tells its owner, apart from the long transaction that reads. */
async function report(
  deps: Deps,
  { tenantId, jobId }: Ticket,
  change: Parameters<typeof store.changeJob>[3],
): Promise<void> {
  await inTenant(deps.db.apart, tenantId, async (tx) => {
    const changed = await store.changeJob(tx, tenantId, jobId, change)
    if (changed)
      await emit(tx, tenantId, deps.now(), { kind: 'job', data: changed.job }, { account: changed.accountId })
  })
}

export async function runJob(deps: Deps, kinds: JobKinds, ticket: Ticket): Promise<void> {
  try {
    const finished = await inTenant(deps.db.main, ticket.tenantId, async (tx) => {
      const order = await store.findOrder(tx, ticket.tenantId, ticket.jobId)
      if (!order || order.state === 'done' || order.state === 'failed') return undefined
      const identity = await findIdentity(tx, ticket.tenantId, order.accountId)
      const kind: Exporter | Task | undefined = kinds[order.kind]
      if (!kind) throw new Error(`nobody knows how to do jobs of kind ${order.kind}`)
      if (
        !identity ||
        !mayAccess(kind.access, { isMain: identity.user.isMain, permissions: identity.permissions })
      )
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
        ? writeFile(ctx, ticket, kind, order.input)
        : carryOut(ctx, ticket, kind, order.input)
    })
    if (finished) await report(deps, ticket, { ...finished, state: 'done', finished_at: deps.now() })
  } catch (error) {
    const refused = error instanceof AppError
    if (refused || ticket.lastAttempt) await fail(deps, ticket, error)
    if (!refused) throw error
  }
}

/** Calls back at most twice a second: progress is for the eye. */
function reporter(deps: Deps, ticket: Ticket) {
  let reportedAt = 0
  return async (progress: number, total: number): Promise<void> => {
    if (Date.now() - reportedAt < reportEveryMs) return
    reportedAt = Date.now()
    await report(deps, ticket, { state: 'running', progress, total })
  }
}

async function carryOut(ctx: Ctx, ticket: Ticket, task: Task, input: unknown) {
  const total = await task.run(ctx, input, reporter(ctx.deps, ticket))
  return { progress: total, total }
}

async function writeFile(ctx: Ctx, ticket: Ticket, exporter: Exporter, input: unknown) {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const sheet = await exporter.sheet(ctx, input)
  const tell = reporter(ctx.deps, ticket)
  await tell(0, sheet.total)

  let progress = 0
  async function* watched(): AsyncGenerator<Cell[]> {
    for await (const row of sheet.rows) {
      yield row
      progress += 1
      await tell(progress, sheet.total)
    }
  }
  const blobKey = `jobs/${ticket.tenantId}/${ticket.jobId}.xlsx`
  const options = { sheetName: sheet.name, columns: sheet.columns, utcOffsetMinutes }
  await ctx.deps.blobs.write(blobKey, writeXlsx(options, watched()), xlsxMime)
  // With the time: several of one day are told apart.
  const clock = clockOf(ctx.now, utcOffsetMinutes).replace(':', '')
  const fileName = `${sheet.name}-${dayOf(ctx.now, utcOffsetMinutes)}-${clock}.xlsx`
  return { progress, total: progress, file_name: fileName, blob_key: blobKey }
}

/** Tells the owners of work that nobody carries on any more. */
export async function failStalled(deps: Deps, tenantId: string, before: Date): Promise<void> {
  const stalled = await inTenant(deps.db.main, tenantId, (tx) => store.findStalled(tx, tenantId, before))
  for (const jobId of stalled) await fail(deps, { tenantId, jobId, lastAttempt: true }, undefined)
}

/** The owner reads why in his language; our own faults stay in the log. */
async function fail(deps: Deps, ticket: Ticket, error: unknown): Promise<void> {
  const order = await inTenant(deps.db.apart, ticket.tenantId, (tx) =>
    store.findOrder(tx, ticket.tenantId, ticket.jobId),
  )
  const locale = order?.locale ?? 'zh-CN'
  const text =
    error instanceof AppError
      ? errorText(locale, error.code, error.params)
      : errorText(locale, 'fault', { requestId: `job-${ticket.jobId}` })
  await report(deps, ticket, { state: 'failed', error: text, finished_at: deps.now() })
}
