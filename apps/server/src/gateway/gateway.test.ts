import { once } from 'node:events'
import { type AddressInfo, connect as connectSocket } from 'node:net'

import { slotCalls } from '@slotwise/contract'
import { downTopic, encode, maxPayloadBytes, upTopic } from '@slotwise/machine-protocol'
import { sql } from 'kysely'
import { connectAsync } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { makeGoods, makeImage, makeMerchant } from '../../test/factories.ts'
import { type GatewayStand, startGatewayStand } from '../../test/gateway-stand.ts'
import { HandMachine } from '../../test/hand-machine.ts'
import { type BoundMachine, makeBoundMachine, makeMachine } from '../../test/machines.ts'
import {
  bindByOperator,
  disconnectChannel,
  endConnection,
  revokeSecret,
  rotateSecret,
  sendNewSecret,
  unbindByOperator,
} from '../modules/machines/index.ts'
import { startGateway } from './gateway.ts'

let stand: GatewayStand

beforeAll(async () => {
  stand = await startGatewayStand()
})
afterEach(() => stand.sendHome())
afterAll(() => stand.close())

const sale = { saleId: 's', client: 'coin', amount: 1, items: [], result: 'failed', tookMs: 1 }

/** The message with a byte that no UTF-8 text has in place of each question mark. */
const withBrokenLetter = (message: object): Buffer =>
  Buffer.from(Buffer.from(JSON.stringify(message)).map((byte) => (byte === 0x3f ? 0xff : byte)))

async function becomes(machine: BoundMachine, online: boolean): Promise<void> {
  await expect.poll(async () => (await stand.stateOf(machine))?.online).toBe(online)
}

test('a gateway that is closed leaves no timer behind', async () => {
  const begun = vi.spyOn(globalThis, 'setInterval')
  const ended = vi.spyOn(globalThis, 'clearInterval')
  onTestFinished(() => {
    begun.mockRestore()
    ended.mockRestore()
  })
  const gateway = await startGateway(stand.app.deps)
  const timers = begun.mock.results.map(({ value }) => value as unknown)
  expect(timers).not.toEqual([])
  await gateway.close()
  const cleared = new Set(ended.mock.calls.map(([timer]) => timer as unknown))
  expect(timers.filter((timer) => !cleared.has(timer))).toEqual([])
})

test('a machine of the demo loads the pictures of its goods', async () => {
  const { app, owner } = stand
  await app.app.listen({ host: 'localhost', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  const { config } = app.deps
  const before = config.port
  onTestFinished(() => void (config.port = before))
  config.port = port
  const machine = await makeBoundMachine(app, owner)
  const image = await makeImage(app, owner)
  const goods = await makeGoods(app, owner, { images: [image.img_id] })
  const slot = { sn: machine.sn, channel_sn: 1, goods: goods.goods_id, max: 4, quantity: 0 }
  expect((await app.call(slotCalls.setChannelInfo, slot, { as: owner })).body.rcode).toBe(0)
  const hand = await stand.comeOnline(machine)
  const { settings } = await hand.hears('config')
  const [{ picture = '' } = {}] = settings['slots'] as { picture?: string }[]
  const answer = await fetch(picture)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  await answer.arrayBuffer()
})

describe('logging in', () => {
  test.each([
    ['a wrong secret', (machine: BoundMachine) => ({ ...machine, secret: 'wrong' }), {}, 4],
    ['no secret', (machine: BoundMachine) => ({ ...machine, secret: '' }), {}, 4],
    ['an unknown number', (machine: BoundMachine) => ({ ...machine, sn: '999' }), {}, 4],
    ['another client id', (machine: BoundMachine) => machine, { clientId: '12345' }, 5],
    ['a keepalive that never ends', (machine: BoundMachine) => machine, { keepalive: 0 }, 5],
    ['a keepalive that is too long', (machine: BoundMachine) => machine, { keepalive: 121 }, 5],
    ['words instead of a number', (machine: BoundMachine) => ({ ...machine, sn: "' or 1=1 --" }), {}, 4],
  ])('with %s is refused', async (_what, change, options, code) => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const refusal = HandMachine.connect(stand.port, change(machine), options)
    await expect(refusal).rejects.toMatchObject({ code })
  })

  test('with a new secret works beside the old one, until it is used', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const secret = await rotateSecret(stand.app.deps, machine.sn)
    await (await stand.come(machine)).leave()
    await (await stand.come({ sn: machine.sn, secret })).leave()
    await expect(stand.come(machine)).rejects.toMatchObject({ code: 4 })
    await (await stand.come({ sn: machine.sn, secret })).leave()
  })

  test('at another gateway ends the connection at the first', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const first = await stand.come(machine)
    const closed = first.closed().then(() => 'closed')
    const elsewhere = await startGateway(stand.app.deps)
    try {
      const second = await HandMachine.connect(elsewhere.port ?? 0, machine)
      expect(await closed).toBe('closed')
      await second.say('status', { state: 'online', boot: 2 })
      expect(second.client.connected).toBe(true)
      await second.leave()
    } finally {
      await elsewhere.close()
    }
  })

  test('a second time ends the first connection', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const first = await stand.come(machine)
    const closed = first.closed().then(() => 'closed')
    await stand.come(machine)
    expect(await closed).toBe('closed')
  })
})

