/**
 * A copy of the project to make faults in, and its tests run by one process file by file. A run that is killed leaves no
 * faulty file behind.
 */

import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'

import { createVitest, type TestModule } from 'vitest/node'

import { lastingPool } from './lasting-worker.ts'
import { ROOT } from './lib/project.mjs'

/**
 * Tests that take much longer than without a fault are stopped. That decides nothing, because the computer may be busy;
 * a single test that hangs fails by its own time.
 */
export const LONGEST = 20 * 60_000
export const patienceAfter = (ms: number): number => 3 * ms + 60_000

/**
 * Copies sources and tests to a folder of its own. Dependencies are linked, the project's own packages to their copies;
 * built files are left out.
 */
export function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'slotwise-faulty-'))
  const left = /(^|\/)(node_modules|dist|\.git|\.data|\.cache|test-results)(\/|$)/
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !left.test(relative(ROOT, path)) })
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@slotwise'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@slotwise') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  for (const parent of ['packages', 'apps'])
    for (const name of readdirSync(join(copy, parent)))
      symlinkSync(join(copy, parent, name), join(modules, '@slotwise', name))
  return copy
}

/**
 * `testFile` is missing where it is none of a test: the process ended or took too long. `test` is missing where the file
 * did not get as far as its tests.
 */
export type Failure = { by: string; testFile?: string; test?: string; error?: string }

export type Run = {
  patience: number
  /** The full names of the tests to run; all of the file without it. */
  names?: RegExp
  /** Switched on by its number; see `reach.ts`. */
  fault?: string
}

declare module 'vitest' {
  interface ProvidedContext {
    fault: string
  }
}

/** The tests of the copy, on the given database server and template. */
export async function testsOf(copy: string, postgres: { url: string; template: string }) {
  process.env['SLOTWISE_TEST_POSTGRES'] = JSON.stringify(postgres)
  const pool = lastingPool()
  const options = { root: copy, watch: false, maxWorkers: 1, bail: 1 }
  // Conditions that do not come true are most of the time of faults.
  const test = { pool, reporters: [{}], expect: { poll: { timeout: 20_000 } }, testTimeout: 90_000 }
  const vitest = await createVitest(options, { test })
  await vitest.standalone()
  const specifications = await vitest.globTestSpecifications()
  const lastRuns = new Map<string, TestModule>()

  /** What fails in a file, and undefined where nothing does. */
  async function failureOf(
    testFile: string,
    { patience, names, fault = '' }: Run,
  ): Promise<Failure | undefined> {
    const chosen = specifications.filter(({ moduleId }) => moduleId === testFile)
    for (const { project } of chosen) project.provide('fault', fault)
    const narrowed = names
      ? chosen.map(({ project, moduleId }) =>
          project.createSpecification(moduleId, { testNamePattern: names }),
        )
      : chosen
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      void pool.renew()
    }, patience)
    const { testModules } = await vitest.runTestSpecifications(narrowed)
    clearTimeout(timer)
    if (isLate) return { by: 'a time-out' }
    const module = testModules.find(({ moduleId }) => moduleId === testFile)
    const state = module?.state()
    const hasRun = module && module !== lastRuns.get(testFile) && state !== 'queued' && state !== 'pending'
    if (!hasRun) return { by: `${basename(testFile)}, which did not run` }
    lastRuns.set(testFile, module)
    if (state !== 'failed') return undefined
    const failed = [...module.children.allTests('failed')][0]
    const suite = [...module.children.allSuites()].find((one) => one.errors().length > 0)
    const errors = failed?.result().errors ?? (suite ?? module).errors()
    const error = errors[0]?.message.split('\n')[0] ?? ''
    // What tests prepare is part of them where it asserts; a file that does not load is not.
    const test = failed?.fullName ?? (errors[0]?.name === 'AssertionError' ? suite?.fullName : undefined)
    return {
      by: `${basename(testFile)}: ${failed?.fullName ?? error}`,
      testFile,
      error,
      ...(test !== undefined && { test }),
    }
  }

  return {
    files: (folder: string) =>
      specifications.map(({ moduleId }) => moduleId).filter((id) => id.startsWith(join(copy, folder))),
    failureOf,
    renew: pool.renew,
    forget: (file: string) => vitest.invalidateFile(file),
    close: async () => {
      await pool.renew()
      await vitest.close()
    },
  }
}
export type Tests = Awaited<ReturnType<typeof testsOf>>
