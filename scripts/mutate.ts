/**
 * npm run mutate -- N [--seed S] [--module name] [--part 1/2] [--from 80] [--only 44,76] [--elsewhere FILE] [--list]
 *
 * Gives services and queries N small faults, one after the other, and runs the tests of the faulty file's own folder
 * against each, as far as they enter the faulty function. A fault is noticed when a test fails with it and passes
 * without it; a run that broke or took too long decides nothing. A fault that no test notices is listed with file and
 * line. `--elsewhere` then runs that test file of another module, too. Faults are numbered: `--from` goes on with a run
 * that was ended, `--only` repeats some of them. Verdicts are added to a file in `.cache/mutate` as they come.
 * `--part 1/2` tries the faults of half of the modules.
 *
 * The faults are made in a copy (`faulty-copy.ts`). Each faulty function of the copy has its faults beside its own body
 * (`reach.ts`), so that one process loads the server once and tries them all. Code that runs while the server is loaded
 * is changed in its file, and the server loaded again.
 *
 * StrykerJS does not fit: its runner for Vitest insists on threads, its sandbox calls an API that TypeScript 7 no
 * longer has, and it tries every fault of a file, where one costs seconds of a real database.
 */

import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { parseArgs } from 'node:util'

import { dropClones, forTestRuns, makeTemplate, startTestPostgres } from '../apps/server/test/postgres.ts'
import { copyTree, type Failure, LONGEST, patienceAfter, type Tests, testsOf } from './faulty-copy.ts'
import { ensureMosquitto } from './lib/mosquitto.mjs'
import { ROOT, say, Trouble } from './lib/project.mjs'
import { functionAt, type Reach, reachOf, readSeen, watched, watcher } from './reach.ts'
import { applied, likelyFirst, type Mutant, mutantsIn, partOf, sample } from './mutants.ts'

const FOLDERS = ['apps/server/src/modules', 'apps/server/src/gateway']
/** Files without rules: handlers name services, indexes name exports, and the last is a list of words. */
const NO_RULES = new Set(['index.ts', 'handlers.ts', 'common-passwords.ts'])

type Fault = Mutant & { number: number; file: string; source: string; module: string; line: number }
/** `by` names the test that noticed, so that a reader of the report can tell a proof from an accident. */
type Outcome = 'noticed' | 'noticed elsewhere' | 'survived' | 'undecided'
type Verdict = { outcome: Outcome; by: string; testFile?: string }

let interrupted = false
let endTests = async (): Promise<void> => {}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    module: { type: 'string', multiple: true },
    elsewhere: { type: 'string', multiple: true, default: [] },
    part: { type: 'string', default: '1/1' },
    from: { type: 'string', default: '1' },
    only: { type: 'string' },
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

function allFaults(): Omit<Fault, 'number'>[] {
  return filesWithRules()
    .filter((file) => !flags.module || flags.module.includes(basename(moduleOf(file))))
    .flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8')
      return mutantsIn(source).map((mutant) => ({
        ...mutant,
        file,
        source,
        module: moduleOf(file),
        line: source.slice(0, mutant.start).split('\n').length,
      }))
    })
}

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

/** Files of the copy say which functions are entered, and hold the faults of functions. */
function prepare(copy: string, faults: readonly Fault[]): void {
  for (const file of filesWithRules()) {
    const source = readFileSync(join(ROOT, file), 'utf8')
    const inside = faults.filter((one) => one.file === file && functionAt(source, one.start) !== undefined)
    writeFileSync(join(copy, file), watched(source, file, inside))
  }
  writeFileSync(
    join(copy, setupFile),
    readFileSync(join(ROOT, setupFile), 'utf8') + watcher(join(copy, seenIn)),
  )
}

/** What the tests of a module do without a fault. */
type Usual = { durations: Map<string, number>; reach: Reach }

/** Files that fail without a fault prove nothing; each is tried twice, because a busy computer makes tests late. */
async function usualOf(module: string, copy: string, tests: Tests): Promise<Usual> {
  rmSync(join(copy, seenIn), { recursive: true, force: true })
  const durations = new Map<string, number>()
  for (const testFile of tests.files(`${module}/`)) {
    const began = Date.now()
    let failure = await tests.failureOf(testFile, { patience: LONGEST })
    if (failure) {
      await tests.renew()
      failure = await tests.failureOf(testFile, { patience: LONGEST })
    }
    if (interrupted) break
    if (failure) say(`Left out, because it fails without any fault: ${failure.by}`)
    else durations.set(testFile, Date.now() - began)
  }
  const seen = interrupted ? [] : readSeen(join(copy, seenIn))
  for (const { loading } of seen) for (const place of loading) atLoading.add(place)
  return { durations, reach: reachOf(seen.filter(({ file }) => durations.has(file))) }
}

/** Functions that were entered while files were loaded, before a fault could be switched on. */
const atLoading = new Set<string>()

/** Each returns the number to switch on: that of the fault, or none where its file is changed. */
type Switch = { on(): Promise<string>; off(): Promise<string> }

