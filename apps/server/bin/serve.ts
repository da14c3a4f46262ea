/** `serve [all|api|worker|gateway]`: runs the whole product in one process, or one role of it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { closeDemo, demoMerchants, hasDemo, seedDemo } from '../seeds/demo.ts'
import { neverIdle } from '../seeds/history/rhythm.ts'
import { demoCredentials, salesPace } from '../seeds/machines.ts'
import { demoWallets } from '../seeds/wallets.ts'
import { type Gateway, startGateway } from '../src/gateway/gateway.ts'
import { buildApp } from '../src/http/app.ts'
import { type Config, readConfig, readStorageConfig } from '../src/kernel/config.ts'
import type { Deps } from '../src/kernel/ctx.ts'
import { patientStart } from '../src/kernel/patience.ts'
import { S3Error } from '../src/ports/blobs/s3-request.ts'
import { startWorker } from '../src/worker/worker.ts'
import { dropRoot } from './drop-root.ts'
import { openDeps } from './open-deps.ts'

const roles = ['all', 'api', 'worker', 'gateway'] as const
const role = roles.find((name) => name === (process.argv[2] ?? 'all'))
if (!role) {
  console.error(`usage: serve [${roles.join('|')}]`)
  process.exit(2)
}

const say = (message: string): void => console.log(message)
const patiently = patientStart(say, () => stopping !== undefined)

/** The parts to close, in reverse order of opening. */
const open: { close(): Promise<unknown> }[] = []
let stopping: Promise<void> | undefined
let app: Awaited<ReturnType<typeof buildApp>> | undefined

function stop(): Promise<void> {
  stopping ??= (async () => {
    say('stopping')
    // A part that hangs must not keep the others from closing, nor the process from ending.
    setTimeout(() => process.exit(1), 15_000).unref()
    await started.catch(() => {})
    // Open calls get 5 s to end; clients that never finish sending or reading are then disconnected.
    setTimeout(() => app?.server.closeAllConnections(), 5_000).unref()
    for (const part of open.toReversed()) await part.close().catch((error: unknown) => console.error(error))
  })()
  return stopping
}

async function readSettings(): Promise<Config> {
  try {
    // Before anything is made in the data folder, so that it belongs to the user that the server runs as.
    const asUser = await dropRoot(readStorageConfig(process.env))
    if (asUser !== undefined) say(asUser)
    const settings = readConfig(process.env)
    const demos = settings.demo ? demoMerchants.map(({ username }) => username) : []
    return { ...settings, activityAccounts: [...settings.activityAccounts, ...demos] }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
const config = await readSettings()

/** Nothing works without the database, and a new start brings it back. */
function databaseLost(): void {
  console.error('the database has ended; start again')
  process.exitCode = 1
  void stop()
}

/** Refuses a bucket that cannot be used. An outage is only said, because machines sell without files. */
async function checkFiles({ blobs }: Deps): Promise<void> {
  try {
    await blobs.check()
  } catch (error) {
    if (!(error instanceof S3Error)) throw error
    if (!error.isPassing) throw new Error(`${error.message}; check the settings S3_…`, { cause: error })
    say(`${error.message}; files are not available until the store is back`)
  }
}

/** Existing demo merchants lack little or nothing; new ones are created by a program of its own. */
async function prepareDemo(deps: Deps): Promise<void> {
  const isNew = !(await patiently(() => hasDemo(deps)))
  if (isNew) {
    // A process group of its own, so that Ctrl-C does not end it with half a demo.
    const child = spawn(process.execPath, [fileURLToPath(new URL('seed-demo.ts', import.meta.url))], {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0 && !stopping)
      throw new Error('the demo merchants could not be created; DEMO=0 does without')
  }
  if (!stopping && ((await seedDemo(deps, { patiently })) || isNew)) say('seeded the demo merchants')
}

/** Opens one part after the other, and stops opening when a stop is requested meanwhile. */
async function start(): Promise<void> {
  const opened = await openDeps(config, say, { role: role ?? 'all', onLost: databaseLost, patiently })
  open.push(opened)
  const { deps } = opened
  if (stopping) return
  if (role !== 'gateway') await checkFiles(deps)
  if (config.demo) await prepareDemo(deps)
  else await patiently(() => closeDemo(deps))
  if (stopping) return
  if (deps.sms.name === 'none') say('warning: no SMS provider is configured, so codes cannot be sent')
  let gateway: Gateway | undefined
  if ((role === 'all' || role === 'gateway') && !stopping) {
    gateway = await startGateway(deps)
    open.push(gateway)
    say(gateway.port === undefined ? `machines at ${config.mqtt.url}` : `machines on port ${gateway.port}`)
    // The virtual machines do not support TLS.
    if (config.demoMachines > 0 && gateway.port !== undefined && !config.mqtt.tls) {
      const credentials = await patiently(() => demoCredentials(deps, demoMerchants, config.demoMachines))
      const wallets = await patiently(() => demoWallets(deps, demoMerchants))
      const host = /^(?:0\.0\.0\.0|::)$/.test(config.mqtt.host) ? 'localhost' : config.mqtt.host
      // A few leave or are broken, so that the demo shows offline machines and faults.
      const trouble = { leave: 2, broken: 4 }
      const { startVirtualMachines } = await import('./virtual-machines.ts')
      open.push(
        startVirtualMachines(credentials, {
          host,
          port: gateway.port,
          ...trouble,
          wallets,
          salesPerSecond: neverIdle(salesPace(demoMerchants), Date.now()),
        }),
      )
    }
  }
  if ((role === 'all' || role === 'worker') && !stopping) {
    const worker = await patiently(() => startWorker(deps))
    open.push({ close: () => worker.stop() })
  }
  if (stopping) return
  if (role === 'worker' || role === 'gateway') return say('ready')
  app = await buildApp(deps, gateway)
  open.push(app)
  await listen(app)
}

/** Retries, because a server that was just killed may still hold the port. */
async function listen(server: Awaited<ReturnType<typeof buildApp>>, patience = 10): Promise<void> {
  try {
    await server.listen({ host: config.host, port: config.port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || stopping) throw error
    if (patience === 0)
      throw new Error(`port ${config.port} is taken; choose another with PORT=…`, { cause: error })
    await delay(300)
    return listen(server, patience - 1)
  }
  const address = server.server.address()
  say(`ready http://localhost:${typeof address === 'object' && address ? address.port : config.port}`)
}

/** Ctrl-C reaches this process from the terminal and once more from npm, so two signals may be one key press. */
const onePressMs = 1_000
let firstSignal = 0
function onSignal(): void {
  const now = Date.now()
  firstSignal ||= now
  // A second press: the user does not want to wait.
  if (now - firstSignal >= onePressMs) process.exit(1)
  void stop()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)

const started = start()
try {
  await started
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
  await stop()
}
