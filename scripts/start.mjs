// npm start: from a fresh clone to a running product, on any Node the package.json allows.
import { followParent, run, wasInterrupted } from './lib/child.mjs'
import { ensureConsoleBuilt } from './lib/console-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { command } from './lib/project.mjs'
import { findRuntime, toolPath } from './lib/runtime.mjs'

await command(async () => {
  await ensureInstalled()
  const runtime = findRuntime()
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
