import { permissions, type Permission, searchCalls, type SearchKind, searchKinds } from '@slotwise/contract'
import { beforeAll, describe, expect, test } from 'vitest'

import { type Signed, testApp } from '../../../test/app.ts'
import { billOf, makeBills } from '../../../test/bills.ts'
import {
  giveActivity,
  makeArea,
  makeDevice,
  makeGoods,
  makeMerchant,
  makeStaff,
  makeStore,
  makeSubUser,
  type Merchant,
} from '../../../test/factories.ts'
import { holdTable } from '../../../test/hold-table.ts'
import { makeCard } from '../../../test/member-stand.ts'
import { makeReferrer } from '../../../test/voucher-stand.ts'
import type { Bill } from '../bills/bill-model.ts'
import { merchantOrderOf } from '../payments/index.ts'

const app = await testApp()

/** A merchant with a record of each kind, all named alike, in two stores that lie in one area. */
async function makeStand() {
  const owner = await makeMerchant(app)
  giveActivity(app, owner)
  const area = await makeArea(app, owner, { area_name: 'Harbour area' })
  const mine = await makeStore(app, owner, { store_name: 'Harbour east', area: area._id })
  const other = await makeStore(app, owner, { store_name: 'Harbour west' })
  const device = await makeDevice(app, owner, mine._id, 'Harbour snacks')
  const sibling = await makeDevice(app, owner, other._id, 'Harbour drinks')
  const goods = await makeGoods(app, owner, { title: 'Harbour tea', code: 'HB-1' })
  const person = await makeSubUser(app, owner, {
    nickname: 'Harbour keeper',
    all_device: false,
    store: [mine._id],
  })
  const card = await makeCard(app, owner, { cardno: 'C-1', nickname: 'Harbour guest' })
  const referrer = await makeReferrer(app, owner, { name: 'Harbour agent' })
  const at = new Date(app.clock.now.getTime() - 3_600_000)
  const [bill, billOfSibling] = await makeBills(app, owner, [
    billOf({ ...device, store: mine._id }, { create_at: at }),
    billOf({ ...sibling, store: other._id }, { create_at: new Date(at.getTime() + 1_000) }),
  ])
  return {
    owner,
    area: area._id,
    mine: mine._id,
    other: other._id,
    device: device.sn,
    deviceId: device.id,
    sibling: sibling.sn,
    goods: goods.goods_id,
    person: person.sub_userid,
    card: card.card_id,
    referrer: referrer.referrer_id,
    bill: (bill as Bill).orderno,
    billOfSibling: (billOfSibling as Bill).orderno,
  }
}

let stand: Awaited<ReturnType<typeof makeStand>>
let neighbour: Awaited<ReturnType<typeof makeStand>>

beforeAll(async () => {
  neighbour = await makeStand()
  stand = await makeStand()
})

const find = async (as: Signed, q: string) => {
  const { body } = await app.call(searchCalls.search, { q }, { as })
  expect(body.rcode).toBe(0)
  return body.result.data
}
const idsOf = async (as: Signed, q: string): Promise<string[]> =>
  (await find(as, q)).map(({ kind, id }) => `${kind} ${id}`)

