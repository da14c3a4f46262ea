import { type Access, isLocale, type Job, type List, type Locale, type Page } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import { hoursBefore } from '../../kernel/moments.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import type { Quota } from '../../kernel/quota.ts'
import { mayAct } from '../../kernel/rights.ts'
import { countDeleted } from '../../kernel/rows.ts'
import { isOneOf } from '../../kernel/search.ts'
import { type Failure, failureText, storedFailure } from './failure-model.ts'

const columns = [
  'job_id',
  'kind',
  'state',
  'progress',
  'total',
  'file_name',
  'error',
  'created_at',
  'finished_at',
] as const

type Row = {
  job_id: string
  kind: string
  state: string
  progress: number
  total: number | null
  file_name: string | null
  error: string | null
  created_at: Date
  finished_at: Date | null
}

const asJob = (
  { job_id: job, state, error, created_at: created, finished_at: finished, ...row }: Row,
  locale: Locale,
): Job => ({
  ...row,
  job,
  error: failureText(locale, error),
  state: state as Job['state'],
  created_at: created.toISOString(),
  finished_at: finished?.toISOString() ?? null,
})

/** The caller's rights at the time of the order. */
export type Rights = Pick<Ctx, 'scope' | 'ownOnly'> & { access: Access }

export async function insertJob(ctx: Ctx, kind: string, input: unknown, access: Access): Promise<Job> {
  const { scope, ownOnly } = ctx
  const row = await ctx.tx
    .insertInto('job')
    .values({
      tenant_id: ctx.tenant.id,
      account_id: ctx.user.id,
      kind,
      input: JSON.stringify(input),
      rights: JSON.stringify({ access, scope, ownOnly } satisfies Rights),
      locale: ctx.locale,
      created_at: ctx.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return asJob(row, ctx.locale)
}

const fairnessHours = 1
const lastPriority = 1_000

/**
 * Jobs of one merchant run one after the other. Among the merchants, the one that ordered fewer jobs within the last
 * hour comes first, so that one export does not wait for the many of another merchant.
 */
export async function enqueue(
  { tx, tenantId }: TenantRef,
  now: Date,
  task: string,
  jobId: string,
): Promise<void> {
  const ordered = await countOf(
    tx
      .selectFrom('job')
      .where('tenant_id', '=', tenantId)
      .where('created_at', '>', hoursBefore(now, fairnessHours)),
  )
  const payload = JSON.stringify({ tenant: tenantId, job: jobId })
  const [key, queue, priority] = [
    `${task}:${tenantId}:${jobId}`,
    `tenant-${tenantId}`,
    Math.min(ordered, lastPriority),
  ]
  await sql`select enqueue(${task}, ${payload}::json, ${key}, ${queue}, ${priority}::int)`.execute(tx)
}

/** Locks the caller's jobs for counting and adding, so that concurrent calls cannot exceed the limit. */
export async function lockOwner(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`job:${ctx.tenant.id}:${ctx.user.id}`}, 0))`.execute(
    ctx.tx,
  )
}

const isOpen = sql<boolean>`state in ('waiting', 'running')`

export const countOpen = (ctx: Ctx): Promise<number> => countOf(own(ctx).where(isOpen))

/** The files of a merchant's exports that are kept, and those that are being written. */
export async function usedFiles(ctx: Ctx): Promise<Quota> {
  const { count, bytes } = await ctx.tx
    .selectFrom('job')
    .select([
      sql<number>`(count(*) filter (where blob_key is not null or state in ('waiting', 'running')))::int`.as(
        'count',
      ),
      sql<string>`coalesce(sum(file_bytes), 0)`.as('bytes'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .executeTakeFirstOrThrow()
  return { count, bytes: Number(bytes) }
}

/** Jobs that should have ended long ago: their last attempt was killed before it could record the failure. */
export async function findStalled(tx: Tx, tenantId: string, before: Date, atMost: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('job')
    .select('job_id')
    .where('tenant_id', '=', tenantId)
    .where(isOpen)
    .where('created_at', '<', before)
    .limit(atMost)
    .execute()
  return rows.map((row) => row.job_id)
}

const own = (ctx: Ctx) =>
  ctx.tx.selectFrom('job').where('tenant_id', '=', ctx.tenant.id).where('account_id', '=', ctx.user.id)

export async function listJobs(ctx: Ctx, page: Page): Promise<List<Job>> {
  const rows = await own(ctx).select(columns).orderBy('job_id', 'desc').$call(atPage(page)).execute()
  return { data: rows.map((row) => asJob(row, ctx.locale)), count: await countOf(own(ctx)) }
}

/** The caller's jobs of one kind with what was ordered, the newest first. */
export async function listOrders(
  ctx: Ctx,
  kind: string,
  page: Page,
): Promise<List<{ job: Job; input: unknown }>> {
  const orders = own(ctx).where('kind', '=', kind)
  const rows = await orders
    .select([...columns, 'input'])
    .orderBy('job_id', 'desc')
    .$call(atPage(page))
    .execute()
  return {
    data: rows.map(({ input, ...row }) => ({ job: asJob(row, ctx.locale), input })),
    count: await countOf(orders),
  }
}

/** Locks a job of the caller, so that it does not change while it is being deleted. */
export const lockOwnJob = (
  ctx: Ctx,
  kind: string,
  id: string,
): Promise<{ state: string; input: unknown; blob_key: string | null } | undefined> =>
  own(ctx)
    .select(['state', 'input', 'blob_key'])
    .where('kind', '=', kind)
    .where('job_id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function findOwnJob(ctx: Ctx, id: string): Promise<Job | undefined> {
  const row = await own(ctx).select(columns).where('job_id', '=', id).executeTakeFirst()
  return row && asJob(row, ctx.locale)
}

const localeOf = (stored: string): Locale => (isLocale(stored) ? stored : 'zh-CN')

export type Order = {
  accountId: string
  kind: string
  input: unknown
  access: Access
  locale: Locale
  state: Job['state']
}

/** What was ordered, for the worker. */
export async function findOrder(tx: Tx, tenantId: string, id: string): Promise<Order | undefined> {
  const row = await tx
    .selectFrom('job')
    .select(['account_id', 'kind', 'input', 'rights', 'locale', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('job_id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      accountId: row.account_id,
      kind: row.kind,
      input: row.input,
      access: (row.rights as Rights).access,
      locale: localeOf(row.locale),
      state: row.state as Job['state'],
    }
  )
}

type Change = Partial<{
  state: Job['state']
  progress: number
  total: number
  file_name: string
  blob_key: string
  file_bytes: string
  error: Failure
  finished_at: Date
}>

/**
 * Returns undefined when the job is gone or finished; a finished job is not changed. A failure is worded in the language
 * of the order.
 */
export async function changeJob(
  tx: Tx,
  tenantId: string,
  id: string,
  { error, ...change }: Change,
): Promise<{ job: Job; accountId: string } | undefined> {
  const row = await tx
    .updateTable('job')
    .set({ ...change, ...(error ? { error: storedFailure(error) } : {}) })
    .where('tenant_id', '=', tenantId)
    .where('job_id', '=', id)
    .where(isOpen)
    .returning([...columns, 'account_id', 'locale'])
    .executeTakeFirst()
  if (!row) return undefined
  const { account_id: accountId, locale, ...job } = row
  return { job: asJob(job, localeOf(locale)), accountId }
}

export async function insertLink(ctx: Ctx, tokenHash: Buffer, jobId: string, expiresAt: Date): Promise<void> {
  await ctx.tx
    .insertInto('file_link')
    .values({ tenant_id: ctx.tenant.id, token_hash: tokenHash, job_id: jobId, expires_at: expiresAt })
    .execute()
}

export async function findRights(ctx: Ctx, id: string): Promise<Rights> {
  const { rights } = await ctx.tx
    .selectFrom('job')
    .select(sql<Rights>`rights`.as('rights'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('job_id', '=', id)
    .executeTakeFirstOrThrow()
  return rights
}

/** Uses a link up; one of two concurrent callers gets the file. Returns undefined when the owner was deleted or suspended. */
export async function takeLink(
  tx: Tx,
  tenantId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<{ blobKey: string; fileName: string } | undefined> {
  const link = await tx
    .deleteFrom('file_link')
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('job_id')
    .executeTakeFirst()
  if (!link) return undefined
  const job = await tx
    .selectFrom('job')
    .innerJoin('account as a', (join) =>
      join.on('a.tenant_id', '=', tenantId).onRef('a.account_id', '=', 'job.account_id'),
    )
    .select(['job.blob_key', 'job.file_name'])
    .where('job.tenant_id', '=', tenantId)
    .where('job.job_id', '=', link.job_id)
    .where(mayAct)
    .executeTakeFirst()
  return job?.blob_key && job.file_name ? { blobKey: job.blob_key, fileName: job.file_name } : undefined
}

/** Jobs created before the date, whatever their state, with their files. */
export const jobsBefore = (
  tx: Tx,
  tenantId: string,
  before: Date,
  atMost: number,
): Promise<{ job_id: string; blob_key: string | null }[]> =>
  tx
    .selectFrom('job')
    .select(['job_id', 'blob_key'])
    .where('tenant_id', '=', tenantId)
    .where('created_at', '<', before)
    .limit(atMost)
    .execute()

export const deleteJobs = (tx: Tx, tenantId: string, ids: readonly string[]): Promise<number> =>
  countDeleted(tx.deleteFrom('job').where('tenant_id', '=', tenantId).where(isOneOf(ids, 'job_id')))

export const deleteLinksBefore = (tx: Tx, tenantId: string, expired: Date, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('file_link')
      .where('tenant_id', '=', tenantId)
      .where('token_hash', 'in', (eb) =>
        eb
          .selectFrom('file_link')
          .select('token_hash')
          .where('tenant_id', '=', tenantId)
          .where('expires_at', '<', expired)
          .limit(atMost),
      ),
  )
