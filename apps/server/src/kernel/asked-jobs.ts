/**
 * Jobs that many transactions of a merchant ask for and that run once for all of them. They are added as the last
 * statements of the transaction, because the row of a job is locked from then until the commit, and in the order of
 * their keys, so that two transactions never wait for each other. A transaction that asks while the job runs adds the
 * next one: what it changed may have come too late for the running one. `runJobAt` queues at once: few transactions ask
 * for the same of its jobs.
 */
import { sql } from 'kysely'

import type { TenantRef } from './ctx.ts'
import { beforeCommit, type Tx } from './db.ts'

export type AskedJob = {
  task: string
  /** Given where a task has several jobs a merchant. */
  of?: JobOf
  at: Date
  /** Which moment counts when the job is waiting already: the one that was asked for first, or the new one. */
  counts: 'first' | 'last'
}

/** What a job is for: part of its payload, and of its key. A task has one job for each. */
type JobOf = Readonly<Record<string, string>>

const keyOf = (tenantId: string, task: string, of: JobOf = {}): string =>
  [task, tenantId, ...Object.values(of)].join(':')

/**
 * Queues a job of the merchant for that time, at once. One that waits already runs at the new time. The worker runs it
 * even if this process ends.
 */
export async function runJobAt(
  { tx, tenantId }: TenantRef,
  task: string,
  of: JobOf,
  moment: Date,
  more: object = {},
): Promise<void> {
  const payload = JSON.stringify({ tenant: tenantId, ...of, ...more })
  await sql`select enqueue_at(${task}, ${payload}::json, ${keyOf(tenantId, task, of)}, ${moment})`.execute(tx)
}

/** Which places a job takes (`worker/places.ts`); of several that may run, the one of the smallest urgency comes first. */
export type Placed = { places: readonly string[]; urgency?: number; more?: object }

/** As `runJobAt`, for a job that takes places. Without a moment it runs now. */
export async function runPlacedJobAt(
  { tx, tenantId }: TenantRef,
  task: string,
  of: JobOf,
  moment: Date | null,
  { places, urgency = 0, more = {} }: Placed,
): Promise<void> {
  const payload = JSON.stringify({ tenant: tenantId, ...of, ...more })
  const key = keyOf(tenantId, task, of)
  await sql`select enqueue_placed(${task}, ${payload}::json, ${key}, ${moment}::timestamptz, ${urgency}::int,
                                  ${places}::text[])`.execute(tx)
}

const asked = new WeakMap<Tx, Map<string, AskedJob>>()

/** Asks for a job of the merchant. It gets `{ tenant }` and what it is for. */
export function askForJob({ tx, tenantId }: TenantRef, job: AskedJob): void {
  const known = asked.get(tx)
  const jobs = known ?? new Map<string, AskedJob>()
  const key = keyOf(tenantId, job.task, job.of)
  if (job.counts === 'last' || !jobs.has(key)) jobs.set(key, job)
  if (known) return
  asked.set(tx, jobs)
  beforeCommit(tx, 'jobs', async () => {
    for (const [key, one] of [...jobs].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      await addJob(tx, key, JSON.stringify({ tenant: tenantId, ...one.of }), one)
  })
}

async function addJob(tx: Tx, key: string, payload: string, { task, at, counts }: AskedJob): Promise<void> {
  await (
    counts === 'first'
      ? sql`select enqueue_once(${task}, ${payload}::json, ${key}, ${at})`
      : // A job that waits for its moment must not run again and again while our clock is behind the database's.
        sql`select enqueue_at(${task}, ${payload}::json, ${key},
                            greatest(${at}::timestamptz, clock_timestamp() + interval '1 second'))`
  ).execute(tx)
}
