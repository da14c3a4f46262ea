/**
 * One runner of the queue, for tasks that must not wait for those of another lane.
 *
 * A runner that has lost the database is replaced by a new one with a new name: the old one ends the jobs that it still
 * works on, and takes no more. A job that it took without learning of it, or whose end it could not record, is freed
 * when its name is retired (`sign-of-life.ts`) and runs again.
 */
import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

import type pg from 'pg'

import type { Deps } from '../kernel/ctx.ts'
import { isDatabaseAway } from '../kernel/db.ts'
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from '../kernel/job-queue.ts'
import { Places, type PlacesOf } from './places.ts'
import type { SignOfLife } from './sign-of-life.ts'

const beginAgainMs = 1_000

type Queue = { log: Deps['log']; pool: pg.Pool; alive: SignOfLife }
type LaneOptions = { atOnce: number; tasks: TaskList; places?: PlacesOf; crontab?: string }
type Started = { runner: Runner; name: string; lost: Promise<void>; lose(): void }

export type Lane = { stop(): Promise<void> }

export async function startLane({ log, pool, alive }: Queue, options: LaneOptions): Promise<Lane> {
  const stopping = new AbortController()
  const { signal } = stopping
  const ending = new Set<Promise<void>>()
  const places = options.places && new Places(options.places)

  async function begin(): Promise<Started> {
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
    const events: WorkerEvents = new EventEmitter()
    let name = ''
    events.on('pool:create', ({ workerPool }) => {
      name = workerPool.id
      alive.announce(name)
    })
    events.on('worker:getJob:error', () => lose())
    const fullPlaces = places?.follow(events)
    const runner = await run({
      pgPool: pool,
      concurrency: options.atOnce,
      noHandleSignals: true,
      pollInterval: 2_000,
      events,
      logger: logTo(log),
      taskList: options.tasks,
      ...(fullPlaces && { forbiddenFlags: fullPlaces }),
      // Without a list, the library would look for a file of that name in the working directory.
      ...(options.crontab ? { crontab: options.crontab } : { parsedCronItems: [] }),
      // Without a delay, the library does not wait for the statement that records the end of a job, and a failure of it
      // would end the process. With one, the failure ends the runner.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    void runner.promise.then(lose, lose)
    return { runner, name, lost, lose }
  }

  /** Lets a runner finish the jobs that it works on. */
  async function finish({ runner, name }: Started): Promise<void> {
    await runner.stop().catch(() => {})
    await runner.promise.catch(() => {})
    alive.retire(name)
  }

  async function beginAgain(): Promise<Started | undefined> {
    while (!signal.aborted) {
      await delay(beginAgainMs)
      try {
        return await begin()
      } catch (error) {
        log.warn({ err: error }, 'the queue cannot be read')
      }
    }
    return undefined
  }

  async function keepRunning(first: Started | undefined): Promise<void> {
    for (let started = first ?? (await beginAgain()); started; started = await beginAgain()) {
      current = started
      if (signal.aborted) started.lose()
      await started.lost
      const finished = finish(started).finally(() => ending.delete(finished))
      ending.add(finished)
    }
  }

  /** Undefined while the database is away at the start. */
  let current = await begin().catch((error: unknown) => {
    if (!isDatabaseAway(error)) throw error
    log.warn({ err: error }, 'the queue cannot be read')
    return undefined
  })
  const running = keepRunning(current)
  return {
    async stop() {
      stopping.abort()
      current?.lose()
      await running
      await Promise.all(ending)
    },
  }
}

/** Jobs hold no connection of the queue, which has few for all lanes together. */
const fewConnections = /^WARNING: having maxPoolSize \(\d+\) smaller than concurrency/

/**
 * Writes the queue's messages to the server's own log. What fails because the database is away is tried again, so it is
 * a warning.
 */
export const logTo = (log: Deps['log']): Logger =>
  new Logger(({ taskIdentifier: task, jobId }) => (level, message, meta) => {
    if (level === 'warning' && fewConnections.test(message)) return
    const passes = level === 'error' && isDatabaseAway(meta?.['error'])
    log[level === 'warning' || passes ? 'warn' : level]({ task, queued: jobId }, message)
  })
