/** What a machine sells, taken over by another one: slot by slot from a model, or whole by a replacement. */
import { type Channel, deviceCalls, type MachineType, slotCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeGoods, makeMerchant, makeStaff } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { demandRow } from '../devices/index.ts'
import { layoutFor, type RoomOfSlot, roomsOf, takeLayout } from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const cola = (await makeGoods(app, owner, { title: 'Cola', price: 350 })).goods_id
const water = (await makeGoods(app, owner, { title: 'Water', price: 200 })).goods_id

/** Edits a slot after the pause between edits. */
const edit = (
  { sn }: BoundMachine,
  info: Omit<Parameters<typeof app.call<typeof slotCalls.setChannelInfo>>[1], 'sn'>,
) => {
  app.clock.advance(4)
  return app.call(slotCalls.setChannelInfo, { sn, ...info }, { as: owner })
}
const slots = async ({ sn }: BoundMachine): Promise<Channel[]> =>
  (await app.call(slotCalls.getDevChannel, { sn }, { as: owner })).body.result.data
const fieldOf = (body: { result: unknown }) =>
  (body.result as { errors?: { path: string }[] } | null)?.errors?.[0]

describe('a layout', () => {
  test('is taken over from another machine, without its stock', async () => {
    const model = await makeBoundMachine(app, owner)
    const machine = await makeBoundMachine(app, owner, { slots: 3 })
    await edit(model, { channel_sn: [1, 2], goods: cola, price: 400, max: 9, quantity: 9 })
    await edit(machine, { channel_sn: 1, goods: cola, max: 4, quantity: 4 })
    await edit(machine, { channel_sn: 3, goods: water, max: 4, quantity: 2 })
    app.clock.advance(4)
    const { body } = await app.call(slotCalls.copyChannels, { sn: machine.sn, from: model.sn }, { as: owner })
    expect(body.rcode).toBe(0)
    expect(
      (await slots(machine)).map(({ goods, price, max, quantity }) => [goods?.title, price, max, quantity]),
    ).toEqual([
      ['Cola', 400, 9, 4],
      ['Cola', 400, 9, 0],
      [undefined, null, 4, 0],
    ])
    const lines = await asOwner(
      app,
      `select channel_sn, before, after, username from stock_move where device_id = $1 and reason = 'copy'`,
      [machine.id],
    )
    expect(lines).toEqual([{ channel_sn: 3, before: 2, after: 0, username: owner.username }])
    const [audited] = await asOwner<{ before: object; after: object }>(
      app,
      `select before, after from audit where call = 'copyChannels' and object_id = $1`,
      [machine.id],
    )
    expect(audited).toEqual({
      before: {
        goods: ['Cola', null, 'Water'],
        price: [350, null, 200],
        game_price: null,
        rate: null,
        max: [4, 0, 4],
      },
      after: {
        sn: machine.sn,
        copied_from: model.sn,
        channel_sn: '1, 2, 3',
        goods: ['Cola', 'Cola', null],
        price: [400, 400, null],
        game_price: null,
        rate: null,
        max: [9, 9, 4],
      },
    })
  })

  test('brings game prices and rates along, unless the machine has one for all', async () => {
    const model = await makeBoundMachine(app, owner, { type: 'lipstick', slots: 2 })
    await edit(model, { channel_sn: 1, goods: cola, game_price: 120, rate: 12.5, max: 9 })
    const copied = async (settings: object) => {
      const machine = await makeBoundMachine(app, owner, { type: 'lipstick', slots: 2 })
      await app.call(deviceCalls.editDev, { sn: machine.sn, ...settings }, { as: owner })
      app.clock.advance(4)
      await app.call(slotCalls.copyChannels, { sn: machine.sn, from: model.sn }, { as: owner })
      return (await slots(machine)).map(({ game_price, rate }) => [game_price, rate])
    }
    expect(await copied({})).toEqual([
      [120, 12.5],
      [null, null],
    ])
    expect(await copied({ same_gp: true, game_price: 300 })).toEqual([
      [300, 12.5],
      [300, null],
    ])
    expect(await copied({ same_pb: true, rate: 20 })).toEqual([
      [120, 20],
      [null, 20],
    ])
  })

  test('of another type that gives goods out in the same way leaves the sizes, where they are known', async () => {
    const model = await makeBoundMachine(app, owner, { type: 'betelnut', slots: 2 })
    const machine = await makeBoundMachine(app, owner, { slots: 2 })
    await edit(model, { channel_sn: [1, 2], goods: cola, max: 9 })
    await edit(machine, { channel_sn: 1, max: 4 })
    app.clock.advance(4)
    await app.call(slotCalls.copyChannels, { sn: machine.sn, from: model.sn }, { as: owner })
    expect((await slots(machine)).map(({ max }) => max)).toEqual([4, 9])
  })

  test('with goods that the user may not use cannot be taken over by that user', async () => {
    const [model, machine] = [await makeBoundMachine(app, owner), await makeBoundMachine(app, owner)]
    await edit(model, { channel_sn: 1, goods: cola })
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], goods: 'own' })
    const { body } = await app.call(slotCalls.copyChannels, { sn: machine.sn, from: model.sn }, { as: clerk })
    expect(fieldOf(body)?.path).toBe('from')
  })

  test('of a machine of another type is not taken over', async () => {
    const [doors, motors] = [
      await makeBoundMachine(app, owner, { type: 'lattice' }),
      await makeBoundMachine(app, owner),
    ]
    const { body } = await app.call(slotCalls.copyChannels, { sn: doors.sn, from: motors.sn }, { as: owner })
    expect(body).toMatchObject({ rcode: 103, msg: 'Devices of this type cannot do this' })
  })
})

