/** npm start: from a fresh clone to the running product, on any Node that package.json allows. */
import { followParent, run, wasInterrupted } from './lib/child.mjs'
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
  const { code } = await run(
    runtime,
    [...followParent, 'apps/server/bin/serve.ts', ...process.argv.slice(2)],
    {
      env: toolPath(runtime),
      follow: true,
    },
  )
  return code
})
