import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { inProject } from './lib/project.mjs'

let folder: string
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'slotwise-child-')))
  // Says who it is, and ends in order when it is told to.
  await writeFile(
    join(folder, 'program.mjs'),
    `process.on('SIGTERM', () => { console.log('ending'); process.exit(7) })
     console.log(JSON.stringify({ pid: process.pid, cwd: process.cwd(), given: process.env.GIVEN, flags: process.execArgv }))
     setInterval(() => {}, 1000)`,
  )
  await writeFile(
    join(folder, 'launcher.mjs'),
    `const { become } = await import(${JSON.stringify(inProject('scripts/lib/child.mjs'))})
     const program = ['--max-semi-space-size=4', ${JSON.stringify(join(folder, 'program.mjs'))}]
     process.exitCode = (await become(process.execPath, program, { GIVEN: 'yes' })).code`,
  )
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

/** Starts a script in another folder than the project; its lines are read one by one. */
function start(file: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { ...process.env, npm_lifecycle_event: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, next: async () => String((await lines.next()).value) }
}

test('the launcher becomes the program, which runs in the project and ends by the signal it is sent', async () => {
  const { child, next } = start(join(folder, 'launcher.mjs'))
  const report = JSON.parse(await next()) as { pid: number; cwd: string; given: string; flags: string[] }
  expect(report).toMatchObject({ cwd: inProject(), given: 'yes' })
  expect(report.flags).toContain('--max-semi-space-size=4')
  // Where Node cannot replace a process, the program is a child that the launcher waits for.
  if (process.execve) expect(report.pid).toBe(child.pid)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await next()).toBe('ending')
  expect(await ended).toEqual([7, null])
})

test('the program ends in order when npm, its parent, is killed', async () => {
  await writeFile(
    join(folder, 'npm.mjs'),
    `const { spawn } = await import('node:child_process')
     const env = { ...process.env, npm_lifecycle_event: 'start' }
     spawn(process.execPath, [${JSON.stringify(join(folder, 'launcher.mjs'))}], { env, stdio: 'inherit' })`,
  )
  const { child, next } = start(join(folder, 'npm.mjs'))
  await next()
  child.kill('SIGKILL')
  expect(await next()).toBe('ending')
})
