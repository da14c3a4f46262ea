import { encode, upTopic } from '@slotwise/machine-protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../test/app.ts'
import { makeMerchant, type Merchant } from '../../test/factories.ts'
import { HandMachine } from '../../test/hand-machine.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../test/machines.ts'
import { type Mosquitto, startMosquitto } from '../../test/mosquitto.ts'
import { asOwner } from '../../test/owner.ts'
import { holdRow } from '../../test/hold-table.ts'
import { giveCommand } from '../modules/commands/index.ts'
import { endConnection, passwordLines } from '../modules/machines/index.ts'
import { hashSecret } from '../modules/machines/machine-secrets.ts'
import type { Attendant, Broker } from './broker.ts'
import { joinExternalBroker } from './external-broker.ts'
import { type Gateway, startGateway } from './gateway.ts'

let app: TestApp
let owner: Merchant
let machine: BoundMachine
let other: BoundMachine
let foreign: BoundMachine
let mosquitto: Mosquitto
let gateways: Gateway[] = []

const startGateways = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) {
    const mqtt = {
      ...app.deps.config.mqtt,
      url: mosquitto.url,
      username: 'slotwise',
      password: 'slotwise',
    }
    gateways.push(await startGateway({ ...app.deps, config: { ...app.deps.config, mqtt } }))
  }
}
const stopGateways = async (): Promise<void> => {
  await Promise.all(gateways.map((gateway) => gateway.close()))
  gateways = []
}

beforeAll(async () => {
  app = await startApp()
  owner = await makeMerchant(app)
  machine = await makeBoundMachine(app, owner)
  other = await makeBoundMachine(app, owner)
  foreign = await makeBoundMachine(app, await makeMerchant(app))
  mosquitto = await startMosquitto([...(await passwordLines(app.deps)), `slotwise:${hashSecret('slotwise')}`])
  await startGateways(2)
})
afterAll(async () => {
  await stopGateways()
  await mosquitto.stop()
  await app.close()
})

const sales = async ({ id }: BoundMachine): Promise<string[]> =>
  (
    await asOwner<{ ref: string }>(app, 'select ref from machine_inbox where device_id = $1 order by ref', [
      id,
    ])
  ).map(({ ref }) => ref)
const sale = {
  client: 'coin' as const,
  amount: 1,
  items: [],
  result: 'failed' as const,
  tookMs: 1,
}
const isOnline = async (): Promise<boolean | undefined> =>
  (
    await asOwner<{ online: boolean }>(app, 'select online from device_state where device_id = $1', [
      machine.id,
    ])
  )[0]?.online

test('a machine logs in at Mosquitto by the list we print, is there, is told something and answers', async () => {
  await expect(HandMachine.connect(mosquitto.port, { ...machine, secret: 'wrong' })).rejects.toMatchObject({
    code: 5,
  })
  const hand = await HandMachine.connect(mosquitto.port, machine, { boot: 1 })
  await hand.say('status', { state: 'online', boot: 1 })
  await hand.hears('time')
  await hand.hears('config', ({ rev }) => rev === 1)
  await expect.poll(isOnline).toBe(true)

  const by = { id: null, username: 'tester' }
  const { command } = await asMachine(app, machine, (ctx) =>
    giveCommand(ctx, { op: 'dispense', args: { items: [{ ch: 1, n: 1 }] }, by }),
  )
  expect(await hand.hears('cmd')).toMatchObject({ id: command, op: 'dispense' })
  await hand.say('ack', { id: command, accepted: true })
  await hand.say('result', { id: command, ok: true, items: [] })
  const stateOf = async () =>
    (await asOwner<{ state: string }>(app, 'select state from command where command_id = $1', [command]))[0]
      ?.state
  await expect.poll(stateOf).toBe('done')
  // Two gateways were notified of the command; only one of them sent it.
  expect(hand.heard.filter(({ name }) => name === 'cmd')).toHaveLength(1)
  await hand.vanish()
  await expect.poll(isOnline).toBe(false)
})

test('the operator ends the connection of a machine at Mosquitto, and of no other', async () => {
  const hand = await HandMachine.connect(mosquitto.port, other)
  const sibling = await HandMachine.connect(mosquitto.port, machine)
  const closed = hand.closed()
  await endConnection(app.deps, other.sn)
  await closed
  await sibling.say('sale', { ...sale, saleId: 'still here' })
  expect(hand.client.connected).toBe(false)
  await sibling.leave()
})

test('a machine reaches no topic of another', async () => {
  const hand = await HandMachine.connect(mosquitto.port, machine)
  hand.client.publish(upTopic(other.sn, 'sale'), '{}', { qos: 1 })
  await hand.say('sale', { ...sale, saleId: 'own' })
  await expect.poll(() => sales(machine)).toContain('own')
  expect(await sales(other)).toEqual([])
  await hand.leave()
})

