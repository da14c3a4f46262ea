/** The layout of a machine that another machine takes over: what fits, what is lost, and what is stored. */
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeGoods, makeMerchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { demandRow } from '../devices/index.ts'
import { layoutFor, type RoomOfSlot, roomsOf, takeLayout, takeSlots } from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const { goods_id: cola } = await makeGoods(app, owner, { title: 'Cola' })
const { goods_id: water } = await makeGoods(app, owner, { title: 'Water' })
let old: BoundMachine

type Slot = { goods: string | null; max: number; game?: number; rate?: number }
async function stock({ id }: BoundMachine, slots: readonly Slot[]): Promise<void> {
  for (const [index, { goods, max, game = null, rate = null }] of slots.entries())
    await asOwner(
      app,
      `update channel set goods_id = $3, quantity = case when $3::bigint is null then 0 else 2 end, price = 350,
              max = $4, game_price = $5, rate = $6
        where device_id = $1 and channel_sn = $2`,
      [id, index + 1, goods, max, game, rate],
    )
}

/** Doors that hold goods by games and chance; lattices are doors without either. */
beforeEach(async () => {
  old = await makeBoundMachine(app, owner, { type: 'lipstick', slots: 5 })
  await stock(old, [
    { goods: cola, max: 10, game: 50, rate: 1_250 },
    { goods: cola, max: 20 },
    { goods: water, max: 20 },
    { goods: null, max: 20 },
    { goods: water, max: 20 },
  ])
})

const room = (channel_sn: number, max = 0, most?: number): RoomOfSlot => ({ channel_sn, max, most })
const layout = (type: 'lipstick' | 'lattice' | 'vending', ...slots: RoomOfSlot[]) =>
  asUser(app, owner, async (ctx) => layoutFor(ctx, await demandRow(ctx, old.sn), { type, slots }))
const sizes = ({ models }: Awaited<ReturnType<typeof layout>>) =>
  models.map(({ channel_sn: number, max }) => [number, max])

describe('a layout', () => {
  test('fits another type as far as it has slots and room, without what the type does not know', async () => {
    const found = await layout('lattice', room(1), room(2, 0, 8), room(4, 0, 8), room(5, 6, 90), room(9))
    expect(sizes(found)).toEqual([
      [1, 10],
      [2, 8],
      [4, 8],
      [5, 6],
    ])
    expect(found).toMatchObject({
      isAlike: true,
      lostSlots: [{ channel_sn: 3, goods: 'Water' }],
      // An empty slot that is smaller loses nothing.
      smaller: [
        { channel_sn: 2, max: 20, most: 8 },
        { channel_sn: 5, max: 20, most: 6 },
      ],
      lostTerms: ['game_price', 'rate'],
    })
    expect(await layout('lattice', room(2), room(3))).toMatchObject({ lostTerms: [] })
  })

  test('fits the same type with its sizes, and no more than a slot can hold', async () => {
    const found = await layout('lipstick', room(1, 3), room(2, 3, 15), room(3, 3, 30))
    expect(sizes(found)).toEqual([
      [1, 10],
      [2, 15],
      [3, 20],
    ])
    expect(found).toMatchObject({ lostSlots: [{ channel_sn: 5, goods: 'Water' }], lostTerms: [] })
  })

  test('does not fit a machine that moves its goods in another way', async () => {
    expect(await layout('vending', room(1), room(2))).toEqual({
      models: [],
      isAlike: false,
      lostSlots: [
        { channel_sn: 1, goods: 'Cola' },
        { channel_sn: 2, goods: 'Cola' },
        { channel_sn: 3, goods: 'Water' },
        { channel_sn: 5, goods: 'Water' },
      ],
      smaller: [],
      lostTerms: [],
    })
  })
})

test('a machine has the room that it has reported; a size of 0 is none', async () => {
  const next = await makeBoundMachine(app, owner, { type: 'lattice', slots: 3 })
  const slots = [
    { ch: 1, qty: 0, max: 12, state: 'ok' as const },
    { ch: 2, qty: 0, max: 0, state: 'ok' as const },
    { ch: 3, qty: 0, max: 5, state: 'ok' as const },
  ]
  await asMachine(app, next, (ctx) => takeSlots(ctx, { rev: 1, full: true, slots }))
  await asOwner(app, 'update channel set max = 4 where device_id = $1 and channel_sn = 1', [next.id])
  const rooms = await asUser(app, owner, async (ctx) => roomsOf(ctx, await demandRow(ctx, next.sn)))
  expect(rooms.map(({ channel_sn: number, most }) => [number, most])).toEqual([
    [1, 12],
    [2, undefined],
    [3, 5],
  ])
  expect(rooms[0]?.max).toBe(4)
  const unheard = await asUser(app, owner, async (ctx) => roomsOf(ctx, await demandRow(ctx, old.sn)))
  expect(unheard[0]).toEqual({ channel_sn: 1, max: 10, most: undefined })
})

test.each([
  ['lipstick', 50, 1_250],
  ['lattice', null, null],
] as const)(
  'a %s takes the layout over, with its terms of games and chance or without',
  async (type, game, rate) => {
    const next = await makeBoundMachine(app, owner, { type, slots: 2 })
    const sibling = await makeBoundMachine(app, owner, { type, slots: 2 })
    await asUser(app, owner, async (ctx) => {
      const [from, to] = [await demandRow(ctx, old.sn), await demandRow(ctx, next.sn)]
      await takeLayout(ctx, to, await layoutFor(ctx, from, { type, slots: await roomsOf(ctx, to) }))
    })
    const slotsOf = ({ id }: BoundMachine) =>
      asOwner(
        app,
        `select channel_sn, goods_id, price, quantity, max, game_price, rate, settings_rev::int
         from channel where device_id = $1 order by channel_sn`,
        [id],
      )
    const common = { goods_id: cola, price: 350, quantity: 0, settings_rev: 2 }
    expect(await slotsOf(next)).toEqual([
      { channel_sn: 1, max: 10, game_price: game, rate, ...common },
      { channel_sn: 2, max: 20, game_price: null, rate: null, ...common },
    ])
    expect(await slotsOf(sibling)).toMatchObject([{ goods_id: null }, { goods_id: null }])
  },
)
