/**
 * A worker of Vitest that outlives the run of its tests. Loading the server takes a process longer than most files of
 * tests take, so `npm run mutate` loads it once and runs many files, one run after the other.
 */

import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

import type { PoolOptions, PoolWorker, WorkerRequest } from 'vitest/node'

type Listener = Parameters<PoolWorker['on']>[1]

export type LastingPool = {
  name: string
  createPoolWorker(options: PoolOptions): PoolWorker
  /** Ends the process and all that it started; the next run loads the server anew. */
  renew(): Promise<void>
}

export function lastingPool(): LastingPool {
  let child: ChildProcess | undefined
  const name = 'lasting'
  return {
    name,
    createPoolWorker({ distPath, execArgv, env }) {
      /** Of one run; those of earlier runs must not hear of this one. */
      const listeners: [string, Listener][] = []
      const answer = (type: string) => {
        for (const [event, listener] of listeners)
          if (event === 'message') listener({ type, __vitest_worker_response__: true })
      }
      let isOurs = false
      return {
        name,
        cacheFs: true,
        on(event, listener) {
          listeners.push([event, listener])
          child?.on(event, listener)
        },
        off(event, listener) {
          child?.off(event, listener)
        },
        deserialize: (data) => data,
        async start() {
          if (child && child.exitCode === null && child.signalCode === null) return
          isOurs = true
          const entry = join(distPath, 'workers/forks.js')
          child = fork(entry, [], {
            env,
            execArgv,
            serialization: 'advanced',
            stdio: 'ignore',
            detached: true,
          })
        },
        send(message: WorkerRequest) {
          if (message.type === 'start' && !isOurs) setImmediate(answer, 'started')
          else if (message.type === 'stop') setImmediate(answer, 'stopped')
          else child?.send(message)
        },
        async stop() {
          for (const [event, listener] of listeners) child?.off(event, listener)
        },
      }
    },
    async renew() {
      const old = child
      child = undefined
      if (!old?.pid || old.exitCode !== null || old.signalCode !== null) return
      const ended = new Promise((resolve) => old.once('exit', resolve))
      process.kill(-old.pid, 'SIGKILL')
      await ended
    },
  }
}
