/** npm run bench -- NAME: measures the server, which runs under Node as `npm start` runs it. */
import { run } from './lib/child.mjs'
import { ensureConsoleBuilt } from './lib/console-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { command } from './lib/project.mjs'
import { findRuntime, toolPath } from './lib/runtime.mjs'
import { serverEnv, serverFlags } from './lib/server-runtime.mjs'

await command(async () => {
  await ensureInstalled()
  const runtime = findRuntime()
  if (process.argv[2] === 'screen') await ensureConsoleBuilt(runtime)
  const args = [...serverFlags, 'bench/run.ts', ...process.argv.slice(2)]
  const { code } = await run(runtime, args, { env: { ...toolPath(runtime), ...serverEnv } })
  return code
})