describe('a machine that changes hands', () => {
  const origin = {
    requestId: '',
    address: '',
    userAgent: '',
    locale: 'en-US' as const,
    now: new Date(),
  }

  test('ends the connection that was opened with the secret of before, and does not take it again', async () => {
    const { deps } = stand.app
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const former = await stand.comeOnline(machine)
    await unbindByOperator(deps, machine.sn, origin)
    await former.hears('config', ({ rev }) => rev === 0)
    const closed = former.closed()
    stand.app.clock.advance(1)
    const secret = await rotateSecret(deps, machine.sn)
    await closed
    await expect(stand.come(machine)).rejects.toMatchObject({ code: 4 })

    const buyer = await makeMerchant(stand.app)
    const now = await stand.come({ sn: machine.sn, secret })
    await now.say('status', { state: 'online', boot: 1 })
    await bindByOperator(deps, buyer.tenantId, { sn: machine.sn, title: 'Bought' }, origin)
    await now.hears('config', ({ rev }) => rev > 1)
  })

  test('keeps the connection that it opened with its new secret before the gateway heard of it', async () => {
    const { deps } = stand.app
    const machine = await makeBoundMachine(stand.app, stand.owner)
    await unbindByOperator(deps, machine.sn, origin)
    stand.app.clock.advance(1)
    const secret = await rotateSecret(deps, machine.sn)
    const hand = await stand.come({ sn: machine.sn, secret })
    const closed = vi.fn<() => void>()
    void hand.closed().then(closed)
    // The same notification, late; what the gateway does with a later one shows that it has done this.
    await sql`select pg_notify(${disconnectChannel}, ${machine.sn})`.execute(deps.db.main)
    const buyer = await makeMerchant(stand.app)
    await bindByOperator(deps, buyer.tenantId, { sn: machine.sn, title: 'Bought' }, origin)
    await hand.hears('config', ({ rev }) => rev > 1)
    await hand.say('status', { state: 'online', boot: 1 })
    expect(closed).not.toHaveBeenCalled()
  })

  test('whose secret strangers know is cut off at once, while it stays with its merchant', async () => {
    const { deps } = stand.app
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const stranger = await stand.comeOnline(machine)
    const closed = stranger.closed()
    stand.app.clock.advance(1)
    const secret = await revokeSecret(deps, machine.sn)
    await closed
    await expect(stand.come(machine)).rejects.toMatchObject({ code: 4 })
    const own = await stand.come({ sn: machine.sn, secret })
    // It may count from the beginning.
    await own.say('status', { state: 'online', boot: 1 })
    await own.hears('time')
    const left = own.closed()
    await endConnection(deps, machine.sn)
    await left
  })

  test('gets its new secret over the connection only while it stays with its merchant', async () => {
    const { deps } = stand.app
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    await sendNewSecret(deps, machine.sn)
    const command = await hand.hears('cmd')
    if (command.op !== 'rotateKey') throw new Error(`the machine got ${command.op}`)
    await (await stand.come({ sn: machine.sn, secret: command.args.secret })).leave()
    await expect(stand.come(machine)).rejects.toMatchObject({ code: 4 })
    await unbindByOperator(deps, machine.sn, origin)
    await expect(sendNewSecret(deps, machine.sn)).rejects.toThrow('bound to no merchant')
  })
})

