/** Counts that cannot be right, and counts after a failed test. */
import { slotCalls } from '@slotwise/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type BoundMachine, makeBoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { SlotStand } from '../../../test/slot-stand.ts'

let stand: SlotStand

beforeAll(async () => {
  stand = await SlotStand.start()
})
afterAll(() => stand.app.close())

const reports = (machine: BoundMachine, rev: number, qty: number, max: number) =>
  stand.says(machine, 'slots', { rev, full: true, slots: [{ ch: 1, qty, max, state: 'ok' }] })
const stockOf = async (machine: BoundMachine, slot = 1): Promise<number | undefined> =>
  new Map(await stand.books(machine)).get(slot)

describe('a count above what fits into the slot', () => {
  test.each([
    ['a count that was right', [10, 9999, 5], 5],
    ['nothing', [9999, 5], 5],
    ['a refill above the size, piece by piece', [4, 14, 13, 11, 9], 9],
    ['the same nonsense', [10, 9999, 9998, 10], 10],
  ])('counts as a full slot, after %s', async (_after, counted, stays) => {
    const machine = await makeOnlineMachine(stand.app, stand.owner)
    await stand.put(machine, 1, stand.cola, Math.min(10, counted[0] ?? 0))
    for (const [rev, qty] of counted.entries()) await reports(machine, rev + 1, qty, 10)
    expect(await stockOf(machine)).toBe(stays)
    expect((await stand.slots(machine))[0]).toMatchObject({ reported: { quantity: stays } })
  })

  test('is limited when a slot is counted for the first time, too', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    stand.app.clock.advance(4)
    const put = { sn: machine.sn, channel_sn: 1, goods: stand.cola }
    await stand.app.call(slotCalls.setChannelInfo, put, { as: stand.owner })
    await reports(machine, 1, 9999, 10)
    await reports(machine, 2, 5, 10)
    expect(await stand.ledger(machine)).toEqual([
      { channel_sn: 1, reason: 'machine', before: 0, after: 10 },
      { channel_sn: 1, reason: 'machine', before: 10, after: 5 },
    ])
  })

  test('is not limited by a size that the machine does not know', async () => {
    const machine = await makeOnlineMachine(stand.app, stand.owner)
    await stand.put(machine, 1, stand.cola, 8)
    await reports(machine, 1, 8, 0)
    await reports(machine, 2, 6, 0)
    expect(await stockOf(machine)).toBe(6)
  })
})

describe('pieces sold after a test', () => {
  const asked = [1, 2].map((ch) => ({ ch, n: 1 }))
  async function tested(): Promise<{ machine: BoundMachine; id: string }> {
    const machine = await makeOnlineMachine(stand.app, stand.owner)
    for (const slot of [1, 2]) await stand.put(machine, slot, stand.cola, 6)
    await stand.counts(machine, 1, { 1: 6, 2: 6 })
    return { machine, id: await stand.give(machine, { op: 'testOut', args: { items: asked } }) }
  }
  const reasons = async (machine: BoundMachine) =>
    (await stand.ledger(machine)).slice(2).map((line) => [line['channel_sn'], line['reason']])

  test.each([
    ['a slot that failed', { ok: false, items: [{ ch: 1, ok: false, fault: 'MOTOR' }] }],
    ['a result without slots', { ok: false, items: [] }],
  ])('are not the tester’s: %s', async (_what, result) => {
    const { machine, id } = await tested()
    await stand.says(machine, 'ack', { id, accepted: true })
    await stand.says(machine, 'result', { id, ...result })
    // A customer pays in coins within the same minute.
    await stand.counts(machine, 2, { 1: 5, 2: 6 })
    expect(await reasons(machine)).toEqual([[1, 'machine']])
  })

  test('are not the tester’s when the machine refused the test', async () => {
    const { machine, id } = await tested()
    await stand.says(machine, 'ack', { id, accepted: false, why: 'busy' })
    await stand.counts(machine, 2, { 1: 5, 2: 6 })
    expect(await reasons(machine)).toEqual([[1, 'machine']])
  })

  test('of the slot that failed only: the other slot dropped its piece in the test', async () => {
    const { machine, id } = await tested()
    await stand.says(machine, 'ack', { id, accepted: true })
    const items = [
      { ch: 1, ok: false, fault: 'MOTOR' },
      { ch: 2, ok: true },
    ]
    await stand.says(machine, 'result', { id, ok: false, items })
    await stand.counts(machine, 2, { 1: 5, 2: 5 })
    expect((await reasons(machine)).toSorted()).toEqual([
      [1, 'machine'],
      [2, 'test'],
    ])
  })

  test('while the test runs, a slot that has failed already gives the tester nothing', async () => {
    const { machine, id } = await tested()
    await stand.says(machine, 'ack', { id, accepted: true })
    await stand.says(machine, 'progress', { id, items: [{ ch: 1, ok: false, fault: 'MOTOR' }] })
    await stand.counts(machine, 2, { 1: 5, 2: 5 })
    expect((await reasons(machine)).toSorted()).toEqual([
      [1, 'machine'],
      [2, 'test'],
    ])
  })
})
