/** Slots that are low, empty or not full, as the overview, alerts and refills ask for them. */
import { beforeAll, describe, expect, test } from 'vitest'

import { asUser } from '../../../test/as-user.ts'
import { makeGoods, makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { SlotStand } from '../../../test/slot-stand.ts'
import { refOf } from '../../kernel/ctx.ts'
import {
  applyThresholds,
  countLowSlots,
  countUnsizedIn,
  emptySlots,
  hasPricedSlot,
  lockStock,
  lowSlotsOf,
  missingByDevice,
  missingFigures,
  missingSlots,
} from './index.ts'
import { addSlots } from './slot-queries.ts'

const stand = await SlotStand.start()
let neighbour: Merchant
let store: string
let machine: BoundMachine
let sibling: BoundMachine
let former: BoundMachine
let theirs: BoundMachine

type Slot = { goods?: string | null; quantity?: number; max?: number; enabled?: boolean; price?: number }

/** Slots of ten pieces, of which two or fewer are low. */
async function fill({ id, tenantId }: BoundMachine, goods: string, slots: readonly Slot[]): Promise<void> {
  for (const [n, slot] of slots.entries())
    await asOwner(
      stand.app,
      `update channel set goods_id = $4, quantity = $5, max = $6, enabled = $7, price = $8, low_share = 20,
              low_pieces = null
        where tenant_id = $1 and device_id = $2 and channel_sn = $3`,
      [
        tenantId,
        id,
        n + 1,
        slot.goods === undefined ? goods : slot.goods,
        slot.quantity ?? 10,
        slot.max ?? 10,
        slot.enabled ?? true,
        slot.price ?? null,
      ],
    )
}

beforeAll(async () => {
  const { app, owner, cola } = stand
  neighbour = await makeMerchant(app)
  store = (await makeStore(app, owner))._id
  const tea = (await makeGoods(app, neighbour, { title: 'Tea', price: 300 })).goods_id
  theirs = await makeBoundMachine(app, neighbour)
  machine = await makeBoundMachine(app, owner, { store })
  sibling = await makeBoundMachine(app, owner)
  former = await makeBoundMachine(app, owner, { store })
  await fill(theirs, tea, [{ quantity: 0 }, { quantity: 1 }])
  await fill(former, cola, [{ quantity: 0 }])
  await asOwner(app, 'update device set unbound_at = now() where device_id = $1', [former.id])
  await fill(sibling, cola, [{ quantity: 3 }, { quantity: 0 }, { quantity: 0 }])
  await fill(machine, cola, [
    { quantity: 2 },
    { quantity: 3 },
    { quantity: 0 },
    { quantity: 0, goods: null },
    { quantity: 0, enabled: false },
    { quantity: 0, max: 0 },
  ])
})

const clerkOfStore = () => makeStaff(stand.app, stand.owner, { permissions: ['home'], stores: [store] })

test('a slot is low that sells goods and has no more than its low level', async () => {
  const of = (...machines: BoundMachine[]) =>
    asUser(stand.app, stand.owner, async (ctx) =>
      (
        await lowSlotsOf(
          ctx,
          machines.map(({ id }) => id),
        )
      )
        .map(({ device_id: id, channel_sn: slot, isEmpty }) => [id, slot, isEmpty])
        .toSorted(),
    )
  expect(await of(machine)).toEqual([
    [machine.id, 1, false],
    [machine.id, 3, true],
  ])
  expect(await of(machine, sibling, theirs)).toHaveLength(4)
})

test('low slots are counted by machine, and a machine without any is left out', async () => {
  const full = await makeBoundMachine(stand.app, stand.owner)
  await fill(full, stand.cola, [{}, { quantity: 3 }])
  const counts = await asUser(stand.app, stand.owner, (ctx) => countLowSlots(refOf(ctx)))
  expect(counts.get(machine.id)).toBe(2)
  expect(counts.get(sibling.id)).toBe(2)
  expect([counts.has(full.id), counts.has(theirs.id)]).toEqual([false, false])
})

test('empty slots are those of machines that the caller sees and the merchant still has, in order', async () => {
  const found = (as: Merchant) =>
    asUser(stand.app, as, async (ctx) =>
      (await emptySlots(ctx)).map(({ device_id: id, channel_sn: slot, goods_id: goods }) => [
        id,
        slot,
        goods,
      ]),
    )
  expect(await found(stand.owner)).toEqual([
    [machine.id, 3, stand.cola],
    [sibling.id, 2, stand.cola],
    [sibling.id, 3, stand.cola],
  ])
  expect(await found(await clerkOfStore())).toEqual([[machine.id, 3, stand.cola]])
})

describe('a threshold', () => {
  type Rule = { store?: string; device?: string; mode: 'share' | 'pieces'; value: number }
  const setRule = ({ store = '0', device = '0', mode, value }: Rule, as = stand.owner) =>
    asOwner(
      stand.app,
      `insert into threshold (tenant_id, store_id, device_id, low_mode, low_value) values ($1, $2, $3, $4, $5)
       on conflict (tenant_id, store_id, device_id) do update set low_mode = $4, low_value = $5`,
      [as.tenantId, store, device, mode, value],
    )
  const apply = (place: { store?: string; device?: string }, as = stand.owner) =>
    asUser(stand.app, as, (ctx) => applyThresholds(refOf(ctx), place))
  const rulesOf = async (...machines: BoundMachine[]) =>
    (
      await asOwner<{ rule: string }>(
        stand.app,
        `select low_share || ' ' || coalesce(low_pieces::text, '-') as rule from channel
          where device_id = any($1) and channel_sn = 1 order by device_id`,
        [machines.map(({ id }) => id)],
      )
    ).map(({ rule }) => rule)

  test('of the machine comes before that of its store, that before the merchant’s, and that before ours', async () => {
    const as = await makeMerchant(stand.app)
    const { _id: here } = await makeStore(stand.app, as)
    const own = await makeBoundMachine(stand.app, as, { store: here })
    const placed = await makeBoundMachine(stand.app, as, { store: here })
    const free = await makeBoundMachine(stand.app, as)
    const all = [own, placed, free]
    expect(await rulesOf(...all)).toEqual(['20 -', '20 -', '20 -'])
    await setRule({ mode: 'share', value: 30 }, as)
    await setRule({ mode: 'pieces', value: 99 }, neighbour)
    await apply({}, as)
    expect(await rulesOf(...all)).toEqual(['30 -', '30 -', '30 -'])
    await setRule({ store: here, mode: 'pieces', value: 4 }, as)
    await setRule({ device: own.id, mode: 'pieces', value: 0 }, as)
    await apply({ device: own.id }, as)
    expect(await rulesOf(...all)).toEqual(['20 0', '30 -', '30 -'])
    await setRule({ mode: 'share', value: 40 }, as)
    await apply({ store: here }, as)
    expect(await rulesOf(...all)).toEqual(['20 0', '20 4', '30 -'])
    await apply({}, as)
    expect(await rulesOf(...all)).toEqual(['20 0', '20 4', '40 -'])
    // A machine that is bound, and a slot that is added, begin with it.
    const bound = await makeBoundMachine(stand.app, as, { store: here })
    expect(await rulesOf(bound)).toEqual(['20 4'])
    await asMachine(stand.app, bound, (ctx) => addSlots(ctx, [9], '7'))
    const [added] = await asOwner(
      stand.app,
      'select low_pieces from channel where device_id = $1 and channel_sn = 9',
      [bound.id],
    )
    expect(added).toEqual({ low_pieces: 4 })
    expect((await rulesOf(theirs))[0]).toBe('20 -')
  })
})

describe('what is missing', () => {
  /** Three slots: one is full although its low level is its size, one is disabled, and one is disabled and unsized. */
  let odd: BoundMachine
  beforeAll(async () => {
    odd = await makeBoundMachine(stand.app, stand.owner, { slots: 3 })
    await fill(odd, stand.cola, [
      { quantity: 10 },
      { quantity: 0, enabled: false },
      { quantity: 0, max: 0, enabled: false },
    ])
    await asOwner(stand.app, 'update channel set low_pieces = 10 where device_id = $1 and channel_sn = 1', [
      odd.id,
    ])
  })
  const ids = () => [machine, sibling, odd, theirs].map(({ id }) => id)

  type Sums = { pieces: number; slots: number }
  test.each<['low' | 'all', Sums, Sums, Sums & { devices: number }]>([
    ['low', { pieces: 18, slots: 2 }, { pieces: 20, slots: 2 }, { pieces: 38, slots: 4, devices: 2 }],
    ['all', { pieces: 25, slots: 3 }, { pieces: 27, slots: 3 }, { pieces: 52, slots: 6, devices: 2 }],
  ])('in %s slots is summed by machine and by goods', async (choice, one, other, goods) => {
    await asUser(stand.app, stand.owner, async (ctx) => {
      const devices = new Map([
        [machine.id, one],
        [sibling.id, other],
      ])
      expect(await missingFigures(ctx, ids(), choice)).toEqual({
        devices,
        goods: new Map([[stand.cola, goods]]),
      })
      expect(await missingByDevice(ctx, ids(), choice)).toEqual(devices)
      expect(await missingByDevice(ctx, [sibling.id], choice)).toEqual(new Map([[sibling.id, other]]))
    })
  })

  test('is listed slot by slot', async () => {
    const listed = (choice: 'low' | 'all', ...of: string[]) =>
      asUser(stand.app, stand.owner, async (ctx) =>
        (await missingSlots(ctx, of, choice)).map(({ device_id: id, ...slot }) => ({
          ...slot,
          at: id === machine.id ? 'machine' : 'sibling',
        })),
      )
    const slot = { goods_id: stand.cola, max: 10 }
    const ofMachine = [
      { ...slot, at: 'machine', channel_sn: 1, quantity: 2, low: true },
      { ...slot, at: 'machine', channel_sn: 2, quantity: 3, low: false },
      { ...slot, at: 'machine', channel_sn: 3, quantity: 0, low: true },
    ]
    expect(await listed('all', ...ids())).toEqual([
      ...ofMachine,
      { ...slot, at: 'sibling', channel_sn: 1, quantity: 3, low: false },
      { ...slot, at: 'sibling', channel_sn: 2, quantity: 0, low: true },
      { ...slot, at: 'sibling', channel_sn: 3, quantity: 0, low: true },
    ])
    expect(await listed('low', machine.id)).toEqual(ofMachine.filter(({ low }) => low))
  })

  test('is unknown in enabled slots that hold goods and have no size', async () => {
    const count = (...of: string[]) => asUser(stand.app, stand.owner, (ctx) => countUnsizedIn(ctx, of))
    expect(await count(...ids())).toEqual({ slots: 1, devices: 1 })
    expect(await count(sibling.id, odd.id)).toEqual({ slots: 0, devices: 0 })
  })

  test('is read from locked slots, all of them, machine by machine', async () => {
    const locked = await asUser(stand.app, stand.owner, (ctx) =>
      lockStock(ctx, [odd.id, machine.id, theirs.id]),
    )
    expect(locked.map(({ device_id: id, channel_sn: slot }) => [id, slot])).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((slot) => [machine.id, slot]),
      ...[1, 2, 3].map((slot) => [odd.id, slot]),
    ])
    expect(locked[4]).toEqual({
      device_id: machine.id,
      channel_sn: 5,
      goods_id: stand.cola,
      quantity: 0,
      max: 10,
      low_level: 2,
      enabled: false,
      counted_at: null,
    })
  })
})

test('a merchant is ready to sell with one slot that has goods and a price', async () => {
  const isReady = (as: Merchant) => asUser(stand.app, as, hasPricedSlot)
  expect([await isReady(stand.owner), await isReady(neighbour)]).toEqual([false, false])
  await fill(former, stand.cola, [{ price: 300 }])
  await fill(theirs, stand.cola, [{ goods: null, quantity: 0, price: 300 }])
  expect([await isReady(stand.owner), await isReady(neighbour)]).toEqual([false, false])
  await fill(sibling, stand.cola, [{ price: 300 }])
  expect([await isReady(stand.owner), await isReady(await clerkOfStore())]).toEqual([true, false])
  expect(await isReady(neighbour)).toBe(false)
})
