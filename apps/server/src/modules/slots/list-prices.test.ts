/** New list prices of several goods, taken over by the slots that had the former ones. */
import { goodsCalls, slotCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeStaff } from '../../../test/factories.ts'
import { changed, goodsSlotStand, standing } from '../../../test/goods-slot-stand.ts'
import { stockSlot } from '../../../test/goods-slot-samples.ts'
import { asMachine } from '../../../test/machines.ts'
import { takeConfig } from '../devices/index.ts'

const app = await testApp()
const { owner, neighbour, here, fill } = await goodsSlotStand(app)

/** Cola is listed at 3.00 and water at 2.00; one slot of water sells at 2.00. */
async function listed() {
  const stand = await fill()
  await stockSlot(app, stand.gate, 5, { goods: stand.water, price: 200 })
  const ids = [stand.cola, stand.water].map((goods_id) => ({ goods_id }))
  const relist = async (price: number, as = owner) =>
    (await app.call(goodsCalls.editManyGoods, { goods: ids, price }, { as })).body.result.change
  const asked = (change: string, as = owner) => app.call(slotCalls.getListPriceSlots, { change }, { as })
  const apply = (change: string, as = owner) => app.call(slotCalls.applyListPrices, { change }, { as })
  return { ...stand, relist, asked, apply }
}
/** As `stored` lists them. */
const before = [...standing.slice(0, 2), 'Gate/5 Water 200 4/10', ...standing.slice(2)]
const after = (price: number) => [
  `Gate/1 Cola ${price} 4/10`,
  'Gate/4 Cola 350 4/10',
  `Gate/5 Water ${price} 4/10`,
  `Lobby/1 Cola ${price} 4/10`,
  `Lobby/2 Cola ${price} 4/10`,
  ...changed({}).slice(4),
]

describe('new list prices', () => {
  test('come into the slots that had the former ones, of each of the goods, and are undone', async () => {
    const { relist, asked, apply, stored, undo } = await listed()
    const change = await relist(250)
    expect((await asked(change)).body.result).toEqual({ slots: 4, goods: 2, devices: 2 })
    expect(await stored()).toEqual(before)
    const { body } = await apply(change)
    expect(body.result).toMatchObject({ slots: 4, devices: 2, refused: [] })
    expect(await stored()).toEqual(after(250))
    expect((await asked(change)).body.result).toMatchObject({ slots: 0 })
    expect((await apply(change)).body.rcode).toBe(103)
    const { result } = (await app.call(slotCalls.getSlotImportUndo, {}, { as: owner })).body
    expect(result.undo).toBeNull()
    expect((await undo(body.result.change)).body.result).toMatchObject({ slots: 4, refused: [] })
    expect(await stored()).toEqual(before)
  })

  test('are undone in slots whose size was changed since', async () => {
    const { lobby, relist, apply, stored, undo } = await listed()
    const { change } = (await apply(await relist(250))).body.result
    app.clock.advance(4)
    await app.call(slotCalls.setChannelInfo, { sn: lobby.sn, channel_sn: 1, max: 12 }, { as: owner })
    await undo(change)
    expect(await stored()).toEqual(before.with(3, 'Lobby/1 Cola 300 4/12'))
  })

  test('that were replaced again come into no slot', async () => {
    const { relist, asked } = await listed()
    const change = await relist(250)
    await relist(240)
    expect((await asked(change)).body.result).toMatchObject({ slots: 0 })
  })

  test('leave out machines that cannot be edited now', async () => {
    const { gate, relist, apply, stored } = await listed()
    const change = await relist(250)
    await asMachine(app, gate, (ctx) => takeConfig(ctx, { init: 'running', slots: 0 }))
    const { refused, slots } = (await apply(change)).body.result
    expect({ refused, slots }).toMatchObject({
      slots: 2,
      refused: [{ sn: gate.sn, channel_sn: [1, 5], reason: 'busy' }],
    })
    expect(await stored()).toEqual([...before.slice(0, 3), ...after(250).slice(3)])
  })

  test('are applied by the author of the change alone, in his scope', async () => {
    const { relist, asked, apply, stored } = await listed()
    const clerk = await makeStaff(app, owner, {
      permissions: ['device.manage', 'goods.manage'],
      stores: [here],
    })
    const ofOwner = await relist(250)
    for (const as of [clerk, neighbour])
      for (const call of [asked, apply]) expect((await call(ofOwner, as)).body.rcode).toBe(101)
    const own = await relist(300)
    expect((await asked(own)).body.result.slots).toBe(0)
    const ofClerk = await relist(260, clerk)
    expect((await asked(ofClerk, clerk)).body.result).toMatchObject({ slots: 3, devices: 1 })
    await apply(ofClerk, clerk)
    expect((await stored()).filter((line) => line.includes(' 260 '))).toEqual([
      'Lobby/1 Cola 260 4/10',
      'Lobby/2 Cola 260 4/10',
      // Listed at 3.00 by then.
      'Lobby/3 Water 260 4/10',
    ])
  })
})
