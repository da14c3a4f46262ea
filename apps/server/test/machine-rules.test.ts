/**
 * What the specification and the decisions say of machines and slots, at the calls and at a machine's own connection.
 * Paths and fields are written out, and every machine has a sibling of the same merchant that must not be affected.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { makeApproved } from './bank-cards.ts'
import { makeArea, makeGoods, makeStore, unlock } from './factories.ts'
import { type GatewayStand, startGatewayStand } from './gateway-stand.ts'
import type { HandMachine } from './hand-machine.ts'
import { type BoundMachine, makeBoundMachine } from './machines.ts'
import { asOwner } from './owner.ts'

let stand: GatewayStand
let sign: string
let goods: string

beforeAll(async () => {
  stand = await startGatewayStand()
  sign = await unlock(stand.app, stand.owner)
  goods = (await makeGoods(stand.app, stand.owner, { title: 'Cola', price: 350 })).goods_id
})
afterEach(() => stand.sendHome())
afterAll(() => stand.close())

type Body = { rcode: number; msg: string; result: unknown }

const post = async (path: string, input: object): Promise<Body> =>
  (await stand.app.post(`/api/v1/${path}`, input, { as: stand.owner })).body

/** The result of a call that must succeed. */
async function done<T>(path: string, input: object): Promise<T> {
  const body = await post(path, input)
  expect(body, path).toMatchObject({ rcode: 0 })
  return body.result as T
}

const rcode = async (path: string, input: object): Promise<number> => (await post(path, input)).rcode

const firstError = ({ result }: Body): unknown => (result as { errors?: unknown[] }).errors?.[0]

type Fields = Record<string, unknown>

async function deviceRow({ sn }: BoundMachine): Promise<Fields | undefined> {
  const { data } = await done<{ data: Fields[] }>('d/getDev', { condition: { sns: [sn] } })
  return data[0]
}

const slotsOf = async ({ sn }: BoundMachine): Promise<Fields[]> =>
  (await done<{ data: Fields[] }>('c/getDevChannel', { sn })).data

/** Edits a slot. The clock advances, because edits of one machine's slots must be three seconds apart. */
function editSlot({ sn }: BoundMachine, channel_sn: number, fields: object): Promise<Body> {
  stand.app.clock.advance(4)
  return post('c/setChannelInfo', { sn, channel_sn, ...fields })
}

const commandsHeard = (hand: HandMachine): number => hand.heard.filter(({ name }) => name === 'cmd').length

type Step = { command: string; state: string }
/** What a machine is told. */
type Reached = { op: string; args: object; attach: string }

