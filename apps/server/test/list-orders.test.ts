/** Lists that sort by the headers of their columns: both ways, rows without a value last, and equal ones as ever. */
import {
  couponCalls,
  deviceCalls,
  memberCalls,
  referrerCalls,
  regionCalls,
  siteCalls,
  slotCalls,
  staffCalls,
  voucherCalls,
} from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from './app.ts'
import { makeCoupon, makePromoter } from './coupon-stand.ts'
import { makeArea, makeGoods, makeRole, makeStore, makeSubUser } from './factories.ts'
import { stockSlot } from './goods-slot-samples.ts'
import { makeBoundMachine } from './machines.ts'
import { makeCard } from './member-stand.ts'
import { asOwner } from './owner.ts'
import { makeReferrer, makeVouchers } from './voucher-stand.ts'

const app = await testApp()
const owner = await makePromoter(app)

/** Records of every list. Of two that sort alike the newer one comes first. */
const north = await makeArea(app, owner, { area_name: 'North' })
const east = await makeArea(app, owner, { area_name: 'East' })
await makeArea(app, owner, { area_name: 'West' })
const rented = { coo_mode: 'rent' as const, coo_start_date: '2020-01-01' }
const airport = await makeStore(app, owner, {
  store_name: 'Airport',
  area: north._id,
  ...rented,
  coo_rent: 500,
})
const station = await makeStore(app, owner, {
  store_name: 'Station',
  area: east._id,
  ...rented,
  coo_rent: 900,
})
await makeStore(app, owner, { store_name: 'Bay', area: north._id, ...rented, coo_rent: 100 })
const { goods_id: cola } = await makeGoods(app, owner, { title: 'Cola', price: 300 })
for (const [title, store, price, quantity] of [
  ['Gate', station._id, 350, 1],
  ['Lobby', airport._id, 300, 9],
  ['Depot', null, 400, 4],
] as const)
  await stockSlot(app, await makeBoundMachine(app, owner, { title, store }), 1, {
    goods: cola,
    price,
    quantity,
  })
const clerks = await makeRole(app, owner, ['home'], { name: 'Clerks' })
await makeRole(app, owner, ['home'], { name: 'Auditors' })
await makeSubUser(app, owner, { roleid: clerks.roleid })
for (const [name, end_date] of [
  ['Summer', '2030-08-31'],
  ['Always', null],
  ['Spring', '2030-05-31'],
] as const)
  await makeCoupon(app, owner, { name, end_date })
for (const [nickname, point] of [
  ['Ann', 20],
  ['', 30],
  ['Bob', 10],
] as const)
  await makeCard(app, owner, { nickname, cardno: `K${point}`, point })
await asOwner(app, `update card set last_visit = $1 where cardno = 'K10'`, [app.clock.now])
for (const [name, commission] of [
  ['Kim', 5],
  ['Eve', 9],
] as const)
  await makeReferrer(app, owner, { name, commission })
for (const name of ['Gift', 'Bonus']) await makeVouchers(app, owner, { name, goods: cola })

type Row = Record<string, unknown>
const lists = {
  areas: [regionCalls.getArea, 'area_name', {}],
  sites: [siteCalls.getSites, 'store_name', { month: '2026-01' }],
  slots: [slotCalls.getGoodsSlots, 'title', { goods_id: cola }],
  devices: [deviceCalls.getDev, 'title', {}],
  roles: [staffCalls.getRole, 'name', {}],
  coupons: [couponCalls.getCoupon, 'name', {}],
  cards: [memberCalls.getCardList, 'cardno', {}],
  referrers: [referrerCalls.getReferrer, 'name', {}],
  batches: [voucherCalls.getGiftBatches, 'name', {}],
} as const

test.each([
  ['areas', undefined, ['West', 'East', 'North']],
  ['areas', 'name', ['East', 'North', 'West']],
  ['areas', '-stores', ['North', 'East', 'West']],
  ['sites', undefined, ['Airport', 'Bay', 'Station']],
  ['sites', '-store', ['Station', 'Bay', 'Airport']],
  ['sites', 'due', ['Bay', 'Airport', 'Station']],
  ['slots', undefined, ['Depot', 'Gate', 'Lobby']],
  ['slots', '-device', ['Lobby', 'Gate', 'Depot']],
  ['slots', 'price', ['Lobby', 'Gate', 'Depot']],
  ['slots', '-quantity', ['Lobby', 'Depot', 'Gate']],
  ['slots', '-store', ['Gate', 'Lobby', 'Depot']],
  ['devices', 'area', ['Gate', 'Lobby', 'Depot']],
  ['devices', '-area', ['Lobby', 'Gate', 'Depot']],
  ['roles', 'name', ['Auditors', 'Clerks']],
  ['roles', '-users', ['Clerks', 'Auditors']],
  ['coupons', undefined, ['Spring', 'Always', 'Summer']],
  ['coupons', 'end', ['Spring', 'Summer', 'Always']],
  ['coupons', '-end', ['Summer', 'Spring', 'Always']],
  ['cards', 'nickname', ['K20', 'K10', 'K30']],
  ['cards', '-point', ['K30', 'K20', 'K10']],
  ['cards', 'last_visit', ['K10', 'K30', 'K20']],
  ['referrers', undefined, ['Eve', 'Kim']],
  ['referrers', 'commission', ['Kim', 'Eve']],
  ['batches', '-name', ['Gift', 'Bonus']],
] as const)('%s sort by %s', async (list, order, expected) => {
  const [row, name, filter] = lists[list]
  const condition = { ...filter, ...(order ? { order } : {}) }
  const { body } = await app.post(row.path, { pageSize: 50, condition }, { as: owner })
  expect((body.result as { data: Row[] }).data.map((one) => one[name])).toEqual(expected)
})
