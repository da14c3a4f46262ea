/**
 * Statements about the slots of one machine. Its sibling sells the same goods in slots with the same numbers, and
 * must stay as it is.
 */
import { slotCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeGoods, makeMerchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import type { MachineCtx } from '../../kernel/ctx.ts'
import { lossesSince } from './loss-queries.ts'
import { reportedBefore, takeSlots } from './report-queries.ts'
import { slotSettings } from './selling-queries.ts'
import * as slots from './slot-queries.ts'
import * as stock from './stock-queries.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const cola = (await makeGoods(app, owner, { title: 'Cola', price: 350 })).goods_id
const water = (await makeGoods(app, owner, { title: 'Water', price: 200 })).goods_id

const machine = await makeBoundMachine(app, owner, { title: 'Lobby' })
const sibling = await makeBoundMachine(app, owner, { title: '' })

/** Gives each machine two slots of cola with 4 of 10 pieces and a held-back change, and an empty slot. */
beforeEach(async () => {
  const both = `device_id in (${machine.id}, ${sibling.id})`
  await asOwner(
    app,
    `delete from stock_move where ${both}; delete from slot_report where ${both}; delete from channel where ${both};
     insert into channel (tenant_id, device_id, channel_sn, goods_id, price, quantity, max)
     select tenant_id, device_id, no, ${cola}, 300, 4, 10 from device, generate_series(1, 2) no where ${both};
     insert into slot_report (tenant_id, device_id, channel_sn, quantity, max, state, at, booked)
     select tenant_id, device_id, channel_sn, 4, 10, 'ok', now(), 1 from channel where ${both};
     insert into channel (tenant_id, device_id, channel_sn) select tenant_id, device_id, 3 from device where ${both}`,
  )
})

test('the numbers of the slots are shown beside those that the machine reported', async () => {
  await asOwner(app, `delete from channel where device_id = ${machine.id} and channel_sn = 2`)
  const { body } = await app.call(slotCalls.getResetC, { sn: machine.sn }, { as: owner })
  expect(body.result).toEqual({
    count: 3,
    data: [
      { channel_sn: 1, ours: true, reported: true, goods: 'Cola' },
      { channel_sn: 2, ours: false, reported: true, goods: null },
      { channel_sn: 3, ours: true, reported: false, goods: null },
    ],
  })
})

type Lines = unknown[][] | null
type State = { channels: Lines; reports: Lines; ledger: Lines }
/** What is stored of the machine and of its sibling. */
const stored = () =>
  asOwner<State>(
    app,
    `select (select json_agg(json_build_array(channel_sn, goods_id::text, price, quantity, max, enabled, settings_rev)
                             order by channel_sn) from channel c where c.tenant_id = $3 and c.device_id = d.device_id) as channels,
            (select json_agg(json_build_array(channel_sn, quantity, max, booked) order by channel_sn)
               from slot_report r where r.tenant_id = $3 and r.device_id = d.device_id) as reports,
            (select json_agg(json_build_array(channel_sn, reason, before, after) order by move_id)
               from stock_move m where m.tenant_id = $3 and m.device_id = d.device_id) as ledger
       from device d where d.tenant_id = $3 and device_id in ($1, $2) order by device_id`,
    [machine.id, sibling.id, machine.tenantId],
  )

const by = { id: null, username: 'tester' }
const model = { goods_id: water, price: 220, game_price: null, rate: null, enabled: false }
const takesAll = { sizes: true, gamePrice: true, rate: true }

/** Two stocked slots and an empty one, as they are before the statement. */
const stocked = (slot: number) => [slot, cola, 300, 4, 10, true, 0]
const empty = [3, null, null, 0, 0, true, 0]

const cases: [string, (ctx: MachineCtx) => Promise<unknown>, Partial<State>][] = [
  [
    'changing one slot',
    (ctx) => slots.changeSlots(ctx, [2], { price: 500 }, '7'),
    { channels: [stocked(1), [2, cola, 500, 4, 10, true, 7], empty] },
  ],
  [
    'changing all slots',
    (ctx) => slots.changeSlots(ctx, undefined, { enabled: false }, undefined),
    { channels: [stocked(1), stocked(2), empty].map((row) => row.with(5, false)) },
  ],
  [
    'putting other goods into one slot',
    (ctx) => slots.fillSlots(ctx, [2], water),
    { channels: [stocked(1), [2, water, 300, 4, 10, true, 0], empty] },
  ],
  [
    'making smaller slots larger',
    (ctx) => slots.widen(ctx, [2, 3], 9),
    { channels: [stocked(1), stocked(2), [3, null, null, 0, 9, true, 0]] },
  ],
  [
    'making one slot larger',
    (ctx) => slots.widen(ctx, [2], 12),
    { channels: [stocked(1), stocked(2).with(4, 12), empty] },
  ],
  [
    'taking the price of the goods',
    (ctx) => slots.takePriceOfGoods(ctx, [2, 3]),
    { channels: [stocked(1), [2, cola, 350, 4, 10, true, 0], empty] },
  ],
  [
    'copying slots, of which one is missing here',
    (ctx) =>
      slots.copySlots(
        ctx,
        [
          { ...model, channel_sn: 2, max: 3 },
          { ...model, channel_sn: 3, max: 8 },
          { ...model, channel_sn: 9, max: 8 },
        ],
        '7',
        takesAll,
      ),
    { channels: [stocked(1), [2, water, 220, 4, 4, false, 7], [3, water, 220, 0, 8, false, 7]] },
  ],
  [
    'matching the slots',
    (ctx) => slots.matchSlots(ctx, [1, 2, 4], '7'),
    { channels: [stocked(1), stocked(2), [4, null, null, 0, 0, true, 7]] },
  ],
  [
    'renumbering slots',
    (ctx) =>
      slots.renumberSlots(
        ctx,
        [
          { from: 1, to: 3 },
          { from: 3, to: 1 },
        ],
        '7',
      ),
    { channels: [[1, null, null, 0, 0, true, 7], stocked(2), [3, cola, 300, 4, 10, true, 7]] },
  ],
  ['forgetting the reports', (ctx) => slots.deleteReports(ctx), { reports: null }],
  [
    'filling one slot',
    (ctx) => stock.moveStock(ctx, { slots: [2, 3], to: stock.full, reason: 'fill', by }),
    { channels: [stocked(1), [2, cola, 300, 10, 10, true, 0], empty], ledger: [[2, 'fill', 4, 10]] },
  ],
  [
    'emptying all slots',
    (ctx) => stock.moveStock(ctx, { to: stock.none, reason: 'unbind', by }),
    {
      channels: [stocked(1).with(3, 0), stocked(2).with(3, 0), empty],
      ledger: [
        [1, 'unbind', 4, 0],
        [2, 'unbind', 4, 0],
      ],
    },
  ],
  [
    'booking the stock under new numbers',
    (ctx) =>
      stock.moveRenumbered(
        ctx,
        [
          { from: 1, to: 9 },
          { from: 2, to: 2 },
          { from: 3, to: 8 },
        ],
        by,
        '1',
      ),
    {
      ledger: [
        [1, 'renumber', 4, 0],
        [9, 'renumber', 0, 4],
      ],
    },
  ],
  [
    'noting booked pieces',
    (ctx) =>
      stock.noteBooked(ctx, [
        { ch: 2, n: -1 },
        { ch: 2, n: -2 },
      ]),
    {
      reports: [
        [1, 4, 10, 1],
        [2, 4, 10, -2],
      ],
    },
  ],
  [
    'forgetting held-back changes',
    (ctx) => stock.forgetHeldBack(ctx),
    {
      reports: [
        [1, 4, 10, 0],
        [2, 4, 10, 0],
      ],
    },
  ],
  [
    'taking over a size where none is known, and a first count',
    (ctx) =>
      stock.adopt(
        ctx,
        [
          { ch: 2, qty: 0, max: 99 },
          { ch: 3, qty: 0, max: 6 },
        ],
        [{ ch: 1, qty: 2, max: 10 }],
      ),
    {
      channels: [[1, cola, 300, 6, 10, true, 0], stocked(2), [3, null, null, 0, 6, true, 0]],
      ledger: [[1, 'machine', 4, 6]],
    },
  ],
  [
    'taking over a single size',
    (ctx) => stock.adopt(ctx, [{ ch: 3, qty: 0, max: 6 }], []),
    { channels: [stocked(1), stocked(2), [3, null, null, 0, 6, true, 0]] },
  ],
  [
    'a report of some slots, of which one was never reported',
    (ctx) =>
      takeSlots(
        ctx,
        [
          { ch: 2, qty: 1, max: 10, state: 'ok' },
          { ch: 3, qty: 1, max: 5, state: 'ok' },
        ],
        false,
      ),
    {
      reports: [
        [1, 4, 10, 1],
        [2, 1, 10, 0],
      ],
    },
  ],
  [
    'a report of all slots',
    (ctx) => takeSlots(ctx, [{ ch: 3, qty: 1, max: 5, state: 'ok' }], true),
    { reports: [[3, 1, 5, 0]] },
  ],
]

test.each(cases)('%s leaves the sibling and the other slots as they are', async (_what, work, outcome) => {
  const [before, untouched] = await stored()
  expect(before).toEqual(untouched)
  await asMachine(app, machine, work)
  const [after, other] = await stored()
  expect(after).toEqual({ ...before, ...outcome })
  expect(other).toEqual(untouched)
})

test('a new slot has the game price and the rate that all slots of its own machine share', async () => {
  const share = (one: BoundMachine, same: boolean, price: number, rate: number) =>
    asOwner(
      app,
      `with d as (update device set settings = settings || jsonb_build_object('same_gp', $2::boolean, 'same_pb', $2::boolean)
                   where device_id = $1)
       update channel set game_price = $3, rate = $4 where device_id = $1`,
      [one.id, same, price, rate],
    )
  const added = async (number: number) => {
    await asMachine(app, machine, (ctx) => slots.addSlots(ctx, [number], '7'))
    const [slot] = await asOwner(
      app,
      'select game_price, rate from channel where device_id = $1 and channel_sn = $2',
      [machine.id, number],
    )
    return slot
  }
  await share(sibling, true, 999, 9_900)
  await share(machine, false, 300, 2_500)
  expect(await added(4)).toEqual({ game_price: null, rate: null })
  await share(machine, true, 300, 2_500)
  expect(await added(5)).toEqual({ game_price: 300, rate: 2_500 })
  for (const one of [machine, sibling]) await share(one, false, 2, 100)
})

describe('what is read', () => {
  beforeEach(async () => {
    await asOwner(app, 'update channel set channel_sn = 5 where device_id = $1 and channel_sn = 3', [
      sibling.id,
    ])
    await asOwner(app, 'update slot_report set quantity = 7 where device_id = $1', [sibling.id])
  })
  const of = <T>(one: BoundMachine, work: (ctx: MachineCtx) => Promise<T>) => asMachine(app, one, work)

  test('are the slots and reports of this machine', async () => {
    expect([...(await of(machine, slots.slotNumbers))].toSorted()).toEqual([1, 2, 3])
    expect((await of(machine, slots.readSlots)).map((slot) => slot.channel_sn)).toEqual([1, 2, 3])
    expect((await of(machine, slotSettings)).map(({ ch, title }) => [ch, title])).toEqual([
      [1, 'Cola'],
      [2, 'Cola'],
      [3, ''],
    ])
    expect((await of(machine, slots.reportedSlots)).map((slot) => slot.quantity)).toEqual([4, 4])
    await asOwner(app, 'update channel set max = 99 where device_id = $1', [sibling.id])
    expect(await of(machine, (ctx) => reportedBefore(ctx, [2, 3]))).toEqual(
      new Map([[2, { quantity: 4, max: 10, booked: 1, size: 10 }]]),
    )
  })

  test('is whether one of the named slots has goods and no price', async () => {
    await asOwner(app, 'update channel set price = null where device_id = $1', [sibling.id])
    const lacks = (one: BoundMachine, numbers: number[]) => of(one, (ctx) => slots.lacksPrice(ctx, numbers))
    expect([await lacks(machine, [1, 2, 3]), await lacks(sibling, [1])]).toEqual([false, true])
    expect(await lacks(sibling, [5]), 'a slot without goods needs no price').toBe(false)
    await asOwner(app, 'update channel set price = null where device_id = $1 and channel_sn = 1', [
      machine.id,
    ])
    expect([await lacks(machine, [2]), await lacks(machine, [1, 2])]).toEqual([false, true])
  })

  test('are the pieces that this machine lost for an unknown reason since then', async () => {
    const move = (one: BoundMachine, reason: 'machine' | 'sale', to: number, numbers = [1, 2]) =>
      of(one, (ctx) =>
        stock.moveStock(ctx, { slots: numbers, to: stock.quantity(to), reason, by: stock.theMachine }),
      )
    await move(machine, 'machine', 3)
    app.clock.advance(60)
    const since = app.clock.now
    await move(machine, 'machine', 1, [2])
    await move(machine, 'sale', 2, [1])
    await move(machine, 'machine', 9, [1])
    await move(sibling, 'machine', 0)
    const slotsSince = [1, 2].map((ch) => ({ deviceId: machine.id, ch, since }))
    const lost = await of(machine, (ctx) => lossesSince(ctx, slotsSince, ['machine']))
    expect(lost.map(({ ch, n }) => [ch, n])).toEqual([[2, 2]])
  })
})
