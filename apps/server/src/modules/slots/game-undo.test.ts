/** A changed game price or winning rate, undone. */
import { deviceCalls, slotCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeGoods, makeMerchant, makeStaff } from '../../../test/factories.ts'
import { stockSlot } from '../../../test/goods-slot-samples.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { takeConfig } from '../devices/index.ts'

const { getDevChannel, setChannelInfo, undoGoodsSlots } = slotCalls

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const clerk = await makeStaff(app, owner, { permissions: ['device.manage'] })
const { goods_id: goods } = await makeGoods(app, owner)

/** Three slots with game prices 100, 200 and 300 and winning rates 5, 10 and 12.5. */
async function stand(): Promise<BoundMachine> {
  const machine = await makeBoundMachine(app, owner, { type: 'lipstick', slots: 3 })
  for (const [slot, rate] of [5, 10, 12.5].entries()) {
    await stockSlot(app, machine, slot + 1, { goods })
    await set(machine, { channel_sn: slot + 1, game_price: (slot + 1) * 100, rate })
  }
  app.clock.advance(3_601)
  return machine
}

type Info = Omit<Parameters<typeof app.call<typeof setChannelInfo>>[1], 'sn'>
async function set({ sn }: BoundMachine, info: Info) {
  app.clock.advance(4)
  return (await app.call(setChannelInfo, { sn, ...info }, { as: owner })).body.result
}
async function setAll({ sn }: BoundMachine, edit: object): Promise<string | null> {
  app.clock.advance(4)
  const { body } = await app.call(deviceCalls.editDev, { sn, ...edit }, { as: owner })
  expect(body.rcode).toBe(0)
  return body.result.change
}
/** Whether the machine has one game price, and one rate, for all slots. */
async function switches({ sn }: BoundMachine) {
  const { body } = await app.call(deviceCalls.getDev, { condition: { q: sn } }, { as: owner })
  const [device] = body.result.data
  return [device?.same_gp, device?.same_pb]
}
const slotsOf = async ({ sn }: BoundMachine, as = owner) =>
  (await app.call(getDevChannel, { sn }, { as })).body.result
/** Game price and winning rate of each slot. */
const terms = async (machine: BoundMachine) =>
  (await slotsOf(machine)).data.map(({ game_price: price, rate }) => [price, rate])
const undo = async (change: string | null | undefined, as = owner) =>
  (await app.call(undoGoodsSlots, { change: change ?? '' }, { as })).body

const before = [
  [100, 5],
  [200, 10],
  [300, 12.5],
]

test('the slots get their former game prices and rates back, for the author alone', async () => {
  const machine = await stand()
  const { change, undo: last } = await set(machine, { channel_sn: [1, 3], game_price: 50, rate: 100 })
  expect(last).toMatchObject({ change, slots: 2 })
  expect(await terms(machine)).toEqual([
    [50, 100],
    [200, 10],
    [50, 100],
  ])
  for (const as of [clerk, neighbour]) expect((await undo(change, as)).rcode).toBe(101)
  expect((await undo(change)).result).toMatchObject({ slots: 2, refused: [], change: null })
  expect(await terms(machine)).toEqual(before)
  // The machine has to hear of it again.
  expect((await slotsOf(machine)).data.map(({ applied }) => applied)).toEqual([false, false, false])
})

test('a slot that was changed since keeps what it has, and the answer names it', async () => {
  const machine = await stand()
  const { change } = await set(machine, { channel_sn: [1, 2], rate: 100 })
  await set(machine, { channel_sn: 2, rate: 20 })
  expect((await undo(change)).result).toMatchObject({
    slots: 1,
    refused: [{ sn: machine.sn, channel_sn: [2], reason: 'changed' }],
  })
  expect(await terms(machine)).toEqual([before[0], [200, 20], before[2]])
})

test('an edit that also changes the pieces gives prices and rate back, and leaves the pieces', async () => {
  const machine = await stand()
  const { change } = await set(machine, { channel_sn: 1, price: 900, game_price: 50, rate: 7, quantity: 9 })
  expect((await undo(change)).result).toMatchObject({ slots: 1, refused: [] })
  const [slot] = (await slotsOf(machine)).data
  expect(slot).toMatchObject({ price: 300, game_price: 100, rate: 5, quantity: 9 })
})

test('one game price and rate for the whole machine is undone in all slots', async () => {
  const machine = await stand()
  await setAll(machine, { same_gp: true, game_price: 100, same_pb: true, rate: 5 })
  const change = await setAll(machine, { game_price: 50, rate: 100 })
  const { undo: last } = await slotsOf(machine)
  expect(last).toMatchObject({ change, slots: 3 })
  expect((await slotsOf(machine, clerk)).undo).toBeNull()
  expect((await undo(last?.change)).result).toMatchObject({ slots: 3, refused: [] })
  expect(await terms(machine)).toEqual([
    [100, 5],
    [100, 5],
    [100, 5],
  ])
})

