import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { inProject, major, say, Trouble } from './project.mjs'

const NEEDED = 24
const INSTALLED = inProject('node_modules')
/** An unofficial repack of Node among the dependencies, for systems whose own Node is older. */
const PACKAGED = join(INSTALLED, '.bin/node')

/** @typedef {{ path: string, version: string, packaged: boolean }} Candidate */

/** The Node that runs the product: the system's if it is new enough, else the one among the dependencies. */
export function findRuntime() {
  const found = chooseRuntime(candidates())
  if (found) return found.path
  const { optionalDependencies = {} } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  const platforms = Object.keys(optionalDependencies).map((name) => name.replace('node-', ''))
  throw new Trouble(
    `Node ${NEEDED} or newer is needed to run the product. It comes along on ${platforms.join(' and ')};\n` +
      `on ${process.platform}-${process.arch} please install it (https://nodejs.org) and try again. This is ${process.version}.`,
  )
}

/** Prints which Node runs, and why it is not the system's. */
export function sayRuntime() {
  const all = candidates()
  const found = chooseRuntime(all)
  if (found) say(describeRuntime(found, all))
}

/**
 * @param {readonly Candidate[]} all in the order in which they were found
 * @returns {Candidate | undefined}
 */
export function chooseRuntime(all) {
  const fit = all.filter(({ version }) => major(version) >= NEEDED)
  return fit.find(({ packaged }) => !packaged) ?? fit[0]
}

/**
 * @param {Candidate} chosen
 * @param {readonly Candidate[]} all
 */
export function describeRuntime(chosen, all) {
  if (!chosen.packaged) return `Node ${chosen.version} of this system (${chosen.path})`
  const older = all.find(({ packaged }) => !packaged)
  const why = older ? `this system has ${older.version}, which is too old` : 'this system has none of its own'
  return `Node ${chosen.version} from the dependencies: ${why} (${NEEDED} or newer is used where it is installed)`
}

/** npm puts the packaged Node before the system's in the path, so the Node that runs this may be either. */
function candidates() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const paths = [
    process.env.npm_node_execpath,
    process.execPath,
    ...folders.map((folder) => join(folder, 'node')),
  ]
  const installed = existsSync(INSTALLED) ? realpathSync(INSTALLED) : INSTALLED
  /** @type {Map<string, Candidate>} */
  const found = new Map()
  for (const path of [...paths, PACKAGED]) {
    const real = path && existsSync(path) ? realpathSync(path) : undefined
    if (!path || !real || found.has(real)) continue
    const packaged = real.startsWith(installed + sep)
    found.set(real, { path: packaged ? PACKAGED : path, version: versionOf(path), packaged })
  }
  return [...found.values()]
}

/** @param {string} path */
function versionOf(path) {
  if (path === process.execPath) return process.version
  return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''
}

/**
 * The environment in which `node` and the project's tools are found under their plain names.
 * @param {string} runtime
 */
export function toolPath(runtime) {
  const path = [dirname(runtime), inProject('node_modules/.bin'), process.env.PATH].join(delimiter)
  return { PATH: path }
}
