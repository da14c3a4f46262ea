/** Sales and the stock of slots: a piece is booked once, whichever comes first, the sale or the count. */
import { historyCalls, slotCalls } from '@slotwise/contract'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { makeGoods, makeMerchant } from '../../../test/factories.ts'
import { longListOf } from '../../../test/long-lists.ts'
import { asMachine, type BoundMachine, makeBoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { SlotStand } from '../../../test/slot-stand.ts'
import { clearStock, type Sold } from './index.ts'

const stand = await SlotStand.start()

/** A machine whose slots hold these pieces, by our books and by its own count. */
async function stocked(quantities: Record<number, number> = { 1: 6, 2: 6 }): Promise<BoundMachine> {
  const machine = await makeOnlineMachine(stand.app, stand.owner)
  for (const [slot, quantity] of Object.entries(quantities))
    await stand.put(machine, Number(slot), stand.cola, quantity)
  await stand.counts(machine, 1, quantities)
  return machine
}

const stockOf = async (machine: BoundMachine): Promise<number[]> =>
  (await stand.books(machine)).slice(0, 2).map(([, quantity]) => quantity)

/** The lines after those that stocked the slots. */
const linesOf = async (machine: BoundMachine) =>
  (await stand.lines(machine))
    .filter(({ reason }) => reason !== 'edit')
    .map(({ slot, reason, before, after, orderno }) => [slot, reason, before, after, orderno])

describe('a sale', () => {
  test('moves the stock of its slots, and the count that follows does not', async () => {
    const [machine, sibling] = [await stocked(), await stocked()]
    await stand.sells(stand.buys(machine, { 1: 2 }))
    expect(await stockOf(machine)).toEqual([4, 6])
    await stand.counts(machine, 2, { 1: 4, 2: 6 })
    expect(await linesOf(machine)).toEqual([[1, 'sale', 6, 4, 'A1']])
    expect([await stockOf(machine), await stockOf(sibling)]).toEqual([
      [4, 6],
      [6, 6],
    ])
    expect(await linesOf(sibling)).toEqual([])
    expect(
      await asOwner(
        stand.app,
        `select username, account_id, goods_id, at from stock_move where orderno = 'A1'`,
      ),
    ).toContainEqual({ username: '', account_id: null, goods_id: stand.cola, at: expect.any(Date) })
  })

  test('does not raise the version of the slot', async () => {
    const machine = await stocked()
    const [before] = await stand.slots(machine)
    await stand.sells(stand.buys(machine, { 1: 1 }))
    expect((await stand.slots(machine))[0]).toMatchObject({ rev: before!.rev, quantity: 5 })
  })

  test('that comes after the count takes the unknown loss back, and the stock stays', async () => {
    const machine = await stocked()
    const sold = stand.buys(machine, { 1: 2 })
    await stand.counts(machine, 2, { 1: 4, 2: 6 })
    await stand.sells(sold)
    expect(await linesOf(machine)).toEqual([
      [1, 'machine', 6, 4, null],
      [1, 'machine', 4, 6, 'A1'],
      [1, 'sale', 6, 4, 'A1'],
    ])
    await stand.counts(machine, 3, { 1: 3, 2: 6 })
    expect(await stockOf(machine)).toEqual([3, 6])
  })

  test('of more than a count has shown missing takes that back and moves the rest', async () => {
    const machine = await stocked()
    const sold = stand.buys(machine, { 1: 2 })
    await stand.counts(machine, 2, { 1: 5, 2: 6 })
    await stand.sells(sold)
    expect(await linesOf(machine)).toEqual([
      [1, 'machine', 6, 5, null],
      [1, 'machine', 5, 6, 'A1'],
      [1, 'sale', 6, 4, 'A1'],
    ])
    await stand.counts(machine, 3, { 1: 4, 2: 6 })
    expect(await stockOf(machine)).toEqual([4, 6])
  })

  test('takes back what was lost since it, not before it, and not from another slot', async () => {
    const machine = await stocked()
    await stand.counts(machine, 2, { 1: 5, 2: 6 })
    const sold = stand.buys(machine, { 1: 1 })
    await stand.counts(machine, 3, { 1: 5, 2: 4 })
    await stand.sells(sold)
    expect((await linesOf(machine)).slice(2)).toEqual([[1, 'sale', 5, 4, 'A1']])
  })

  test('in a full slot takes back more than fits in', async () => {
    const machine = await stocked({ 1: 20 })
    const sold = stand.buys(machine, { 1: 3 })
    await stand.counts(machine, 2, { 1: 17 })
    await stand.counts(machine, 3, { 1: 20 })
    await stand.sells(sold)
    expect((await linesOf(machine)).slice(-2)).toEqual([
      [1, 'machine', 20, 23, 'A1'],
      [1, 'sale', 23, 20, 'A1'],
    ])
  })
})

describe('several sales', () => {
  test('of one batch chain in one slot, and each slot of a sale has its line', async () => {
    const [machine, sibling] = [await stocked(), await stocked()]
    const first = stand.buys(machine, { 1: 1, 2: 2 }, 'B1')
    const other = stand.buys(sibling, { 1: 3 }, 'B2')
    await stand.sells(first, other, stand.buys(machine, { 1: 2 }, 'B3'))
    expect(await linesOf(machine)).toEqual([
      [1, 'sale', 6, 5, 'B1'],
      [2, 'sale', 6, 4, 'B1'],
      [1, 'sale', 5, 3, 'B3'],
    ])
    expect(await linesOf(sibling)).toEqual([[1, 'sale', 6, 3, 'B2']])
    await stand.counts(machine, 2, { 1: 3, 2: 4 })
    await stand.counts(sibling, 2, { 1: 3, 2: 6 })
    expect([await stockOf(machine), await stockOf(sibling)]).toEqual([
      [3, 4],
      [3, 6],
    ])
  })

  test('of slots with different goods that were refilled since take a piece of each', async () => {
    const machine = await stocked()
    await stand.put(machine, 2, stand.water, 6)
    const sold = stand.buys(machine, { 1: 1, 2: 1 })
    await stand.put(machine, 1, stand.cola, 8)
    await stand.put(machine, 2, stand.water, 9)
    await stand.sells(sold)
    expect(await stockOf(machine)).toEqual([7, 8])
  })

  test('of one slot in one sale are one line', async () => {
    const machine = await stocked()
    const items = [1, 1].map((ch) => ({ ch, n: 1 }))
    await stand.sells({ ...stand.buys(machine, {}), items })
    expect(await linesOf(machine)).toEqual([[1, 'sale', 6, 4, 'A1']])
  })

  test.each(['in one batch', 'one by one'])('take the same loss back once, %s', async (how) => {
    const machine = await stocked()
    const [one, two] = [stand.buys(machine, { 1: 1 }, 'C1'), stand.buys(machine, { 1: 1 }, 'C2')]
    await stand.counts(machine, 2, { 1: 5, 2: 6 })
    if (how === 'in one batch') await stand.sells(one, two)
    else for (const sold of [one, two]) await stand.sells(sold)
    expect((await linesOf(machine)).slice(1)).toEqual([
      [1, 'machine', 5, 6, 'C1'],
      [1, 'sale', 6, 5, 'C1'],
      [1, 'sale', 5, 4, 'C2'],
    ])
  })

  test('take back the losses that followed them, also when an older sale came first', async () => {
    const machine = await stocked()
    const old = stand.buys(machine, { 1: 1 }, 'D1')
    await stand.counts(machine, 2, { 1: 5, 2: 6 })
    const young = stand.buys(machine, { 1: 1 }, 'D2')
    await stand.counts(machine, 3, { 1: 4, 2: 6 })
    await stand.sells(old)
    await stand.sells(young)
    expect(await stockOf(machine)).toEqual([4, 6])
    expect((await linesOf(machine)).slice(2).map(([, reason, , , orderno]) => [reason, orderno])).toEqual([
      ['machine', 'D1'],
      ['sale', 'D1'],
      ['machine', 'D2'],
      ['sale', 'D2'],
    ])
  })

  test('take as many statements as one', async () => {
    // So many pieces that no slot becomes low, which would ask for a look.
    const machines = [await stocked({ 1: 9, 2: 9 }), await stocked({ 1: 9, 2: 9 })]
    const statements = async (...sold: readonly Sold[]): Promise<number> => {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      await stand.sells(...sold)
      const { length } = query.mock.calls
      query.mockRestore()
      return length
    }
    const one = await statements(stand.buys(machines[0]!, { 1: 1 }))
    const many = machines.flatMap((machine) => [1, 2].map((slot) => stand.buys(machine, { [slot]: 1 })))
    expect(await statements(...many)).toBe(one)
  })
})

describe('nothing moves', () => {
  test.each([
    ['in a slot that does not exist', { 77: 1 }],
    ['without goods in the slot', { 3: 1 }],
    ['without pieces', {}],
  ])('%s', async (_what, items) => {
    const machine = await stocked()
    await stand.sells(stand.buys(machine, items))
    expect(await stockOf(machine)).toEqual([6, 6])
    expect(await linesOf(machine)).toEqual([])
  })

  test('below an empty slot, and the next count does not make up for it', async () => {
    const machine = await stocked({ 1: 1 })
    await stand.sells(stand.buys(machine, { 1: 3 }, 'E1'))
    await stand.sells(stand.buys(machine, { 1: 1 }, 'E2'))
    expect(await linesOf(machine)).toEqual([[1, 'sale', 1, 0, 'E1']])
    await stand.counts(machine, 2, { 1: 0 })
    await stand.counts(machine, 3, { 1: 5 })
    expect(await stockOf(machine)).toEqual([5, 0])
  })

  test('in a slot that has got other goods since; a loss of the old goods is explained all the same', async () => {
    const machine = await stocked()
    const sold = stand.buys(machine, { 1: 2 })
    await stand.counts(machine, 2, { 1: 5, 2: 6 })
    await stand.put(machine, 1, stand.water, 9)
    await stand.sells(sold)
    expect(await stockOf(machine)).toEqual([9, 6])
    const lines = await asOwner(
      stand.app,
      `select goods_id, reason, before, after from stock_move where device_id = $1 and orderno = 'A1' order by move_id`,
      [machine.id],
    )
    expect(lines).toEqual([
      { goods_id: stand.cola, reason: 'machine', before: 9, after: 10 },
      { goods_id: stand.cola, reason: 'sale', before: 10, after: 9 },
    ])
    // What is sold from then on is of the new goods.
    await stand.sells(stand.buys(machine, { 1: 1 }, 'A2'))
    expect(await stockOf(machine)).toEqual([8, 6])
  })

  test('in a slot that has got other goods in the same moment', async () => {
    const machine = await stocked()
    await stand.put(machine, 1, stand.water, 9)
    const at = stand.app.clock.now
    await stand.sells({ ...stand.buys(machine, { 1: 2 }), at })
    expect(await stockOf(machine)).toEqual([9, 6])
  })

  test('in a machine that has left its merchant', async () => {
    const machine = await stocked()
    const sold = stand.buys(machine, { 1: 1 })
    await asMachine(stand.app, machine, (ctx) => clearStock(ctx, { id: null, username: '' }))
    const before = await linesOf(machine)
    await stand.sells(sold)
    expect(await linesOf(machine)).toEqual(before)
    expect(await stockOf(machine)).toEqual([0, 0])
  })

  test('at a neighbour, whose machines are not this merchant’s', async () => {
    const neighbour = await makeMerchant(stand.app)
    const { goods_id: goods } = await makeGoods(stand.app, neighbour, { title: 'Tea', price: 300 })
    const machine = await makeBoundMachine(stand.app, neighbour)
    const put = { sn: machine.sn, channel_sn: 1, goods, quantity: 4, max: 10 }
    await stand.app.call(slotCalls.setChannelInfo, put, { as: neighbour })
    await stand.sells(stand.buys(machine, { 1: 1 }))
    expect(await linesOf(machine)).toEqual([])
  })
})

test('a sale waits for a count of its machine, which compares what was booked before', async () => {
  const machine = await stocked()
  const holder = new pg.Client({ connectionString: stand.app.deps.db.url })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query(`begin; select from device_state where device_id = ${machine.id} for update`)
  let isBooked = false
  const booking = stand.sells(stand.buys(machine, { 1: 1 })).finally(() => (isBooked = true))
  const waiting = () =>
    asOwner(
      stand.app,
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
  await expect.poll(async () => isBooked || (await waiting()).length > 0).toBe(true)
  expect(isBooked).toBe(false)
  await holder.query('commit')
  await booking
  expect(await stockOf(machine)).toEqual([5, 6])
})

describe('a sale within a minute of a test', () => {
  async function tested(): Promise<BoundMachine> {
    const machine = await stocked()
    const id = await stand.give(machine, { op: 'testOut', args: { items: [{ ch: 1, n: 1 }] } })
    await stand.says(machine, 'ack', { id, accepted: true })
    await stand.says(machine, 'result', { id, ok: true, items: [{ ch: 1, ok: true }] })
    return machine
  }

  test('is not the tester’s: of two missing pieces the test has one', async () => {
    const machine = await tested()
    await stand.sells(stand.buys(machine, { 1: 1 }))
    await stand.counts(machine, 2, { 1: 4, 2: 6 })
    expect(await linesOf(machine)).toEqual([
      [1, 'sale', 6, 5, 'A1'],
      [1, 'test', 5, 4, null],
    ])
  })

  test('is not the tester’s when the count comes first, and the test may still have dropped a piece', async () => {
    const machine = await tested()
    const sold = stand.buys(machine, { 1: 1 })
    await stand.counts(machine, 2, { 1: 5, 2: 6 })
    await stand.sells(sold)
    const lines = [
      [1, 'test', 6, 5, null],
      [1, 'test', 5, 6, 'A1'],
      [1, 'sale', 6, 5, 'A1'],
    ]
    expect(await linesOf(machine)).toEqual(lines)
    await stand.counts(machine, 3, { 1: 4, 2: 6 })
    expect(await linesOf(machine)).toEqual([...lines, [1, 'test', 5, 4, null]])
  })

  test('takes back the unknown loss before that of the test', async () => {
    const machine = await tested()
    const sold = stand.buys(machine, { 1: 1 })
    await stand.counts(machine, 2, { 1: 4, 2: 6 })
    await stand.sells(sold)
    expect(await linesOf(machine)).toEqual([
      [1, 'test', 6, 5, null],
      [1, 'machine', 5, 4, null],
      [1, 'machine', 4, 5, 'A1'],
      [1, 'sale', 5, 4, 'A1'],
    ])
  })

  test('is the only reason when the test dropped nothing', async () => {
    const machine = await tested()
    await stand.sells(stand.buys(machine, { 1: 1 }))
    await stand.counts(machine, 2, { 1: 5, 2: 6 })
    expect(await linesOf(machine)).toEqual([[1, 'sale', 6, 5, 'A1']])
  })
})

test('a loss that a sale has taken back does not explain a dispense command as well', async () => {
  const machine = await stocked()
  const id = await stand.give(machine, { op: 'dispense', args: { items: [{ ch: 1, n: 1 }] } })
  await asOwner(
    stand.app,
    `update command set state = 'expired', finished_at = created_at where command_id = $1`,
    [id],
  )
  const sold = stand.buys(machine, { 1: 1 })
  await stand.counts(machine, 2, { 1: 5, 2: 6 })
  await stand.sells(sold)
  await stand.says(machine, 'result', { id, ok: true, items: [{ ch: 1, n: 1, ok: true }] })
  expect((await linesOf(machine)).at(-1)).toEqual([1, 'remote', 5, 4, null])
})

test('the history shows the sale and the correction that it took back', async () => {
  const machine = await stocked()
  const sold = stand.buys(machine, { 1: 1 })
  await stand.counts(machine, 2, { 1: 5, 2: 6 })
  await stand.sells(sold)
  const filter = { sn: machine.sn, kind: 'stock' as const, channel_sn: 1 }
  const { page } = longListOf(stand.app, historyCalls.getDevHistory, filter, stand.owner)
  expect((await page({ pageSize: 10 })).data.slice(0, 3)).toMatchObject([
    { reason: 'sale', before: 6, after: 5, username: '', orderno: 'A1' },
    { reason: 'machine', before: 5, after: 6, orderno: 'A1' },
    { reason: 'machine', before: 6, after: 5, orderno: null },
  ])
})
