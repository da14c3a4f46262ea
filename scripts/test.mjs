/**
 * npm test: sets itself up on a fresh clone, runs the checks beside each other, then the other steps, and counts.
 *   --check          only the fast steps      --deep   many more random cases
 *   --only=a,b       only the named steps
 *   --changed        what a change touches, against the merge-base with main (on main: uncommitted files, else the
 *                    last commit): all checks, the tests that import a changed file or read the project's files, and the
 *                    journeys of its features
 * Every check counts as one; Vitest and Playwright count their tests. The last line is the sum.
 */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { changeBase, changedFiles, featuresWithJourneys, journeysFor, testsThatRead } from './lib/changed.mjs'
import { run } from './lib/child.mjs'
import { ensureConsoleBuilt } from './lib/console-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureMosquitto } from './lib/mosquitto.mjs'
import { command, inProject, ROOT, say, Trouble } from './lib/project.mjs'
import { readPlaywrightReport, readVitestReport } from './lib/reports.mjs'
import { findRuntime, sayRuntime, toolPath } from './lib/runtime.mjs'
import { runSteps, seconds } from './lib/steps.mjs'

/** @typedef {import('./lib/reports.mjs').TestResult} TestResult */
/** @typedef {import('./lib/steps.mjs').Step} Step */
/** @typedef {import('./lib/steps.mjs').Timed} Timed */

const SHOWN_LINES = 120
const SLOWEST_TESTS = 20
const SLOWEST_FILES = 15
/** How many commands of checks run at a time; each takes up to 1.5 GB. */
const LANES = Math.min(availableParallelism(), 4)
/**
 * For oxlint and tsc. Each of their threads works out most types again, so a thread more costs more than it helps while
 * other checks use the remaining cores. They end soon, so collecting garbage less often costs little memory.
 */
const FRUGAL = { GOMAXPROCS: `${Math.max(1, Math.floor(availableParallelism() / 2))}`, GOGC: '300' }