describe('a command', () => {
  test.each([
    [
      'd/switchLED',
      { setting: { on: true, color: 'red', brightness: 40, style: 'breathe' }, attach: 'desk 4' },
      { op: 'led', args: { on: true, color: 'red', brightness: 40, style: 'breathe' }, attach: 'desk 4' },
    ],
    ['d/switchLED', { setting: { on: false } }, { op: 'led', args: { on: false }, attach: '' }],
    [
      'd/refreshSetting',
      { setting: 'lamp' },
      { op: 'refreshSetting', args: { setting: 'lamp' }, attach: 'lamp' },
    ],
    ['d/refreshSetting', {}, { op: 'refreshSetting', args: {}, attach: '' }],
    ...(['machine', 'android'] as const).flatMap((dev): [string, object, Reached][] => [
      ['d/power', { dev, motion: 'restart' }, { op: 'restart', args: { part: dev }, attach: '' }],
      ['d/power', { dev, motion: 'off' }, { op: 'power', args: { part: dev, on: false }, attach: '' }],
      ['d/power', { dev, motion: 'on' }, { op: 'power', args: { part: dev, on: true }, attach: '' }],
    ]),
  ] as [string, object, Reached][])(
    '%s %j reaches its machine, and ends with its word',
    async (path, input, { op, args, attach }) => {
      const machine = await makeBoundMachine(stand.app, stand.owner)
      const sibling = await makeBoundMachine(stand.app, stand.owner)
      const [hand, other] = [await stand.comeOnline(machine), await stand.comeOnline(sibling)]
      const { sn } = machine
      const { command } = await done<Step>(path, { sn, sign, ...input })
      const heard = await hand.hears('cmd')
      expect(heard).toMatchObject({ id: command, op })
      expect(heard.args).toEqual(args)
      await hand.say('ack', { id: command, accepted: true })
      expect(await done('d/getCommand', { sn, command })).toMatchObject({ op, state: 'acknowledged', attach })
      await hand.say('result', { id: command, ok: true, items: [] })
      expect(await done('d/getCommand', { sn, command })).toMatchObject({ op, state: 'done', attach })
      expect(commandsHeard(other)).toBe(0)
    },
  )

  test.each([
    ['without a setting', {}, 'setting'],
    ['with a colour that no lamp has', { setting: { on: true, color: 'infrared' } }, 'setting.color'],
    ['with 101 percent of light', { setting: { on: true, brightness: 101 } }, 'setting.brightness'],
  ])('switchLED %s is refused, and the machine hears nothing', async (_what, input, field) => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const body = await post('d/switchLED', { sn: machine.sn, sign, ...input })
    expect(body.rcode).toBe(100)
    expect(firstError(body)).toMatchObject({ path: field })
    expect(await asOwner(stand.app, 'select from command where device_id = $1', [machine.id])).toEqual([])
    expect(commandsHeard(hand)).toBe(0)
  })

  test.each([
    ['of a part that is none', { dev: 'lamp', motion: 'off' }, 'dev'],
    ['that is neither on, off nor restart', { dev: 'machine', motion: 'explode' }, 'motion'],
  ])('power %s is refused, and the machine hears nothing', async (_what, input, field) => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const body = await post('d/power', { sn: machine.sn, sign, ...input })
    expect(body.rcode).toBe(100)
    expect(firstError(body)).toMatchObject({ path: field })
    expect(commandsHeard(hand)).toBe(0)
  })
})

describe('a device', () => {
  const heartbeat = { rssi: -60, net: '4g', app: '3.2', android: '11', uptime: 9 } as const

  test('has serial number, title, type, area, store, payout account and versions', async () => {
    const { app, owner } = stand
    const area = await makeArea(app, owner, { area_name: 'North' })
    const store = await makeStore(app, owner, { store_name: 'Station', area: area._id })
    const elsewhere = await makeStore(app, owner, { store_name: 'Harbour' })
    const machine = await makeBoundMachine(app, owner, {
      title: 'By the stairs',
      type: 'lattice',
      store: store._id,
    })
    const sibling = await makeBoundMachine(app, owner, { title: 'On the quay', store: elsewhere._id })
    for (const [one, versions] of [
      [machine, {}],
      [sibling, { app: '4.0', android: '13' }],
    ] as const)
      await (await stand.comeOnline(one)).say('heartbeat', { ...heartbeat, ...versions })
    await stand.gateway.flush()
    const { merchant_id } = await makeApproved(app, owner, { mch_name: 'Station shop' })
    await app.post('/api/v1/d/editDev', { sn: machine.sn, merchant_id }, { as: owner })
    expect(await deviceRow(machine)).toMatchObject({
      sn: machine.sn,
      title: 'By the stairs',
      type: 'lattice',
      area: area._id,
      area_name: 'North',
      store: store._id,
      store_name: 'Station',
      merchant_id,
      merchant_name: 'Station shop',
      app: '3.2',
      android: '11',
    })
    expect(await deviceRow(sibling)).toMatchObject({
      sn: sibling.sn,
      title: 'On the quay',
      type: 'vending',
      area: null,
      area_name: null,
      store: elsewhere._id,
      store_name: 'Harbour',
      merchant_id: null,
      app: '4.0',
      android: '13',
    })
  })

  test.each([
    [-67, 'strong'],
    [-68, 'moderate'],
    [-85, 'moderate'],
    [-86, 'weak'],
  ])('with %i dBm has a signal that is %s', async (rssi, signal) => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    expect(await deviceRow(machine)).toMatchObject({ signal: null })
    await hand.say('heartbeat', { ...heartbeat, rssi })
    await stand.gateway.flush()
    expect(await deviceRow(machine)).toMatchObject({ signal })
  })
})

