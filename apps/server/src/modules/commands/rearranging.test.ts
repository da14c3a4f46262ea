/** From the order to rearrange its slots until its end, a machine counts as initializing. */
import { commandCalls, deviceCalls, slotCalls } from '@slotwise/contract'
import { beforeAll, describe, expect, test } from 'vitest'

import { unlock } from '../../../test/factories.ts'
import { type BoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { SlotStand } from '../../../test/slot-stand.ts'
import { decideDue } from './index.ts'

const stand = await SlotStand.start()
let sign: string
let model: BoundMachine

beforeAll(async () => {
  sign = await unlock(stand.app, stand.owner)
  model = await machineWithTwo()
})

async function machineWithTwo(): Promise<BoundMachine> {
  const machine = await makeOnlineMachine(stand.app, stand.owner, { type: 'lipstick', slots: 2 })
  await stand.put(machine, 1, stand.cola, 4)
  await stand.counts(machine, 1, { 1: 4, 2: 0 })
  return machine
}

const orders = {
  setChannelNum: ({ sn }: BoundMachine) =>
    stand.app.call(commandCalls.setChannelNum, { sn, channel_num: 2, sign }, { as: stand.owner }),
  resetId: ({ sn }: BoundMachine) =>
    stand.app.call(commandCalls.resetId, { sn, channel: [{ from: 1, to: 9 }], sign }, { as: stand.owner }),
}
type OrderName = keyof typeof orders
const orderNames = Object.keys(orders) as OrderName[]

async function ordered(name: OrderName, machine: BoundMachine): Promise<string> {
  const { body } = await orders[name](machine)
  expect(body.rcode).toBe(0)
  return body.result.command
}

/** Each kind of edit, after the pause between edits. A refused one begins no pause. */
async function edits({ sn }: BoundMachine): Promise<number[]> {
  const as = { as: stand.owner }
  const later = async (ask: () => Promise<{ body: { rcode: number } }>) => {
    stand.app.clock.advance(4)
    return (await ask()).body.rcode
  }
  const { app } = stand
  return [
    await later(() => app.call(slotCalls.setChannelInfo, { sn, channel_sn: 2, max: 5 }, as)),
    await later(() => app.call(slotCalls.setQuantity, { sn, type: 1 }, as)),
    await later(() => app.call(slotCalls.putDownGoods, { sn, channel_sn: 2 }, as)),
    await later(() => app.call(slotCalls.copyChannels, { sn, from: model.sn }, as)),
    await later(() => app.call(deviceCalls.editDev, { sn, same_gp: true, game_price: 300 }, as)),
  ]
}
const all = (code: number): number[] => [code, code, code, code, code]

const searchOf = async ({ sn }: BoundMachine): Promise<string | null | undefined> =>
  (await stand.app.call(deviceCalls.getDev, { condition: { q: sn } }, { as: stand.owner })).body.result
    .data[0]?.initializing_since

describe.each(orderNames)('after %s', (name) => {
  test('no slot is edited until the machine has reported; its sibling is not concerned', async () => {
    const [machine, sibling] = [await machineWithTwo(), await machineWithTwo()]
    const id = await ordered(name, machine)
    // No gateway has sent the command yet.
    expect(await edits(machine)).toEqual(all(401))
    expect(await searchOf(machine)).toEqual(expect.any(String))
    await stand.send(id)
    expect(await edits(machine)).toEqual(all(401))
    await stand.says(machine, 'ack', { id, accepted: true })
    expect(await edits(machine)).toEqual(all(401))
    expect(await searchOf(sibling)).toBeNull()
    expect(await edits(sibling)).toEqual(all(0))
    await stand.counts(machine, 2, name === 'resetId' ? { 9: 4, 2: 0 } : { 1: 4, 2: 0 })
    await stand.says(machine, 'result', { id, ok: true, items: [] })
    expect(await searchOf(machine)).toBeNull()
    expect(await edits(machine)).toEqual(all(0))
  })

  test('slots are edited again when the machine refuses', async () => {
    const machine = await machineWithTwo()
    const id = await ordered(name, machine)
    await stand.send(id)
    await stand.says(machine, 'ack', { id, accepted: false, why: 'busy' })
    expect(await searchOf(machine)).toBeNull()
    expect(await edits(machine)).toEqual(all(0))
  })

  test('slots are edited again when the machine never answers', async () => {
    const machine = await machineWithTwo()
    const id = await ordered(name, machine)
    await stand.send(id)
    stand.app.clock.advance(120)
    await decideDue(stand.app.deps, machine.tenantId, id)
    expect(await edits(machine)).toEqual(all(0))
  })

  test('slots are edited again after ten minutes, even if nothing has decided the command', async () => {
    const machine = await machineWithTwo()
    await ordered(name, machine)
    stand.app.clock.advance(560)
    expect(await searchOf(machine)).toEqual(expect.any(String))
    stand.app.clock.advance(60)
    expect(await searchOf(machine)).toBeNull()
    expect(await edits(machine)).toEqual(all(0))
  })
})
