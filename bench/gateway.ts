/**
 * Measures the gateway beside bare aedes and beside Mosquitto, each in a process of its own, in turns: acknowledged
 * heartbeats per second, and memory per connection. This process sends the load over bare sockets, on the same cores.
 * The references forward messages to subscribers, of which there are none; the gateway decodes each message and finds
 * its merchant instead, and stores it later together with others.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { acknowledgedPerSecond, type Login, openAll } from './mqtt-load.ts'

const rounds = 3
const machines = 200
const load = { inFlight: 10, seconds: 4 }
const connections = 5_000

type Running = { name: string; port: number; logins: readonly Login[]; child: ChildProcess }

const rssOf = ({ pid }: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN)

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Starts a program that prints the port for machines. */
async function startNode(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  logins: readonly Login[],
): Promise<Running> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (piece: Buffer) => {
      output += piece.toString()
      const found = /machines on port (\d+)/.exec(output)
      if (found) resolve(Number(found[1]))
    })
    child.once('exit', () => reject(new Error(`${name} ended early: ${output}`)))
  })
  return { name, port, logins, child }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function startMosquitto(folder: string, logins: readonly Login[]): Promise<Running> {
  const port = await freePort()
  const settings = `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_connections -1\n`
  await writeFile(join(folder, 'mosquitto.conf'), settings)
  const program = process.env['MOSQUITTO_PATH'] ?? '/usr/sbin/mosquitto'
  const child = spawn(program, ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' })
  await delay(1_000)
  return { name: 'mosquitto', port, logins, child }
}

async function memoryOf({ child, port, logins }: Running): Promise<number> {
  const before = rssOf(child)
  const sockets = await openAll(port, logins)
  await delay(2_000)
  const grown = (rssOf(child) - before) / sockets.length
  for (const socket of sockets) socket.destroy()
  await delay(2_000)
  return grown
}

export async function benchGateway(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'slotwise-bench-'))
  const env = { DATA_DIR: folder, DEMO: '1', DEMO_MACHINES: '0', MQTT_PORT: '0', LOG_LEVEL: 'warn' }
  const running: Running[] = []
  try {
    const ours = await startNode('slotwise', ['apps/server/bin/serve.ts', 'gateway'], env, [])
    running.push(ours)
    const file = join(folder, 'fleet.json')
    const fleet = [
      'apps/server/bin/ops.ts',
      'machine',
      'fleet',
      '--count',
      String(connections),
      '--file',
      file,
    ]
    execFileSync(process.execPath, fleet, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const logins = JSON.parse(readFileSync(file, 'utf8')) as Login[]
    ours.logins = logins
    running.push(await startNode('bare aedes', ['bench/bare-aedes.ts'], {}, logins))
    running.push(await startMosquitto(folder, logins))

    // Memory is measured first, because the heap left by a load test would count as memory of the connections.
    const memory = new Map<string, number>()
    for (const one of running) memory.set(one.name, await memoryOf(one))
    for (const [name, kb] of memory)
      console.log(`${name}: ${kb.toFixed(1)} kB for each of ${connections} connections`)
    const memoryOfOne = (name: string): number => memory.get(name) ?? Number.NaN
    for (const name of ['bare aedes', 'mosquitto'])
      console.log(`slotwise / ${name}: ${(memoryOfOne('slotwise') / memoryOfOne(name)).toFixed(2)}`)

    const rates = new Map(running.map(({ name }) => [name, [] as number[]]))
    for (let round = 0; round < rounds; round += 1)
      for (const { name, port, logins: all } of running)
        rates.get(name)?.push(await acknowledgedPerSecond(port, all.slice(0, machines), load))
    const rateOf = (name: string): number => median(rates.get(name) ?? [])
    for (const name of rates.keys())
      console.log(`${name}: ${Math.round(rateOf(name))} heartbeats acknowledged per second`)
    console.log(`slotwise / bare aedes: ${(rateOf('slotwise') / rateOf('bare aedes')).toFixed(2)}`)
    console.log(`slotwise / mosquitto: ${(rateOf('slotwise') / rateOf('mosquitto')).toFixed(2)}`)
  } finally {
    for (const { child } of running.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
}
