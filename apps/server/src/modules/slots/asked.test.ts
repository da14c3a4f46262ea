/** What other modules ask of slots: what is missing in them, and what has moved in them. */
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asTenant, asUser } from '../../../test/as-user.ts'
import { makeGoods, makeMerchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import {
  changedSince,
  countUnsizedIn,
  lockStock,
  missingByDevice,
  missingFigures,
  missingSlots,
  slotsForSale,
  stockLinesOf,
} from './index.ts'
import { countTimes, linesSince, noteCounted, renumberedSince } from './visit-stock-queries.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const { goods_id: cola } = await makeGoods(app, owner, { title: 'Cola' })
const { goods_id: water } = await makeGoods(app, owner, { title: 'Water' })
const { goods_id: tea } = await makeGoods(app, neighbour, { title: 'Tea' })
const machine = await makeBoundMachine(app, owner, { slots: 8 })
const sibling = await makeBoundMachine(app, owner, { slots: 3 })
const other = await makeBoundMachine(app, owner, { slots: 1 })
const theirs = await makeBoundMachine(app, neighbour, { slots: 1 })

type Slot = { goods?: string | null; quantity: number; max: number; low?: number; enabled?: boolean }
async function stock({ id }: BoundMachine, slots: readonly Slot[]): Promise<void> {
  for (const [index, { goods = cola, quantity, max, low = 2, enabled = true }] of slots.entries())
    await asOwner(
      app,
      `update channel set goods_id = $3, quantity = $4, max = $5, low_pieces = $6, enabled = $7
        where device_id = $1 and channel_sn = $2`,
      [id, index + 1, goods, quantity, max, low, enabled],
    )
}
await stock(machine, [
  { quantity: 2, max: 10 },
  { quantity: 3, max: 10 },
  { quantity: 10, max: 10 },
  { quantity: 0, max: 0 },
  { quantity: 0, max: 10, enabled: false },
  { goods: null, quantity: 0, max: 10 },
  { goods: water, quantity: 1, max: 5 },
  // Full, although below its threshold.
  { quantity: 3, max: 3, low: 5 },
])
await stock(sibling, [
  { quantity: 4, max: 6, low: 4 },
  { quantity: 0, max: 0 },
  { quantity: 0, max: 0, enabled: false },
])
await stock(other, [{ quantity: 0, max: 50 }])
await stock(theirs, [{ goods: tea, quantity: 0, max: 50 }])
const ids = [machine.id, sibling.id, theirs.id]

describe('what is missing', () => {
  test('is added up by machine and by goods: what has room, or what is low', async () => {
    const figures = (choice: 'low' | 'all') => asUser(app, owner, (ctx) => missingFigures(ctx, ids, choice))
    expect(await figures('all')).toEqual({
      devices: new Map([
        [machine.id, { pieces: 8 + 7 + 4, slots: 3 }],
        [sibling.id, { pieces: 2, slots: 1 }],
      ]),
      goods: new Map([
        [cola, { pieces: 8 + 7 + 2, slots: 3, devices: 2 }],
        [water, { pieces: 4, slots: 1, devices: 1 }],
      ]),
    })
    expect(await figures('low')).toEqual({
      devices: new Map([
        [machine.id, { pieces: 8 + 4, slots: 2 }],
        [sibling.id, { pieces: 2, slots: 1 }],
      ]),
      goods: new Map([
        [cola, { pieces: 8 + 2, slots: 2, devices: 2 }],
        [water, { pieces: 4, slots: 1, devices: 1 }],
      ]),
    })
    for (const choice of ['low', 'all'] as const)
      expect(await asUser(app, owner, (ctx) => missingByDevice(ctx, ids, choice))).toEqual(
        (await figures(choice)).devices,
      )
  })

  test('is listed slot by slot, in their order', async () => {
    const slots = async (choice: 'low' | 'all') =>
      (await asUser(app, owner, (ctx) => missingSlots(ctx, [...ids].toReversed(), choice))).map((slot) =>
        [slot.device_id, slot.channel_sn, slot.goods_id, slot.quantity, slot.max, slot.low].join(' '),
      )
    const [one, three] = [`${machine.id} 1 ${cola} 2 10 true`, `${machine.id} 7 ${water} 1 5 true`]
    expect(await slots('all')).toEqual([
      one,
      `${machine.id} 2 ${cola} 3 10 false`,
      three,
      `${sibling.id} 1 ${cola} 4 6 true`,
    ])
    expect(await slots('low')).toEqual([one, three, `${sibling.id} 1 ${cola} 4 6 true`])
  })

  test('is unknown in open slots with goods and without a size', async () => {
    const unsized = (...which: string[]) => asUser(app, owner, (ctx) => countUnsizedIn(ctx, which))
    expect(await unsized(...ids, other.id)).toEqual({ slots: 2, devices: 2 })
    expect(await unsized(sibling.id)).toEqual({ slots: 1, devices: 1 })
    expect(await unsized(other.id)).toEqual({ slots: 0, devices: 0 })
  })
})

test('slots are locked in the order of machine and number, those of other machines not', async () => {
  const locked = await asUser(app, owner, async (ctx) => {
    const slots = await lockStock(ctx, [sibling.id, machine.id, theirs.id])
    const { rows } = await app.owner.query<{ device_id: string }>(
      'select device_id from channel where device_id = any($1) for update skip locked',
      [[machine.id, sibling.id, other.id, theirs.id]],
    )
    expect(rows.map(({ device_id: id }) => id).toSorted()).toEqual([other.id, theirs.id].toSorted())
    return slots
  })
  expect(locked.map(({ device_id: id, channel_sn: number }) => `${id} ${number}`)).toEqual([
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `${machine.id} ${number}`),
    ...[1, 2, 3].map((number) => `${sibling.id} ${number}`),
  ])
})

