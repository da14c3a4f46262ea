/** Starts processes of the product that die (`killed-program.ts`), on the database of a test. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

import { vaultKeysText } from '../src/kernel/vault-keys.ts'
import type { TestApp } from './app.ts'
import type { Task } from './killed-program.ts'

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
