/** Faults around a gateway: crowds, restarts, deaths at the worst moment, and machines that send rubbish. */
import { downFilter, encode, upTopic } from '@slotwise/machine-protocol'
import type { Fleet } from '@slotwise/simulator'
import { connectAsync } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { startApp, type TestApp } from '../../test/app.ts'
import { storm } from '../../test/depth.ts'
import { makeMerchant, makeStaff, makeStore, type Merchant } from '../../test/factories.ts'
import { HandMachine } from '../../test/hand-machine.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../test/machines.ts'
import { listenAs } from '../../test/listening.ts'
import { asOwner } from '../../test/owner.ts'
import { playVirtual } from '../../test/virtual-machines.ts'
import { makeFleet } from '../../seeds/fleet.ts'
import { giveCommand } from '../modules/commands/index.ts'
import { type Gateway, startGateway } from './gateway.ts'

let app: TestApp
let owner: Merchant
let gateway: Gateway
let port: number
const fleets: Fleet[] = []

beforeAll(async () => {
  app = await startApp()
  app.deps.now = () => new Date()
  gateway = await startGateway(app.deps)
  port = gateway.port ?? 0
  owner = await makeMerchant(app)
})
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.stop()
})
afterAll(async () => {
  await gateway.close()
  await app.close()
})

/**
 * Restarts the gateway at the same address, with empty memory. (processes.test covers a killed process.) Returns a
 * time at which no gateway was running.
 */
async function restart(): Promise<number> {
  await gateway.close()
  const between = Date.now()
  const mqtt = { ...app.deps.config.mqtt, port }
  gateway = await startGateway({ ...app.deps, config: { ...app.deps.config, mqtt } })
  return between
}

function play(credentials: Parameters<typeof playVirtual>[1], options = {}): Fleet {
  const fleet = playVirtual(port, credentials, { startsPerSecond: 1e9, ...options })
  fleets.push(fleet)
  return fleet
}

const online = async (): Promise<number> =>
  (
    await asOwner<{ count: number }>(
      app,
      'select count(*)::int as count from device_state where online and tenant_id = $1',
      [owner.tenantId],
    )
  )[0]?.count ?? 0

const stateOf = async (id: string): Promise<string | undefined> =>
  (await asOwner<{ state: string }>(app, 'select state from command where command_id = $1', [id]))[0]?.state

const by = { id: null, username: 'tester' }
const pieces = { items: [{ ch: 1, n: 1 }] }
const give = (machine: BoundMachine) =>
  asMachine(app, machine, (ctx) =>
    giveCommand({ ...ctx, now: new Date() }, { op: 'dispense', args: pieces, by }),
  )

describe('a crowd', () => {
  test(
    'of machines that connect at once is let in, and each one is heard',
    { timeout: 600_000 },
    async () => {
      const count = storm({ usual: 100, deep: 2_000 })
      play(await makeFleet(app.deps, owner.tenantId, count))
      await expect.poll(online, { timeout: 400_000, interval: 500 }).toBe(count)
      expect(gateway.refusals.get('wrong credentials') ?? 0).toBe(0)
      const withSlots = async () =>
        (
          await asOwner<{ count: number }>(
            app,
            'select count(distinct device_id)::int as count from slot_report where tenant_id = $1',
            [owner.tenantId],
          )
        )[0]?.count
      await expect.poll(withSlots, { timeout: 120_000, interval: 500 }).toBe(count)
    },
  )
})

test('a command that was given while no gateway listened is sent when one listens again', async () => {
  const machine = await makeBoundMachine(app, await makeMerchant(app))
  const hand = await HandMachine.connect(port, machine, { boot: 1 })
  const warn = vi.spyOn(app.deps.log, 'warn')
  onTestFinished(() => warn.mockRestore())
  await hand.say('status', { state: 'online', boot: 1 })
  const { command: id } = await asMachine(app, machine, async (ctx) => {
    const order = { op: 'led', args: { on: true }, by } as const
    const given = await giveCommand({ ...ctx, now: new Date() }, order)
    // The notification leaves with the commit; until then the listening connection is ended.
    const ended = await asOwner<{ pid: number }>(
      app,
      `select pid, pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'slotwise gateway' and datname = current_database()`,
    )
    const isThere = () =>
      asOwner(app, 'select from pg_stat_activity where pid = any($1)', [ended.map(({ pid }) => pid)])
    await expect.poll(isThere).toEqual([])
    return given
  })
  expect(await hand.hears('cmd')).toMatchObject({ id })
  // The operator reads why the connection was lost.
  expect(warn).toHaveBeenCalledWith({ err: expect.any(Error) }, expect.any(String))
  await hand.leave()
})

