import { contract } from '@slotwise/contract'

import type { TestApp } from './app.ts'
import {
  makeArea,
  makeGoods,
  makeImage,
  makeRole,
  makeStore,
  makeSubUser,
  type Merchant,
} from './factories.ts'

/** Deleted things that can be restored. */
export async function makeGone(app: TestApp, owner: Merchant, scope: Parameters<typeof makeSubUser>[2]) {
  const { goods_id: goods } = await makeGoods(app, owner)
  const { img_id: image } = await makeImage(app, owner)
  await app.call(contract.goods.delPrivate, { goods_id: goods }, { as: owner })
  await app.call(contract.media.delImg, { img_id: image }, { as: owner })
  const { _id: area } = await makeArea(app, owner)
  const { _id: store } = await makeStore(app, owner)
  const { roleid: role } = await makeRole(app, owner)
  const { sub_userid: person } = await makeSubUser(app, owner, scope)
  await app.call(contract.regions.delArea, { _id: area }, { as: owner })
  await app.call(contract.regions.delStore, { _id: store }, { as: owner })
  await app.call(contract.staff.delRole, { roleid: role }, { as: owner })
  await app.call(contract.staff.delSubUser, { sub_userid: person }, { as: owner })
  return { area, store, role, person, goods, image }
}
