/** npm start: from a fresh clone to the running product, on any Node that package.json allows. */
import { become, wasInterrupted } from './lib/child.mjs'
import { ensureConsoleBuilt } from './lib/console-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { command } from './lib/project.mjs'
import { findRuntime, sayRuntime, toolPath } from './lib/runtime.mjs'

await command(async () => {
  await ensureInstalled()
  const runtime = findRuntime()
  sayRuntime()
  await ensureConsoleBuilt(runtime)
  if (wasInterrupted()) return 130
  // Young objects get little room: the default makes an idle server 40 MB larger.
  const server = ['--max-semi-space-size=4', 'apps/server/bin/serve.ts', ...process.argv.slice(2)]
  // With an arena for every thread, the C library would keep 12 MB more.
  const { code } = await become(runtime, server, { ...toolPath(runtime), MALLOC_ARENA_MAX: '2' })
  return code
})
