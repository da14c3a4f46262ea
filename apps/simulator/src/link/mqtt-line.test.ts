/** These tests use a real broker on a real socket. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

import { downTopic, upTopic, type Envelope, type UpMessage } from '@slotwise/machine-protocol'
import { Aedes } from 'aedes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createFleet, type Fleet } from '../fleet.ts'
import { realTime } from '../timers.ts'
import { seeded } from '../random.ts'
import { mqttLine } from './mqtt-line.ts'

const sn = '40000001'
const soon = { timeout: 60_000 }
type Packet = { topic: string; retain: boolean; qos: number; envelope: Envelope }

let broker: Aedes
let server: Server
let url: string
let fleet: Fleet | undefined
const sockets = new Set<Socket>()
const packets: Packet[] = []
const secrets = new Map<string, string>()
const logins: { id: string; version: number; clean: boolean; keepalive: number }[] = []
/** Whether the broker acknowledges what is published. */
let takes = true
/** The return code for a wrong secret. */
let refusal = 4

beforeEach(async () => {
  packets.length = 0
  logins.length = 0
  takes = true
  refusal = 4
  secrets.clear()
  secrets.set(sn, 'right')
  broker = await Aedes.createBroker()
  broker.preConnect = (_client, packet, done) => {
    logins.push({
      id: packet.clientId,
      version: packet.protocolVersion ?? 0,
      clean: packet.clean ?? false,
      keepalive: packet.keepalive ?? 0,
    })
    done(null, true)
  }
  broker.authenticate = (_client, username, password, done) => {
    if (secrets.get(username ?? '') === password?.toString()) return done(null, true)
    const error = Object.assign(new Error('no'), { returnCode: refusal })
    done(error, null)
  }
  broker.authorizePublish = (client, packet, done) => {
    const text = packet.payload.toString()
    if (packet.topic.includes('/up/'))
      packets.push({
        topic: packet.topic,
        retain: packet.retain,
        qos: packet.qos,
        envelope: JSON.parse(text) as Envelope,
      })
    if (takes || client === null) done(null)
  }
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    broker.handle(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
  for (const socket of sockets) socket.destroy()
  await new Promise<void>((resolve) => broker.close(resolve))
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

function startMachine(secret = 'right') {
  const refused: string[] = []
  const open = mqttLine({
    url,
    random: seeded(1),
    // Runs a hundred times faster than real time.
    schedule: (ms, work) => realTime(ms / 100, work),
    now: Date.now,
    refused: (who) => void refused.push(who),
  })
  const created = createFleet({
    credentials: [{ sn, secret, type: 'vending', slots: 3 }],
    open,
    schedule: realTime,
    now: Date.now,
    speed: 100,
    failure: 0,
  })
  fleet = created
  created.start()
  return { refused, machine: created.actors[0]!.machine, line: created.actors[0]!.line }
}

const publishedAs = (name: string): Packet[] => packets.filter(({ topic }) => topic.endsWith(`/up/${name}`))
const statuses = (): string[] =>
  publishedAs('status').map(({ envelope }) => {
    const { state, reason } = envelope.data as UpMessage<'status'>
    return reason === undefined ? state : `${state} ${reason}`
  })

function tell(name: 'cmd' | 'time' | 'config', data: unknown): void {
  const envelope = { v: 1, sn, mid: `d${Math.random()}`, seq: 1, ts: Date.now(), type: name, data }
  broker.publish(
    {
      cmd: 'publish',
      topic: downTopic(sn, name),
      payload: Buffer.from(JSON.stringify(envelope)),
      qos: 1,
      retain: false,
      dup: false,
    },
    () => {},
  )
}

async function online(): Promise<void> {
  await vi.waitUntil(() => publishedAs('status').length > 0, soon)
  tell('time', { now: Date.now(), mid: publishedAs('status').at(-1)?.envelope.mid })
  tell('config', { rev: 1, settings: {} })
  await vi.waitUntil(() => publishedAs('slots').length > 0 && publishedAs('config').length > 0, soon)
}

/** The pauses, in seconds, between the attempts of a machine that is never let in. */
async function pausesAt(address: string, count: number): Promise<number[]> {
  const pauses: number[] = []
  const line = mqttLine({
    url: address,
    random: seeded(1),
    schedule(ms, work) {
      pauses.push(ms / 1_000)
      return realTime(pauses.length < count ? 1 : ms, work)
    },
    now: Date.now,
  })({
    login: () => ({
      sn,
      secret: 'wrong',
      will: { v: 1, sn, mid: 'w', seq: 0, ts: 0, type: 'status', data: {} },
    }),
    connected() {},
    disconnected() {},
    refused() {},
    receive() {},
    delivered() {},
  })
  line.dial()
  await vi.waitUntil(() => pauses.length >= count, soon)
  line.cut()
  return pauses
}

/** The pauses that differ from the expected ones, which may have a random part of up to half. */
const wrong = (pauses: number[], expected: number[]): number[] =>
  pauses.filter((pause, at) => !(pause >= (expected[at] ?? 0) && pause <= (expected[at] ?? 0) * 1.5))

test('a broken line is dialled again after 1 s, then later and later, up to a minute', async () => {
  const nobody = createServer()
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve))
  const { port } = nobody.address() as AddressInfo
  await new Promise<void>((resolve) => nobody.close(() => resolve()))
  const pauses = await pausesAt(`mqtt://127.0.0.1:${port}`, 8)
  expect(wrong(pauses, [1, 2, 4, 8, 16, 32, 60, 60])).toEqual([])
})

test.each([3, 4, 5])('after refusal %d a machine waits 10 s, then longer, up to 5 minutes', async (code) => {
  refusal = code
  const pauses = await pausesAt(url, 7)
  expect(wrong(pauses, [10, 20, 40, 80, 160, 300, 300])).toEqual([])
})

test('a machine logs in with its number, says its status, and listens', async () => {
  startMachine()
  await online()
  expect(logins).toEqual([{ id: sn, version: 4, clean: true, keepalive: 60 }])
  expect(publishedAs('status')[0]).toMatchObject({ topic: upTopic(sn, 'status'), qos: 1, retain: true })
  tell('cmd', { id: 'c1', op: 'testOut', args: { items: [{ ch: 1, n: 1 }] }, at: Date.now(), ttl: 10_000 })
  await vi.waitUntil(() => publishedAs('result').length > 0, soon)
  expect(publishedAs('result')[0]?.envelope.data).toMatchObject({ id: 'c1', ok: true })
})

test('leaving on purpose is said, and no will follows', async () => {
  startMachine()
  await online()
  await fleet?.stop()
  await vi.waitUntil(() => sockets.size === 0, soon)
  expect(statuses()).toEqual(['online', 'offline shutdown'])
})

test('a power cut is told by the will', async () => {
  const { machine } = startMachine()
  await online()
  machine.powerCut()
  await vi.waitUntil(() => statuses().length > 1, soon)
  expect(statuses()).toEqual(['online', 'offline lost'])
  expect(machine.online()).toBe(false)
})

test('a broken connection comes back, and what was not acknowledged is said again', async () => {
  const { machine } = startMachine()
  await online()
  takes = false
  machine.refill()
  machine.buy({ items: [{ ch: 1, n: 1 }], pay: 'coin' })
  await vi.waitUntil(() => publishedAs('sale').length > 0, soon)
  takes = true
  for (const socket of sockets) socket.destroy()
  await vi.waitUntil(() => statuses().filter((state) => state === 'online').length > 1, soon)
  await online()
  await vi.waitUntil(() => publishedAs('sale').length > 1, soon)
  const [first, second] = publishedAs('sale')
  expect(second?.envelope).toEqual(first?.envelope)
  await vi.waitUntil(() => machine.memory.outbox.length === 0, soon)
})

test('a refused machine says so once and keeps trying', async () => {
  const { refused, machine } = startMachine('wrong')
  await vi.waitUntil(() => logins.length > 3, soon)
  expect(refused).toEqual([sn])
  secrets.set(sn, 'wrong')
  await vi.waitUntil(() => machine.online(), soon)
})

test('a new secret that the server does not know gives way to the old one', async () => {
  const { machine } = startMachine()
  await online()
  tell('cmd', {
    id: 'k',
    op: 'rotateKey',
    args: { secret: 'never heard of this' },
    at: Date.now(),
    ttl: 10_000,
  })
  await vi.waitUntil(() => logins.length > 2 && machine.online(), soon)
  expect(machine.memory.secret).toBe('right')
  expect(publishedAs('result')[0]?.envelope.data).toMatchObject({ id: 'k', ok: true })
})
