import { existsSync, readFileSync } from 'node:fs'
import { run, wasInterrupted } from './child.mjs'
import { inProject, say, Trouble } from './project.mjs'
import { hashOf, isFresh, markFresh } from './stale.mjs'

const STAMP = inProject('node_modules/.slotwise-install')

/** Installs the locked dependencies unless they are there. */
export async function ensureInstalled() {
  const wanted = `${hashOf([inProject('package-lock.json')])} ${process.platform}-${process.arch}`
  if (isFresh(STAMP, wanted)) return
  if (!installedByHand()) await install()
  markFresh(STAMP, wanted)
}

async function install() {
  say('Installing dependencies (once, a minute or two) …')
  // Optional and development packages hold the runtime, the database and the build tools. Scripts of packages are not
  // run: the only ones would create links that the embedded PostgreSQL creates itself.
  const args = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const cli = process.env.npm_execpath
  // npm ci replaces node_modules, so it must not run on the Node inside that folder.
  const node = process.env.npm_node_execpath ?? process.execPath
  const { code } = await (cli?.endsWith('.js') ? run(node, [cli, ...args]) : run('npm', args)).catch(
    (error) => {
      throw new Trouble(`npm cannot be started (${error.message}). It comes with Node: https://nodejs.org`)
    },
  )
  if (wasInterrupted()) throw new Trouble('Interrupted.')
  if (code !== 0) {
    throw new Trouble(
      'Installing the dependencies failed; the reason stands above. They are fetched once from the npm\n' +
        'registry, so the machine must be online (or npm set up for your mirror or proxy). Then try again.',
    )
  }
}

/** True when an `npm install` by the user left exactly what the lock file asks for. */
function installedByHand() {
  const present = packagesOf(inProject('node_modules/.package-lock.json'))
  if (!present) return false
  const locked = packagesOf(inProject('package-lock.json')) ?? {}
  return Object.entries(locked).every(([path, { version, optional, link, peer }]) => {
    if (!path.includes('node_modules/')) return true
    if (link) return existsSync(inProject(path)) // a workspace that was added since
    const found = present[path]
    if (!found) return Boolean(optional || peer) // left out on other platforms
    return found.version === version && existsSync(inProject(path))
  })
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, peer?: boolean, link?: boolean }> | undefined}
 */
function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}