test('slots for orders are all of a machine', async () => {
  const found = await asTenant(app, owner, (ref) => slotsForSale(ref, [machine.id, other.id]))
  expect([machine, other].map(({ id }) => found.get(id)?.map(({ ch }) => ch))).toEqual([
    [1, 2, 3, 4, 5, 6, 7, 8],
    [1],
  ])
})

describe('what has moved', () => {
  const start = app.clock.now
  const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)
  type Line = {
    reason: string
    at: Date
    slot?: number
    before?: number
    after?: number
    orderno?: string
    takesBack?: string
    goods?: string
  }
  async function move(one: BoundMachine, line: Line): Promise<string> {
    const [row] = await asOwner<{ id: string }>(
      app,
      `insert into stock_move (tenant_id, device_id, channel_sn, goods_id, reason, before, after, at, username, orderno, takes_back)
       values ($1, $2, $3, $4, $5, $6, $7, $8, '', $9, $10) returning move_id::text as id`,
      [
        one.tenantId,
        one.id,
        line.slot ?? 1,
        line.goods ?? null,
        line.reason,
        line.before ?? 5,
        line.after ?? 4,
        line.at,
        line.orderno ?? null,
        line.takesBack ?? null,
      ],
    )
    return row?.id ?? ''
  }

  test('by a bill is read in the order in which it was booked', async () => {
    await move(machine, { reason: 'sale', at: at(20), slot: 2, orderno: 'B1', goods: cola })
    await move(machine, { reason: 'sale', at: at(20), orderno: 'B2' })
    await move(machine, { reason: 'machine', at: at(10), slot: 1, orderno: 'B1', before: 4, after: 5 })
    await move(theirs, { reason: 'sale', at: at(20), orderno: 'B1', goods: tea })
    expect(await asTenant(app, owner, (ref) => stockLinesOf(ref, 'B1'))).toEqual([
      { at: at(20), channel_sn: 2, goods: 'Cola', reason: 'sale', before: 5, after: 4 },
      { at: at(10), channel_sn: 1, goods: null, reason: 'machine', before: 4, after: 5 },
    ])
  })

  test('since a count is read slot by slot, each since its own moment', async () => {
    const one = await makeBoundMachine(app, owner, { slots: 3 })
    const early = await move(one, { reason: 'machine', at: at(100) })
    await move(one, { reason: 'machine', at: at(101), before: 1, after: 3, takesBack: early })
    await move(one, { reason: 'sale', at: at(101), slot: 2, orderno: 'C1' })
    await move(one, { reason: 'sale', at: at(200), slot: 2, orderno: 'C2' })
    await move(one, { reason: 'sale', at: at(300), slot: 3 })
    await move(sibling, { reason: 'sale', at: at(300) })
    const since = [
      { channel_sn: 1, at: at(100) },
      { channel_sn: 2, at: at(101) },
    ]
    expect(await asMachine(app, one, (ctx) => linesSince(ctx, since))).toEqual([
      { ch: 1, reason: 'machine', at: at(101), orderno: null, takenBackAt: at(100), n: 2 },
      { ch: 2, reason: 'sale', at: at(200), orderno: 'C2', takenBackAt: null, n: -1 },
    ])
  })

  test('more than by what leaves a machine is told since a line of the ledger', async () => {
    const one = await makeBoundMachine(app, owner, { slots: 8 })
    const slots = [1, 2, 3, 4, 5, 6, 7].map((number) => ({ device_id: one.id, channel_sn: number }))
    await move(one, { reason: 'fill', at: at(500), slot: 1 })
    const lastMove = await move(one, { reason: 'sale', at: at(500), slot: 1 })
    for (const [index, reason] of (['sale', 'remote', 'test', 'machine'] as const).entries())
      await move(one, { reason, at: at(501), slot: index + 1 })
    await move(one, { reason: 'machine', at: at(501), slot: 4, before: 3, after: 4, takesBack: lastMove })
    await move(one, { reason: 'machine', at: at(501), slot: 5, before: 3, after: 4 })
    // The clock of another server is five minutes behind.
    await move(one, { reason: 'fill', at: at(200), slot: 6 })
    await move(one, { reason: 'fill', at: at(199), slot: 7 })
    await move(one, { reason: 'fill', at: at(501), slot: 8 })
    await move(sibling, { reason: 'fill', at: at(501), slot: 1 })
    const changed = await asUser(app, owner, (ctx) => changedSince(ctx, slots, { at: at(500), lastMove }))
    expect(new Set(changed.map(({ channel_sn: number }) => number))).toEqual(new Set([5, 6]))
  })
})

