/** Commands of merchants, over the real gateway, with machines that answer. */
import {
  commandCalls,
  type CommandStep,
  deviceCalls,
  historyCalls,
  type HistoryLine,
  slotCalls,
} from '@slotwise/contract'
import type { MachineType } from '@slotwise/machine-protocol'
import type { Fleet } from '@slotwise/simulator'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../../test/app.ts'
import { makeGoods, makeMerchant, type Merchant, unlock } from '../../../test/factories.ts'
import { HandMachine } from '../../../test/hand-machine.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { playVirtual } from '../../../test/virtual-machines.ts'
import { type Gateway, startGateway } from '../../gateway/gateway.ts'

let app: TestApp
let owner: Merchant
let gateway: Gateway
let sign: string
const fleets: Fleet[] = []
const hands: HandMachine[] = []

beforeAll(async () => {
  app = await startApp()
  app.clock.now = new Date()
  gateway = await startGateway(app.deps)
  owner = await makeMerchant(app)
  sign = await unlock(app, owner)
})
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.stop()
  for (const hand of hands.splice(0)) await hand.client.endAsync(true)
})
afterAll(async () => {
  await gateway.close()
  await app.close()
})

const isOnline = async ({ id }: BoundMachine) =>
  (await asOwner<{ online: boolean }>(app, 'select online from device_state where device_id = $1', [id]))[0]
    ?.online

/** Sets the test's clock to the real time, which the virtual machines use. */
function setClock(): void {
  if (app.clock.now.getTime() < Date.now()) app.clock.now = new Date()
}

/** A virtual machine, fast, whose motors never fail. */
async function play(machine: BoundMachine, type: MachineType = 'vending', slots = 6): Promise<Fleet> {
  setClock()
  const fleet = playVirtual(gateway.port, [{ ...machine, type, slots }], { speed: 50, failure: 0 })
  fleets.push(fleet)
  await expect.poll(() => isOnline(machine)).toBe(true)
  setClock()
  return fleet
}

/** A machine controlled by the test, online. */
async function come(machine: BoundMachine): Promise<HandMachine> {
  const hand = await HandMachine.connect(gateway.port ?? 0, machine, { boot: 1 })
  hands.push(hand)
  await hand.say('status', { state: 'online', boot: 1 })
  return hand
}

/** Puts new goods into slots. */
async function stock(
  { sn }: BoundMachine,
  channel_sn: number | number[],
  { title, ...counts }: { title: string; max: number; quantity: number },
): Promise<void> {
  const { goods_id: goods } = await makeGoods(app, owner, { title, price: 300 })
  await app.call(slotCalls.setChannelInfo, { sn, channel_sn, goods, ...counts }, { as: owner })
}

const step = async (machine: BoundMachine, { command }: CommandStep): Promise<CommandStep> =>
  (await app.call(commandCalls.getCommand, { sn: machine.sn, command }, { as: owner })).body.result
const becomes = async (machine: BoundMachine, given: CommandStep, state: string): Promise<CommandStep> => {
  await expect.poll(async () => (await step(machine, given)).state).toBe(state)
  return step(machine, given)
}
const history = async (machine: BoundMachine): Promise<HistoryLine[]> =>
  (await app.call(historyCalls.getDevHistory, { condition: { sn: machine.sn } }, { as: owner })).body.result
    .data

