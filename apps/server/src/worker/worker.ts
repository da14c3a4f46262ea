/** The background worker: long work from the job table, and scheduled housekeeping. */
import { EventEmitter } from 'node:events'

import type { Deps } from '../kernel/ctx.ts'
import { Logger, run, type Runner, type WorkerEvents } from '../kernel/job-queue.ts'
import { auditExport, sealAll } from '../modules/audit/index.ts'
import { decideDue, dueTask } from '../modules/commands/index.ts'
import { devicesExport } from '../modules/devices/index.ts'
import { goodsExport, goodsImport } from '../modules/goods/index.ts'
import { historyExport } from '../modules/history/index.ts'
import { type JobKinds, jobTask, runJob } from '../modules/jobs/index.ts'
import { regionsExport } from '../modules/regions/index.ts'
import { slotsExport } from '../modules/slots/index.ts'
import { staffExport } from '../modules/staff/index.ts'
import { sweep } from './housekeeping.ts'
import { SignOfLife } from './sign-of-life.ts'

const exports = [
  regionsExport,
  devicesExport,
  slotsExport,
  historyExport,
  staffExport,
  goodsExport,
  auditExport,
]

/** What can be ordered as a job. An export of the contract that is missing here fails a test. */
export const jobKinds: JobKinds = {
  ...Object.fromEntries(exports.map((one) => [one.kind, one])),
  goodsImport,
}

export type Worker = { stop(): Promise<void> }

export async function startWorker(deps: Deps, rescueEveryMs = 10_000): Promise<Worker> {
  const alive = new SignOfLife(deps.db.url, (error) => deps.log.error({ err: error }, 'sign of life'))
  await alive.connect()
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => alive.announce(workerPool.id))
  const runner: Runner = await run({
    connectionString: deps.db.url,
    concurrency: 2,
    maxPoolSize: deps.db.connections.queue,
    noHandleSignals: true,
    pollInterval: 2_000,
    events,
    logger: logTo(deps.log),
    crontab: '*/10 * * * * sweep ?max=1\n*/10 * * * * seal ?max=1',
    taskList: {
      [jobTask]: async (payload, { job }) => {
        const { tenant, job: jobId } = payload as { tenant: string; job: string }
        await runJob(deps, jobKinds, {
          tenantId: tenant,
          jobId,
          lastAttempt: job.attempts >= job.max_attempts,
        })
      },
      [dueTask]: async (payload) => {
        const { tenant, command } = payload as { tenant: string; command: string }
        await decideDue(deps, tenant, command)
      },
      sweep: () => sweep(deps),
      seal: async () => void (await sealAll(deps)),
    },
  })
  const rescue = () =>
    alive.rescue().catch((error: unknown) => deps.log.error({ err: error }, 'rescue of jobs'))
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

/** Writes the queue's messages to the server's own log. */
const logTo = (log: Deps['log']): Logger =>
  new Logger(({ taskIdentifier: task, jobId }) => (level, message) => {
    log[level === 'warning' ? 'warn' : level]({ task, queued: jobId }, message)
  })
