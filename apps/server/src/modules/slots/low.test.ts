/** Slots that are low or empty, as the overview and alerts ask for them. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { asUser } from '../../../test/as-user.ts'
import { makeGoods, makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { SlotStand } from '../../../test/slot-stand.ts'
import { refOf } from '../../kernel/ctx.ts'
import { countLowSlots, emptySlots, hasPricedSlot, lowSlotsOf } from './index.ts'

let stand: SlotStand
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
  stand = await SlotStand.start()
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
afterAll(() => stand.app.close())

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