describe('remote dispensing', () => {
  test('happens at the machine, is booked, and stands in the history', async () => {
    const machine = await makeBoundMachine(app, owner)
    await stock(machine, 1, { title: 'Tea', max: 10, quantity: 5 })
    await play(machine)
    const { body } = await app.call(
      commandCalls.remoteOuting,
      { sn: machine.sn, goods: [{ channel_sn: 1, count: 2 }], sign, attach: 'mine' },
      { as: owner },
    )
    expect(body.result).toMatchObject({ op: 'dispense', attach: 'mine' })
    expect((await becomes(machine, body.result, 'done')).items).toEqual([{ ch: 1, n: 2, ok: true }])
    const quantity = async () =>
      (await app.call(slotCalls.getDevChannel, { sn: machine.sn }, { as: owner })).body.result.data[0]
        ?.quantity
    expect(await quantity()).toBe(3)
    // The machine's own count of the same pieces changes nothing more.
    await expect
      .poll(
        async () =>
          (
            await asOwner(
              app,
              'select from slot_report where device_id = $1 and booked = 0 and channel_sn = 1',
              [machine.id],
            )
          ).length,
      )
      .toBe(1)
    expect(await quantity()).toBe(3)
    const lines = await history(machine)
    expect(lines.find(({ kind }) => kind === 'stock')).toMatchObject({
      reason: 'remote',
      before: 5,
      after: 3,
      goods: 'Tea',
      username: owner.username,
    })
    expect(lines.find(({ kind }) => kind === 'command')).toMatchObject({ op: 'dispense', state: 'done' })
  })

  test('with a motor fault fails with its code, and only what came out is booked', async () => {
    const machine = await makeBoundMachine(app, owner)
    await stock(machine, [1, 2], { title: 'Milk', max: 10, quantity: 5 })
    const hand = await come(machine)
    const { body } = await app.call(
      commandCalls.remoteOuting,
      {
        sn: machine.sn,
        goods: [
          { channel_sn: 1, count: 3 },
          { channel_sn: 2, count: 1 },
        ],
        sign,
      },
      { as: owner },
    )
    const { id } = await hand.hears('cmd')
    await hand.say('ack', { id, accepted: true })
    await hand.say('result', {
      id,
      ok: false,
      items: [
        { ch: 1, n: 2, ok: true },
        { ch: 1, n: 1, ok: false, fault: 'MOTOR' },
        { ch: 2, n: 1, ok: true },
      ],
    })
    expect(await becomes(machine, body.result, 'failed')).toMatchObject({ fault: 'MOTOR' })
    const { data } = (await app.call(slotCalls.getDevChannel, { sn: machine.sn }, { as: owner })).body.result
    expect(data.slice(0, 2).map(({ quantity }) => quantity)).toEqual([3, 4])
  })

  test.each([
    ['nothing', [], 'Choose at least one slot'],
    ['none of a slot', [{ channel_sn: 1, count: 0 }], 'The count must not be 0'],
    ['a slot that is not there', [{ channel_sn: 99, count: 1 }], 'There is no slot 99'],
    [
      'a slot twice',
      [
        { channel_sn: 1, count: 1 },
        { channel_sn: 1, count: 1 },
      ],
      'Each slot only once',
    ],
  ])('of %s is refused', async (_what, goods, message) => {
    const machine = await makeBoundMachine(app, owner)
    const { body } = await app.call(commandCalls.remoteOuting, { sn: machine.sn, goods, sign }, { as: owner })
    expect(body.rcode).toBe(100)
    expect(JSON.stringify(body.result)).toContain(message)
  })

  test('of a pulse machine is pulses', async () => {
    const machine = await makeBoundMachine(app, owner, { type: 'pulse', slots: 1 })
    await play(machine, 'pulse', 1)
    const { body } = await app.call(
      commandCalls.remoteOuting,
      { sn: machine.sn, goods: [{ channel_sn: 1, count: 3 }], sign },
      { as: owner },
    )
    await becomes(machine, body.result, 'done')
  })
})

test.each([
  ['remoteOuting', { goods: [{ channel_sn: 1, count: 1 }] }],
  ['testOut', { road: [1] }],
  ['switchLED', { setting: { on: true } }],
  ['power', { dev: 'machine', motion: 'off' }],
  ['refreshSetting', {}],
  ['setChannelNum', { channel_num: 3 }],
] as const)('%s: an offline machine is told nothing', async (name, input) => {
  const machine = await makeBoundMachine(app, owner)
  const { body } = await app.post(commandCalls[name].path, { sn: machine.sn, sign, ...input }, { as: owner })
  expect(body).toMatchObject({ rcode: 400, msg: 'The device is offline' })
  expect(await history(machine)).toEqual([])
})

