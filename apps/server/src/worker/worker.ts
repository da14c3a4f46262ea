/** The background worker: long work out of the job table, and housekeeping by the clock. */
import { EventEmitter } from 'node:events'

import { Logger, run, type Runner, type WorkerEvents } from 'graphile-worker'

import type { Deps } from '../kernel/ctx.ts'
import { auditExporter, sealAll } from '../modules/audit/jobs.ts'
import { channelsExporter } from '../modules/channels/jobs.ts'
import { dueTask } from '../modules/commands/index.ts'
import { decideDue, historyExporter } from '../modules/commands/jobs.ts'
import { devicesExporter } from '../modules/devices/jobs.ts'
import { goodsExporter, goodsImport } from '../modules/goods/jobs.ts'
import { jobTask, runJob } from '../modules/jobs/index.ts'
import { regionsExporter } from '../modules/regions/jobs.ts'
import { staffExporter } from '../modules/staff/jobs.ts'
import { sweep } from './housekeeping.ts'
import { SignOfLife } from './sign-of-life.ts'

const jobKinds = {
  regions: regionsExporter,
  devices: devicesExporter,
  channels: channelsExporter,
  history: historyExporter,
  staff: staffExporter,
  goods: goodsExporter,
  goodsImport,
  audit: auditExporter,
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

/** What the queue has to say, as lines of our own log. */
const logTo = (log: Deps['log']): Logger =>
  new Logger(({ taskIdentifier: task, jobId }) => (level, message) => {
    log[level === 'warning' ? 'warn' : level]({ task, queued: jobId }, message)
  })
