/**
 * npm run break -- [--rows S8-X32,D6-02] [--section 5 | Decisions] [--part 1/4] [--by tests | journeys] [--list]
 * npm run break -- --sample 120 --journeys 25 --seed 1
 *
 * Makes the statements of docs/spec-map.md false one by one, by the kept changes of `spec-breaks.ts`, and runs the tests
 * that the row names and no others. A break is noticed when one of them fails with it and passes without it. A file
 * that does not load, or a console that cannot be built, decides nothing: such a break has to be written better.
 * Tests of Vitest are tried first, journeys only where those noticed nothing.
 *
 * It works in a copy (`faulty-copy.ts`). Verdicts are added to `.cache/break/verdicts.jsonl` as they come.
 * `--sample` only lists rows, in equal shares of all sections, to write breaks for; `--journeys` of them are proved by
 * journeys alone.
 */

import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { dropClones, forTestRuns, makeTemplate, startTestPostgres } from '../apps/server/test/postgres.ts'
import { copyTree, type Failure, LONGEST, patienceAfter, type Tests, testsOf } from './faulty-copy.ts'
import { changesConsole, type Journeys, journeysOf } from './faulty-journeys.ts'
import { ensureMosquitto } from './lib/mosquitto.mjs'
import { ROOT, say, Trouble } from './lib/project.mjs'
import { breaks } from './spec-breaks/all.ts'
import { numberedBreaks, type NumberedBreak, patternOf, problemsOfBreaks } from './spec-breaks.ts'
import { sampleOf } from './spec-sample.ts'
import { proofsIn, type Statement, statementsIn } from './spec-map.ts'

let interrupted = false
let endTests = async (): Promise<void> => {}

type Outcome = 'noticed' | 'survived' | 'undecided'
type Verdict = { outcome: Outcome; by: string; error: string }

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string' },
    section: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    by: { type: 'string', default: 'tests,journeys' },
    list: { type: 'boolean', default: false },
    sample: { type: 'string' },
    journeys: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
})

const page = readFileSync(join(ROOT, 'docs/spec-map.md'), 'utf8')
const readSource = (path: string) => {
  const file = join(ROOT, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

type Proof = { file: string; names: string[] }

/** The named tests of a row, by file. */
function proofsOf({ proof }: Statement): { tests: Proof[]; journeys: Proof[] } {
  const byFile = new Map<string, string[]>()
  for (const { file, test } of proofsIn(proof) ?? []) byFile.set(file, [...(byFile.get(file) ?? []), test])
  const all = [...byFile].map(([file, names]) => ({ file, names }))
  const isJourney = ({ file }: Proof) => file.startsWith('e2e/')
  return { tests: all.filter((one) => !isJourney(one)), journeys: all.filter(isJourney) }
}

const anyOf = (patterns: readonly string[]): string => `(?:${[...new Set(patterns)].join('|')})$`
const testNames = ({ names }: Proof) => new RegExp(`^${anyOf(names.map((name) => patternOf(name, ' > ')))}`)
const journeyPattern = ({ names }: Proof) => anyOf(names.map((name) => patternOf(name, ' ')))

const errorOf = (failure: Failure): string => failure.error ?? ''

/** Runs work while the copy is broken. */
async function whileBroken<T>(
  copy: string,
  { file, find, put }: NumberedBreak,
  work: () => Promise<T>,
): Promise<T> {
  const path = join(copy, file)
  const usual = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    usual.replace(find, () => put),
  )
  try {
    return await work()
  } finally {
    writeFileSync(path, usual)
  }
}

/** How long each file of tests takes without a break; the names that fail without one prove nothing. */
async function usualTimes(chosen: readonly NumberedBreak[], copy: string, tests: Tests) {
  const byFile = new Map<string, Set<string>>()
  for (const { statement } of chosen)
    for (const { file, names } of proofsOf(statement).tests)
      byFile.set(file, new Set([...(byFile.get(file) ?? []), ...names]))
  const times = new Map<string, number>()
  for (const [file, names] of byFile) {
    if (interrupted) break
    const began = Date.now()
    const run = { patience: LONGEST, names: testNames({ file, names: [...names] }) }
    const failure =
      (await tests.failureOf(join(copy, file), run)) && (await tests.failureOf(join(copy, file), run))
    if (failure) say(`Left out, because it fails without any break: ${failure.by} ${errorOf(failure)}`)
    else times.set(file, Date.now() - began)
  }
  return times
}

async function byTests(
  one: NumberedBreak,
  copy: string,
  tests: Tests,
  times: Map<string, number>,
): Promise<Verdict> {
  const path = join(copy, one.file)
  const load = async () => {
    tests.forget(path)
    await tests.renew()
  }
  let undecided: Failure | undefined
  const verdict = await whileBroken(copy, one, async (): Promise<Verdict | undefined> => {
    await load()
    for (const proof of proofsOf(one.statement).tests) {
      const time = times.get(proof.file)
      if (time === undefined) continue
      const run = { patience: patienceAfter(time), names: testNames(proof) }
      const failure = await tests.failureOf(join(copy, proof.file), run)
      if (failure?.test) return { outcome: 'noticed', by: failure.by, error: errorOf(failure) }
      undecided ??= failure
    }
    return undefined
  })
  await load()
  if (verdict) return verdict
  if (undecided) return { outcome: 'undecided', by: undecided.by, error: errorOf(undecided) }
  return { outcome: 'survived', by: '', error: '' }
}

/** Journeys that visit every state of a page are tried last, and for the feature of the changed file alone. */
function inTurn({ file, statement }: NumberedBreak) {
  const isWide = (proof: Proof) => proof.file.startsWith('e2e/pages/')
  const features = /features\/(\w+)\//.exec(file)?.[1] ?? 'shell'
  return proofsOf(statement)
    .journeys.map((proof) => ({
      file: proof.file,
      pattern: journeyPattern(proof),
      isWide: isWide(proof),
      ...(isWide(proof) && { features }),
    }))
    .toSorted((a, b) => Number(a.isWide) - Number(b.isWide))
}

async function byJourneys(
  one: NumberedBreak,
  copy: string,
  journeys: Journeys,
  failing: ReadonlySet<string>,
): Promise<Verdict> {
  const undecided = (by: string, error = ''): Verdict => ({ outcome: 'undecided', by, error })
  const proofs = inTurn(one).filter(({ file }) => !failing.has(file))
  if (proofs.length === 0) return undecided('journeys that fail without the break, too')
  try {
    return await whileBroken(copy, one, async () => {
      if (changesConsole(one.file) && !(await journeys.buildConsole()))
        return undecided('a console that cannot be built')
      for (const proof of proofs) {
        const failure = await journeys.failureOf(proof)
        if (failure?.test) return { outcome: 'noticed', by: failure.by, error: errorOf(failure) } as const
        if (failure) return undecided(failure.by, errorOf(failure))
      }
      return { outcome: 'survived', by: '', error: '' } as const
    })
  } finally {
    if (changesConsole(one.file)) journeys.usualConsole()
  }
}

function report({ name, file, statement }: NumberedBreak, { outcome, by, error }: Verdict): void {
  say(`${name} ${outcome}${by && ` by ${by}`}${error && `\n    ${error.slice(0, 200)}`}`)
  if (outcome !== 'noticed') say(`    ${statement.text}\n    ${file}`)
  const folder = join(ROOT, '.cache/break')
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, 'verdicts.jsonl'), `${JSON.stringify({ name, file, outcome, by, error })}\n`)
}

