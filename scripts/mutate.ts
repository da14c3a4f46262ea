/**
 * npm run mutate -- N [--seed S] [--module name] [--part 1/2] [--elsewhere] [--list]
 *
 * Gives services and queries N small faults, one after the other, and runs the tests of the faulty file's own folder
 * against each, as far as they enter the faulty function. A fault that no test notices is listed with file and line.
 * `--elsewhere` then runs every other test that reaches the file and reports whether one of those notices. The faults are
 * made in a copy of the tree that links to the same dependencies, so a run that is killed leaves no faulty file behind.
 * `--part 1/2` tries the faults of half of the modules, so that two runs beside each other try all N, and only one of
 * them measures a module.
 *
 * StrykerJS does not fit: its runner for Vitest insists on threads, its sandbox calls an API that TypeScript 7 no
 * longer has, and it tries every fault of a file, where one costs seconds of a real database.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'

import { dropClones, forTestRuns, makeTemplate, startTestPostgres } from '../apps/server/test/postgres.ts'
import { ensureMosquitto } from './lib/mosquitto.mjs'
import { ROOT, say, Trouble } from './lib/project.mjs'
import { functionAt, type Reach, reachOf, readSeen, watched, watcher } from './reach.ts'
import { orderVariable } from './test-order.ts'
import { applied, likelyFirst, type Mutant, mutantsIn, partOf, sample } from './mutants.ts'

/**
 * Tests that take much longer than without a fault are stopped. That decides nothing, because the computer may be busy;
 * a single test that hangs fails by its own time.
 */
const LONGEST = 15 * 60_000
const patienceAfter = (ms: number): number => 3 * ms + 60_000
const FOLDERS = ['apps/server/src/modules', 'apps/server/src/gateway']
/** Files without rules: handlers name services, indexes name exports, and the last is a list of words. */
const NO_RULES = new Set(['index.ts', 'handlers.ts', 'common-passwords.ts'])

type Fault = Mutant & { file: string; module: string; line: number }
/** `by` names the test that noticed, so that a reader of the report can tell a proof from an accident. */
type Verdict = { noticed: boolean; undecided?: boolean; by: string; testFile?: string }

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    module: { type: 'string', multiple: true },
    elsewhere: { type: 'boolean', default: false },
    part: { type: 'string', default: '1/1' },
    list: { type: 'boolean', default: false },
  },
})

const mosquitto = await ensureMosquitto()
if ('missing' in mosquitto) throw new Trouble(mosquitto.missing)
process.env['MOSQUITTO_PATH'] = mosquitto.path

/** The folder whose tests are the file's own: `modules/<name>`, or `gateway`. */
const moduleOf = (file: string): string =>
  file
    .split(sep)
    .slice(0, file.includes('/modules/') ? 5 : 4)
    .join(sep)

const filesWithRules = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !NO_RULES.has(basename(file)))
    .toSorted()

function allFaults(): Fault[] {
  return filesWithRules()
    .filter((file) => !flags.module || flags.module.includes(basename(moduleOf(file))))
    .flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8')
      return mutantsIn(source).map((mutant) => ({
        ...mutant,
        file,
        module: moduleOf(file),
        line: source.slice(0, mutant.start).split('\n').length,
      }))
    })
}

/** Copies sources and tests to a folder of its own; dependencies and built files are linked or left out. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'slotwise-mutate-'))
  const left = /(^|\/)(node_modules|dist|\.git|\.data|\.cache|test-results)(\/|$)/
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !left.test(relative(ROOT, path)) })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** One process that loads the server once, because starting takes longer than most of these tests. */
const quick = [
  '--bail=1',
  '--passWithNoTests',
  '--no-isolate',
  '--maxWorkers=1',
  '--fsModuleCache',
  '--reporter=dot',
  '--reporter=json',
]

let running: ChildProcess | undefined
let interrupted = false

/** Ends the tests and all processes that they started. */
function stopTests(): void {
  if (!running?.pid) return
  try {
    process.kill(-running.pid, 'SIGKILL')
  } catch {
    // The processes have just ended.
  }
}