describe('a gateway that starts anew', () => {
  test('hears its machines again, and sends them commands', async () => {
    const merchant = await makeMerchant(app)
    const machine = await makeBoundMachine(app, merchant)
    const heardAt = async () =>
      (
        await asOwner<{ heard_at: Date | null }>(
          app,
          'select heard_at from device_state where device_id = $1',
          [machine.id],
        )
      )[0]?.heard_at?.getTime() ?? 0
    play([{ ...machine, type: 'vending', slots: 6 }], { speed: 20, failure: 0 })
    await expect.poll(heardAt).toBeGreaterThan(0)
    const between = await restart()
    await expect.poll(heardAt, { timeout: 60_000 }).toBeGreaterThan(between)
    expect(gateway.connections()).toBe(1)
    const { command } = await give(machine)
    await expect.poll(() => stateOf(command)).toBe('done')
  })

  test('between a command and its result takes the result from the machine that comes back', async () => {
    const machine = await makeBoundMachine(app, await makeMerchant(app))
    const first = await HandMachine.connect(port, machine, { boot: 1 })
    await first.say('status', { state: 'online', boot: 1 })
    const { command: id } = await give(machine)
    expect(await first.hears('cmd')).toMatchObject({ id })
    await first.say('ack', { id, accepted: true })
    await restart()
    expect(await stateOf(id)).toBe('acknowledged')
    const second = await HandMachine.connect(port, machine, { boot: 2 })
    await second.say('status', { state: 'online', boot: 2 })
    await second.say('result', { id, ok: true, items: [{ ch: 1, n: 1, ok: true }] })
    expect(await stateOf(id)).toBe('done')
    // The command is not sent a second time.
    expect(second.heard.filter(({ name }) => name === 'cmd')).toEqual([])
    await second.client.endAsync(true)
    await first.client.endAsync(true)
  })

  test('sends nothing to a machine that is back but does not listen yet', async () => {
    const [machine, other] = [await makeBoundMachine(app, owner), await makeBoundMachine(app, owner)]
    const first = await HandMachine.connect(port, machine, { boot: 1 })
    await first.say('status', { state: 'online', boot: 1 })
    await restart()
    const hearing = await HandMachine.connect(port, other)
    await hearing.say('status', { state: 'online', boot: 1 })
    const deaf = await connectAsync(`mqtt://127.0.0.1:${port}`, {
      clientId: machine.sn,
      username: machine.sn,
      password: machine.secret,
      protocolVersion: 4,
    })
    const early = await give(machine)
    // Gateways are notified of commands in order: once the second is sent, the first was handled too.
    await give(other)
    await hearing.hears('cmd')
    expect(gateway.connections()).toBe(2)
    await deaf.subscribeAsync(downFilter(machine.sn), { qos: 1 })
    const { command } = await give(machine)
    await expect.poll(() => stateOf(command)).toBe('sent')
    // It was never sent, so nothing has moved.
    expect(await stateOf(early.command)).toBe('created')
    await deaf.endAsync(true)
    await hearing.leave()
    await first.client.endAsync(true)
  })

  test('between giving a command and sending it sends nothing late', async () => {
    const machine = await makeBoundMachine(app, await makeMerchant(app))
    const first = await HandMachine.connect(port, machine, { boot: 1 })
    await first.say('status', { state: 'online', boot: 1 })
    await gateway.close()
    const { command: id } = await give(machine)
    const mqtt = { ...app.deps.config.mqtt, port }
    gateway = await startGateway({ ...app.deps, config: { ...app.deps.config, mqtt } })
    const second = await HandMachine.connect(port, machine, { boot: 2 })
    await second.say('status', { state: 'online', boot: 2 })
    await second.hears('config')
    expect(second.heard.filter(({ name }) => name === 'cmd')).toEqual([])
    expect(await stateOf(id)).toBe('created')
    await second.client.endAsync(true)
    await first.client.endAsync(true)
  })
})

