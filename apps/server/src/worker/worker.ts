/**
 * The background worker: long work out of the job table, and housekeeping by the clock.
 *
 * The queue locks a job for its worker. A worker that was killed cannot unlock, so each holds a session lock of the
 * database for as long as it lives; whoever gets the lock of another knows that it is dead and frees its jobs.
 */
import { EventEmitter } from 'node:events'

import { Logger, type Runner, run, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'

import type { Deps } from '../kernel/ctx.ts'
import { jobTask, runJob } from '../modules/jobs/index.ts'
import { regionsExporter } from '../modules/regions/index.ts'
import { sweep } from './housekeeping.ts'

const exporters = { regions: regionsExporter }

/** A worker announces itself within this time of its first job. */
const rescueAfterSeconds = 5

export type Worker = { stop(): Promise<void> }

export async function startWorker(deps: Deps, rescueEveryMs = 10_000): Promise<Worker> {
  const alive = new pg.Client({
    connectionString: deps.db.url,
    application_name: 'slotwise worker',
    connectionTimeoutMillis: 5_000,
  })
  alive.on('error', (error) => deps.log.error({ err: error }, 'worker lost its database connection'))
  await alive.connect()

  let own = ''
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    own = workerPool.id
    alive
      .query('select pg_advisory_lock(hashtextextended($1, 0))', [workerPool.id])
      .catch((error: unknown) => deps.log.error({ err: error }, 'worker lock'))
  })
  const runner: Runner = await run({
    connectionString: deps.db.url,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2_000,
    events,
    logger: logTo(deps.log),
    crontab: '*/10 * * * * sweep ?max=1',
    taskList: {
      [jobTask]: async (payload, { job }) => {
        const { tenant, job: jobId } = payload as { tenant: string; job: string }
        await runJob(deps, exporters, {
          tenantId: tenant,
          jobId,
          lastAttempt: job.attempts >= job.max_attempts,
        })
      },
      sweep: () => sweep(deps),
    },
  })
  const rescue = () =>
    rescueJobs(alive, own).catch((error: unknown) => deps.log.error({ err: error }, 'rescue of jobs'))
  await rescue()
  const timer = setInterval(() => void rescue(), rescueEveryMs)
  return {
    async stop() {
      clearInterval(timer)
      await runner.stop()
      await alive.end()
    },
  }
}

/** What the queue has to say, as lines of our own log. */
const logTo = (log: Deps['log']): Logger =>
  new Logger(({ taskIdentifier: task, jobId }) => (level, message) => {
    log[level === 'warning' ? 'warn' : level]({ task, queued: jobId }, message)
  })

/** Frees the jobs of workers that are no more. Its own lock a session gets again and again, so that proves nothing. */
async function rescueJobs(alive: pg.Client, own: string): Promise<void> {
  const { rows } = await alive.query<{ worker: string }>(
    `select distinct locked_by as worker from graphile_worker.jobs
      where locked_by <> $2 and locked_at < now() - make_interval(secs => $1)`,
    [rescueAfterSeconds, own],
  )
  for (const { worker } of rows) {
    const lock = await alive.query<{ dead: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as dead',
      [worker],
    )
    if (!lock.rows[0]?.dead) continue
    await alive.query('select graphile_worker.force_unlock_workers(array[$1])', [worker])
    await alive.query('select pg_advisory_unlock(hashtextextended($1, 0))', [worker])
  }
}