test('a message that is not UTF-8 is refused and counted, and the next one is stored', async () => {
  const counted = (): number =>
    gateways.reduce((sum, { refusals }) => sum + (refusals.get('not UTF-8') ?? 0), 0)
  const before = counted()
  const hand = await HandMachine.connect(mosquitto.port, machine)
  const envelope = {
    v: 1,
    sn: machine.sn,
    mid: 'broken',
    seq: 1,
    ts: Date.now(),
    type: 'sale',
    data: { ...sale, saleId: 'broken?' },
  } as const
  const broken = Buffer.from(Buffer.from(encode(envelope)).map((byte) => (byte === 0x3f ? 0xff : byte)))
  await hand.client.publishAsync(upTopic(machine.sn, 'sale'), broken, { qos: 1 })
  await hand.say('sale', { ...sale, saleId: 'whole' })
  await expect.poll(() => sales(machine)).toContain('whole')
  expect(counted()).toBe(before + 1)
  expect((await sales(machine)).filter((saleId) => saleId.startsWith('broken'))).toEqual([])
  await hand.leave()
})

test('a machine takes the place of no gateway, whatever it calls itself', async () => {
  const thief = await HandMachine.connect(mosquitto.port, machine, {
    clientId: 'slotwise-sale',
    clean: false,
  })
  const hand = await HandMachine.connect(mosquitto.port, other)
  await hand.say('sale', { ...sale, saleId: 'unstolen' })
  await expect.poll(() => sales(other)).toContain('unstolen')
  // The broker identifies machines by their number, so a second connection with it ends the first.
  const pushedOut = thief.closed().then(() => 'pushed out')
  const again = await HandMachine.connect(mosquitto.port, machine)
  expect(await pushedOut).toBe('pushed out')
  await again.leave()
  await hand.leave()
})

test('what machines say while no gateway runs, or while the broker starts anew, is not lost and not doubled', async () => {
  await stopGateways()
  const hand = await HandMachine.connect(mosquitto.port, other)
  const expected = Array.from({ length: 20 }, (_, i) => `away-${String(i).padStart(2, '0')}`)
  for (const saleId of expected) await hand.say('sale', { ...sale, saleId })
  await hand.leave()
  await mosquitto.restart()
  await startGateways(2)
  const away = async () => (await sales(other)).filter((saleId) => saleId.startsWith('away'))
  await expect.poll(away).toEqual(expected)

  await mosquitto.restart()
  const again = await HandMachine.connect(mosquitto.port, other)
  await again.say('sale', { ...sale, saleId: 'back' })
  await expect.poll(() => sales(other)).toContain('back')
  await again.leave()
})

test('what cannot be stored is not acknowledged to the broker, and comes again until it is', async () => {
  const hand = await HandMachine.connect(mosquitto.port, machine)
  await asOwner(app, 'alter table machine_inbox rename to machine_inbox_away')
  try {
    // More than fits into the line's buffer while the first message is being stored.
    const items = Array.from({ length: 400 }, (_, i) => ({ ch: i + 1, n: 1, ok: true }))
    for (const saleId of ['early', ...Array.from({ length: 18 }, (_, i) => `more ${i}`), 'late'])
      await hand.say('sale', { ...sale, saleId, items })
  } finally {
    await asOwner(app, 'alter table machine_inbox_away rename to machine_inbox')
  }
  await expect.poll(() => sales(machine)).toEqual(expect.arrayContaining(['early', 'late']))
  await hand.leave()
})

test('messages of different machines are stored at the same time, those of one machine in their order', async () => {
  const hand = await HandMachine.connect(mosquitto.port, machine)
  const neighbour = await HandMachine.connect(mosquitto.port, foreign)
  const held = await holdRow(app, 'device_state', machine.id)
  const items = [{ ch: 1, n: 1, ok: true }]
  const inOrder = Array.from({ length: 5 }, (_, i) => `held ${i}`)
  for (const saleId of inOrder) await hand.say('sale', { ...sale, saleId, items })
  await neighbour.say('sale', { ...sale, saleId: 'unhindered' })
  await expect.poll(() => sales(foreign)).toEqual(['unhindered'])
  expect(await sales(machine)).not.toContain('held 0')
  await held.letGo()
  await expect.poll(() => sales(machine)).toEqual(expect.arrayContaining(inOrder))
  const stored = await asOwner<{ sale_id: string }>(
    app,
    `select b.sale_id from bill b join machine_inbox i on i.device_id = b.device_id and i.ref = b.sale_id
      where b.device_id = $1 and b.sale_id like 'held%' order by i.received_at, b.reported_at, i.xmin::text::bigint`,
    [machine.id],
  )
  expect(stored.map(({ sale_id: saleId }) => saleId)).toEqual(inOrder)
  await hand.leave()
  await neighbour.leave()
})

