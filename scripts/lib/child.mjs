/**
 * Runs child processes, each in a process group of its own. Ctrl-C reaches every process of the terminal, and npm
 * forwards it once more; this way a child gets it once, from here. An open channel tells the child when this process is
 * killed (follow-parent.mjs), so that no child is left running.
 */

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { inProject } from './project.mjs'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, follow?: boolean, group?: boolean, capture?: boolean }} Options */

/** The same signal twice within this time is one key press that arrived on two paths. */
const ONE_PRESS = 1000
const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** @type {Set<{ child: ChildProcess, group: boolean }>} */
const running = new Set()
let firstSignal = 0

export const wasInterrupted = () => firstSignal > 0

/**
 * Runs a program to its end.
 * `follow`: a program of this project, which ends when this process is killed. `group`: signals go to all its processes.
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

/**
 * Replaces this process by a program of this project where Node can, which saves the memory of a process that only
 * waits; runs it as a child elsewhere.
 * @param {string} file
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function become(file, args, env) {
  const all = [...followParent, ...args]
  if (!process.execve) return run(file, all, { env, follow: true })
  process.chdir(inProject())
  // npm cannot forward a signal when it is killed, but the program sees that it has another parent then.
  const parent = process.env.npm_lifecycle_event ? { SLOTWISE_PARENT: `${process.ppid}` } : {}
  process.execve(file, [file, ...all], { ...process.env, ...env, ...parent })
  throw new Error('not reached')
}

/** The arguments that make a Node program of this project end with its parent. */
export const followParent = ['--import', inProject('scripts/lib/follow-parent.mjs')]

/** Ends all running programs, as a signal would. */
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
  // A second signal after a while: the user does not want to wait, so the programs are killed.
  const name = firstSignal === now ? (signal === 'SIGHUP' ? 'SIGTERM' : signal) : 'SIGKILL'
  for (const { child, group } of running) {
    if (!child.pid) continue
    try {
      process.kill(group ? -child.pid : child.pid, name)
    } catch {
      // The process has just ended.
    }
  }
}

/** A killed npm cannot forward a signal, but its death gives this process another parent. */
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
