/** `serve [all|api|worker]`: the whole product in one process, or one role of it. */
import { seedDemo } from '../seeds/demo.ts'
import { buildApp } from '../src/http/app.ts'
import { readConfig } from '../src/kernel/config.ts'
import { startWorker } from '../src/worker/worker.ts'
import { openDeps } from './open-deps.ts'

const roles = ['all', 'api', 'worker'] as const
const role = roles.find((name) => name === (process.argv[2] ?? 'all'))
if (!role) {
  console.error(`usage: serve [${roles.join('|')}]`)
  process.exit(2)
}

const say = (message: string): void => console.log(message)
const config = readConfig(process.env)

/** What to close, last opened first. */
const open: { close(): Promise<unknown> }[] = []
let stopping: Promise<void> | undefined

function stop(): Promise<void> {
  stopping ??= (async () => {
    say('stopping')
    // Something that hangs must not keep the rest from closing, nor the process from ending.
    setTimeout(() => process.exit(1), 15_000).unref()
    for (const part of open.toReversed()) await part.close().catch((error: unknown) => console.error(error))
  })()
  return stopping
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())

async function start(): Promise<void> {
  const opened = await openDeps(config, say)
  open.push(opened)
  const { deps } = opened
  if (config.demo && (await seedDemo(deps))) say('seeded the demo merchant')
  if (deps.sms.name === 'none') say('warning: no SMS provider is configured, so codes cannot be sent')
  if (role !== 'api') {
    const worker = await startWorker(deps)
    open.push({ close: () => worker.stop() })
  }
  if (role === 'worker') return say('ready')
  const app = await buildApp(deps)
  open.push(app)
  await app.listen({ host: config.host, port: config.port })
  const address = app.server.address()
  say(`ready http://localhost:${typeof address === 'object' && address ? address.port : config.port}`)
}

try {
  await start()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
  await stop()
}