describe('a slot', () => {
  test('has goods, price, game price, winning rate, quantity, capacity, and is enabled or not', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner, { type: 'lipstick', slots: 2 })
    const [untouched] = await slotsOf(machine)
    const values = { price: 400, game_price: 150, rate: 12.5, quantity: 3, max: 8 }
    await editSlot(machine, 2, { goods, ...values, enabled: false })
    const slot = { channel_sn: 2, ...values, goods: { goods_id: goods, title: 'Cola' } }
    expect(await slotsOf(machine)).toMatchObject([untouched, { ...slot, enabled: false }])
    await editSlot(machine, 2, { enabled: true })
    expect(await slotsOf(machine)).toMatchObject([untouched, { ...slot, enabled: true }])
  })

  test('that is disabled is so for its machine, which then does not sell it', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner, { slots: 2 })
    for (const channel of [1, 2]) await editSlot(machine, channel, { goods, price: 300, max: 5, quantity: 5 })
    const hand = await stand.comeOnline(machine)
    const hearsEnabled = (wanted: [number, boolean][]) =>
      hand.hears('config', ({ settings }) => {
        const { slots = [] } = settings as { slots?: { ch: number; enabled: boolean }[] }
        return JSON.stringify(slots.map(({ ch, enabled }) => [ch, enabled])) === JSON.stringify(wanted)
      })
    await hearsEnabled([
      [1, true],
      [2, true],
    ])
    await editSlot(machine, 1, { enabled: false })
    await hearsEnabled([
      [1, false],
      [2, true],
    ])
    await editSlot(machine, 1, { enabled: true })
    const { rev } = await hearsEnabled([
      [1, true],
      [2, true],
    ])
    expect(rev).toBeGreaterThan(0)
  })

  test.each([
    [1, 'The price must be at least 0.02'],
    [0, 'The price must be at least 0.02'],
    [10.5, 'Enter an amount with at most 2 decimals'],
  ])('has no game price of %d cents, alone or with all others', async (price, message) => {
    const machine = await makeBoundMachine(stand.app, stand.owner, { type: 'lipstick', slots: 2 })
    await editSlot(machine, 1, { game_price: 2 })
    const before = await slotsOf(machine)
    expect(before).toMatchObject([{ game_price: 2 }, { game_price: null }])
    for (const body of [
      await editSlot(machine, 1, { game_price: price }),
      await post('d/editDev', { sn: machine.sn, same_gp: true, game_price: price }),
    ]) {
      expect(body.rcode).toBe(100)
      expect(firstError(body)).toEqual({ path: 'game_price', message })
    }
    expect(await slotsOf(machine)).toEqual(before)
  })
})

test('a slot test is followed by five seconds without one, at this machine alone', async () => {
  const { app, owner } = stand
  const machine = await makeBoundMachine(app, owner)
  const sibling = await makeBoundMachine(app, owner)
  for (const one of [machine, sibling]) await stand.comeOnline(one)
  const tryOut = ({ sn }: BoundMachine, road = 1) => post('d/testOut', { sn, road, sign })
  expect(await tryOut(machine)).toMatchObject({ rcode: 0 })
  expect(await tryOut(machine)).toMatchObject({ rcode: 105, result: { retryAfter: 5 } })
  expect(await tryOut(sibling)).toMatchObject({ rcode: 0 })
  app.clock.advance(4)
  // The pause is the machine's: another slot has to wait too.
  expect(await tryOut(machine, 2)).toMatchObject({ rcode: 105, result: { retryAfter: 1 } })
  app.clock.advance(1)
  expect(await tryOut(machine, 2)).toMatchObject({ rcode: 0 })
})

