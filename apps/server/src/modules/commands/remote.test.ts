/** Commands of merchants, over the real gateway, with machines that answer. */
import { commandCalls, deviceCalls, errorCodes } from '@slotwise/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { RemoteStand } from '../../../test/remote-stand.ts'

let stand: RemoteStand

beforeAll(async () => {
  stand = await RemoteStand.start()
})
afterEach(() => stand.sendHome())
afterAll(() => stand.close())

describe('remote dispensing', () => {
  test('happens at the machine, is booked, and stands in the history', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    await stand.stock(machine, 1, { title: 'Tea', max: 10, quantity: 5 })
    await stand.play(machine)
    const { body } = await stand.app.call(
      commandCalls.remoteOuting,
      { sn: machine.sn, goods: [{ channel_sn: 1, count: 2 }], sign: stand.sign, attach: 'mine' },
      { as: stand.owner },
    )
    expect(body.result).toMatchObject({ op: 'dispense', attach: 'mine' })
    expect((await stand.becomes(machine, body.result, 'done')).items).toEqual([{ ch: 1, n: 2, ok: true }])
    const quantity = async () => (await stand.slotsOf(machine))[0]?.quantity
    expect(await quantity()).toBe(3)
    // The machine's own count of the same pieces changes nothing more.
    await expect
      .poll(
        async () =>
          (
            await asOwner(
              stand.app,
              'select from slot_report where device_id = $1 and booked = 0 and channel_sn = 1',
              [machine.id],
            )
          ).length,
      )
      .toBe(1)
    expect(await quantity()).toBe(3)
    const lines = await stand.history(machine)
    expect(lines.find(({ kind }) => kind === 'stock')).toMatchObject({
      reason: 'remote',
      before: 5,
      after: 3,
      goods: 'Tea',
      username: stand.owner.username,
    })
    expect(lines.find(({ kind }) => kind === 'command')).toMatchObject({ op: 'dispense', state: 'done' })
  })

  test('with a motor fault fails with its code, and only what came out is booked', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    await stand.stock(machine, [1, 2], { title: 'Milk', max: 10, quantity: 5 })
    const hand = await stand.come(machine)
    const { body } = await stand.app.call(
      commandCalls.remoteOuting,
      {
        sn: machine.sn,
        goods: [
          { channel_sn: 1, count: 3 },
          { channel_sn: 2, count: 1 },
        ],
        sign: stand.sign,
      },
      { as: stand.owner },
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
    expect(await stand.becomes(machine, body.result, 'failed')).toMatchObject({ fault: 'MOTOR' })
    const data = await stand.slotsOf(machine)
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
      'A slot can be listed only once',
    ],
  ])('of %s is refused', async (_what, goods, message) => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const { body } = await stand.app.call(
      commandCalls.remoteOuting,
      { sn: machine.sn, goods, sign: stand.sign },
      { as: stand.owner },
    )
    expect(body.rcode).toBe(100)
    expect(JSON.stringify(body.result)).toContain(message)
  })

  test('of a pulse machine is pulses', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner, { type: 'pulse', slots: 1 })
    await stand.play(machine, 'pulse', 1)
    const { body } = await stand.app.call(
      commandCalls.remoteOuting,
      { sn: machine.sn, goods: [{ channel_sn: 1, count: 3 }], sign: stand.sign },
      { as: stand.owner },
    )
    expect(await stand.becomes(machine, body.result, 'done')).toMatchObject({ op: 'dispense' })
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
  const machine = await makeBoundMachine(stand.app, stand.owner)
  const { body } = await stand.app.post(
    commandCalls[name].path,
    { sn: machine.sn, sign: stand.sign, ...input },
    { as: stand.owner },
  )
  expect(body).toMatchObject({ rcode: 400, msg: 'The device is offline' })
  expect(await stand.history(machine)).toEqual([])
})

