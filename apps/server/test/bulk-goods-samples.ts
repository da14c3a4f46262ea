import { goodsCalls } from '@slotwise/contract'

import type { TestApp } from './app.ts'
import { makeGoods, type Merchant } from './factories.ts'

/** The calls on several goods; each changes goods of its own. */
export async function bulkGoodsSamples(app: TestApp, owner: Merchant) {
  const add = async (): Promise<string> => (await makeGoods(app, owner)).goods_id
  const [edited, deleted, undone] = [await add(), await add(), await add()]
  const edit = { goods: [{ goods_id: undone }], price: 500 }
  const { change } = (await app.call(goodsCalls.editManyGoods, edit, { as: owner })).body.result
  return {
    inputs: {
      'goods.editManyGoods': { goods: [{ goods_id: edited }], price: 400 },
      'goods.delManyGoods': { goods: [{ goods_id: deleted }] },
      'goods.undoGoods': { change },
    },
    ids: [edited, deleted, change],
  }
}
