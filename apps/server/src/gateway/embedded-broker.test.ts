/** The embedded broker on real sockets, with an attendant that lets every machine in. */
import {
  downFilter,
  downTopic,
  encode,
  maxPayloadBytes,
  type UpName,
  upTopic,
} from '@slotwise/machine-protocol'
import { connectAsync } from 'mqtt'
import { afterEach, describe, expect, test } from 'vitest'

import { HandMachine } from '../../test/hand-machine.ts'
import type { Attendant } from './broker.ts'
import { startEmbeddedBroker } from './embedded-broker.ts'

type Embedded = Awaited<ReturnType<typeof startEmbeddedBroker>>

const anHourMs = 3_600_000
const ends: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const hospitable: Attendant = {
  authenticate: async () => true,
  take: () => undefined,
  refuse() {},
  connected() {},
}

async function start(
  options: { drainMs?: number } = {},
  take = hospitable.take,
  refuse = hospitable.refuse,
): Promise<Embedded> {
  const broker = await startEmbeddedBroker(
    { host: '127.0.0.1', port: 0, log: () => {}, ...options },
    { ...hospitable, take, refuse },
  )
  ends.push(() => broker.close())
  return broker
}

async function come({ port }: Embedded, sn: string): Promise<HandMachine> {
  const machine = await HandMachine.connect(port, { sn, secret: 'any' }, { keepalive: 120 })
  ends.push(() => machine.client.endAsync(true))
  return machine
}

/** A machine that is connected and subscribed, and reads nothing after the first message. */
async function comeDeaf(broker: Embedded, sn: string): Promise<void> {
  const machine = await come(broker, sn)
  machine.client.handleMessage = () => {}
}

const settings = (sn: string, title: string): string =>
  encode({ v: 1, sn, mid: title, seq: 1, ts: 1, type: 'config', data: { rev: 1, settings: { title } } })
const command = (sn: string, id: string): string => {
  const data = { id, op: 'restart', args: { part: 'machine' }, at: 1, ttl: 1 }
  return encode({ v: 1, sn, mid: id, seq: 1, ts: 1, type: 'cmd', data })
}

describe('a machine that does not read', () => {
  /** More than the operating system buffers for a connection. */
  const count = 400
  const long = settings('1', 'x'.repeat(60_000))

  /** Sends more than the machine takes, and counts what is out. */
  function flood({ send }: Embedded, sn: string): { out(): number; all: Promise<unknown> } {
    let out = 0
    const sending = Array.from({ length: count }, async () => {
      await send(sn, 'config', long)
      out += 1
    })
    return { out: () => out, all: Promise.all(sending) }
  }

  test('delays no message of another machine', async () => {
    const broker = await start({ drainMs: anHourMs })
    await comeDeaf(broker, '1')
    const other = await come(broker, '2')
    const { out } = flood(broker, '1')
    await broker.send('2', 'config', settings('2', 'later'))
    await broker.send('2', 'cmd', command('2', 'c1'))
    expect(await other.hears('cmd')).toMatchObject({ id: 'c1' })
    expect(await other.hears('config')).toMatchObject({ settings: { title: 'later' } })
    expect(out()).toBeLessThan(count)
    expect(broker.present()).toContain('1')
  })

  test('is let go after a while, and nothing waits for it any more', async () => {
    const broker = await start({ drainMs: 50 })
    await comeDeaf(broker, '1')
    await flood(broker, '1').all
    await expect.poll(() => broker.present()).toEqual([])
  })
})

test('a machine that speaks MQTT 5 is refused, and that is counted', async () => {
  const refused: unknown[] = []
  const broker = await start({}, undefined, (...one) => void refused.push(one))
  const options = { clientId: '1', username: '1', password: 'any', reconnectPeriod: 0 }
  const connect = (protocolVersion: 4 | 5) =>
    connectAsync(`mqtt://127.0.0.1:${broker.port}`, { ...options, protocolVersion }, false)
  await expect(connect(5)).rejects.toThrow(/version/i)
  expect(refused).toEqual([['wrong version', '1']])
  await (await connect(4)).endAsync(true)
  expect(refused).toHaveLength(1)
})