async function tryAll(chosen: readonly NumberedBreak[]): Promise<number> {
  const mosquitto = await ensureMosquitto()
  if ('missing' in mosquitto) throw new Trouble(mosquitto.missing)
  process.env['MOSQUITTO_PATH'] = mosquitto.path
  const ways = flags.by.split(',')
  const has = (way: 'tests' | 'journeys') => (one: NumberedBreak) =>
    ways.includes(way) && proofsOf(one.statement)[way].length > 0
  const copy = copyTree()
  const verdicts = new Map<NumberedBreak, Verdict>()
  try {
    const tested = chosen.filter(has('tests'))
    if (tested.length > 0) {
      const server = await startTestPostgres(forTestRuns)
      try {
        const tests = await testsOf(copy, { url: server.url, template: await makeTemplate(server.url) })
        endTests = tests.renew
        const times = await usualTimes(tested, copy, tests)
        for (const one of tested) {
          const verdict = await byTests(one, copy, tests, times)
          if (interrupted) break
          verdicts.set(one, verdict)
          if (verdict.outcome === 'noticed' || !has('journeys')(one)) report(one, verdict)
          await dropClones(server.url)
        }
        await tests.close()
      } finally {
        await server.stop()
      }
    }
    const rest = chosen.filter((one) => has('journeys')(one) && verdicts.get(one)?.outcome !== 'noticed')
    if (rest.length > 0 && !interrupted) {
      const journeys = await journeysOf(copy)
      const failing = await journeys.failing(rest.flatMap(inTurn).filter(({ isWide }) => !isWide))
      for (const file of failing) say(`Left out, because a journey fails without any break: ${file}`)
      for (const one of rest) {
        const verdict = await byJourneys(one, copy, journeys, failing)
        if (interrupted) break
        verdicts.set(one, verdict)
        report(one, verdict)
      }
    }
  } finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  const all = [...verdicts.values()]
  const noticed = all.filter(({ outcome }) => outcome === 'noticed').length
  say(`\n${noticed} of ${all.length} breaks noticed`)
  return noticed === all.length ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interrupted = true
    void endTests()
  })

function chosenBreaks(): NumberedBreak[] {
  const rows = flags.rows?.split(',')
  const [part = 1, parts = 1] = flags.part.split('/').map(Number)
  return numberedBreaks(breaks, page)
    .filter(({ name, statement: { id } }) => !rows || rows.includes(id) || rows.includes(name))
    .filter(({ statement }) => !flags.section || statement.section.split('.')[0] === flags.section)
    .filter((_, index) => index % parts === part - 1)
}

if (flags.sample) {
  const statements = statementsIn(page).filter(({ proof }) => proof !== 'open')
  const isByJourneys = (one: Statement) => proofsOf(one).tests.length === 0
  const count = { all: Number(flags.sample), journeys: Number(flags.journeys) }
  for (const { id, text, proof } of sampleOf(statements, isByJourneys, count, Number(flags.seed)))
    say(`${id} ${text}\n    ${proof.replaceAll('<br>', '\n    ')}`)
} else {
  const chosen = chosenBreaks()
  const asKept = chosen.map(({ statement, file, find, put }) => [statement.id, file, find, put] as const)
  const problems = problemsOfBreaks(asKept, page, readSource)
  if (problems.length > 0) throw new Trouble(problems.join('\n'))
  if (flags.list) {
    for (const { name, file, find, put, statement } of chosen)
      say(`${name} ${statement.text}\n    ${file}\n    - ${find}\n    + ${put}`)
  } else process.exitCode = await tryAll(chosen)
}
