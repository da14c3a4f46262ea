/** The takings of stores by day, compared with the lines of the ledger. */
import { beforeAll, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { inBooks } from '../../../test/bills.ts'
import { makeMerchant, makeStore, type Merchant } from '../../../test/factories.ts'
import { makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { makeSale } from '../../../test/sale-stand.ts'
import { recountTakings } from './takings-recount-service.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const [north, south] = [(await makeStore(app, owner))._id, (await makeStore(app, owner))._id]
const theirs = (await makeStore(app, neighbour))._id
const day = '2026-11-15'

beforeAll(async () => {
  const machine = await makeBoundMachine(app, owner)
  const foreign = await makeBoundMachine(app, neighbour)
  await makeSale(app, machine, { store_id: north })
  await makeSale(app, machine, { store_id: north, total_price: 500 })
  await makeSale(app, machine, { store_id: north, client: 'alipay' })
  await makeSale(app, machine, { store_id: south, total_price: 900 })
  await makeSale(app, machine, { store_id: null, total_price: 200 })
  await makeSale(app, foreign, { store_id: theirs })
})

const recount = (who: Merchant, repair = false) =>
  inBooks(app, who, (ctx) => recountTakings(ctx, day, repair))
const change = (set: string, store: string, client = 'wechat') =>
  asOwner(app, `update ledger_store_day set ${set} where store_id = $1 and client = $2`, [store, client])

test('sums that differ are named with both figures, and get what they lack when told so', async () => {
  expect(await recount(owner)).toEqual([])
  await change('taken = taken + 7, count = 5', north)
  await change('refunded = 3', '0')
  await change('taken = 1', theirs)
  await asOwner(app, 'delete from ledger_store_day where store_id = $1', [south])
  await asOwner(app, `insert into ledger_store_day values ($1, $2, $3, 'gkash', 1, 5, 0)`, [
    owner.tenantId,
    day,
    south,
  ])
  const keyOf = (store_id: string, client = 'wechat') => ({
    table: 'takings',
    key: { day, store_id, client },
  })
  const differences = [
    { ...keyOf('0'), stored: { refunded: 3 }, recounted: { refunded: 0 } },
    { ...keyOf(north), stored: { count: 5, taken: 857 }, recounted: { count: 2, taken: 850 } },
    { ...keyOf(south, 'gkash'), stored: { count: 1, taken: 5 }, recounted: { count: 0, taken: 0 } },
    { ...keyOf(south), stored: { count: 0, taken: 0 }, recounted: { count: 1, taken: 900 } },
  ]
  expect(await recount(owner)).toEqual(differences)
  expect(await recount(owner, true)).toEqual(differences)
  expect(await recount(owner)).toEqual([])
  expect(await recount(neighbour)).toHaveLength(1)
})
