/** Reports of machines about their slots, in any order. */
import { commandCalls, historyCalls, slotCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { unlock } from '../../../test/factories.ts'
import { type BoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { SlotStand } from '../../../test/slot-stand.ts'

const stand = await SlotStand.start()

describe('a machine whose messages arrive out of order', () => {
  test.each(['slots first', 'result first'])('has the slots that it found: %s', async (order) => {
    const machine = await makeOnlineMachine(stand.app, stand.owner, { slots: 3 })
    await stand.counts(machine, 1, { 1: 4, 2: 4, 3: 4 })
    await stand.put(machine, 3, stand.cola, 4)
    const id = await stand.give(machine, { op: 'setChannels', args: { count: 2 } })
    const steps = [
      () => stand.counts(machine, 2, { 1: 4, 2: 4 }),
      () => stand.says(machine, 'result', { id, ok: true, items: [] }),
    ]
    for (const step of order === 'slots first' ? steps : steps.toReversed()) await step()
    expect(await stand.books(machine)).toEqual([
      [1, 0],
      [2, 0],
    ])
  })

  test('keeps its slots when it refused to look for them', async () => {
    const machine = await makeOnlineMachine(stand.app, stand.owner, { slots: 3 })
    await stand.put(machine, 3, stand.cola, 4)
    await stand.counts(machine, 1, { 1: 4, 2: 4, 3: 4 })
    const id = await stand.give(machine, { op: 'setChannels', args: { count: 2 } })
    await stand.says(machine, 'ack', { id, accepted: false, why: 'busy' })
    await stand.counts(machine, 2, { 1: 4, 2: 4 })
    expect(await stand.books(machine)).toEqual([
      [1, 0],
      [2, 0],
      [3, 4],
    ])
  })

  test.each(['slots first', 'result first'])('counts under its new numbers: %s', async (order) => {
    const machine = await makeOnlineMachine(stand.app, stand.owner, { slots: 2 })
    await stand.put(machine, 1, stand.cola, 9)
    await stand.put(machine, 2, stand.water, 3)
    await stand.counts(machine, 1, { 1: 9, 2: 3 })
    const args = {
      slots: [
        { from: 1, to: 2 },
        { from: 2, to: 1 },
      ],
    }
    const id = await stand.give(machine, { op: 'resetSlot', args })
    const steps = [
      () => stand.counts(machine, 2, { 1: 3, 2: 9 }),
      () => stand.says(machine, 'result', { id, ok: true, items: [] }),
    ]
    for (const step of order === 'slots first' ? steps : steps.toReversed()) await step()
    expect(await stand.books(machine)).toEqual([
      [1, 3],
      [2, 9],
    ])
    // Reports count from then on.
    await stand.counts(machine, 3, { 1: 3, 2: 8 })
    expect(await stand.books(machine)).toEqual([
      [1, 3],
      [2, 8],
    ])
  })
})

describe('counts while the numbers of the slots may change', () => {
  const swap = {
    slots: [
      { from: 1, to: 2 },
      { from: 2, to: 1 },
    ],
  }
  async function machineWithTwo(): Promise<BoundMachine> {
    const machine = await makeOnlineMachine(stand.app, stand.owner, { slots: 2 })
    await stand.put(machine, 1, stand.cola, 9)
    await stand.put(machine, 2, stand.water, 3)
    await stand.counts(machine, 1, { 1: 9, 2: 3 })
    return machine
  }

  test('are booked after all when the machine refuses', async () => {
    const machine = await machineWithTwo()
    const id = await stand.give(machine, { op: 'resetSlot', args: swap })
    await stand.counts(machine, 2, { 1: 8 }, false)
    await stand.counts(machine, 3, { 1: 5 }, false)
    expect(await stand.books(machine)).toEqual([
      [1, 9],
      [2, 3],
    ])
    await stand.says(machine, 'ack', { id, accepted: false, why: 'unsupported' })
    await stand.counts(machine, 4, { 1: 5, 2: 3 })
    expect((await stand.ledger(machine)).at(-1)).toEqual({
      channel_sn: 1,
      reason: 'machine',
      before: 9,
      after: 5,
    })
  })

  test('are booked later when the machine never answers', async () => {
    const machine = await machineWithTwo()
    const id = await stand.give(machine, { op: 'setChannels', args: { count: 2 } })
    await asOwner(
      stand.app,
      `update command set state = 'expired', finished_at = now() where command_id = $1`,
      [id],
    )
    await stand.counts(machine, 2, { 1: 8 }, false)
    await stand.counts(machine, 3, { 1: 6, 2: 3 })
    expect((await stand.books(machine))[0]).toEqual([1, 9])
    stand.app.clock.advance(660)
    await stand.counts(machine, 4, { 1: 6, 2: 2 })
    expect(await stand.books(machine)).toEqual([
      [1, 6],
      [2, 2],
    ])
  })

  test('are booked although other commands were sent in between', async () => {
    const machine = await machineWithTwo()
    const id = await stand.give(machine, { op: 'resetSlot', args: swap })
    for (let i = 0; i < 25; i += 1) await stand.give(machine, { op: 'led', args: { on: true } })
    await stand.says(machine, 'ack', { id, accepted: true })
    await stand.counts(machine, 2, { 1: 3, 2: 9 })
    await stand.says(machine, 'result', { id, ok: true, items: [] })
    expect(await stand.books(machine)).toEqual([
      [1, 3],
      [2, 9],
    ])
  })

  test('are of one change at a time; nothing moves meanwhile', async () => {
    const machine = await machineWithTwo()
    const sign = await unlock(stand.app, stand.owner)
    const { sn } = machine
    const renumber = (to: number) =>
      stand.app.call(commandCalls.resetId, { sn, channel: [{ from: 1, to }], sign }, { as: stand.owner })
    const answers = await Promise.all([5, 6, 7, 8].map(renumber))
    expect(answers.map(({ body }) => body.rcode).toSorted()).toEqual([0, 401, 401, 401])
    const goods = [{ channel_sn: 2, count: 1 }]
    const dispensed = await stand.app.call(
      commandCalls.remoteOuting,
      { sn, goods, sign },
      { as: stand.owner },
    )
    expect(dispensed.body.rcode).toBe(401)
  })

  test('never make more slots than the type has', async () => {
    const machine = await makeOnlineMachine(stand.app, stand.owner, { type: 'single', slots: 1 })
    await stand.counts(machine, 1, { 1: 4, 2: 4, 3: 4 })
    const slots = [
      { from: 2, to: 12 },
      { from: 3, to: 13 },
    ]
    const id = await stand.give(machine, { op: 'resetSlot', args: { slots } })
    await stand.says(machine, 'result', { id, ok: true, items: [] })
    expect(await stand.slots(machine)).toHaveLength(1)
  })

  test('of a pulse machine move nothing', async () => {
    const machine = await makeOnlineMachine(stand.app, stand.owner, { type: 'pulse', slots: 1 })
    const put = { sn: machine.sn, channel_sn: 1, goods: stand.cola }
    stand.app.clock.advance(4)
    await stand.app.call(slotCalls.setChannelInfo, put, { as: stand.owner })
    await stand.counts(machine, 1, { 1: 5 })
    await stand.counts(machine, 2, { 1: 9 })
    expect((await stand.slots(machine))[0]).toMatchObject({ quantity: 0, max: 0 })
  })
})

test.each([{ quantity: 1 }, { max: 10 }])('a pulse machine holds no pieces: %o is refused', async (edit) => {
  const { sn } = await makeOnlineMachine(stand.app, stand.owner, { type: 'pulse', slots: 1 })
  stand.app.clock.advance(4)
  const { body } = await stand.app.call(
    slotCalls.setChannelInfo,
    { sn, channel_sn: 1, goods: stand.cola, ...edit },
    { as: stand.owner },
  )
  const error = { path: Object.keys(edit)[0], message: 'Devices of this type do not have this setting' }
  expect(body).toMatchObject({ rcode: 100, result: { errors: [error] } })
})

describe('pieces that are dispensed', () => {
  const dispense = (machine: BoundMachine, items: { ch: number; n: number }[]) =>
    stand.give(machine, { op: 'dispense', args: { items } })
  test.each(['the count first', 'the result first'])('are booked once: %s', async (order) => {
    const machine = await makeOnlineMachine(stand.app, stand.owner)
    await stand.put(machine, 1, stand.cola, 6)
    await stand.counts(machine, 1, { 1: 6 })
    const id = await dispense(machine, [{ ch: 1, n: 2 }])
    const steps = [
      () => stand.counts(machine, 2, { 1: 4 }),
      () => stand.says(machine, 'result', { id, ok: true, items: [{ ch: 1, n: 2, ok: true }] }),
    ]
    for (const step of order === 'the count first' ? steps : steps.toReversed()) await step()
    const lines = [
      { channel_sn: 1, reason: 'edit', before: 0, after: 6 },
      { channel_sn: 1, reason: 'remote', before: 6, after: 4 },
    ]
    expect(await stand.ledger(machine)).toEqual(lines)
    // The merchant counts the same number, and so does the machine.
    await stand.put(machine, 1, stand.cola, 4)
    await stand.counts(machine, 3, { 1: 4 })
    expect(await stand.ledger(machine)).toEqual(lines)
  })

  test('are not those that a customer takes after a command that never arrived', async () => {
    const machine = await makeOnlineMachine(stand.app, stand.owner)
    await stand.put(machine, 1, stand.cola, 9)
    await stand.counts(machine, 1, { 1: 9 })
    const id = await dispense(machine, [{ ch: 1, n: 3 }])
    await asOwner(
      stand.app,
      `update command set state = 'expired', finished_at = now() where command_id = $1`,
      [id],
    )
    await stand.counts(machine, 2, { 1: 8 }, false)
    const last = { channel_sn: 1, reason: 'machine', before: 9, after: 8 }
    expect((await stand.ledger(machine)).at(-1)).toEqual(last)
    // The command had arrived after all: the booked piece is one of its pieces.
    await stand.says(machine, 'result', { id, ok: false, items: [{ ch: 1, n: 1, ok: true }] })
    expect((await stand.ledger(machine)).at(-1)).toEqual(last)
  })

  test('are those that were asked for: a result with fewer is a failure', async () => {
    const machine = await makeOnlineMachine(stand.app, stand.owner)
    await stand.put(machine, 1, stand.cola, 6)
    await stand.put(machine, 2, stand.cola, 6)
    await stand.counts(machine, 1, { 1: 6, 2: 6 })
    const short = await dispense(machine, [
      { ch: 1, n: 1 },
      { ch: 2, n: 1 },
    ])
    await stand.says(machine, 'result', { id: short, ok: true, items: [{ ch: 1, n: 1, ok: true }] })
    expect(await asOwner(stand.app, 'select state from command where command_id = $1', [short])).toEqual([
      { state: 'failed' },
    ])
  })
})

test('of a slot that is tested one piece is the tester’s, the next one is not', async () => {
  const machine = await makeOnlineMachine(stand.app, stand.owner)
  await stand.put(machine, 1, stand.cola, 6)
  await stand.counts(machine, 1, { 1: 6 })
  const id = await stand.give(machine, { op: 'testOut', args: { items: [{ ch: 1, n: 1 }] } })
  await stand.says(machine, 'result', { id, ok: true, items: [{ ch: 1, ok: true }] })
  await stand.counts(machine, 2, { 1: 5 })
  // A customer buys within the same minute.
  await stand.counts(machine, 3, { 1: 4 })
  expect((await stand.ledger(machine)).slice(1)).toEqual([
    { channel_sn: 1, reason: 'test', before: 6, after: 5 },
    { channel_sn: 1, reason: 'machine', before: 5, after: 4 },
  ])
})

describe('a slot number that only the machine has', () => {
  test('can be changed into one that only the books have, whose goods and stock stay', async () => {
    const machine = await makeOnlineMachine(stand.app, stand.owner, { slots: 2 })
    await stand.put(machine, 1, stand.cola, 5)
    await stand.counts(machine, 1, { 101: 5, 2: 3 })
    await asOwner(stand.app, 'delete from channel where device_id = $1 and channel_sn = 101', [machine.id])
    const renumber = async (from: number, to: number) =>
      stand.app.call(
        commandCalls.resetId,
        { sn: machine.sn, channel: [{ from, to }], sign: await unlock(stand.app, stand.owner) },
        { as: stand.owner },
      )
    expect(JSON.stringify((await renumber(1, 9)).body.result)).toContain('no slot 1')
    expect(JSON.stringify((await renumber(101, 2)).body.result)).toContain('Duplicate channel id: 2')
    const { body } = await renumber(101, 1)
    expect(body.rcode).toBe(0)
    const id = body.result.command
    await stand.send(id)
    await stand.counts(machine, 2, { 1: 5, 2: 3 })
    await stand.says(machine, 'result', { id, ok: true, items: [] })
    expect((await stand.slots(machine))[0]).toMatchObject({
      channel_sn: 1,
      goods: { title: 'Cola' },
      quantity: 5,
    })
    const history = (slot: number) =>
      stand.app.call(
        historyCalls.getDevHistory,
        { condition: { sn: machine.sn, channel_sn: slot } },
        { as: stand.owner },
      )
    expect((await history(101)).body.result.data).toMatchObject([{ kind: 'command', op: 'resetSlot' }])
  })
})
