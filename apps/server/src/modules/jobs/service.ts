import {
  type Access,
  type Job,
  type jobCalls,
  type List,
  mayAccess,
  type ParsedInputOf,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { emit } from '../../kernel/events.ts'
import { isWithin } from '../../kernel/rights.ts'
import type { Cell, Column } from '../../kernel/sheets/cells.ts'
import { hashToken, tenantToken } from '../../kernel/tokens.ts'
import * as store from './store.ts'

/** The task of the queue that carries out rows of the job table. */
export const jobTask = 'job'

const linkSeconds = 60
/** How much one user may have under way. */
const maxOpen = 5

/** A sheet to be written: rows are read as they are needed, so its length does not matter. */
export type Sheet = { name: string; columns: Column[]; total: number; rows: AsyncIterable<Cell[]> }

/** A kind of export. Access is checked again when it runs, with the rights of that moment. */
export type Exporter<Input = unknown> = { access: Access; sheet(ctx: Ctx, input: Input): Promise<Sheet> }

/**
 * Long work that leaves no file. It is one transaction, and may be asked for again after a crash: what is done
 * already must not be done twice. Answers with how much it did.
 */
export type Task<Input = unknown> = {
  access: Access
  run(ctx: Ctx, input: Input, progress: (done: number, total: number) => Promise<void>): Promise<number>
}

/** Orders long work, in the transaction of the call that causes it. Its file is for whoever still has `access`. */
export async function startJob(
  ctx: Ctx,
  kind: string,
  input: unknown,
  access: Access,
): Promise<{ job: string }> {
  await store.lockOwner(ctx)
  if ((await store.countOpen(ctx)) >= maxOpen) throw new AppError('jobsFull', { max: maxOpen })
  const job = await store.insertJob(ctx, kind, input, access)
  await store.enqueue(
    ctx,
    jobTask,
    { tenant: ctx.tenant.id, job: job.job },
    `job:${ctx.tenant.id}:${job.job}`,
  )
  await emit(ctx.tx, ctx.tenant.id, ctx.now, { kind: 'job', data: job }, { account: ctx.user.id })
  return { job: job.job }
}

export const getJobs = (ctx: Ctx, page: ParsedInputOf<(typeof jobCalls)['getJobs']>): Promise<List<Job>> =>
  store.listJobs(ctx, page)

export async function getJob(ctx: Ctx, id: string): Promise<Job> {
  const job = await store.findOwnJob(ctx, id)
  if (!job) throw new AppError('notFound')
  return job
}

/** A file shows what its owner could see when he ordered it: whoever may see less by now does not get it. */
async function demandRights(ctx: Ctx, id: string): Promise<void> {
  const rights = await store.findRights(ctx, id)
  if (!mayAccess(rights.access, { isMain: ctx.user.isMain, permissions: ctx.permissions }))
    throw new AppError('noPermission')
  if (!isWithin(rights, ctx)) throw new AppError('outOfScope')
}

/** A single-use address for the file of one's own finished work. */
export async function getFileLink(ctx: Ctx, id: string): Promise<{ url: string }> {
  const job = await getJob(ctx, id)
  if (job.state !== 'done' || !job.file_name) throw new AppError('notFound')
  await demandRights(ctx, id)
  const token = tenantToken(ctx.tenant.id)
  await store.insertLink(ctx, hashToken(token), id, new Date(ctx.now.getTime() + linkSeconds * 1000))
  await audit(ctx, { call: 'getFileLink', object: 'job', objectId: id })
  return { url: `/files/${token}` }
}
