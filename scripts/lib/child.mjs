// Children run in a process group of their own. A Ctrl-C reaches every process of the terminal, and
// npm passes it on once more; this way it reaches the child once, from here. An open channel tells
// the child when this process is killed outright (follow-parent.mjs), so that nothing is left behind.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { inProject } from './project.mjs'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, follow?: boolean, group?: boolean, capture?: boolean }} Options */

/** Same signal twice within this time is one key press on its way by two roads. */
const ONE_PRESS = 1000
const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** @type {Set<{ child: ChildProcess, group: boolean }>} */
const running = new Set()
let firstSignal = 0

export const wasInterrupted = () => firstSignal > 0

/**
 * Runs a program to its end.
 * `follow`: the program is ours and ends when we are killed. `group`: signals go to all its processes.
 * `capture`: its output is returned, not shown.
 * @param {string} file
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function run(file, args, { cwd, env, follow, group = false, capture } = {}) {
  listenForSignals()
  const output = capture ? 'pipe' : 'inherit'
  const child = spawn(file, args, {
    cwd: cwd ?? inProject(),
    env: { ...process.env, ...env },
    detached: true,
    stdio: [
      capture ? 'ignore' : 'inherit',
      output,
      output,
      ...(follow ? [/** @type {const} */ ('ipc')] : []),
    ],
  })
  const entry = { child, group }
  running.add(entry)
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk) => (text += chunk))
  child.stderr?.setEncoding('utf8').on('data', (chunk) => (text += chunk))
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve({ code: code ?? exitCodeOf(signal), output: text }))
    })
  } finally {
    running.delete(entry)
  }
}

/** The arguments that make a Node program of ours end when its parent is gone. */
export const followParent = ['--import', inProject('scripts/lib/follow-parent.mjs')]

/** Ends everything that runs, as a signal would. */
export function stopAll() {
  passOn('SIGTERM')
}

let listening = false
function listenForSignals() {
  if (listening) return
  listening = true
  for (const signal of FORWARDED) process.on(signal, () => passOn(signal))
  watchForLostParent()
}

/** @param {NodeJS.Signals} signal */
function passOn(signal) {
  const now = Date.now()
  if (firstSignal === 0) firstSignal = now
  else if (now - firstSignal < ONE_PRESS) return
  // Asked again after a while: the user has lost patience.
  const name = firstSignal === now ? (signal === 'SIGHUP' ? 'SIGTERM' : signal) : 'SIGKILL'
  for (const { child, group } of running) {
    if (!child.pid) continue
    try {
      process.kill(group ? -child.pid : child.pid, name)
    } catch {
      // It has just ended.
    }
  }
}

/** npm killed outright cannot tell us; being handed to another parent does. */
function watchForLostParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    passOn('SIGTERM')
  }, 500)
  timer.unref()
}

/** @param {NodeJS.Signals | null} signal */
function exitCodeOf(signal) {
  return 128 + (signal ? constants.signals[signal] : 0)
}