test('a machine without a lamp takes no command for one', async () => {
  const machine = await makeBoundMachine(stand.app, stand.owner, { type: 'pulse' })
  await stand.come(machine)
  const { body } = await stand.app.call(
    commandCalls.switchLED,
    { sn: machine.sn, setting: { on: true }, sign: stand.sign },
    { as: stand.owner },
  )
  expect(body.rcode).toBe(errorCodes.notForType)
  expect(await stand.history(machine)).toEqual([])
})

test('a command is read at its own machine only', async () => {
  const [machine, sibling] = [
    await makeBoundMachine(stand.app, stand.owner),
    await makeBoundMachine(stand.app, stand.owner),
  ]
  await stand.come(machine)
  const input = { sn: machine.sn, setting: '', sign: stand.sign }
  const { command } = (await stand.app.call(commandCalls.refreshSetting, input, { as: stand.owner })).body
    .result
  const read = async ({ sn }: BoundMachine, id = command) =>
    (await stand.app.call(commandCalls.getCommand, { sn, command: id }, { as: stand.owner })).body.rcode
  expect([await read(machine), await read(sibling), await read(machine, '999999999')]).toEqual([0, 101, 101])
})

test('a machine that was switched off says so, and so does the list', async () => {
  const machine = await makeBoundMachine(stand.app, stand.owner)
  await stand.play(machine)
  const isOff = async () =>
    (await stand.app.call(deviceCalls.getDev, { condition: { sns: [machine.sn] } }, { as: stand.owner })).body
      .result.data[0]?.off
  for (const motion of ['off', 'on'] as const) {
    const { body } = await stand.app.call(
      commandCalls.power,
      { sn: machine.sn, dev: 'machine', motion, sign: stand.sign },
      { as: stand.owner },
    )
    await stand.becomes(machine, body.result, 'done')
    expect(await isOff()).toBe(motion === 'off')
  }
})

describe('a pause', () => {
  test('of five seconds follows a test, of sixty a restart, each machine its own', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    await stand.come(machine)
    const test1 = () =>
      stand.app.call(commandCalls.testOut, { sn: machine.sn, road: 1, sign: stand.sign }, { as: stand.owner })
    const restart = () =>
      stand.app.call(
        commandCalls.power,
        { sn: machine.sn, dev: 'machine', motion: 'restart', sign: stand.sign },
        { as: stand.owner },
      )
    expect((await test1()).body.rcode).toBe(0)
    expect((await test1()).body).toMatchObject({
      rcode: 105,
      msg: 'Try again in 5 seconds',
      result: { retryAfter: 5 },
    })
    expect((await restart()).body.rcode).toBe(0)
    expect((await restart()).body).toMatchObject({ rcode: 105, result: { retryAfter: 60 } })
    stand.app.clock.advance(5)
    expect((await test1()).body.rcode).toBe(0)
  })
})

test('a test shows slot after slot, and what fell in it is a line of the stock', async () => {
  const machine = await makeBoundMachine(stand.app, stand.owner)
  await stand.stock(machine, [1, 2], { title: 'Tested', max: 10, quantity: 5 })
  const hand = await stand.come(machine)
  const slots = (one: number, two: number, rev: number) => ({
    rev,
    full: rev === 1,
    slots: [
      { ch: 1, qty: one, max: 10, state: 'ok' as const },
      { ch: 2, qty: two, max: 10, state: 'ok' as const },
    ],
  })
  await hand.say('slots', slots(5, 5, 1))
  const { body } = await stand.app.call(
    commandCalls.testOut,
    { sn: machine.sn, road: [1, 2], attach: 'a', sign: stand.sign },
    { as: stand.owner },
  )
  const { id } = await hand.hears('cmd')
  await hand.say('ack', { id, accepted: true })
  await hand.say('progress', { id, items: [{ ch: 1, n: 1, ok: true }] })
  expect(await stand.step(machine, body.result)).toMatchObject({
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
  expect(await stand.step(machine, body.result)).toMatchObject({ state: 'failed', items })
  const line = (await stand.history(machine)).find(({ kind }) => kind === 'stock')
  expect(line).toMatchObject({
    reason: 'test',
    channel_sn: 1,
    before: 5,
    after: 4,
    username: stand.owner.username,
  })
})
