/** All bills of a selection in pieces, as reports read them. */
import type { Permission } from '@slotwise/contract'
import { beforeAll, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { billOf, makeBills, type Seller } from '../../../test/bills.ts'
import { makeDevice, makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import type { Bill } from './bill-model.ts'
import { eachDeal } from './deal-service.ts'
import type { Selection } from './selected-queries.ts'
import { selectionOf } from './selection-service.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const [north, south] = [
  await makeStore(app, owner, { store_name: 'North' }),
  await makeStore(app, owner, { store_name: 'South' }),
]
const sellerIn = async (who: Merchant, store: string | null, title: string): Promise<Seller> => ({
  ...(await makeDevice(app, who, store, title)),
  store,
})
const [a, b, c, d, theirs] = [
  await sellerIn(owner, north._id, 'A'),
  await sellerIn(owner, north._id, 'B'),
  await sellerIn(owner, south._id, 'C'),
  await sellerIn(owner, null, 'D'),
  await sellerIn(neighbour, null, 'Foreign'),
]
const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 14, 4, minute))
/** The oldest first. Two bills have the same time; machine C, its store, and D come in the last pieces only. */
const bills: Bill[] = [
  billOf(d, { create_at: at(0) }),
  billOf(c, { create_at: at(1), total_price: 300, list_price: 350 }),
  billOf(a, { create_at: at(2), status: 8, refunded: 350 }),
  billOf(b, { create_at: at(3) }),
  billOf(a, { create_at: at(3) }),
  billOf(a, { create_at: at(4) }),
]

beforeAll(async () => {
  await makeBills(app, owner, bills)
  await makeBills(app, neighbour, [billOf(theirs, { create_at: at(5) })])
})

const read = (who: Merchant, places: Partial<Selection> = {}) =>
  asUser(app, who, async (ctx) =>
    Array.fromAsync(eachDeal(ctx, { ...(await selectionOf(ctx, {})), ...places }, 2)),
  )
const titles = async (who: Merchant, places?: Partial<Selection>) =>
  (await read(who, places)).flat().map(({ dev_title: title }) => title)

test('come in pieces, the newest first, each with the names of its machine and store', async () => {
  const pieces = await read(owner)
  expect(pieces.map((piece) => piece.length)).toEqual([2, 2, 2])
  const newest = bills.toSorted((x, y) => +y.create_at - +x.create_at || (x.orderno < y.orderno ? 1 : -1))
  const names = new Map([a, b, c, d].map(({ id }, n) => [id, 'ABCD'[n]]))
  const storeNames = new Map([
    [north._id, 'North'],
    [south._id, 'South'],
  ])
  expect(
    pieces
      .flat()
      .map((deal) => [deal.orderno, deal.create_at, deal.dev_title, deal.store_name, deal.discount]),
  ).toEqual(
    newest.map((bill) => [
      bill.orderno,
      bill.create_at,
      names.get(bill.device_id),
      storeNames.get(bill.store_id ?? '') ?? null,
      bill.list_price - bill.total_price,
    ]),
  )
})

test('say why they were refunded or are being refunded, and nothing of a refund that failed', async () => {
  const merchant = await makeMerchant(app)
  const seller = await sellerIn(merchant, null, 'Seller')
  const sold = billOf(seller, { create_at: at(0) })
  const refunding = billOf(seller, { create_at: at(1), status: 5 })
  const refunded = billOf(seller, { create_at: at(2), status: 8, refunded: 350 })
  await makeBills(app, merchant, [sold, refunding, refunded])
  const refund = ({ orderno, create_at: billAt }: Bill, state: string, remarks: string) =>
    asOwner(
      app,
      `insert into bill_refund (tenant_id, orderno, bill_at, kind, state, client, amount, part, remarks, refund_no,
                                username, asked_at)
       values ($1, $2, $3, 'manual', $4, 'wechat', 1, true, $5, $2 || $4, 'Lin', $3)`,
      [merchant.tenantId, orderno, billAt, state, remarks],
    )
  for (const bill of [sold, refunding, refunded]) await refund(bill, 'failed', 'first try')
  await refund(refunding, 'refunding', 'too warm')
  await refund(refunded, 'refunded', 'too cold')
  const remarks = (await read(merchant)).flat().map((deal) => deal.remarks)
  expect(remarks).toEqual(['too cold', 'too warm', ''])
})

test('are those of one machine, of several, of one store, and of the stores and machines of the caller', async () => {
  expect(await titles(owner, { devices: [a.id] })).toEqual(['A', 'A', 'A'])
  expect((await titles(owner, { devices: [a.id, c.id] })).toSorted()).toEqual(['A', 'A', 'A', 'C'])
  expect((await titles(owner, { stores: [north._id] })).toSorted()).toEqual(['A', 'A', 'A', 'B'])
  expect(await titles(owner, { stores: [north._id, south._id] })).toHaveLength(5)
  expect(await titles(owner, { stores: [north._id], devices: [b.id] })).toEqual(['B'])
  expect(await titles(owner, { devices: [] })).toEqual([])
  const permissions: Permission[] = ['home', 'order.buyBill']
  const clerk = (stores: string[], devices: string[] = []) =>
    makeStaff(app, owner, { permissions, stores, devices })
  expect(await titles(await clerk([south._id]))).toEqual(['C'])
  expect(await titles(await clerk([south._id, north._id]))).toHaveLength(5)
  expect(await titles(await clerk([south._id], [d.id]))).toEqual(['C', 'D'])
  expect(await titles(await clerk([], [d.id]))).toEqual(['D'])
  expect(await titles(neighbour)).toEqual(['Foreign'])
})