/** A fault inside of a function is switched on; code that runs while files are loaded is changed and loaded again. */
function switchOf(fault: Fault, copy: string, { forget, renew }: Tests): Switch {
  const place = functionAt(fault.source, fault.start)
  if (place !== undefined && !atLoading.has(`${fault.file}:${place}`))
    return { on: () => Promise.resolve(String(fault.number)), off: () => Promise.resolve('') }
  const path = join(copy, fault.file)
  const usual = readFileSync(path, 'utf8')
  let current = usual
  const load = async (text: string) => {
    if (text !== current) {
      writeFileSync(path, text)
      forget(path)
      await renew()
    }
    current = text
    return ''
  }
  return { on: () => load(applied(fault.source, fault)), off: () => load(usual) }
}

/**
 * Tries a fault on test files until one fails, and that one without the fault. What fails without it, too, may be in
 * disorder from an earlier fault, so the fault is tried once more in a new process.
 */
async function tryFault(
  { on, off }: Switch,
  files: readonly string[],
  usual: Usual,
  { failureOf, renew }: Tests,
): Promise<Verdict> {
  let by = ''
  for (const isSecond of [false, true]) {
    let failure: Failure | undefined
    const fault = await on()
    for (const testFile of files) {
      failure = await failureOf(testFile, {
        fault,
        patience: patienceAfter(usual.durations.get(testFile) ?? LONGEST),
      })
      if (failure) break
    }
    const none = await off()
    if (!failure) return { outcome: 'survived', by: '' }
    by = failure.by
    if (failure.testFile) {
      if (isSecond) await renew()
      if (!(await failureOf(failure.testFile, { fault: none, patience: LONGEST })))
        return { outcome: 'noticed', by, testFile: failure.testFile }
      by = `${by}, which fails without the fault, too`
    }
    await renew()
    if (interrupted) break
  }
  return { outcome: 'undecided', by }
}

async function tryAll(faults: readonly Fault[]): Promise<number> {
  const copy = copyTree()
  const server = await startTestPostgres(forTestRuns)
  try {
    prepare(copy, faults)
    const template = await makeTemplate(server.url)
    const tests = await testsOf(copy, { url: server.url, template })
    endTests = tests.renew
    const usual = new Map<string, Usual>()
    /** The test file that noticed the last fault of a source file is likely to notice its next one. */
    const lastBy = new Map<string, string>()
    const counts = { tried: 0, own: 0 }

    for (const fault of faults) {
      const known = usual.get(fault.module) ?? (await usualOf(fault.module, copy, tests))
      usual.set(fault.module, known)
      if (interrupted) break
      const place = `${fault.file}:${functionAt(fault.source, fault.start)}`
      const order = [...new Set([lastBy.get(fault.file) ?? '', ...likelyFirst(fault.file, known.durations)])]
      // All of the module, where none is seen to enter the function: code of other processes is not seen.
      const reaching = (!atLoading.has(place) && known.reach.get(place)) || [...known.durations.keys()]
      const own = order.filter((testFile) => reaching.includes(testFile))
      const change = switchOf(fault, copy, tests)
      let verdict = await tryFault(change, own, known, tests)
      if (verdict.testFile) lastBy.set(fault.file, verdict.testFile)
      if (verdict.outcome === 'survived' && flags.elsewhere.length > 0) {
        const others = flags.elsewhere.map((file) => join(copy, file))
        verdict = await tryFault(change, others, known, tests)
        if (verdict.outcome === 'noticed') verdict.outcome = 'noticed elsewhere'
      }
      await dropClones(server.url)
      if (interrupted) break
      counts.tried += 1
      if (verdict.outcome === 'noticed') counts.own += 1
      report(fault, verdict)
      if (verdict.outcome !== 'noticed') say(difference(fault.source, fault))
    }
    await tests.close()
    const share = Math.round((counts.own / Math.max(1, counts.tried)) * 1000) / 10
    say(
      `\nSeed ${flags.seed}: ${counts.own} of ${counts.tried} noticed by the module's own tests (${share} %)`,
    )
    return counts.tried === faults.length ? 0 : 1
  } finally {
    await server.stop()
    rmSync(copy, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

function report({ number, kind, file, line }: Fault, { outcome, by }: Verdict): void {
  say(`${number} ${kind} at ${file}:${line}: ${outcome}${by && ` by ${by}`}`)
  const folder = join(ROOT, '.cache/mutate')
  mkdirSync(folder, { recursive: true })
  const text = JSON.stringify({ number, kind, file, line, outcome, by })
  appendFileSync(join(folder, `seed-${flags.seed}.jsonl`), `${text}\n`)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interrupted = true
    void endTests()
  })

const count = Number(positionals[0] ?? '30')
const [part = 1, parts = 1] = flags.part.split('/').map(Number)
const only = flags.only?.split(',').map(Number)
const sampled = sample(allFaults(), count, Number(flags.seed)).map((fault, n) => ({
  ...fault,
  number: n + 1,
}))
const chosen = partOf(sampled, part, parts).filter(
  ({ number }) => number >= Number(flags.from) && (!only || only.includes(number)),
)
if (flags.list) {
  for (const fault of chosen) {
    say(`${fault.number} ${fault.kind} at ${fault.file}:${fault.line}`)
    say(difference(fault.source, fault))
  }
} else process.exitCode = await tryAll(chosen)