test('a command is read at its own machine only', async () => {
  const [machine, sibling] = [await makeBoundMachine(app, owner), await makeBoundMachine(app, owner)]
  await come(machine)
  const input = { sn: machine.sn, setting: '', sign }
  const { command } = (await app.call(commandCalls.refreshSetting, input, { as: owner })).body.result
  const read = async ({ sn }: BoundMachine, id = command) =>
    (await app.call(commandCalls.getCommand, { sn, command: id }, { as: owner })).body.rcode
  expect([await read(machine), await read(sibling), await read(machine, '999999999')]).toEqual([0, 101, 101])
})

test('a machine that was switched off says so, and so does the list', async () => {
  const machine = await makeBoundMachine(app, owner)
  await play(machine)
  const isOff = async () =>
    (await app.call(deviceCalls.getDev, { condition: { sns: [machine.sn] } }, { as: owner })).body.result
      .data[0]?.off
  for (const motion of ['off', 'on'] as const) {
    const { body } = await app.call(
      commandCalls.power,
      { sn: machine.sn, dev: 'machine', motion, sign },
      { as: owner },
    )
    await becomes(machine, body.result, 'done')
    expect(await isOff()).toBe(motion === 'off')
  }
})

describe('a pause', () => {
  test('of five seconds follows a test, of sixty a restart, each machine its own', async () => {
    const machine = await makeBoundMachine(app, owner)
    await come(machine)
    const test1 = () => app.call(commandCalls.testOut, { sn: machine.sn, road: 1, sign }, { as: owner })
    const restart = () =>
      app.call(commandCalls.power, { sn: machine.sn, dev: 'machine', motion: 'restart', sign }, { as: owner })
    expect((await test1()).body.rcode).toBe(0)
    expect((await test1()).body).toMatchObject({
      rcode: 105,
      msg: 'Please try again in 5 seconds',
      result: { retryAfter: 5 },
    })
    expect((await restart()).body.rcode).toBe(0)
    expect((await restart()).body).toMatchObject({ rcode: 105, result: { retryAfter: 60 } })
    app.clock.advance(5)
    expect((await test1()).body.rcode).toBe(0)
  })
})

test('a test shows slot after slot, and what fell in it is a line of the stock', async () => {
  const machine = await makeBoundMachine(app, owner)
  await stock(machine, [1, 2], { title: 'Tested', max: 10, quantity: 5 })
  const hand = await come(machine)
  const slots = (one: number, two: number, rev: number) => ({
    rev,
    full: rev === 1,
    slots: [
      { ch: 1, qty: one, max: 10, state: 'ok' as const },
      { ch: 2, qty: two, max: 10, state: 'ok' as const },
    ],
  })
  await hand.say('slots', slots(5, 5, 1))
  const { body } = await app.call(
    commandCalls.testOut,
    { sn: machine.sn, road: [1, 2], attach: 'a', sign },
    { as: owner },
  )
  const { id } = await hand.hears('cmd')
  await hand.say('ack', { id, accepted: true })
  await hand.say('progress', { id, items: [{ ch: 1, n: 1, ok: true }] })
  expect(await step(machine, body.result)).toMatchObject({
    state: 'acknowledged',
    attach: 'a',
    items: [{ ch: 1, n: 1, ok: true }],
  })
  const items = [
    { ch: 1, n: 1, ok: true },
    { ch: 2, n: 1, ok: false, fault: 'MOTOR' as const },
  ]
  await hand.say('result', { id, ok: false, items })
  await hand.say('slots', slots(4, 5, 2))
  expect(await step(machine, body.result)).toMatchObject({ state: 'failed', items })
  const line = (await history(machine)).find(({ kind }) => kind === 'stock')
  expect(line).toMatchObject({
    reason: 'test',
    channel_sn: 1,
    before: 5,
    after: 4,
    username: owner.username,
  })
})