describe('since a person read the slots', () => {
  test('numbers that were lost or got are those of finished commands', async () => {
    const { now } = app.clock
    const renumber = (
      one: BoundMachine,
      from: number,
      state: string,
      finished: Date | null,
      op = 'resetSlot',
    ) =>
      asOwner(
        app,
        `insert into command (tenant_id, device_id, sn, op, args, attach, username, state, created_at, expires_at, due_at, finished_at)
         values ($1, $2, $3, $4, $5, '', 'tester', $6, $7, $7, $7, $8)`,
        [one.tenantId, one.id, one.sn, op, { slots: [{ from, to: from + 1 }] }, state, now, finished],
      )
    const soon = new Date(now.getTime() + 1)
    await renumber(machine, 1, 'done', soon)
    await renumber(machine, 11, 'done', now)
    await renumber(machine, 21, 'failed', soon)
    await renumber(machine, 31, 'sent', null)
    await renumber(machine, 41, 'done', soon, 'setChannels')
    for (const one of [sibling, theirs]) await renumber(one, 51, 'done', soon)
    expect(await asMachine(app, machine, (ctx) => renumberedSince(ctx, now))).toEqual(new Set([1, 2]))
  })

  test('the moment of a count is kept by slot, at this machine alone', async () => {
    const { now } = app.clock
    const times = (one: BoundMachine) => asMachine(app, one, countTimes)
    const note = (slots: Parameters<typeof noteCounted>[1]) =>
      asMachine(app, machine, (ctx) => noteCounted(ctx, slots))
    const earlier = new Date(now.getTime() - 60_000)
    await note([
      { channel_sn: 1, at: now },
      { channel_sn: 3, at: earlier },
    ])
    await note([])
    expect(await times(machine)).toEqual(
      new Map([
        [1, now],
        [3, earlier],
      ]),
    )
    expect(await times(sibling)).toEqual(new Map())
  })
})