describe('messages to a machine', () => {
  const subscribe = async ({ port }: Embedded, sn: string, topics: Record<string, 0 | 1>) => {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
      clientId: sn,
      username: sn,
      password: 'any',
      protocolVersion: 4,
      reconnectPeriod: 0,
    })
    ends.push(() => client.endAsync(true))
    const heard: { topic: string; qos: number; retain: boolean }[] = []
    client.on('message', (topic, _payload, { qos, retain }) => void heard.push({ topic, qos, retain }))
    for (const [topic, qos] of Object.entries(topics)) await client.subscribeAsync(topic, { qos })
    return { client, heard }
  }
  const [config, cmd] = [downTopic('1', 'config'), downTopic('1', 'cmd')]

  test('arrive with the QoS of its subscription, once, and only where it has subscribed', async () => {
    const broker = await start()
    const { heard } = await subscribe(broker, '1', { [downFilter('1')]: 0, [config]: 1 })
    await broker.send('1', 'config', settings('1', 'A'))
    await broker.send('1', 'cmd', command('1', 'c1'))
    await expect.poll(() => heard).toHaveLength(2)
    expect(heard).toEqual([
      { topic: config, qos: 1, retain: false },
      { topic: cmd, qos: 0, retain: false },
    ])
    const next = await subscribe(broker, '1', { [cmd]: 1 })
    await broker.send('1', 'config', settings('1', 'B'))
    await broker.send('1', 'cmd', command('1', 'c2'))
    await expect.poll(() => next.heard).toEqual([{ topic: cmd, qos: 1, retain: false }])
    await next.client.unsubscribeAsync(cmd)
    expect(broker.reaches('1')).toBe(false)
    await broker.send('1', 'cmd', command('1', 'c3'))
    await next.client.subscribeAsync(config, { qos: 1 })
    await expect.poll(() => next.heard.length).toBe(2)
    expect(next.heard[1]).toMatchObject({ topic: config, retain: true })
  })

  test('are kept for later if they are settings, and only then', async () => {
    const broker = await start()
    await broker.send('1', 'cmd', command('1', 'c1'))
    await broker.send('1', 'config', settings('1', 'A'))
    await broker.send('1', 'config', settings('1', 'B'))
    const machine = await come(broker, '1')
    expect(await machine.hears('config')).toMatchObject({ settings: { title: 'B' } })
    await broker.send('1', 'cmd', command('1', 'c2'))
    expect(await machine.hears('cmd')).toMatchObject({ id: 'c2' })
    expect(machine.heard.map(({ name, retained }) => [name, retained])).toEqual([
      ['config', true],
      ['cmd', false],
    ])
  })
})

describe('messages of a machine', () => {
  /** An attendant that stores sales only when the test says so, and everything else at once. */
  function holdSales() {
    const taken: string[] = []
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const take: Attendant['take'] = ({ name }) => {
      taken.push(name)
      return name === 'sale' ? opened : Promise.resolve()
    }
    return { taken, take, open }
  }

  const publish = (
    { client, sn }: HandMachine,
    name: UpName,
    count: number,
    bytes: number,
  ): Promise<unknown> =>
    Promise.all(
      Array.from({ length: count }, () =>
        client.publishAsync(upTopic(sn, name), 'x'.repeat(bytes), { qos: 1 }),
      ),
    )
  const ackOrder = ({ client }: HandMachine): number[] => {
    const order: number[] = []
    client.on('packetreceive', (packet) => {
      if (packet.cmd === 'puback') order.push(packet.messageId ?? 0)
    })
    return order
  }
  const sentOrder = ({ client }: HandMachine): number[] => {
    const order: number[] = []
    client.on('packetsend', (packet) => {
      if (packet.cmd === 'publish') order.push(packet.messageId ?? 0)
    })
    return order
  }

  test('are read while those before them are being stored, and acknowledged in their order', async () => {
    const { taken, take, open } = holdSales()
    const machine = await come(await start({}, take), '1')
    const [sent, acknowledged] = [sentOrder(machine), ackOrder(machine)]
    const all = [publish(machine, 'sale', 3_000, 300), publish(machine, 'ack', 1, 100)]
    await expect.poll(() => taken.at(-1)).toBe('ack')
    expect(taken).toHaveLength(3_001)
    expect(acknowledged).toEqual([])
    open()
    await Promise.all(all)
    expect(acknowledged).toEqual(sent)
  })

  test('that would take too much memory are not read, until there is room again', async () => {
    const { taken, take, open } = holdSales()
    const broker = await start({}, take)
    const machine = await come(broker, '1')
    const all = publish(machine, 'sale', 300, maxPayloadBytes)
    await expect.poll(() => taken.length).toBeGreaterThan(60)
    // The broker has handled all that it has read of this machine when it has answered another one.
    const other = await come(broker, '2')
    await publish(other, 'status', 1, 10)
    expect(taken.length).toBeLessThan(100)
    open()
    await all
    expect(taken.filter((name) => name === 'sale')).toHaveLength(300)
    expect(broker.present()).toContain('1')
  })

  test('of a connection are not wanted any more once the machine has another one', async () => {
    const wanted: (() => boolean)[] = []
    const broker = await start({}, (_message, isWanted) => {
      wanted.push(isWanted)
      return new Promise(() => {})
    })
    const first = await come(broker, '1')
    first.client.publish(upTopic('1', 'sale'), '{}', { qos: 1 })
    await expect.poll(() => wanted).toHaveLength(1)
    await first.vanish()
    await expect.poll(() => broker.present()).toEqual([])
    expect(wanted[0]?.()).toBe(true)
    const second = await come(broker, '1')
    expect(wanted[0]?.()).toBe(false)
    second.client.publish(upTopic('1', 'sale'), '{}', { qos: 1 })
    await expect.poll(() => wanted).toHaveLength(2)
    expect(wanted[1]?.()).toBe(true)
    // The machine has connected to another gateway.
    broker.drop('1', Number.POSITIVE_INFINITY)
    expect(wanted[1]?.()).toBe(false)
  })
})
