/** Another number of slots, and other numbers for slots, over the real gateway, with machines that answer. */
import { commandCalls, deviceCalls, slotCalls } from '@slotwise/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { makeBoundMachine } from '../../../test/machines.ts'
import { RemoteStand } from '../../../test/remote-stand.ts'

let stand: RemoteStand

beforeAll(async () => {
  stand = await RemoteStand.start()
})
afterEach(() => stand.sendHome())
afterAll(() => stand.close())

describe('initialization', () => {
  test('gives a machine another number of slots, and books the stock of the slots that are gone', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    await stand.stock(machine, 6, { title: 'Gone', max: 4, quantity: 4 })
    await stand.play(machine)
    const { body } = await stand.app.call(
      commandCalls.setChannelNum,
      { sn: machine.sn, channel_num: 4, sign: stand.sign },
      { as: stand.owner },
    )
    await stand.becomes(machine, body.result, 'done')
    const data = await stand.slotsOf(machine)
    expect(data.map(({ channel_sn: number }) => number)).toEqual([1, 2, 3, 4])
    expect((await stand.history(machine)).find(({ kind }) => kind === 'stock')).toMatchObject({
      reason: 'init',
      channel_sn: 6,
      before: 4,
      after: 0,
    })
  })

  test('gives new slots the price and the rate that are the same for all slots', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner, { type: 'lipstick' })
    const same = { same_gp: true, game_price: 300, same_pb: true, rate: 25 }
    await stand.app.call(deviceCalls.editDev, { sn: machine.sn, ...same }, { as: stand.owner })
    await stand.play(machine)
    const { body } = await stand.app.call(
      commandCalls.setChannelNum,
      { sn: machine.sn, channel_num: 8, sign: stand.sign },
      { as: stand.owner },
    )
    await stand.becomes(machine, body.result, 'done')
    const data = await stand.slotsOf(machine)
    expect(data.map((slot) => [slot.game_price, slot.rate])).toEqual(
      Array.from({ length: 8 }, () => [300, 25]),
    )
  })

  test('is refused above the largest number of slots of the type', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner, { type: 'gashapon' })
    const { body } = await stand.app.call(
      commandCalls.setChannelNum,
      { sn: machine.sn, channel_num: 61, sign: stand.sign },
      { as: stand.owner },
    )
    expect(JSON.stringify(body.result)).toContain('at most 60 slots')
  })

  test('gives slots other numbers, at the machine and in the books, and no number twice', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    await stand.stock(machine, 1, { title: 'Moved', max: 20, quantity: 7 })
    await stand.play(machine)
    const renumber = (channel: { from: number; to: number }[]) =>
      stand.app.call(commandCalls.resetId, { sn: machine.sn, channel, sign: stand.sign }, { as: stand.owner })
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
    await stand.becomes(machine, body.result, 'done')
    const data = await stand.slotsOf(machine)
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
    const [device] = (
      await stand.app.call(deviceCalls.getDev, { condition: { sns: [machine.sn] } }, { as: stand.owner })
    ).body.result.data
    await expect
      .poll(
        async () =>
          (
            await stand.app.call(
              deviceCalls.getDev,
              { condition: { sns: [machine.sn] } },
              { as: stand.owner },
            )
          ).body.result.data[0]?.applied,
      )
      .toBe(true)
    expect(device?.stock).toBe(7)
    expect(data.find(({ channel_sn: number }) => number === 2)?.quantity).toBe(7)
    const numbers = (await stand.app.call(slotCalls.getResetC, { sn: machine.sn }, { as: stand.owner })).body
      .result.data
    expect(numbers.every(({ ours, reported }) => ours && reported)).toBe(true)
  })
})