describe('initialization', () => {
  test('gives a machine another number of slots; what is gone takes its stock with it', async () => {
    const machine = await makeBoundMachine(app, owner)
    await stock(machine, 6, { title: 'Gone', max: 4, quantity: 4 })
    await play(machine)
    const { body } = await app.call(
      commandCalls.setChannelNum,
      { sn: machine.sn, channel_num: 4, sign },
      { as: owner },
    )
    await becomes(machine, body.result, 'done')
    const { data } = (await app.call(slotCalls.getDevChannel, { sn: machine.sn }, { as: owner })).body.result
    expect(data.map(({ channel_sn: number }) => number)).toEqual([1, 2, 3, 4])
    expect((await history(machine)).find(({ kind }) => kind === 'stock')).toMatchObject({
      reason: 'init',
      channel_sn: 6,
      before: 4,
      after: 0,
    })
  })

  test('what is the same for all slots holds for new ones, too', async () => {
    const machine = await makeBoundMachine(app, owner, { type: 'lipstick' })
    const same = { same_gp: true, game_price: 300, same_pb: true, rate: 25 }
    await app.call(deviceCalls.editDev, { sn: machine.sn, ...same }, { as: owner })
    await play(machine)
    const { body } = await app.call(
      commandCalls.setChannelNum,
      { sn: machine.sn, channel_num: 8, sign },
      { as: owner },
    )
    await becomes(machine, body.result, 'done')
    const { data } = (await app.call(slotCalls.getDevChannel, { sn: machine.sn }, { as: owner })).body.result
    expect(data.map((slot) => [slot.game_price, slot.rate])).toEqual(
      Array.from({ length: 8 }, () => [300, 25]),
    )
  })

  test('no type has more slots than it can have', async () => {
    const machine = await makeBoundMachine(app, owner, { type: 'gashapon' })
    const { body } = await app.call(
      commandCalls.setChannelNum,
      { sn: machine.sn, channel_num: 61, sign },
      { as: owner },
    )
    expect(JSON.stringify(body.result)).toContain('at most 60 slots')
  })

  test('gives slots other numbers, theirs and ours, and none twice', async () => {
    const machine = await makeBoundMachine(app, owner)
    await stock(machine, 1, { title: 'Moved', max: 20, quantity: 7 })
    await play(machine)
    const renumber = (channel: { from: number; to: number }[]) =>
      app.call(commandCalls.resetId, { sn: machine.sn, channel, sign }, { as: owner })
    expect(JSON.stringify((await renumber([{ from: 1, to: 2 }])).body.result)).toContain(
      'Duplicate channel id: 2',
    )
    expect(JSON.stringify((await renumber([{ from: 1, to: 0 }])).body.result)).toContain('must not be 0')
    expect((await renumber([{ from: 44, to: 45 }])).body).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'channel' }] },
    })
    expect(JSON.stringify((await renumber([{ from: 1, to: 1 }])).body.result)).toContain('at least one slot')
    expect(
      JSON.stringify(
        (
          await renumber([
            { from: 1, to: 9 },
            { from: 2, to: 9 },
          ])
        ).body.result,
      ),
    ).toContain('Duplicate channel id')
    const { body } = await renumber([
      { from: 1, to: 2 },
      { from: 2, to: 1 },
      { from: 3, to: 30 },
    ])
    await becomes(machine, body.result, 'done')
    const { data } = (await app.call(slotCalls.getDevChannel, { sn: machine.sn }, { as: owner })).body.result
    expect(data.map(({ channel_sn: number, goods: one }) => [number, one?.title ?? null])).toEqual([
      [1, null],
      [2, 'Moved'],
      [4, null],
      [5, null],
      [6, null],
      [30, null],
    ])
    // The machine gets the new settings of its slots, and stock moves with the slot, whatever the machine counts
    // under which number.
    const [device] = (await app.call(deviceCalls.getDev, { condition: { sns: [machine.sn] } }, { as: owner }))
      .body.result.data
    await expect
      .poll(
        async () =>
          (await app.call(deviceCalls.getDev, { condition: { sns: [machine.sn] } }, { as: owner })).body
            .result.data[0]?.applied,
      )
      .toBe(true)
    expect(device?.stock).toBe(7)
    expect(data.find(({ channel_sn: number }) => number === 2)?.quantity).toBe(7)
    const numbers = (await app.call(slotCalls.getResetC, { sn: machine.sn }, { as: owner })).body.result.data
    expect(numbers.every(({ ours, reported }) => ours && reported)).toBe(true)
  })
})
