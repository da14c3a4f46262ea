import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { inProject, major, Trouble } from './project.mjs'

const NEEDED = 24

/** The Node that runs the product: the one among the dependencies, else the system's if it is new enough. */
export function findRuntime() {
  const candidates = [inProject('node_modules/.bin/node'), process.execPath, process.env.npm_node_execpath]
  for (const path of candidates) {
    if (path && major(versionOf(path)) >= NEEDED) return path
  }
  const { optionalDependencies = {} } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  const platforms = Object.keys(optionalDependencies).map((name) => name.replace('node-', ''))
  throw new Trouble(
    `Node ${NEEDED} or newer is needed to run the product. It comes along on ${platforms.join(' and ')};\n` +
      `on ${process.platform}-${process.arch} please install it (https://nodejs.org) and try again. This is ${process.version}.`,
  )
}

/** @param {string} path */
function versionOf(path) {
  if (path === process.execPath) return process.version
  return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? ''
}

/**
 * The environment in which `node` and the project's tools are found under their plain names.
 * @param {string} runtime
 */
export function toolPath(runtime) {
  const path = [dirname(runtime), inProject('node_modules/.bin'), process.env.PATH].join(delimiter)
  return { PATH: path }
}
