import {
  type Access,
  type Job,
  type jobCalls,
  type List,
  mayAccess,
  type ParsedInputOf,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, grantsIn } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { emit } from '../../kernel/events.ts'
import { accessRefusal, isWithin } from '../../kernel/rights.ts'
import { hashToken, tenantToken } from '../../kernel/tokens.ts'
import * as queries from './job-queries.ts'

/** The queue's tasks that run rows of the job table: each row first, and those that take long. */
export const jobTask = 'job'
export const longJobTask = 'long-job'

const linkSeconds = 60
/** The number of unfinished jobs that one user may have. */
const maxOpen = 5

/**
 * Long work without a file. It runs in one transaction and may run again after a crash, so it must not do the same
 * change twice. Returns the number of changes.
 */
export type Task<Input = unknown> = {
  run(ctx: Ctx, input: Input, progress: (done: number, total: number) => Promise<void>): Promise<number>
}

/**
 * Orders a job in the transaction of the call. It runs, and its file can be downloaded, only while the caller has
 * `access`.
 */
export async function startJob(
  ctx: Ctx,
  kind: string,
  input: unknown,
  access: Access,
): Promise<{ job: string }> {
  await queries.lockOwner(ctx)
  if ((await queries.countOpen(ctx)) >= maxOpen) throw new AppError('jobsFull', { max: maxOpen })
  const job = await queries.insertJob(ctx, kind, input, access)
  await queries.enqueue({ tx: ctx.tx, tenantId: ctx.tenant.id }, ctx.now, jobTask, job.job)
  await emit(ctx.tx, ctx.tenant.id, ctx.now, { kind: 'job', data: job }, { account: ctx.user.id })
  return { job: job.job }
}

/** Records an order that could not begin, with the reason, so that its owner learns of it. */
export async function recordRefusal(
  ctx: Ctx,
  kind: string,
  input: unknown,
  access: Access,
  { code, params }: AppError,
): Promise<void> {
  const { job } = await queries.insertJob(ctx, kind, input, access)
  const change = { error: { code, params }, finished_at: ctx.now }
  const failed = await queries.changeJob(ctx.tx, ctx.tenant.id, job, { state: 'failed', ...change })
  if (failed)
    await emit(ctx.tx, ctx.tenant.id, ctx.now, { kind: 'job', data: failed.job }, { account: ctx.user.id })
}

/**
 * Deletes a finished job of the caller and its file. Returns what was ordered, or `open` when it has not ended. The file
 * is removed before the row, as by the sweep: the row of a call that fails here is still found.
 */
export async function deleteJob(
  ctx: Ctx,
  kind: string,
  id: string,
): Promise<{ input: unknown } | 'open' | undefined> {
  const job = await queries.lockOwnJob(ctx, kind, id)
  if (!job) return undefined
  if (job.state === 'waiting' || job.state === 'running') return 'open'
  if (job.blob_key) await ctx.deps.blobs.remove(job.blob_key)
  await queries.deleteJobs(ctx.tx, ctx.tenant.id, [id])
  return { input: job.input }
}

export const getJobs = (ctx: Ctx, page: ParsedInputOf<(typeof jobCalls)['getJobs']>): Promise<List<Job>> =>
  queries.listJobs(ctx, page)

export async function getJob(ctx: Ctx, id: string): Promise<Job> {
  const job = await queries.findOwnJob(ctx, id)
  if (!job) throw new AppError('notFound')
  return job
}

/** A file contains what its owner could see at the time of the order: refuses an owner who may see less now. */
async function demandRights(ctx: Ctx, id: string): Promise<void> {
  const rights = await queries.findRights(ctx, id)
  if (!mayAccess(rights.access, grantsIn(ctx))) throw accessRefusal(rights.access, ctx)
  if (!isWithin(rights, ctx)) throw new AppError('outOfScope')
}

/** A single-use link to the file of the caller's own finished job. */
export async function getFileLink(ctx: Ctx, id: string): Promise<{ url: string }> {
  const job = await getJob(ctx, id)
  if (job.state !== 'done' || !job.file_name) throw new AppError('notFound')
  await demandRights(ctx, id)
  const token = tenantToken(ctx.tenant.id)
  await queries.insertLink(ctx, hashToken(token), id, new Date(ctx.now.getTime() + linkSeconds * 1000))
  await audit(ctx, { call: 'getFileLink', object: 'job', objectId: id })
  return { url: `/files/${token}` }
}