describe('the search', () => {
  test('finds records of every kind, of this merchant alone', async () => {
    const { owner } = stand
    expect((await idsOf(owner, 'harbour')).toSorted()).toEqual(
      [
        `device ${stand.device}`,
        `device ${stand.sibling}`,
        `store ${stand.mine}`,
        `store ${stand.other}`,
        `area ${stand.area}`,
        `goods ${stand.goods}`,
        `staff ${stand.person}`,
        `card ${stand.card}`,
        `referrer ${stand.referrer}`,
      ].toSorted(),
    )
    expect(await find(owner, neighbour.device)).toEqual([])
    expect(await find(owner, neighbour.bill)).toEqual([])
    expect((await find(owner, stand.device))[0]).toEqual({
      kind: 'device',
      id: stand.device,
      name: 'Harbour snacks',
      notes: [stand.device, 'Harbour east'],
    })
  })

  test('finds a bill by its number or the beginning of it, the newest first, and by nothing else', async () => {
    const { owner, bill, billOfSibling } = stand
    expect(await find(owner, bill)).toMatchObject([
      { kind: 'bill', id: bill, name: bill, notes: ['Harbour snacks', 'Harbour east'], amount: 350 },
    ])
    expect(await idsOf(owner, bill.slice(0, 8))).toEqual([`bill ${billOfSibling}`, `bill ${bill}`])
    expect(await idsOf(owner, bill.slice(0, 7))).toEqual([])
    expect(await idsOf(owner, bill.slice(4))).toEqual([])
  })

  test('finds a bill by the whole number under which the payment provider knows it', async () => {
    const { owner, bill } = stand
    const merchantOrder = merchantOrderOf(owner.tenantId, bill)
    expect(await idsOf(owner, merchantOrder)).toEqual([`bill ${bill}`])
    expect(await idsOf(owner, merchantOrder.slice(0, -1))).toEqual([])
    expect(await idsOf(owner, merchantOrderOf(neighbour.owner.tenantId, bill))).toEqual([])
    const theirs = merchantOrderOf(neighbour.owner.tenantId, neighbour.bill)
    expect(await idsOf(owner, theirs)).toEqual([])
  })

  test('keeps to the stores and machines of a limited user', async () => {
    const granted: Permission[] = ['device.manage', 'store.manage', 'order.buyBill']
    const clerk = await makeStaff(app, stand.owner, { permissions: granted, stores: [stand.mine] })
    expect(await idsOf(clerk, 'harbour')).toEqual([
      `device ${stand.device}`,
      `store ${stand.mine}`,
      `area ${stand.area}`,
      // Goods have no place.
      `goods ${stand.goods}`,
    ])
    expect(await idsOf(clerk, stand.sibling)).toEqual([])
    expect(await idsOf(clerk, stand.bill.slice(0, 8))).toEqual([`bill ${stand.bill}`])
    expect(await idsOf(clerk, stand.billOfSibling)).toEqual([])
    const ofMachine = await makeStaff(app, stand.owner, {
      permissions: granted,
      stores: [],
      devices: [stand.deviceId],
    })
    expect(await idsOf(ofMachine, 'harbour')).toEqual([
      `device ${stand.device}`,
      `area ${stand.area}`,
      `goods ${stand.goods}`,
    ])
    const nobody = await makeStaff(app, stand.owner, { permissions: granted, stores: [] })
    expect(await idsOf(nobody, 'harbour')).toEqual([`goods ${stand.goods}`])
  })

  test('shows accounts only to callers who see no less, and goods of others not to those with own ones', async () => {
    const narrow = await makeStaff(app, stand.owner, { permissions: ['user.subUser'], stores: [stand.other] })
    expect(await idsOf(narrow, 'harbour')).toEqual([])
    const own = await makeStaff(app, stand.owner, { permissions: ['goods.manage'], goods: 'own' })
    expect(await idsOf(own, 'harbour')).toEqual([])
    const ownTea = await makeGoods(app, own, { title: 'Harbour own tea' })
    expect(await idsOf(own, 'harbour')).toEqual([`goods ${ownTea.goods_id}`])
  })

  test('searches each kind only for callers who may open its list', async () => {
    const kindsOf: Partial<Record<Permission, SearchKind[]>> = {
      'device.manage': ['device', 'goods'],
      'device.refill': ['device'],
      'device.price': ['device', 'goods'],
      'device.setting': ['device'],
      'store.manage': ['store', 'area'],
      'goods.manage': ['goods'],
      'order.buyBill': ['bill'],
      'user.subUser': ['staff'],
    }
    for (const permission of Object.keys(permissions) as Permission[]) {
      const clerk = await makeStaff(app, stand.owner, { permissions: [permission] })
      const found = [...(await find(clerk, 'harbour')), ...(await find(clerk, stand.bill))]
      const kinds = new Set(found.map(({ kind }) => kind))
      expect([permission, [...kinds]]).toEqual([permission, kindsOf[permission] ?? []])
    }
    const plain = await makeMerchant(app)
    await makeCard(app, plain, { cardno: 'C-9', nickname: 'Harbour guest' })
    expect((await find(plain, 'harbour')).map(({ kind }) => kind)).toEqual(['card'])
    expect(searchKinds).toHaveLength(8)
  })

  test('shows at most five of a kind: equal names first, then those that begin with the text', async () => {
    const owner = await makeMerchant(app)
    for (const name of ['Old tea', 'Best tea', 'Any tea', 'Ice tea', 'Tea', 'Tea leaves', 'Tea bags'])
      await makeStore(app, owner, { store_name: name })
    expect((await find(owner, 'tea')).map(({ name }) => name)).toEqual([
      'Tea',
      'Tea bags',
      'Tea leaves',
      'Any tea',
      'Best tea',
    ])
  })

  test('leaves out what was deleted, and takes signs of patterns as they are', async () => {
    const owner: Merchant = await makeMerchant(app)
    await makeStore(app, owner, { store_name: 'Sale 100%' })
    await makeStore(app, owner, { store_name: 'Sale 1000' })
    expect((await find(owner, '100%')).map(({ name }) => name)).toEqual(['Sale 100%'])
    const gone = await makeStore(app, owner, { store_name: 'Gone' })
    expect(await idsOf(owner, 'gone')).toEqual([`store ${gone._id}`])
    await app.post('/api/v1/u/delStore', { _id: gone._id }, { as: owner })
    expect(await idsOf(owner, 'gone')).toEqual([])
  })

  test('names the kinds that take too long, and finds the others', async () => {
    const { owner, goods } = stand
    const barrier = await holdTable(app, 'card')
    const { body } = await app.call(searchCalls.search, { q: 'harbour tea' }, { as: owner })
    await barrier.letGo()
    expect(body.result).toMatchObject({ data: [{ kind: 'goods', id: goods }], unsearched: ['card'] })
    const { result } = (await app.call(searchCalls.search, { q: 'harbour tea' }, { as: owner })).body
    expect(result.unsearched).toEqual([])
  })

  test('wants two characters, or one Chinese one', async () => {
    const { owner } = stand
    const tea = await makeGoods(app, owner, { title: '冰红茶' })
    expect(await idsOf(owner, '茶')).toEqual([`goods ${tea.goods_id}`])
    for (const q of ['', ' ', 'h', ' h ']) {
      const { body } = await app.call(searchCalls.search, { q }, { as: owner })
      expect(body.rcode).toBe(100)
    }
  })
})