test('a sale that cannot be stored spoils none of its neighbours, and is stored once it can be', async () => {
  const hand = await HandMachine.connect(mosquitto.port, machine)
  const neighbour = await HandMachine.connect(mosquitto.port, foreign)
  const sibling = await HandMachine.connect(mosquitto.port, other)
  await asOwner(app, `alter table bill add constraint no_poison check (sale_id <> 'poison')`)
  try {
    await hand.say('sale', { ...sale, saleId: 'poison' })
    await hand.say('sale', { ...sale, saleId: 'poison is first' })
    await hand.client.publishAsync(upTopic(machine.sn, 'sale'), 'no JSON', { qos: 1 })
    await sibling.say('sale', { ...sale, saleId: 'of a sibling' })
    await neighbour.say('sale', { ...sale, saleId: 'of a neighbour' })
    // Less than the minute after which the gateway looks machines up again, and stores their sales in another order.
    await expect.poll(() => sales(foreign), { timeout: 30_000 }).toContain('of a neighbour')
    await expect.poll(() => sales(other), { timeout: 30_000 }).toContain('of a sibling')
    expect((await sales(machine)).filter((saleId) => saleId.startsWith('poison'))).toEqual([])
  } finally {
    await asOwner(app, 'alter table bill drop constraint no_poison')
  }
  await expect.poll(() => sales(machine)).toEqual(expect.arrayContaining(['poison', 'poison is first']))
  for (const one of [hand, neighbour, sibling]) await one.leave()
})

test('a gateway whose broker is gone says so, even without a line of its own, and goes on', async () => {
  const own = await startMosquitto([`slotwise:${hashSecret('slotwise')}`])
  const errors: unknown[] = []
  // The gateways of the other tests hold the lines.
  const gateway = await joinExternalBroker(
    {
      url: own.url,
      username: 'slotwise',
      password: 'slotwise',
      databaseUrl: app.deps.db.url,
      log: (error) => errors.push(error),
    },
    {
      authenticate: async () => true,
      take: () => undefined,
      refuse() {},
      connected() {},
    },
  )
  await own.stop()
  await expect.poll(() => errors).toContainEqual(expect.objectContaining({ code: 'ECONNREFUSED' }))
  await gateway.close()
})

describe('a line', () => {
  type Taken = { text: string; stored: PromiseWithResolvers<void> }
  let taken: Taken[]
  let broker: Broker
  const texts = (): string[] => taken.map(({ text }) => text)

  /** Takes messages without storing them until the test says so. */
  const join = async (): Promise<void> => {
    taken = []
    const attendant: Attendant = {
      authenticate: async () => true,
      take({ name, payload }) {
        if (name !== 'sale') return undefined
        const stored = Promise.withResolvers<void>()
        taken.push({ text: payload.toString(), stored })
        return stored.promise
      },
      refuse() {},
      connected() {},
    }
    const login = { username: 'slotwise', password: 'slotwise' }
    const options = { url: mosquitto.url, ...login, databaseUrl: app.deps.db.url, log: () => {} }
    broker = await joinExternalBroker(options, attendant)
  }

  beforeAll(stopGateways)

  test('takes so many messages at once, acknowledges each after it and all before it, and gets the others again', async () => {
    const hand = await HandMachine.connect(mosquitto.port, machine)
    const say = (text: string) => hand.client.publishAsync(upTopic(machine.sn, 'sale'), text, { qos: 1 })
    const all = Array.from({ length: 1_002 }, (_, i) => String(i))
    await join()
    await Promise.all(all.map(say))
    await expect.poll(texts).toEqual(all.slice(0, 1_000))
    // The broker delivers one more for each that is acknowledged. The fourth waits for the third.
    for (const index of [0, 1, 3]) taken[index]?.stored.resolve()
    await expect.poll(texts).toEqual(all)
    await broker.close()

    const unacknowledged = all.slice(2)
    await join()
    await expect.poll(texts).toEqual(unacknowledged)
    taken[0]?.stored.reject(new Error('not now'))
    // Delivered again over another connection, with what was not acknowledged behind it.
    await expect.poll(texts).toEqual([...unacknowledged, ...unacknowledged])
    // Late results of the connection before acknowledge nothing of this one.
    for (const { stored } of taken.slice(0, 1_000)) stored.resolve()
    await broker.close()

    await join()
    await expect.poll(texts).toEqual(unacknowledged)
    for (const { stored } of taken) stored.resolve()
    await say('last')
    await expect.poll(texts).toEqual([...unacknowledged, 'last'])
    taken.at(-1)?.stored.resolve()
    await broker.close()
    await hand.leave()
  })
})
