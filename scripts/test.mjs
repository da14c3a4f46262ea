// npm test: sets itself up on a fresh clone, runs every step in order and counts.
//   --check          only the fast steps      --deep   many more random cases
//   --only=a,b       only the named steps
// Every check counts as one; Vitest and Playwright count their tests. The last line is the sum.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { run, wasInterrupted } from './lib/child.mjs'
import { ensureConsoleBuilt } from './lib/console-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureMosquitto } from './lib/mosquitto.mjs'
import { command, inProject, ROOT, say, Trouble } from './lib/project.mjs'
import { readPlaywrightReport, readVitestReport } from './lib/reports.mjs'
import { findRuntime, toolPath } from './lib/runtime.mjs'

/** @typedef {import('./lib/reports.mjs').TestResult} TestResult */
/** @typedef {{ name: string, what: string, fast?: boolean, run: () => Promise<TestResult[]> }} Step */

const SHOWN_LINES = 120
const SLOWEST = 20

await command(async () => {
  const flags = readFlags(process.argv.slice(2))
  await ensureInstalled()
  const runtime = findRuntime()
  const reports = mkdtempSync(join(tmpdir(), 'slotwise-reports-'))
  try {
    const steps = allSteps(runtime, reports, flags.deep)
    const unknown = flags.only?.filter((name) => !steps.some((step) => step.name === name)) ?? []
    if (unknown.length > 0) {
      throw new Trouble(
        `No step ${unknown.join(', ')}. There are ${steps.map(({ name }) => name).join(', ')}.`,
      )
    }
    const chosen = steps.filter(
      (step) => (!flags.check || step.fast) && (!flags.only || flags.only.includes(step.name)),
    )
    return summarise(await runInOrder(chosen))
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
})

/**
 * @param {string} runtime
 * @param {string} reports
 * @param {boolean} deep
 * @returns {Step[]}
 */
function allSteps(runtime, reports, deep) {
  const env = { ...toolPath(runtime), ...(deep ? { SLOTWISE_DEEP: '1' } : {}) }
  /** @type {(name: string, ...args: string[]) => string[]} */
  const tool = (name, ...args) => [inProject('node_modules/.bin', name), ...args]

  /** @type {(name: string, what: string, ...commands: string[][]) => Step} */
  const check = (name, what, ...commands) => ({
    name,
    what,
    fast: true,
    run: async () => {
      for (const args of commands) {
        const { code, output } = await run(runtime, args, { env, capture: true, group: true })
        if (code !== 0) throw new Trouble(lastLines(output))
      }
      return [passed(name)]
    },
  })

  return [
    check('format', 'oxfmt', tool('oxfmt', '--check')),
    check('lint', 'oxlint, with types', tool('oxlint', '--type-aware', '--deny-warnings')),
    check('types', 'tsc', ...typedProjects().map((project) => tool('tsc', '--noEmit', '-p', project))),
    check('arrows', 'who may import whom', ['scripts/check-arrows.ts']),
    check('unused', 'knip', tool('knip', '--no-progress', '--no-config-hints')),
    check('docs', 'generated documents are current', ['scripts/gen.ts', '--check']),
    {
      name: 'tests',
      what: 'unit and integration tests',
      run: async () => {
        const report = join(reports, 'vitest.json')
        const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
        const mosquitto = await ensureMosquitto()
        if ('missing' in mosquitto) throw new Trouble(mosquitto.missing)
        const { code } = await run(runtime, tool('vitest', 'run', ...outputs), {
          env: { ...env, MOSQUITTO_PATH: mosquitto.path },
          group: true,
        })
        return counted('tests', code, readVitestReport(report, ROOT))
      },
    },
    {
      name: 'build',
      what: 'the console',
      run: async () => {
        await ensureConsoleBuilt(runtime)
        return [passed('build')]
      },
    },
    {
      name: 'journeys',
      what: 'in a real browser',
      run: async () => {
        const browser = await ensureBrowser()
        if ('missing' in browser) throw new Trouble(browser.missing)
        await ensureConsoleBuilt(runtime)
        const report = join(reports, 'playwright.json')
        const { code } = await run(runtime, tool('playwright', 'test', '--reporter=list,json'), {
          env: { ...env, CHROMIUM_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
          group: true,
        })
        return counted('journeys', code, readPlaywrightReport(report))
      },
    },
  ]
}

/** @param {Step[]} steps */
async function runInOrder(steps) {
  /** @type {TestResult[]} */
  const results = []
  for (const step of steps) {
    if (wasInterrupted()) throw new Trouble('Interrupted.')
    say(`\n── ${step.name}: ${step.what}`)
    const began = Date.now()
    const outcome = await step.run().catch((error) => {
      if (!(error instanceof Trouble)) throw error
      say(error.message)
      return [failed(step.name)]
    })
    const bad = outcome.filter((result) => result.outcome === 'failed').length
    say(
      `${bad ? '✗' : '✓'} ${step.name} ${bad ? `failed (${bad})` : 'passed'} in ${seconds(Date.now() - began)}`,
    )
    results.push(...outcome)
  }
  return results
}

/**
 * Prints what is worth knowing at the end; the sum is the last line.
 * @param {TestResult[]} results
 */
function summarise(results) {
  const timed = results.filter(({ ms }) => ms > 0).toSorted((a, b) => b.ms - a.ms)
  if (timed.length > 0) {
    say(`\nThe ${Math.min(SLOWEST, timed.length)} slowest tests:`)
    for (const { name, ms } of timed.slice(0, SLOWEST)) say(`  ${seconds(ms).padStart(8)}  ${name}`)
  }
  /** @param {TestResult['outcome']} outcome */
  const having = (outcome) => results.filter((result) => result.outcome === outcome)
  const [good, bad, skipped] = [having('passed'), having('failed'), having('skipped')]
  if (bad.length > 0) {
    say('\nFailed:')
    for (const { name } of bad) say(`  ${name}`)
  }
  if (skipped.length > 0) say(`\n${skipped.length} skipped, because they do not apply here`)
  say(`\n${good.length} passed, ${bad.length} failed`)
  return bad.length > 0 || good.length === 0 ? 1 : 0
}

/**
 * A runner that fails without a failed test (an unhandled error, a broken set-up) fails all the same,
 * and so does one that found nothing to run.
 * @param {string} name
 * @param {number} code
 * @param {TestResult[]} tests
 */
function counted(name, code, tests) {
  const ran = tests.filter(({ outcome }) => outcome !== 'skipped')
  if (ran.length === 0) return [...tests, failed(`${name}: no test ran`)]
  const silent = code !== 0 && !tests.some(({ outcome }) => outcome === 'failed')
  return silent ? [...tests, failed(`${name}: ended with code ${code}, see above`)] : tests
}

/** What `tsc` checks: every tsconfig of the project itself and of its workspaces. */
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
  const flags = { check: false, deep: false, only: /** @type {string[] | undefined} */ (undefined) }
  for (const arg of args) {
    if (arg === '--check') flags.check = true
    else if (arg === '--deep') flags.deep = true
    else if (arg.startsWith('--only=')) flags.only = arg.slice('--only='.length).split(',')
    else throw new Trouble(`Unknown option ${arg}. There are --check, --deep and --only=step,step.`)
  }
  return flags
}

/** @param {string} output */
function lastLines(output) {
  const lines = output.trim().split('\n')
  const hidden = lines.length - SHOWN_LINES
  return [...(hidden > 0 ? [`… ${hidden} lines before`] : []), ...lines.slice(-SHOWN_LINES)].join('\n')
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
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