type Run = { cwd: string; postgres: string; patience: number; order?: readonly string[] }

function runTests({ cwd, postgres, patience, order = [] }: Run, args: string[]): Promise<Verdict> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const report = reportIn(cwd)
  rmSync(report, { force: true })
  const files = [`--outputFile.json=${report}`, `--fsModuleCachePath=${join(cwd, '.cache/modules')}`]
  const child = spawn(process.execPath, [vitest, ...args, ...quick, ...files], {
    cwd,
    env: { ...process.env, SLOTWISE_TEST_POSTGRES: postgres, [orderVariable]: order.join(',') },
    detached: true,
    stdio: 'ignore',
  })
  running = child
  return new Promise((resolve, reject) => {
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      stopTests()
    }, patience)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      if (timedOut) resolve({ noticed: false, undecided: true, by: 'time-out' })
      else resolve(code === 0 ? { noticed: false, by: '' } : { noticed: true, ...firstFailure(report) })
    })
  })
}

type Report = {
  testResults: {
    name: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string }[]
  }[]
}

const reportIn = (cwd: string): string => join(cwd, 'mutate-report.json')
const readReport = (path: string): Report => JSON.parse(readFileSync(path, 'utf8')) as Report

/** The test that failed, or the file that did not load. */
function firstFailure(report: string): Omit<Verdict, 'noticed'> {
  if (!existsSync(report)) return { by: 'a run that did not begin' }
  for (const { name, message, assertionResults } of readReport(report).testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    if (failed) return { by: `${basename(name)}: ${failed.fullName}`, testFile: name }
    if (message) return { by: `${basename(name)}: ${message.split('\n')[0]}`, testFile: name }
  }
  return { by: 'an error outside of tests' }
}

/** The files of tests and how long each took. */
const durationsIn = (report: string): Map<string, number> =>
  new Map(readReport(report).testResults.map(({ name, startTime, endTime }) => [name, endTime - startTime]))

const ownTests = ({ module }: Fault): string[] => ['run', `${module}/`]

/**
 * The tests that enter the faulty function. All of the module, where the fault is outside of functions or where none of
 * them enters it: code that runs in another thread or process is not seen.
 */
function reachingTests(fault: Fault, source: string, { reach }: Usual): string[] {
  const place = functionAt(source, fault.start)
  const files = place === undefined ? undefined : reach.get(`${fault.file}:${place}`)
  return files ? ['run', ...files] : ownTests(fault)
}
const otherTests = ({ module, file }: Fault): string[] => ['related', file, '--run', `--exclude=${module}/**`]

/** The lines around a fault, before and after. */
function difference(source: string, { start, end, replacement }: Mutant): string {
  const from = source.lastIndexOf('\n', start - 1) + 1
  const until = source.indexOf('\n', end)
  const mark = (sign: string, text: string) => text.replace(/^/gm, `    ${sign} `)
  const after = source.slice(from, start) + replacement + source.slice(end, until)
  return `${mark('-', source.slice(from, until))}\n${mark('+', after)}`
}

const seenIn = '.cache/seen'
const setupFile = 'scripts/test-depth.ts'

/** Runs tests while the functions of a module say that they are entered. */
async function watching<T>(copy: string, module: string, work: () => Promise<T>): Promise<T> {
  rmSync(join(copy, seenIn), { recursive: true, force: true })
  const files = filesWithRules().filter((file) => moduleOf(file) === module)
  const sources = new Map([...files, setupFile].map((file) => [file, readFileSync(join(copy, file), 'utf8')]))
  for (const [file, source] of sources)
    writeFileSync(
      join(copy, file),
      file === setupFile ? source + watcher(join(copy, seenIn)) : watched(source, file),
    )
  try {
    return await work()
  } finally {
    for (const [file, source] of sources) writeFileSync(join(copy, file), source)
  }
}

