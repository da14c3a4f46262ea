/** Counts that cannot be right, counts after a failed test, and counts that the merchant takes over. */
import { auditCalls, historyCalls, quantityTypes, slotCalls } from '@slotwise/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { storm } from '../../../test/depth.ts'
import { makeMerchant } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { SlotStand } from '../../../test/slot-stand.ts'

const stand = await SlotStand.start()

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
    expect((await stand.slots(machine))[0]).toMatchObject({ reported: { quantity: stays }, counted: stays })
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

  /** The slot holds 20 pieces by the books. */
  test.each([
    ['the machine does not know its size', 20, [20, 0], [9999, 0], [5, 10], 5],
    ['the machine knows a larger one', 20, [30, 50], [28, 50], [5, 50], 5],
    ['the machine knows a smaller one, and a larger one then', 8, [9999, 8], [30, 50], [5, 50], 5],
  ] as const)('is limited by the books where %s', async (_where, stock, first, second, last, stays) => {
    const machine = await makeOnlineMachine(stand.app, stand.owner)
    await stand.put(machine, 1, stand.cola, stock)
    for (const [rev, [qty, max]] of [first, second, last].entries()) await reports(machine, rev + 1, qty, max)
    expect(await stockOf(machine)).toBe(stays)
  })

  test('and counts of any other size never part the books from the machine', async () => {
    const size = fc.constantFrom(0, 8, 20, 50)
    const count = fc.record({ qty: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constant(9999)), max: size })
    const steps = fc.array(fc.record({ sold: fc.integer({ min: 0, max: 3 }), count }), {
      minLength: 2,
      maxLength: 8,
    })
    const fits = ({ qty, max }: { qty: number; max: number }) => Math.min(qty, max === 0 ? 20 : max, 20)
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const machine = await makeOnlineMachine(stand.app, stand.owner)
        const size = 'update channel set goods_id = $2, max = 20 where device_id = $1'
        await asOwner(stand.app, size, [machine.id, stand.cola])
        for (const [index, { sold, count: counted }] of list.entries()) {
          if (index > 0 && sold > 0) await stand.sells(stand.buys(machine, { 1: sold }, `P${index}`))
          await reports(machine, index + 1, counted.qty, counted.max)
          expect(await stockOf(machine)).toBe(fits(counted))
        }
      }),
      { numRuns: storm({ usual: 10, deep: 500 }) },
    )
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

  test('are not the tester’s while the machine has not answered the test', async () => {
    const { machine } = await tested()
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

describe('the machine’s count', () => {
  const takeOver = ({ sn }: BoundMachine, slots?: number[], revs?: Record<string, number>) => {
    stand.app.clock.advance(4)
    const input = {
      sn,
      type: quantityTypes.count,
      ...(slots ? { channel_sn: slots } : {}),
      ...(revs ? { revs } : {}),
    }
    return stand.app.call(slotCalls.setQuantity, input, { as: stand.owner })
  }
  /** The machine counts 3, 7 and 9; the books say 5, 8 and 9. */
  async function parted(): Promise<BoundMachine> {
    const machine = await makeOnlineMachine(stand.app, stand.owner, { slots: 4 })
    await stand.counts(machine, 1, { 1: 3, 2: 7, 3: 9, 4: 2 })
    for (const [slot, quantity] of [5, 8, 9].entries())
      await stand.put(machine, slot + 1, stand.cola, quantity)
    return machine
  }

  test('is taken over for one slot, as a line of the ledger and of the audit', async () => {
    const [machine, sibling] = [await parted(), await parted()]
    const { body } = await takeOver(machine, [1])
    expect(body.rcode).toBe(0)
    expect(body.result.data.map(({ quantity, counted }) => [quantity, counted])).toEqual([
      [3, 3],
      [8, 7],
      [9, 9],
      [0, null],
    ])
    expect((await stand.ledger(machine)).slice(3)).toEqual([
      { channel_sn: 1, reason: 'count', before: 5, after: 3 },
    ])
    expect((await stand.books(sibling)).map(([, quantity]) => quantity)).toEqual([5, 8, 9, 0])
    const audited = await stand.app.call(auditCalls.getAudit, {}, { as: stand.owner })
    expect(audited.body.result.data[0]).toMatchObject({
      call: 'setQuantity',
      before: { quantity: 5 },
      after: { sn: machine.sn, reason: 'count', channel_sn: '1', quantity: 3 },
    })
    const history = { condition: { sn: machine.sn, channel_sn: 1 } }
    const { body: shown } = await stand.app.call(historyCalls.getDevHistory, history, { as: stand.owner })
    expect(shown.result.data[0]).toMatchObject({ kind: 'stock', reason: 'count', before: 5, after: 3 })
    // The next sale is counted from there.
    await stand.counts(machine, 2, { 1: 2, 2: 7, 3: 9, 4: 2 })
    expect(await stockOf(machine)).toBe(2)
  })

  test('is taken over for the whole machine; slots without goods or count stay', async () => {
    const machine = await parted()
    expect((await takeOver(machine)).body.rcode).toBe(0)
    expect((await stand.books(machine)).map(([, quantity]) => quantity)).toEqual([3, 7, 9, 0])
    expect((await stand.ledger(machine)).slice(3)).toEqual([
      { channel_sn: 1, reason: 'count', before: 5, after: 3 },
      { channel_sn: 2, reason: 'count', before: 8, after: 7 },
    ])
    const silent = await makeBoundMachine(stand.app, stand.owner)
    await stand.put(silent, 1, stand.cola, 5)
    expect((await takeOver(silent)).body.rcode).toBe(0)
    expect(await stockOf(silent)).toBe(5)
  })

  test('counts at most what fits in by our books, and pieces given out since are gone', async () => {
    const machine = await parted()
    stand.app.clock.advance(4)
    const narrow = { sn: machine.sn, channel_sn: 2, max: 6, quantity: 4 }
    await stand.app.call(slotCalls.setChannelInfo, narrow, { as: stand.owner })
    const id = await stand.give(machine, { op: 'dispense', args: { items: [{ ch: 1, n: 2 }] } })
    await stand.says(machine, 'result', { id, ok: true, items: [{ ch: 1, n: 2, ok: true }] })
    expect((await stand.slots(machine)).map(({ quantity, counted }) => [quantity, counted])).toEqual([
      [3, 1],
      [4, 6],
      [9, 9],
      [0, null],
    ])
    await takeOver(machine)
    expect((await stand.books(machine)).map(([, quantity]) => quantity)).toEqual([1, 6, 9, 0])
    await stand.counts(machine, 2, { 1: 1, 2: 7, 3: 9, 4: 2 })
    expect((await stand.books(machine)).map(([, quantity]) => quantity)).toEqual([1, 6, 9, 0])
  })

  test('cannot be taken over where there is none, or where another user has changed the slot', async () => {
    const machine = await parted()
    expect((await takeOver(machine, [1, 4])).body).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'channel_sn', message: 'Slot 4 has no device count to use' }] },
    })
    expect((await takeOver(machine, [77])).body.rcode).toBe(100)
    expect((await takeOver(machine, [1], { 1: 1 })).body.rcode).toBe(103)
    expect((await stand.books(machine)).map(([, quantity]) => quantity)).toEqual([5, 8, 9, 0])
    const pulse = await makeBoundMachine(stand.app, stand.owner, { type: 'pulse', slots: 1 })
    expect((await takeOver(pulse)).body).toMatchObject({ rcode: 103 })
  })

  test('of another merchant cannot be taken over', async () => {
    const machine = await parted()
    const neighbour = await makeMerchant(stand.app)
    const input = { sn: machine.sn, type: quantityTypes.count }
    expect((await stand.app.call(slotCalls.setQuantity, input, { as: neighbour })).body.rcode).toBe(101)
    expect(await stockOf(machine)).toBe(5)
  })
})