describe('the layout for a machine that takes the place of another', () => {
  type Slot = { goods?: string; max?: number; gamePrice?: number; rate?: number; enabled?: boolean }
  /** A machine with these slots, numbered from 1. */
  async function makeOld(type: MachineType, list: readonly Slot[]): Promise<BoundMachine> {
    const machine = await makeBoundMachine(app, owner, { type, slots: list.length })
    for (const [i, { goods, max, gamePrice, rate, enabled }] of list.entries())
      await asOwner(
        app,
        `update channel set goods_id = $3, price = case when $3::bigint is null then null else 400 end, max = $4,
                game_price = $5, rate = $6, enabled = $7 where device_id = $1 and channel_sn = $2`,
        [machine.id, i + 1, goods ?? null, max ?? 0, gamePrice ?? null, rate ?? null, enabled ?? true],
      )
    return machine
  }
  const vending = () =>
    makeOld('vending', [{ goods: cola, max: 9 }, { goods: water, max: 6 }, {}, { goods: cola, max: 8 }])
  const room = (number: number, max = 0, most?: number): RoomOfSlot => ({ channel_sn: number, max, most })
  const layoutOf = ({ sn }: BoundMachine, type: MachineType, ...rooms: RoomOfSlot[]) =>
    asUser(app, owner, async (ctx) => {
      const { models, ...rest } = await layoutFor(ctx, await demandRow(ctx, sn), { type, slots: rooms })
      return { ...rest, models: models.map(({ channel_sn: number, goods_id: id, max }) => [number, id, max]) }
    })

  test('has the slots that both have, in the sizes that fit, and names what is lost', async () => {
    const old = await vending()
    const rooms = [room(1), room(2, 5, 4), room(3, 7, 7), room(9)]
    expect(await layoutOf(old, 'vending', ...rooms)).toEqual({
      isAlike: true,
      models: [
        [1, cola, 9],
        [2, water, 4],
        [3, null, 0],
      ],
      lostSlots: [{ channel_sn: 4, goods: 'Cola' }],
      smaller: [{ channel_sn: 2, max: 6, most: 4 }],
      lostTerms: [],
      shared: {},
    })
    expect(await layoutOf(old, 'vending', room(1, 9, 9), room(2, 0, 7))).toMatchObject({
      models: [
        [1, cola, 9],
        [2, water, 6],
      ],
      smaller: [],
    })
  })

  test('has the sizes of a machine of another type, and nothing where it gives goods out otherwise', async () => {
    const old = await vending()
    expect(await layoutOf(old, 'betelnut', room(1, 0, 3), room(2, 5, 4), room(4, 12))).toMatchObject({
      isAlike: true,
      models: [
        [1, cola, 3],
        [2, water, 5],
        [4, cola, 12],
      ],
      smaller: [
        { channel_sn: 1, max: 9, most: 3 },
        { channel_sn: 2, max: 6, most: 5 },
      ],
      lostSlots: [],
    })
    expect(await layoutOf(old, 'lattice', room(1), room(2))).toEqual({
      isAlike: false,
      models: [],
      lostSlots: [1, 2, 4].map((number) => ({ channel_sn: number, goods: number === 2 ? 'Water' : 'Cola' })),
      smaller: [],
      lostTerms: [],
      shared: {},
    })
  })

  test('loses game prices and rates of goods where the type has none', async () => {
    const terms = async (from: MachineType, to: MachineType, ...list: Slot[]) => {
      const rooms = list.map((_, i) => room(i + 1))
      return (await layoutOf(await makeOld(from, list), to, ...rooms)).lostTerms
    }
    const played = { goods: cola, gamePrice: 120, rate: 1_250 }
    expect(await terms('lipstick', 'lattice', played)).toEqual(['game_price', 'rate'])
    expect(await terms('lipstick', 'lipstick', played)).toEqual([])
    expect(await terms('lipstick', 'lattice', { goods: cola }, { gamePrice: 120, rate: 1_250 })).toEqual([])
    expect(await terms('gashapon', 'vending', { goods: cola, rate: 1_250 })).toEqual(['rate'])
    expect(await terms('gashapon', 'luckybag', { goods: cola, rate: 1_250 })).toEqual([])
  })

  test('is given with its terms, and the stock stays', async () => {
    const old = await makeOld('lipstick', [
      { goods: cola, max: 9, gamePrice: 120, rate: 1_250, enabled: false },
      { goods: water, max: 6 },
    ])
    const next = await makeBoundMachine(app, owner, { type: 'lipstick', slots: 2 })
    const sibling = await makeBoundMachine(app, owner, { type: 'lipstick', slots: 2 })
    const untouched = await slots(sibling)
    const revision = async () =>
      (
        await asOwner<{ rev: number }>(
          app,
          'select settings_rev::int as rev from device where device_id = $1',
          [next.id],
        )
      )[0]?.rev ?? 0
    const before = await revision()
    await asUser(app, owner, async (ctx) => {
      const [from, to] = [await demandRow(ctx, old.sn), await demandRow(ctx, next.sn)]
      await takeLayout(
        ctx,
        to,
        await layoutFor(ctx, from, { type: 'lipstick', slots: await roomsOf(ctx, to) }),
      )
    })
    expect(await slots(next)).toMatchObject([
      {
        goods: { title: 'Cola' },
        price: 400,
        max: 9,
        quantity: 0,
        game_price: 120,
        rate: 12.5,
        enabled: false,
      },
      {
        goods: { title: 'Water' },
        price: 400,
        max: 6,
        quantity: 0,
        game_price: null,
        rate: null,
        enabled: true,
      },
    ])
    expect(await revision()).toBe(before + 1)
    expect(await slots(sibling)).toEqual(untouched)
  })

  test('fits into the rooms that the machine has reported, as far as it knows their sizes', async () => {
    const machine = await makeOld('vending', [{ max: 5 }, { max: 6 }, {}])
    for (const [slot, max] of [
      [1, 7],
      [2, 0],
    ])
      await asOwner(
        app,
        `insert into slot_report (tenant_id, device_id, channel_sn, quantity, max, state, at)
         values ($1, $2, $3, 0, $4, 'ok', now())`,
        [machine.tenantId, machine.id, slot, max],
      )
    const rooms = await asUser(app, owner, async (ctx) => roomsOf(ctx, await demandRow(ctx, machine.sn)))
    expect(rooms).toEqual([room(1, 5, 7), room(2, 6), room(3)])
  })
})
