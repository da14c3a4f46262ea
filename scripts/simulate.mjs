/**
 * npm run simulate -- --machines 50 --sales 2/s: virtual machines of the demo merchant, created as needed, or from a
 * file (--credentials); see --help. With --conform SN: tries a real machine against the checklist of the protocol.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followParent, run } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { command } from './lib/project.mjs'
import { findRuntime, toolPath } from './lib/runtime.mjs'

await command(async () => {
  await ensureInstalled()
  const runtime = findRuntime()
  const env = toolPath(runtime)
  const args = process.argv.slice(2)
  if (args.some((arg) => arg.startsWith('--conform')))
    return (
      await run(runtime, [...followParent, 'apps/simulator/bin/conform.ts', ...args], { env, follow: true })
    ).code
  const simulate = (/** @type {string[]} */ ...more) =>
    run(runtime, [...followParent, 'apps/simulator/bin/simulate.ts', ...more], { env, follow: true })
  if (args.includes('--help') || args.some((arg) => arg.startsWith('--credentials')))
    return (await simulate(...args)).code

  const folder = mkdtempSync(join(tmpdir(), 'slotwise-machines-'))
  try {
    const file = join(folder, 'machines.json')
    const at = args.indexOf('--machines')
    const count = at < 0 ? '24' : (args[at + 1] ?? '')
    const fleet = ['apps/server/bin/ops.ts', 'machine', 'fleet', '--count', count, '--file', file]
    const made = await run(runtime, fleet, { env })
    if (made.code !== 0) return made.code
    return (await simulate('--credentials', file, ...args)).code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