/** What the tests of a module do without a fault. */
type Usual = { patience: number; durations: Map<string, number>; reach: Reach }

/** Tries a second time, because a busy computer can make a test exceed its time. */
async function usualOf(fault: Fault, run: Pick<Run, 'cwd' | 'postgres'>): Promise<Usual | undefined> {
  for (const _try of [1, 2]) {
    const began = Date.now()
    const verdict = await watching(run.cwd, fault.module, () =>
      runTests({ ...run, patience: LONGEST }, ownTests(fault)),
    )
    if (!verdict.noticed && !verdict.undecided)
      return {
        patience: patienceAfter(Date.now() - began),
        durations: durationsIn(reportIn(run.cwd)),
        reach: reachOf(readSeen(join(run.cwd, seenIn))),
      }
    if (interrupted) return undefined
    say(`${fault.module} fails without any fault: ${verdict.by}`)
  }
  return undefined
}

async function tryAll(faults: readonly Fault[]): Promise<number> {
  const copy = copyTree()
  const server = await startTestPostgres(forTestRuns)
  try {
    const postgres = JSON.stringify({ url: server.url, template: await makeTemplate(server.url) })
    const usual = new Map<string, Usual | undefined>()
    /** The test file that noticed the last fault of a source file is likely to notice its next one. */
    const lastBy = new Map<string, string>()
    const counts = { tried: 0, own: 0, elsewhere: 0 }
    for (const fault of faults) {
      const run = { cwd: copy, postgres }
      if (!usual.has(fault.module)) usual.set(fault.module, await usualOf(fault, run))
      const known = usual.get(fault.module)
      if (interrupted) break
      if (!known) continue
      const path = join(copy, fault.file)
      const source = readFileSync(path, 'utf8')
      writeFileSync(path, applied(source, fault))
      const order = [lastBy.get(fault.file) ?? '', ...likelyFirst(fault.file, known.durations)]
      const verdict = await runTests(
        { ...run, patience: known.patience, order: [...new Set(order)] },
        reachingTests(fault, source, known),
      )
      if (verdict.testFile) lastBy.set(fault.file, verdict.testFile)
      const elsewhere =
        !verdict.noticed &&
        !verdict.undecided &&
        flags.elsewhere &&
        (await runTests({ ...run, patience: LONGEST }, otherTests(fault)))
      writeFileSync(path, source)
      await dropClones(server.url)
      if (interrupted) break
      counts.tried += 1
      if (verdict.noticed) counts.own += 1
      else if (elsewhere && elsewhere.noticed) counts.elsewhere += 1
      const outcome = verdict.noticed
        ? `noticed by ${verdict.by}`
        : elsewhere && elsewhere.noticed
          ? `noticed elsewhere by ${elsewhere.by}`
          : verdict.undecided
            ? 'undecided, the tests took too long'
            : 'survived'
      say(`${counts.tried}/${faults.length} ${fault.kind} at ${fault.file}:${fault.line}: ${outcome}`)
      if (!verdict.noticed) say(difference(source, fault))
    }
    const share = Math.round((counts.own / Math.max(1, counts.tried)) * 1000) / 10
    say(
      `\nSeed ${flags.seed}: ${counts.own} of ${counts.tried} noticed by the module's own tests (${share} %)` +
        (flags.elsewhere ? `, ${counts.elsewhere} more by tests elsewhere` : ''),
    )
    return counts.tried === faults.length ? 0 : 1
  } finally {
    await server.stop()
    rmSync(copy, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interrupted = true
    stopTests()
  })

const count = Number(positionals[0] ?? '30')
const [part = 1, parts = 1] = flags.part.split('/').map(Number)
const chosen = partOf(sample(allFaults(), count, Number(flags.seed)), part, parts)
if (flags.list) {
  for (const fault of chosen) {
    say(`${fault.kind} at ${fault.file}:${fault.line}`)
    say(difference(readFileSync(join(ROOT, fault.file), 'utf8'), fault))
  }
} else process.exitCode = await tryAll(chosen)