describe('another number of slots', () => {
  /** The clock advances before each edit; a refusal starts no pause. */
  async function answersOf({ sn }: BoundMachine, from: BoundMachine) {
    const { clock } = stand.app
    const later = (path: string, input: object) => {
      clock.advance(6)
      return rcode(path, input)
    }
    return {
      remoteOuting: await later('d/remoteOuting', { sn, sign, goods: [{ channel_sn: 1, count: 1 }] }),
      testOut: await later('d/testOut', { sn, sign, road: [1] }),
      setChannelInfo: await later('c/setChannelInfo', { sn, channel_sn: 1, price: 300 }),
      setQuantity: await later('c/setQuantity', { sn, type: 1 }),
      putDownGoods: await later('c/putDownGoods', { sn, channel_sn: 1 }),
      copyChannels: await later('c/copyChannels', { sn, from: from.sn }),
    }
  }
  const all = (code: number) => ({
    remoteOuting: code,
    testOut: code,
    setChannelInfo: code,
    setQuantity: code,
    putDownGoods: code,
    copyChannels: code,
  })

  test('stops tests, dispensing and edits of slots until the machine has said that it is done', async () => {
    const { app, owner } = stand
    const machine = await makeBoundMachine(app, owner)
    const sibling = await makeBoundMachine(app, owner)
    const model = await makeBoundMachine(app, owner)
    const [hand, other] = [await stand.comeOnline(machine), await stand.comeOnline(sibling)]
    await editSlot(machine, 1, { goods, price: 300, max: 5, quantity: 2 })
    await editSlot(sibling, 1, { goods, price: 300, max: 5, quantity: 2 })
    const { sn } = machine

    const { command: id } = await done<Step>('d/setChannelNum', { sn, channel_num: 4, sign })
    await hand.hears('cmd', (heard) => heard.id === id)
    await hand.say('ack', { id, accepted: true })
    await hand.say('config', { init: 'running', slots: 0 })
    expect(await deviceRow(machine)).toMatchObject({ initializing_since: expect.any(String) })
    expect(await answersOf(machine, model)).toEqual(all(401))
    expect(await deviceRow(sibling)).toMatchObject({ initializing_since: null })
    expect(await answersOf(sibling, model)).toEqual(all(0))
    expect(commandsHeard(hand)).toBe(1)
    await other.leave()

    await hand.say('config', { init: 'done', slots: 4 })
    await hand.say('result', { id, ok: true, items: [] })
    expect(await deviceRow(machine)).toMatchObject({ initializing_since: null })
    expect(await answersOf(machine, model)).toEqual(all(0))

    // The machine's word decides, also after the command has ended.
    await hand.say('config', { init: 'running', slots: 0 })
    expect(await answersOf(machine, model)).toEqual(all(401))
    await hand.say('config', { init: 'done', slots: 4 })
    expect(await answersOf(machine, model)).toEqual(all(0))
  })

  test('may take a machine two minutes: nothing is given up or allowed before', async () => {
    const { app, owner } = stand
    const machine = await makeBoundMachine(app, owner)
    const hand = await stand.comeOnline(machine)
    const { sn } = machine
    const { command: id } = await done<Step>('d/setChannelNum', { sn, channel_num: 4, sign })
    await hand.hears('cmd')
    await hand.say('ack', { id, accepted: true })
    await hand.say('config', { init: 'running', slots: 0 })
    const [patience] = await asOwner<{ seconds: number }>(
      app,
      'select extract(epoch from due_at - acknowledged_at)::int as seconds from command where command_id = $1',
      [id],
    )
    expect(patience?.seconds).toBeGreaterThanOrEqual(120)
    app.clock.advance(120)
    await hand.say('heartbeat', { rssi: -60, net: '4g', app: '3.2', android: '11', uptime: 9 })
    await stand.gateway.flush()
    expect(await deviceRow(machine)).toMatchObject({ online: true, initializing_since: expect.any(String) })
    expect(await rcode('d/testOut', { sn, sign, road: [1] })).toBe(401)
    await hand.say('config', { init: 'done', slots: 4 })
    await hand.say('result', { id, ok: true, items: [] })
    expect(await done('d/getCommand', { sn, command: id })).toMatchObject({ state: 'done' })
    expect(await rcode('d/testOut', { sn, sign, road: [1] })).toBe(0)
  })
})