test('one game price and rate, turned on over different ones, are turned off again by their undo', async () => {
  const machine = await stand()
  const change = await setAll(machine, { same_gp: true, game_price: 50, same_pb: true, rate: 100 })
  expect((await slotsOf(machine)).undo).toMatchObject({ change, slots: 3 })
  for (const as of [clerk, neighbour]) expect((await undo(change, as)).rcode).toBe(101)
  expect((await undo(change)).result).toMatchObject({ slots: 3, refused: [], change: null })
  expect(await terms(machine)).toEqual(before)
  expect(await switches(machine)).toEqual([false, false])
  const { body } = await app.call(deviceCalls.getDev, { condition: { q: machine.sn } }, { as: owner })
  // The machine has to hear of the switches and of its slots.
  expect(body.result.data[0]?.waiting).toEqual(expect.arrayContaining(['same_gp', 'same_pb', 'slots']))
})

test('one game price that was turned on stays on where the slots got another since, until that is undone', async () => {
  const machine = await stand()
  const change = await setAll(machine, { same_gp: true, game_price: 50 })
  const later = await setAll(machine, { game_price: 60 })
  expect((await undo(change)).rcode).toBe(103)
  expect(await switches(machine)).toEqual([true, false])
  expect((await undo(later)).rcode).toBe(0)
  expect(await switches(machine)).toEqual([true, false])
  expect((await slotsOf(machine)).undo).toMatchObject({ change })
  expect((await undo(change)).rcode).toBe(0)
  expect(await terms(machine)).toEqual(before)
  expect(await switches(machine)).toEqual([false, false])
})

test('one rate that was turned on beside a game price that all share leaves that price shared', async () => {
  const machine = await stand()
  await setAll(machine, { same_gp: true, game_price: 100 })
  const change = await setAll(machine, { game_price: 50, same_pb: true, rate: 100 })
  expect((await undo(change)).result).toMatchObject({ slots: 3, refused: [] })
  expect(await terms(machine)).toEqual([
    [100, 5],
    [100, 10],
    [100, 12.5],
  ])
  expect(await switches(machine)).toEqual([true, false])
})

test('a machine of several that got one game price is undone by itself', async () => {
  const [machine, other] = [await stand(), await stand()]
  app.clock.advance(4)
  const sns = [machine.sn, other.sn]
  await app.call(deviceCalls.editDevs, { sns, same_gp: true, game_price: 50 }, { as: owner })
  expect((await undo((await slotsOf(machine)).undo?.change)).rcode).toBe(0)
  expect([await switches(machine), await switches(other)]).toEqual([
    [false, false],
    [true, false],
  ])
  expect(await terms(machine)).toEqual(before)
})

test('one game price that was turned off since by hand is undone slot by slot', async () => {
  const machine = await stand()
  const change = await setAll(machine, { same_gp: true, game_price: 50 })
  await setAll(machine, { same_gp: false })
  await set(machine, { channel_sn: 3, game_price: 70 })
  expect((await undo(change)).result).toMatchObject({ slots: 2, refused: [{ channel_sn: [3] }] })
  expect((await terms(machine)).map(([price]) => price)).toEqual([100, 200, 70])
})

test('the shared game price goes back where another slot was named, other fields of that slot alone', async () => {
  const machine = await stand()
  await setAll(machine, { same_gp: true, game_price: 100 })
  const { change, undo: last } = await set(machine, { channel_sn: 2, game_price: 400, price: 900 })
  expect(last).toMatchObject({ change, slots: 3 })
  // Goods that were changed since do not matter for a price that all slots share.
  await set(machine, { channel_sn: 3, goods: null })
  expect((await undo(change)).result).toMatchObject({ slots: 3, refused: [] })
  const { data } = await slotsOf(machine)
  expect(data.map((slot) => [slot.price, slot.game_price])).toEqual([
    [300, 100],
    [300, 100],
    [300, 100],
  ])
})

test('is refused where the machine has one game price for all slots by now, which it would break', async () => {
  const machine = await stand()
  const { change } = await set(machine, { channel_sn: 1, game_price: 50 })
  await setAll(machine, { same_gp: true, game_price: 50 })
  expect((await undo(change)).rcode).toBe(103)
  expect((await terms(machine)).map(([price]) => price)).toEqual([50, 50, 50])
})

test('stays possible for a machine that was being initialized', async () => {
  const machine = await stand()
  const { change } = await set(machine, { channel_sn: [1, 2], game_price: 50, rate: 100 })
  await asMachine(app, machine, (ctx) => takeConfig(ctx, { init: 'running', slots: 0 }))
  expect((await undo(change)).rcode).toBe(401)
  await asMachine(app, machine, (ctx) => takeConfig(ctx, { init: 'done', slots: 3 }))
  expect((await undo(change)).rcode).toBe(0)
  expect(await terms(machine)).toEqual(before)
})
