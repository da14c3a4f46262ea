/** Starts processes of the product that die (`killed-program.ts`), on the database of a test. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { vaultKeysText } from '../src/kernel/vault-keys.ts'
import type { TestApp } from './app.ts'
import type { Task } from './killed-program.ts'
import { asOwner } from './owner.ts'

const programFile = fileURLToPath(new URL('killed-program.ts', import.meta.url))

export function startChild(
  app: TestApp,
  task: Pick<Task, 'works' | 'pace'>,
): { child: ChildProcessByStdio<null, Readable, null>; exited: Promise<unknown[]> } {
  const { config, db } = app.deps
  const whole: Task = {
    url: db.url,
    pepper: config.pepper,
    vaultKeys: vaultKeysText(config.vaultKeys),
    now: app.clock.now.toISOString(),
    ...task,
  }
  const child = spawn(process.execPath, [programFile, JSON.stringify(whole)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, exited: once(child, 'exit') }
}

/** Starts a process that does all waiting work, and kills it at another moment in each round. Returns how it ended. */
export async function killAtAnyMoment(app: TestApp, round: number): Promise<unknown[]> {
  await asOwner(app, `update graphile_worker._private_jobs set run_at = least(run_at, $1)`, [app.clock.now])
  const { child, exited } = startChild(app, { pace: 60 })
  await once(child.stdout, 'data')
  await delay((round * 37) % 300)
  child.kill('SIGKILL')
  const ended = await exited
  // Its clock was ahead of ours.
  app.clock.advance(150)
  return ended
}
