/** How much memory the product takes while it idles after its first start, by process. Linux only. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const idleSeconds = 120

type Process = { name: string; rss: number; pss: number }

/**
 * Starts `npm start` in a folder of its own, as on a new computer, and measures all its processes after two minutes.
 * Node's processes count with all that they hold (RSS); those of PostgreSQL share one memory, which counts once (PSS).
 */
export async function benchMemory(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'slotwise-memory-'))
  const env = { ...process.env, DATA_DIR: dataDir, PORT: await freePort(), MQTT_PORT: await freePort() }
  const npm = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...env, DATABASE_URL: '', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(npm, 'exit')
  try {
    await ready(npm)
    await delay(idleSeconds * 1000)
    report(await processesOf(npm.pid ?? 0))
  } finally {
    npm.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function ready(npm: ChildProcess): Promise<void> {
  if (!npm.stdout) throw new Error('no output')
  const lines = createInterface({ input: npm.stdout })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  lines.on('line', (line) => line.startsWith('ready') && resolve())
  npm.once('exit', () => reject(new Error('npm start has ended')))
  return promise
}

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return String(typeof address === 'object' && address ? address.port : 0)
}

/** A process with all that descend from it. */
async function processesOf(root: number): Promise<Process[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const parent = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
    if (parent > 0) parents.set(Number(name), parent)
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isBelow(parents.get(pid)))
  const found: Process[] = []
  for (const pid of parents.keys()) {
    if (!isBelow(pid)) continue
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const mb = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024
    found.push({ name: nameOf(command), rss: mb('Rss'), pss: mb('Pss') })
  }
  return found
}

function nameOf(command: string): string {
  if (command.includes('postgres')) return 'PostgreSQL'
  if (command.includes('serve.ts')) return 'server'
  if (command.startsWith('npm')) return 'npm'
  return command.replaceAll('\0', ' ').slice(0, 60)
}

function report(processes: readonly Process[]): void {
  let total = 0
  for (const [name, group] of Object.entries(Object.groupBy(processes, (one) => one.name))) {
    const sum = (group ?? []).reduce((mb, { rss, pss }) => mb + (name === 'PostgreSQL' ? pss : rss), 0)
    total += sum
    console.log(`${name}: ${sum.toFixed(0)} MB in ${group?.length} processes`)
  }
  console.log(`all: ${total.toFixed(0)} MB, ${idleSeconds} s after the first start`)
}
