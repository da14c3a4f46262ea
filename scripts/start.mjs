/** npm start: from a fresh clone to the running product, on any Node that package.json allows. */
import { become, wasInterrupted } from './lib/child.mjs'
import { ensureConsoleBuilt } from './lib/console-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { command } from './lib/project.mjs'
import { findRuntime, sayRuntime, toolPath } from './lib/runtime.mjs'
import { serverEnv, serverFlags } from './lib/server-runtime.mjs'

await command(async () => {
  await ensureInstalled()
  const runtime = findRuntime()
  sayRuntime()
  await ensureConsoleBuilt(runtime)
  if (wasInterrupted()) return 130
  const server = [...serverFlags, 'apps/server/bin/serve.ts', ...process.argv.slice(2)]
  const { code } = await become(runtime, server, { ...toolPath(runtime), ...serverEnv })
  return code
})
