import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { afterEach, beforeEach, expect, test } from 'vitest'

const programs = ['bin/ops.ts', 'bin/serve.ts'].map((path) =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url)),
)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slotwise-queue-'))
  await mkdir(join(folder, 'below'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs a program in a folder below the trap, and returns what it printed. */
async function runBelow(...args: string[]): Promise<string> {
  const env = { ...process.env, PORT: 'none' }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    cwd: join(folder, 'below'),
    env,
  }).catch((error: { stdout: string; stderr: string }) => error)
  return stdout + stderr
}

/** Leaves a file beside itself when it is executed. */
const trap = `require('node:fs').writeFileSync(require('node:path').join(__dirname, 'executed'), '')`

test.each([
  ['graphile-worker.config.cjs', trap],
  ['graphile-worker.config.js', trap],
  ['.graphile-workerrc.cjs', trap],
  ['.config.js', trap],
  ['graphile.config.js', trap],
  // These are no programs: the library reads them and ends the process.
  ['.graphile-workerrc', 'schema: elsewhere'],
  ['package.json', JSON.stringify({ 'graphile-worker': { schema: 'elsewhere' } })],
])('%s above the working directory is neither executed nor obeyed', async (name, content) => {
  await writeFile(join(folder, name), content)
  const load = `await import(${JSON.stringify(new URL('job-queue.ts', import.meta.url).href)}); console.log('loaded')`
  expect(await runBelow('--input-type=module', '-e', load)).toBe('loaded\n')
  expect((await readdir(folder)).toSorted()).toEqual(['below', name].toSorted())
})

test.each(programs)('%s loads the queue in no other way', async (program) => {
  await writeFile(join(folder, 'graphile-worker.config.js'), trap)
  expect(await runBelow(program)).toMatch(/audit verify|PORT must be/)
  expect((await readdir(folder)).toSorted()).toEqual(['below', 'graphile-worker.config.js'])
})
