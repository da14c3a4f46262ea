/** run.mjs FILE.ts ARGS…: runs one of the project's TypeScript programs under the Node that it needs. */
import { run } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { command, Trouble } from './lib/project.mjs'
import { findRuntime, toolPath } from './lib/runtime.mjs'

await command(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new Trouble('Usage: node scripts/run.mjs FILE.ts [ARGUMENTS]')
  await ensureInstalled()
  const runtime = findRuntime()
  const { code } = await run(runtime, [file, ...args], { env: toolPath(runtime) })
  return code
})
