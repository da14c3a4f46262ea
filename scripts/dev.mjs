/** npm run dev: the server restarts on every change, the console reloads in the browser. */
import { followParent, run, stopAll } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { command, inProject } from './lib/project.mjs'
import { findRuntime, sayRuntime, toolPath } from './lib/runtime.mjs'

await command(async () => {
  await ensureInstalled()
  const runtime = findRuntime()
  sayRuntime()
  const consolePort = process.env.PORT ?? '8080'
  const apiPort = process.env.API_PORT ?? '8081'
  const env = { ...toolPath(runtime), NODE_ENV: 'development', API_PORT: apiPort }

  const server = run(runtime, [...followParent, '--watch', 'apps/server/bin/serve.ts'], {
    env: { ...env, PORT: apiPort },
    follow: true,
  })
  const vite = [inProject('node_modules/.bin/vite'), '--port', consolePort, '--strictPort']
  const browserSide = run(runtime, [...followParent, ...vite], {
    cwd: inProject('apps/web'),
    env,
    follow: true,
  })

  // The server and the console are useless without each other, so both stop when one ends.
  const first = await Promise.race([server, browserSide])
  stopAll()
  await Promise.all([server, browserSide])
  return first.code
})
