import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { connectAsync } from 'mqtt'

const program = process.env['MOSQUITTO_PATH'] ?? '/usr/sbin/mosquitto'

/** Takes both ports at once; otherwise the second could be the first one again. */
async function freePorts(): Promise<number[]> {
  const servers = [createServer(), createServer()]
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening')
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  for (const server of servers) await once(server.close(), 'close')
  return ports
}

export type Mosquitto = {
  /** The port for machines. */
  port: number
  /** The address for gateways. */
  url: string
  /** Saves its state to disk, kills it and starts it again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Debian's Mosquitto with the settings of docs/operations.md: its own list of machines, each limited to its own
 * topics.
 */
export async function startMosquitto(passwords: readonly string[]): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'slotwise-mosquitto-'))
  const [port = 0, gatewayPort = 0] = await freePorts()
  await writeFile(join(folder, 'passwords'), `${passwords.join('\n')}\n`, { mode: 0o600 })
  await writeFile(
    join(folder, 'acl'),
    [
      'user slotwise',
      'topic readwrite vm/v1/#',
      'pattern write vm/v1/%u/up/#',
      'pattern read vm/v1/%u/down/#',
      '',
    ].join('\n'),
    { mode: 0o600 },
  )
  await writeFile(
    join(folder, 'mosquitto.conf'),
    [
      `listener ${port} 127.0.0.1`,
      'use_username_as_clientid true',
      `listener ${gatewayPort} 127.0.0.1`,
      'allow_anonymous false',
      `password_file ${join(folder, 'passwords')}`,
      `acl_file ${join(folder, 'acl')}`,
      'persistence true',
      `persistence_location ${folder}/`,
      'autosave_interval 1',
      'message_size_limit 66560',
      'max_queued_messages 1000000',
      ...(process.getuid?.() === 0 ? ['user root'] : []),
      '',
    ].join('\n'),
  )
  let child = await start()

  async function start(): Promise<ChildProcess> {
    const started = spawn(program, ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' })
    for (let tries = 0; tries < 100; tries += 1) {
      const isUp = await connectAsync(`mqtt://127.0.0.1:${gatewayPort}`, {
        username: 'slotwise',
        password: 'slotwise',
        reconnectPeriod: 0,
        connectTimeout: 1_000,
      }).then(
        (client) => client.endAsync().then(() => true),
        () => false,
      )
      if (isUp) return started
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('Mosquitto did not start')
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  /** Makes Mosquitto write its state to disk now. */
  const saved = async (): Promise<void> => {
    const file = join(folder, 'mosquitto.db')
    const written = async () => (await stat(file, { bigint: true }).catch(() => undefined))?.mtimeNs ?? 0n
    const before = await written()
    child.kill('SIGUSR1')
    for (const until = Date.now() + 60_000; (await written()) === before;) {
      if (Date.now() > until) throw new Error('Mosquitto did not save')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return {
    port,
    url: `mqtt://127.0.0.1:${gatewayPort}`,
    async restart() {
      await saved()
      await end('SIGKILL')
      child = await start()
    },
    async stop() {
      await end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
