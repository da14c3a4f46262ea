/** npm run bench -- NAME: measures the server, which runs under Node as `npm start` runs it. */
import { ensureBrowser } from './lib/browser.mjs'
import { run } from './lib/child.mjs'
import { ensureConsoleBuilt } from './lib/console-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureMosquitto } from './lib/mosquitto.mjs'
import { command, Trouble } from './lib/project.mjs'
import { findRuntime, toolPath } from './lib/runtime.mjs'
import { serverEnv, serverFlags } from './lib/server-runtime.mjs'

/** These compare the embedded broker with Mosquitto. */
const WITH_MOSQUITTO = new Set(['gateway', 'sales'])

await command(async () => {
  const name = process.argv[2] ?? ''
  await ensureInstalled()
  const runtime = findRuntime()
  if (name === 'screen') await ensureConsoleBuilt(runtime)
  const programs = {
    ...(name === 'screen' && { CHROMIUM_PATH: pathOf(await ensureBrowser()) }),
    ...(WITH_MOSQUITTO.has(name) && { MOSQUITTO_PATH: pathOf(await ensureMosquitto()) }),
  }
  const args = [...serverFlags, 'bench/run.ts', ...process.argv.slice(2)]
  const { code } = await run(runtime, args, { env: { ...toolPath(runtime), ...serverEnv, ...programs } })
  return code
})

/** @param {{ path: string } | { missing: string }} found */
function pathOf(found) {
  if ('missing' in found) throw new Trouble(found.missing)
  return found.path
}
