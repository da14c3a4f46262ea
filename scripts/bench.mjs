/** npm run bench -- NAME: measures the server, which runs under Node as `npm start` runs it. */
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
  await ensureInstalled()
  const runtime = findRuntime()
  if (process.argv[2] === 'screen') await ensureConsoleBuilt(runtime)
  const mosquitto = WITH_MOSQUITTO.has(process.argv[2] ?? '') ? await ensureMosquitto() : undefined
  if (mosquitto && 'missing' in mosquitto) throw new Trouble(mosquitto.missing)
  const args = [...serverFlags, 'bench/run.ts', ...process.argv.slice(2)]
  const env = { ...toolPath(runtime), ...serverEnv, ...(mosquitto && { MOSQUITTO_PATH: mosquitto.path }) }
  const { code } = await run(runtime, args, { env })
  return code
})
