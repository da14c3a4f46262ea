/** Slots in several hands: people who edit the same ones at the same time. */
import { channelCalls, goodsCalls } from '@slotwise/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { makeGoods } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { SlotStand } from '../../../test/slot-stand.ts'

let stand: SlotStand

beforeAll(async () => {
  stand = await SlotStand.start()
})
afterAll(() => stand.app.close())

const revs = async (machine: BoundMachine): Promise<Record<string, number>> =>
  Object.fromEntries((await stand.slots(machine)).map(({ channel_sn: number, rev }) => [String(number), rev]))
test('who renames goods, who puts them into slots and who copies slots do not stand in each other’s way', async () => {
  const [one, two] = [
    await makeBoundMachine(stand.app, stand.owner),
    await makeBoundMachine(stand.app, stand.owner),
  ]
  const goods = await makeGoods(stand.app, stand.owner, { title: 'Tea', price: 300 })
  for (const machine of [one, two]) await stand.put(machine, 1, goods.goods_id, 5)
  for (let round = 1; round <= 10; round += 1) {
    stand.app.clock.advance(4)
    const answers = await Promise.all([
      stand.app.call(
        goodsCalls.editPrivate,
        { goods_id: goods.goods_id, rev: round, title: `Tea ${round}`, price: 300 },
        { as: stand.owner },
      ),
      stand.app.call(
        channelCalls.setChannelInfo,
        { sn: one.sn, channel_sn: 2, goods: round % 2 === 0 ? stand.cola : goods.goods_id, max: 9 },
        { as: stand.owner },
      ),
      stand.app.call(channelCalls.copyChannels, { sn: two.sn, from: one.sn }, { as: stand.owner }),
    ])
    expect(answers.map(({ body }) => body.rcode)).toEqual([0, 0, 0])
  }
})

describe('what somebody else has changed meanwhile', () => {
  test.each([
    ['putDownGoods', { channel_sn: 1 }],
    ['setQuantity', { type: 2 }],
    ['copyChannels', {}],
  ] as const)('is not undone unseen: %s', async (name, extra) => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const other = await makeBoundMachine(stand.app, stand.owner)
    await stand.put(machine, 1, stand.cola, 5)
    const read = await revs(machine)
    await stand.put(machine, 1, stand.water, 20)
    stand.app.clock.advance(4)
    const input = { sn: machine.sn, ...extra, ...(name === 'copyChannels' ? { from: other.sn } : {}) }
    const ask = (seen: Record<string, number>) =>
      stand.app.call(channelCalls[name], { ...input, revs: seen } as never, { as: stand.owner })
    expect((await ask(read)).body).toMatchObject({ rcode: 103, msg: expect.stringContaining('Someone else') })
    expect((await stand.slots(machine))[0]).toMatchObject({ goods: { title: 'Water' }, quantity: 20 })
    expect((await ask(await revs(machine))).body.rcode).toBe(0)
    expect((await stand.slots(machine))[0]?.quantity).toBe(0)
  })

  test('pieces that have left since they were counted are not typed away', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    await stand.put(machine, 1, stand.cola, 10)
    await stand.counts(machine, 1, { 1: 10 })
    await stand.counts(machine, 2, { 1: 7 })
    stand.app.clock.advance(4)
    const type = (was: number) =>
      stand.app.call(
        channelCalls.setChannelInfo,
        { sn: machine.sn, channel_sn: 1, quantity: 12, was: { 1: was } },
        { as: stand.owner },
      )
    expect((await type(10)).body).toMatchObject({ rcode: 103, msg: expect.stringContaining('Someone else') })
    expect((await stand.slots(machine))[0]?.quantity).toBe(7)
    expect((await type(7)).body.rcode).toBe(0)
    // Where no count is typed, none is compared.
    stand.app.clock.advance(4)
    const price = { sn: machine.sn, channel_sn: 1, price: 400, was: { 1: 10 } }
    expect((await stand.app.call(channelCalls.setChannelInfo, price, { as: stand.owner })).body.rcode).toBe(0)
  })
})