await command(async () => {
  const flags = readFlags(process.argv.slice(2))
  await ensureInstalled()
  const runtime = findRuntime()
  sayRuntime()
  const reports = mkdtempSync(join(tmpdir(), 'slotwise-reports-'))
  try {
    const steps = allSteps(runtime, reports, flags)
    const unknown = flags.only?.filter((name) => !steps.some((step) => step.name === name)) ?? []
    if (unknown.length > 0) {
      throw new Trouble(
        `No step ${unknown.join(', ')}. There are ${steps.map(({ name }) => name).join(', ')}.`,
      )
    }
    const chosen = steps.filter(
      (step) => (!flags.check || step.fast) && (!flags.only || flags.only.includes(step.name)),
    )
    return summarise(await runSteps(chosen, LANES))
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
})

/**
 * @param {string} runtime
 * @param {string} reports
 * @param {{ deep: boolean, changed: boolean }} flags
 * @returns {Step[]}
 */
function allSteps(runtime, reports, { deep, changed }) {
  const base = changed ? changeBase() : undefined
  const journeys =
    base === undefined ? { folders: [] } : journeysFor(changedFiles(base), featuresWithJourneys())
  const env = {
    ...toolPath(runtime),
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    ...(deep ? { SLOTWISE_DEEP: '1' } : {}),
  }
  /** @type {(name: string, ...args: string[]) => string[]} */
  const tool = (name, ...args) => [inProject('node_modules/.bin', name), ...args]

  /** @type {(name: string, what: string, ...commands: string[][]) => Step} */
  const check = (name, what, ...commands) => ({
    name,
    what,
    fast: true,
    run: async (inLane) => {
      /** @type {string[]} */
      const troubles = []
      const one = async (/** @type {string[]} */ args) => {
        if (troubles.length > 0) return
        const { code, output } = await run(runtime, args, {
          env: { ...env, ...FRUGAL },
          capture: true,
          group: true,
        })
        if (code !== 0) troubles.push(lastLines(output))
      }
      await Promise.all(commands.map((args) => inLane(() => one(args))))
      if (troubles.length > 0) throw new Trouble(troubles.join('\n'))
      return [passed(name)]
    },
  })

  return [
    check('format', 'oxfmt', tool('oxfmt', '--check')),
    check('lint', 'oxlint, with types', tool('oxlint', '--type-aware', '--deny-warnings')),
    check(
      'types',
      'tsc',
      ...typedProjects().map((project) => tool('tsc', '--noEmit', '--singleThreaded', '-p', project)),
    ),
    check('arrows', 'who may import whom', ['scripts/check-arrows.ts']),
    check('unused', 'knip', tool('knip', '--no-progress', '--no-config-hints')),
    check('docs', 'generated documents are current', ['scripts/gen.ts', '--check']),
    check('openapi', 'redocly', tool('redocly', 'lint', 'docs/generated/openapi.json')),
    {
      name: 'tests',
      what: 'unit and integration tests',
      run: async () => {
        const mosquitto = await ensureMosquitto()
        if ('missing' in mosquitto) throw new Trouble(mosquitto.missing)
        const some = async (/** @type {string} */ name, /** @type {string[]} */ ...which) => {
          const report = join(reports, `${name}.json`)
          const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
          const { code } = await run(runtime, tool('vitest', 'run', ...outputs, ...which), {
            env: { ...env, MOSQUITTO_PATH: mosquitto.path },
            group: true,
          })
          return counted('tests', code, readVitestReport(report, ROOT), { mayBeNone: changed })
        }
        if (base === undefined) return some('vitest')
        const readers = testsThatRead()
        const importers = await some(
          'vitest',
          `--changed=${base}`,
          '--passWithNoTests',
          ...readers.flatMap((path) => ['--exclude', path]),
        )
        return [...importers, ...(await some('vitest-readers', ...readers))]
      },
    },
    {
      name: 'build',
      what: 'the console',
      run: async () => {
        if (!journeys) return []
        await ensureConsoleBuilt(runtime)
        return [passed('build')]
      },
    },
    {
      name: 'journeys',
      what: 'in a real browser',
      run: async () => {
        if (!journeys) {
          say('The change touches none.')
          return []
        }
        const browser = await ensureBrowser()
        if ('missing' in browser) throw new Trouble(browser.missing)
        await ensureConsoleBuilt(runtime)
        const report = join(reports, 'playwright.json')
        const { folders, features } = journeys
        const { code } = await run(runtime, tool('playwright', 'test', '--reporter=list,json', ...folders), {
          env: {
            ...env,
            CHROMIUM_PATH: browser.path,
            PLAYWRIGHT_JSON_OUTPUT_NAME: report,
            ...(features && { SLOTWISE_FEATURES: features.join() }),
          },
          group: true,
        })
        return counted('journeys', code, readPlaywrightReport(report))
      },
    },
  ]
}

/**
 * Prints the summary; the last line is the sum.
 * @param {{ results: TestResult[], steps: Timed[], ms: number }} ran
 */
function summarise({ results, steps, ms }) {
  sayTimes('The slowest tests', slowest(results, SLOWEST_TESTS))
  sayTimes('The slowest files, all their tests together', slowest(byFile(results), SLOWEST_FILES))
  /** @param {TestResult['outcome']} outcome */
  const having = (outcome) => results.filter((result) => result.outcome === outcome)
  const [good, bad, skipped] = [having('passed'), having('failed'), having('skipped')]
  if (bad.length > 0) {
    say('\nFailed:')
    for (const { name } of bad) say(`  ${name}`)
  }
  if (skipped.length > 0) say(`\n${skipped.length} skipped, because they do not apply here`)
  sayTimes('Seconds by step', [...steps, { name: 'together', ms }])
  say(`\n${good.length} passed, ${bad.length} failed`)
  return bad.length > 0 || good.length === 0 ? 1 : 0
}

/**
 * @param {string} title
 * @param {Timed[]} lines
 */
function sayTimes(title, lines) {
  if (lines.length === 0) return
  say(`\n${title}:`)
  for (const { name, ms } of lines) say(`  ${seconds(ms).padStart(8)}  ${name}`)
}

/**
 * @param {Timed[]} timed
 * @param {number} count
 */
function slowest(timed, count) {
  return timed
    .filter(({ ms }) => ms > 0)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
}

/**
 * @param {TestResult[]} results
 * @returns {Timed[]}
 */
function byFile(results) {
  /** @type {Map<string, number>} */
  const sums = new Map()
  for (const { file, ms } of results) if (file) sums.set(file, (sums.get(file) ?? 0) + ms)
  return [...sums].map(([name, ms]) => ({ name, ms }))
}

/**
 * A runner that fails without a failed test (an unhandled error, a broken set-up) counts as a failure, and so does one
 * that found no tests, unless `mayBeNone` says that the change may touch none.
 * @param {string} name
 * @param {number} code
 * @param {TestResult[]} tests
 * @param {{ mayBeNone?: boolean }} [options]
 */
function counted(name, code, tests, { mayBeNone = false } = {}) {
  const ran = tests.filter(({ outcome }) => outcome !== 'skipped')
  if (ran.length === 0 && !mayBeNone) return [...tests, failed(`${name}: no test ran`)]
  const silent = code !== 0 && !tests.some(({ outcome }) => outcome === 'failed')
  return silent ? [...tests, failed(`${name}: ended with code ${code}, see above`)] : tests
}

/** The projects that `tsc` checks: every tsconfig of the root and of the workspaces. */
function typedProjects() {
  const workspaces = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(inProject(parent)).map((name) => `${parent}/${name}`),
  )
  return ['.', ...workspaces].flatMap((folder) =>
    readdirSync(inProject(folder))
      .filter((name) => /^tsconfig(\.(?!base)\w+)?\.json$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
}

/** @param {string[]} args */
function readFlags(args) {
  const flags = {
    check: false,
    deep: false,
    changed: false,
    only: /** @type {string[] | undefined} */ (undefined),
  }
  for (const arg of args) {
    if (arg === '--check') flags.check = true
    else if (arg === '--deep') flags.deep = true
    else if (arg === '--changed') flags.changed = true
    else if (arg.startsWith('--only=')) flags.only = arg.slice('--only='.length).split(',')
    else
      throw new Trouble(`Unknown option ${arg}. There are --check, --deep, --changed and --only=step,step.`)
  }
  return flags
}

/** @param {string} output */
function lastLines(output) {
  const lines = output.trim().split('\n')
  const hidden = lines.length - SHOWN_LINES
  return [...(hidden > 0 ? [`… ${hidden} lines before`] : []), ...lines.slice(-SHOWN_LINES)].join('\n')
}

/**
 * @param {string} name
 * @returns {TestResult}
 */
function passed(name) {
  return { name, outcome: 'passed', ms: 0 }
}

/**
 * @param {string} name
 * @returns {TestResult}
 */
function failed(name) {
  return { name, outcome: 'failed', ms: 0 }
}
