import { encode, upTopic } from '@slotwise/machine-protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../test/app.ts'
import { makeMerchant, type Merchant } from '../../test/factories.ts'
import { HandMachine } from '../../test/hand-machine.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../test/machines.ts'
import { type Mosquitto, startMosquitto } from '../../test/mosquitto.ts'
import { asOwner } from '../../test/owner.ts'
import { giveCommand } from '../modules/commands/index.ts'
import { passwordLines } from '../modules/machines/index.ts'
import { hashSecret } from '../modules/machines/machine-secrets.ts'
import { type Gateway, startGateway } from './gateway.ts'

let app: TestApp
let owner: Merchant
let machine: BoundMachine
let other: BoundMachine
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
