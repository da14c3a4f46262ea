import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** @param {...string} parts */
export const inProject = (...parts) => join(ROOT, ...parts)

/** An error that the user can correct: shown without a stack trace. */
export class Trouble extends Error {}

/** @param {string} message */
export function say(message) {
  process.stdout.write(`${message}\n`)
}

/**
 * Runs a command's main function; a `Trouble` ends it with a message instead of a stack trace.
 * @param {() => Promise<number>} main
 */
export async function command(main) {
  try {
    requireSupportedNode()
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    process.stderr.write(`\n${error.message}\n`)
    process.exitCode = 1
  }
}

function requireSupportedNode() {
  const { engines } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  const node = process.versions.node
  if (major(node) < major(engines.node)) {
    throw new Trouble(`Node ${engines.node} is needed to begin with, this is ${node}. See https://nodejs.org`)
  }
  const npm = /npm\/(\S+)/.exec(process.env.npm_config_user_agent ?? '')?.[1]
  if (npm && major(npm) < major(engines.npm)) {
    say(`npm ${engines.npm} is recommended, this is ${npm}. If installing fails: npm install --global npm@10`)
  }
}

/** @param {string} version "20.1.2", "v20.1.2" or ">=20" */
export function major(version) {
  return Number(/\d+/.exec(version)?.[0] ?? 0)
}
