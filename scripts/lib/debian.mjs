/** Installs programs of the system where the user may install packages. */
import { existsSync } from 'node:fs'
import { run } from './child.mjs'
import { say } from './project.mjs'

export function canUseApt() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
}

/**
 * Whether the system's lists name this package; lists that were never fetched name none.
 * @param {string} name
 */
export async function aptKnows(name) {
  return (await run('apt-cache', ['show', name], { capture: true, group: true })).code === 0
}

/** @param {string[]} packages */
export async function aptInstall(packages) {
  say(`Installing ${packages.join(' and ')} …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const steps = [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]
  for (const args of steps) {
    const { code, output } = await run('apt-get', args, { env, capture: true, group: true })
    if (code !== 0)
      return say(`apt-get ${args[0]} failed:\n${output.trim().split('\n').slice(-10).join('\n')}`)
  }
}
