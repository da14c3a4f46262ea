/**
 * Runs the steps of `npm test`. Checks do not depend on each other, so their commands run beside each other, a few at a
 * time. The other steps follow one by one, because each of them uses the whole computer.
 */

import { wasInterrupted } from './child.mjs'
import { say, Trouble } from './project.mjs'

/** @typedef {import('./reports.mjs').TestResult} TestResult */
/** @typedef {<T>(work: () => Promise<T>) => Promise<T>} InLane Does the work when a lane is free. */
/** @typedef {{ name: string, what: string, fast: true, run: (inLane: InLane) => Promise<TestResult[]> }} Check */
/** @typedef {{ name: string, what: string, fast?: false, run: () => Promise<TestResult[]> }} LongStep */
/** @typedef {Check | LongStep} Step */
/** @typedef {{ name: string, ms: number }} Timed */
/** @typedef {Timed & { results: TestResult[] }} Ended */

/**
 * A step that throws a `Trouble` counts as failed; the others run nevertheless.
 * @param {Step[]} steps
 * @param {number} lanes How many commands of checks run at a time.
 * @returns {Promise<{ results: TestResult[], steps: Timed[], ms: number }>}
 */
export async function runSteps(steps, lanes) {
  const began = Date.now()
  const inLane = makeLanes(lanes)
  const checks = steps.filter((step) => step.fast === true)
  const ended = await Promise.all(checks.map((check) => runCheck(check, inLane)))
  for (const step of steps.filter((one) => one.fast !== true)) {
    demandNoInterrupt()
    ended.push(await runLongStep(step))
  }
  return { results: ended.flatMap(({ results }) => results), steps: ended, ms: Date.now() - began }
}

/**
 * Prints everything at the end, so that the lines of two checks do not mix. The time begins with the first command, not
 * while the check waits for a lane.
 * @param {Check} check
 * @param {InLane} inLane
 * @returns {Promise<Ended>}
 */
async function runCheck(check, inLane) {
  let began = 0
  const { results, message } = await outcomeOf(check.name, () =>
    check.run((work) =>
      inLane(() => {
        demandNoInterrupt()
        began ||= Date.now()
        return work()
      }),
    ),
  )
  const ms = began ? Date.now() - began : 0
  say([titleOf(check), ...message, verdictOf(check.name, results, ms)].join('\n'))
  return { name: check.name, ms, results }
}

/**
 * @param {LongStep} step
 * @returns {Promise<Ended>}
 */
async function runLongStep(step) {
  say(titleOf(step))
  const began = Date.now()
  const { results, message } = await outcomeOf(step.name, step.run)
  const ms = Date.now() - began
  say([...message, verdictOf(step.name, results, ms)].join('\n'))
  return { name: step.name, ms, results }
}

/**
 * @param {string} name
 * @param {() => Promise<TestResult[]>} run
 * @returns {Promise<{ results: TestResult[], message: string[] }>}
 */
async function outcomeOf(name, run) {
  try {
    return { results: await run(), message: [] }
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    return { results: [{ name, outcome: 'failed', ms: 0 }], message: [error.message] }
  }
}

/**
 * @param {number} count
 * @returns {InLane}
 */
function makeLanes(count) {
  let free = count
  /** @type {(() => void)[]} */
  const waiting = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise((resolve) => waiting.push(() => resolve(undefined)))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

function demandNoInterrupt() {
  if (wasInterrupted()) throw new Trouble('Interrupted.')
}

/** @param {Step} step */
const titleOf = ({ name, what }) => `\n── ${name}: ${what}`

/**
 * @param {string} name
 * @param {TestResult[]} results
 * @param {number} ms
 */
function verdictOf(name, results, ms) {
  const bad = results.filter(({ outcome }) => outcome === 'failed').length
  return bad ? `✗ ${name} failed (${bad}) in ${seconds(ms)}` : `✓ ${name} passed in ${seconds(ms)}`
}

/** @param {number} ms */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`