test('a machine that sends garbage without end does not delay the messages of others', async () => {
  const [mad, sane] = [await makeBoundMachine(app, owner), await makeBoundMachine(app, owner)]
  const one = await HandMachine.connect(port, mad)
  const other = await HandMachine.connect(port, sane)
  const topic = upTopic(mad.sn, 'sale')
  // Its first messages wait for a person; then there is no more room.
  const turnedAway = (): number =>
    (gateway.refusals.get('not JSON') ?? 0) + (gateway.refusals.get('store full') ?? 0)
  const before = turnedAway()
  const count = storm({ usual: 1_000, deep: 3_000 })
  const garbage = Array.from({ length: count }, (_, i) =>
    one.client.publishAsync(topic, `{"v":1,${'x'.repeat(i % 500)}`, { qos: 1 }),
  )
  for (let i = 0; i < 20; i += 1)
    await other.say('sale', {
      saleId: `s${i}`,
      client: 'coin',
      amount: 1,
      items: [],
      result: 'failed',
      tookMs: 1,
    })
  await Promise.all(garbage)
  expect(turnedAway()).toBe(before + count)
  const stored = await asOwner(app, 'select mid from machine_inbox where device_id = $1', [sane.id])
  expect(stored).toHaveLength(20)
  await one.client.endAsync(true)
  await other.client.endAsync(true)
})

test('events of machines reach the users who may see them, and no others', async () => {
  const merchant = await makeMerchant(app)
  const here = (await makeStore(app, merchant))._id
  const there = (await makeStore(app, merchant))._id
  const machine = await makeBoundMachine(app, merchant, { store: here })
  const listeners = {
    main: merchant,
    here: await makeStaff(app, merchant, { permissions: ['device.manage'], stores: [here] }),
    machine: await makeStaff(app, merchant, {
      permissions: ['device.manage'],
      stores: [],
      devices: [machine.id],
    }),
    there: await makeStaff(app, merchant, { permissions: ['device.manage'], stores: [there] }),
    clerk: await makeStaff(app, merchant, { permissions: ['home'], stores: [here] }),
    neighbour: await makeMerchant(app),
  }
  const ears = new Map<string, Awaited<ReturnType<typeof listenAs>>>()
  for (const [name, who] of Object.entries(listeners)) ears.set(name, await listenAs(app, who))

  const hand = await HandMachine.connect(port, machine)
  await hand.say('status', { state: 'online', boot: 1 })
  await hand.say('slots', { rev: 1, full: true, slots: [{ ch: 1, qty: 1, max: 2, state: 'ok' }] })
  await hand.say('fault', { code: 'MOTOR', ch: 1, raw: '', active: true })
  const { command } = await give(machine)
  await hand.hears('cmd')
  await hand.say('result', { id: command, ok: true, items: [] })

  const heard: Record<string, string[]> = {}
  for (const [name, hear] of ears) heard[name] = (await hear()).map(({ kind }) => kind)
  const all = ['presence', 'slots', 'machine', 'command', 'command', 'command']
  // The dispensing is a sale, and these two of the staff do not see sales.
  expect(heard).toEqual({
    main: [...all, 'bills'],
    here: all,
    machine: all,
    there: [],
    clerk: [],
    neighbour: [],
  })
  await hand.client.endAsync(true)
})

test('a message that is packed as a text inside of a text is refused', async () => {
  const machine = await makeBoundMachine(app, owner)
  const hand = await HandMachine.connect(port, machine)
  const inner = encode({ v: 1, sn: machine.sn, mid: 'm', seq: 1, ts: 1, type: 'sale', data: {} })
  await hand.client.publishAsync(upTopic(machine.sn, 'sale'), JSON.stringify(inner), { qos: 1 })
  expect(gateway.refusals.get('no envelope')).toBeGreaterThan(0)
  await hand.client.endAsync(true)
})
