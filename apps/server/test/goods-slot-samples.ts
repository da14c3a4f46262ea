import { goodsCalls, slotCalls } from '@slotwise/contract'

import type { TestApp } from './app.ts'
import { makeGoods, type Merchant } from './factories.ts'
import { type BoundMachine, makeBoundMachine } from './machines.ts'
import { asOwner } from './owner.ts'

/** Puts goods into a slot as if that had been done long ago. */
export const stockSlot = (
  app: TestApp,
  { id }: BoundMachine,
  number: number,
  { goods, price = 300, quantity = 4 }: { goods: string; price?: number; quantity?: number },
) =>
  asOwner(
    app,
    'update channel set goods_id = $3, price = $4, quantity = $5, max = 10 where device_id = $1 and channel_sn = $2',
    [id, number, goods, price, quantity],
  )

/** The calls on the slots of some goods; each changes a machine of its own. */
export async function goodsSlotSamples(
  app: TestApp,
  owner: Merchant,
  { store, title }: { store: string; title: string },
) {
  const sold = async () => {
    const { goods_id: goods, price } = await makeGoods(app, owner)
    const machine = await makeBoundMachine(app, owner, { type: 'vending', slots: 2, store, title })
    await stockSlot(app, machine, 1, { goods })
    return { goods, price: price ?? 0, machine, sn: machine.sn }
  }
  const [priced, undone, imported, listed] = [await sold(), await sold(), await sold(), await sold()]
  const edit = {
    goods_id: undone.goods,
    slots: [{ sn: undone.sn, channel_sn: 1 }],
    price: 500,
  }
  const { body } = await app.call(slotCalls.setGoodsSlots, edit, { as: owner })
  const { change } = body.result
  if (change === null) throw new Error('the change cannot be undone')
  // The slot keeps the former list price.
  await stockSlot(app, listed.machine, 1, { goods: listed.goods, price: listed.price })
  const relist = { goods: [{ goods_id: listed.goods }], price: 990 }
  const relisted = await app.call(goodsCalls.editManyGoods, relist, { as: owner })
  const listChange = relisted.body.result.change
  const sheet = Buffer.from(`Serial number,Slot,Price\n${imported.sn},1,4.50\n`)
  const preview = await app.post(slotCalls.previewSlotImport.path, sheet, { as: owner })
  const { import: importId } = preview.body.result as { import: string }
  return {
    inputs: {
      'slots.previewSlotImport': sheet,
      'slots.getSlotImportRows': { pageNum: 1, pageSize: 10, condition: { import: importId } },
      'slots.applySlotImport': { import: importId },
      'slots.getSlotImportUndo': {},
      'slots.getListPriceSlots': { change: listChange },
      'slots.applyListPrices': { change: listChange },
      'slots.getGoodsSlots': { pageNum: 1, pageSize: 10, condition: { goods_id: priced.goods } },
      'slots.setGoodsSlots': {
        goods_id: priced.goods,
        slots: [{ sn: priced.sn, channel_sn: 1 }],
        price: 400,
      },
      'slots.undoGoodsSlots': { change },
    },
    sns: [priced.sn, undone.sn, imported.sn, listed.sn],
    ids: [priced.goods, undone.goods, listed.goods, change, listChange, importId],
  }
}