describe('a machine', () => {
  test('is told the time and its settings when it comes, the same when it belongs to nobody', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.come(machine)
    await hand.say('status', { state: 'online', boot: 1 }, { mid: 'first' })
    expect(await hand.hears('time')).toEqual({ now: stand.app.clock.now.getTime(), mid: 'first' })
    expect(await hand.hears('config')).toMatchObject({
      rev: 1,
      settings: { title: `Machine ${machine.sn}`, slots: expect.any(Array) },
    })

    const stray = await stand.come(await makeMachine(stand.app))
    await stray.say('status', { state: 'online', boot: 1 }, { mid: 'stray' })
    expect(await stray.hears('time')).toMatchObject({ mid: 'stray' })
    expect(await stray.hears('config')).toEqual({ rev: 0, settings: {} })
  })

  test('that is bound while it is connected is told its settings and can report from then on', async () => {
    const machine = await makeMachine(stand.app)
    const hand = await stand.come(machine)
    await hand.say('status', { state: 'online', boot: 1 })
    await hand.hears('config', ({ rev }) => rev === 0)
    const origin = {
      requestId: '',
      address: '',
      userAgent: '',
      locale: 'en-US' as const,
      now: stand.app.clock.now,
    }
    const { deviceId } = await bindByOperator(
      stand.app.deps,
      stand.owner.tenantId,
      { sn: machine.sn, title: 'X' },
      origin,
    )
    await hand.hears('config', ({ rev }) => rev === 1)
    await hand.say('config', { rev: 1 })
    await becomes({ ...machine, id: deviceId, tenantId: stand.owner.tenantId }, true)
  })

  test('hears nothing that is meant for another, and says nothing in its name', async () => {
    const [one, other] = [
      await makeBoundMachine(stand.app, stand.owner),
      await makeBoundMachine(stand.app, stand.owner),
    ]
    const hand = await stand.come(one)
    for (const topic of [
      '#',
      '+/+/+/down/#',
      'vm/v1/+/down/#',
      downTopic(other.sn, 'cmd'),
      '$SYS/#',
      upTopic(one.sn, 'sale'),
    ])
      await expect(hand.client.subscribeAsync(topic, { qos: 1 })).rejects.toThrow(
        /Subscribe error|Unspecified/i,
      )
    const before = stand.gateway.refusals.get('foreign topic') ?? 0
    for (const topic of [
      upTopic(other.sn, 'status'),
      'vm/v1/x',
      downTopic(one.sn, 'cmd'),
      `vm/v1/${one.sn}/up/nonsense`,
    ]) {
      const again = await stand.come(one)
      const closed = again.closed()
      again.client.publish(topic, '{}', { qos: 1 })
      await closed
    }
    expect(stand.gateway.refusals.get('foreign topic')).toBe(before + 4)
    expect((await stand.stateOf(other))?.online).toBe(false)
  })

  test('may not name another inside of a message', async () => {
    const [one, other] = [
      await makeBoundMachine(stand.app, stand.owner),
      await makeBoundMachine(stand.app, stand.owner),
    ]
    const hand = await stand.come(one)
    const forged = {
      v: 1,
      sn: other.sn,
      mid: 'm',
      seq: 1,
      ts: 1,
      type: 'status',
      data: { state: 'online', boot: 9 },
    } as const
    await hand.client.publishAsync(upTopic(one.sn, 'status'), encode(forged), { qos: 1 })
    expect(stand.gateway.refusals.get('not its name')).toBeGreaterThan(0)
    expect([(await stand.stateOf(one))?.online, (await stand.stateOf(other))?.online]).toEqual([false, false])
  })

  test.each([
    ['no JSON', '{"v":1', 'not JSON'],
    ['bytes', Buffer.from([0xff, 0x00, 0xfe]), 'not UTF-8'],
    [
      'a valid message with one broken letter',
      (sn: string) =>
        withBrokenLetter({ v: 1, sn, mid: 'a?', seq: 1, ts: Date.now(), type: 'sale', data: sale }),
      'not UTF-8',
    ],
    ['nothing', '', 'not JSON'],
    ['a number', '7', 'no envelope'],
    [
      'another version',
      (sn: string) => JSON.stringify({ v: 2, sn, mid: 'a', seq: 1, ts: 1, type: 'sale', data: {} }),
      'no envelope',
    ],
    [
      'wrong data',
      (sn: string) =>
        JSON.stringify({ v: 1, sn, mid: 'a', seq: 1, ts: 1, type: 'sale', data: { amount: -1 } }),
      'wrong data',
    ],
    ['deep nonsense', '['.repeat(20_000), 'not JSON'],
    [
      'what cannot be stored',
      (sn: string) => JSON.stringify({ v: 1, sn, mid: 'a', seq: 1, ts: 1, type: 'sale\0', data: sale }),
      'no envelope',
    ],
    [
      'a polluted object',
      (sn: string) =>
        `{"v":1,"sn":"${sn}","mid":"a","seq":1,"ts":1,"type":"sale","data":{"__proto__":{"x":1}}}`,
      'wrong data',
    ],
  ] as const)('that sends %s is acknowledged, counted, and goes on', async (_what, payload, reason) => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.come(machine)
    const before = stand.gateway.refusals.get(reason) ?? 0
    const body = typeof payload === 'function' ? payload(machine.sn) : payload
    await hand.client.publishAsync(upTopic(machine.sn, 'sale'), body, { qos: 1 })
    expect(stand.gateway.refusals.get(reason)).toBe(before + 1)
    await hand.say('status', { state: 'online', boot: 1 })
    await becomes(machine, true)
  })

  test('that sends more than a message may have is disconnected before it is read', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.come(machine)
    const closed = hand.closed()
    hand.client.publish(upTopic(machine.sn, 'sale'), Buffer.alloc(maxPayloadBytes * 4), { qos: 1 })
    await closed
    expect(stand.gateway.refusals.get('too large')).toBeGreaterThan(0)
  })

  test('that announces a packet beyond the limit is disconnected at once', async () => {
    const socket = connectSocket(stand.port, '127.0.0.1')
    await once(socket, 'connect')
    const closed = once(socket, 'close')
    const before = stand.gateway.refusals.get('too large') ?? 0
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]))
    await closed
    expect(stand.gateway.refusals.get('too large')).toBe(before + 1)
  })

  test('that sends packets without pause is read slowly, so that others are served', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.come(machine)
    const many = 300_000
    let answers = 0
    hand.client.stream.on('data', (chunk: Buffer) => {
      answers += chunk.length / 2
    })
    hand.client.stream.write(Buffer.alloc(many * 2, Buffer.from([0xc0, 0x00])))
    const other = await makeBoundMachine(stand.app, stand.owner)
    await stand.comeOnline(other)
    await becomes(other, true)
    expect(answers).toBeLessThan(many)
  })

  test.each([
    ['noise', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['zeros', Buffer.alloc(64)],
    ['ones', Buffer.alloc(64, 0xff)],
  ])('that sends %s instead of MQTT is disconnected, and others still come online', async (_what, bytes) => {
    const socket = connectSocket(stand.port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    const closed = once(socket, 'close')
    socket.write(bytes)
    await closed
    const machine = await makeBoundMachine(stand.app, stand.owner)
    await stand.comeOnline(machine)
    await becomes(machine, true)
  })
})

test('nothing is kept for a machine that asks for a lasting session', async () => {
  const machine = await makeBoundMachine(stand.app, stand.owner)
  const first = await stand.come(machine, { clean: false })
  await first.vanish()
  const client = await connectAsync(`mqtt://127.0.0.1:${stand.port}`, {
    clientId: machine.sn,
    username: machine.sn,
    password: machine.secret,
    clean: false,
    protocolVersion: 4,
    reconnectPeriod: 0,
  })
  const { sessionPresent } = await new Promise<{ sessionPresent: boolean }>((resolve) => {
    client.once('packetreceive', (packet) => resolve(packet as never))
    client.reconnect()
  })
  await client.endAsync(true)
  expect(sessionPresent).toBe(false)
})
