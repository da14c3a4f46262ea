/** Machines of one merchant that sell the same goods, for tests that list and change their slots at once. */
import { type InputOf, slotCalls } from '@slotwise/contract'

import type { TestApp } from './app.ts'
import { makeArea, makeGoods, makeMerchant, makeStaff, makeStore, type Merchant } from './factories.ts'
import { stockSlot } from './goods-slot-samples.ts'
import { makeBoundMachine, makeOnlineMachine } from './machines.ts'
import { asOwner } from './owner.ts'

const { getGoodsSlots, setGoodsSlots, undoGoodsSlots } = slotCalls

type Edit = Omit<InputOf<typeof setGoodsSlots>, 'goods_id'>

/** A change of every slot of the goods. */
export const all = { condition: {} }

/** Every slot that `fill` fills, as `machine/slot goods price quantity/max`. */
export const standing = [
  'Gate/1 Cola 300 4/10',
  'Gate/4 Cola 350 4/10',
  'Lobby/1 Cola 300 4/10',
  'Lobby/2 Cola 300 4/10',
  'Lobby/3 Water 300 4/10',
  'Theirs/1 Cola 300 4/10',
]
export const changed = (lines: Record<number, string>) => standing.map((line, i) => lines[i] ?? line)

/** A merchant with two stores and a clerk who sees one of them, and a neighbour. */
export async function goodsSlotStand(app: TestApp) {
  const owner = await makeMerchant(app)
  const neighbour = await makeMerchant(app)
  const area = (await makeArea(app, owner, { area_name: 'North' }))._id
  const here = (await makeStore(app, owner, { store_name: 'Station', area }))._id
  const elsewhere = (await makeStore(app, owner, { store_name: 'Airport' }))._id
  const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [here] })

  /**
   * Cola in two slots of the lobby at 3.00, and in one slot of the gate at 3.00 and one at 3.50; a slot of water beside
   * them. The neighbour has the same.
   */
  async function fill() {
    app.clock.advance(10)
    const cola = (await makeGoods(app, owner, { title: 'Cola', price: 300 })).goods_id
    const water = (await makeGoods(app, owner, { title: 'Water', price: 200 })).goods_id
    const lobby = await makeOnlineMachine(app, owner, { title: 'Lobby', store: here })
    const gate = await makeBoundMachine(app, owner, { title: 'Gate', store: elsewhere })
    for (const number of [1, 2]) await stockSlot(app, lobby, number, { goods: cola })
    await stockSlot(app, lobby, 3, { goods: water, price: 300 })
    await stockSlot(app, gate, 1, { goods: cola })
    await stockSlot(app, gate, 4, { goods: cola, price: 350 })
    const theirs = await makeBoundMachine(app, neighbour, { title: 'Theirs' })
    const theirCola = (await makeGoods(app, neighbour, { title: 'Cola', price: 300 })).goods_id
    await stockSlot(app, theirs, 1, { goods: theirCola })

    const read = async (condition: object = {}, as: Merchant = owner) =>
      (await app.call(getGoodsSlots, { condition: { goods_id: cola, ...condition } }, { as })).body.result
    const edit = (change: Edit, as: Merchant = owner, key?: string) =>
      app.call(setGoodsSlots, { goods_id: cola, ...change }, { as, ...(key ? { key } : {}) })
    const undo = (change: string | null, as: Merchant = owner) =>
      app.call(undoGoodsSlots, { change: change ?? '' }, { as })

    /** Every slot with goods, the neighbour's too. */
    async function stored(): Promise<string[]> {
      const rows = await asOwner<{ line: string }>(
        app,
        `select d.title || '/' || c.channel_sn || ' ' || g.title || ' ' || c.price || ' ' || c.quantity || '/' || c.max
                || case when c.enabled then '' else ' off' end as line
           from channel c join device d on d.tenant_id = c.tenant_id and d.device_id = c.device_id
           join goods g on g.tenant_id = c.tenant_id and g.goods_id = c.goods_id
          where c.device_id = any($1::bigint[]) order by d.title, c.channel_sn`,
        [[lobby.id, gate.id, theirs.id]],
      )
      return rows.map(({ line }) => line)
    }
    return { cola, water, lobby, gate, theirCola, read, edit, undo, stored }
  }
  return { owner, neighbour, area, here, elsewhere, clerk, fill }
}
