/** What was agreed with the owners of stores, as the statements of sites read it. */
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeArea, makeMerchant, makeStaff, makeStore } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { termsOfStore, termsOfStores } from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)

test('stores with a share or a rent, now or before, are found by area, number and text within the scope', async () => {
  await makeStore(app, await makeMerchant(app), { store_name: 'Foreign', coo_share: 10 })
  const area = await makeArea(app, owner, { area_name: 'North' })
  const plain = await makeStore(app, owner, { store_name: 'Plain' })
  const share = await makeStore(app, owner, { store_name: 'Share', area: area._id, coo_share: 12.5 })
  const rent = await makeStore(app, owner, { store_name: 'Rent', customer_no: 'C-77', coo_rent: 50_000 })
  const past = await makeStore(app, owner, { store_name: 'Past' })
  await asOwner(
    app,
    `insert into store_past_terms (tenant_id, store_id, until, coo_share) values ($1, $2, '2026-10-01', 500)`,
    [owner.tenantId, past._id],
  )
  const found = (filter: Parameters<typeof termsOfStores>[1], as = owner) =>
    asUser(app, as, async (ctx) =>
      (await termsOfStores(ctx, filter))
        .map(({ store_name: name }) => name)
        .toSorted((a, b) => a.localeCompare(b)),
    )
  expect(await found({})).toEqual(['Past', 'Rent', 'Share'])
  expect(await found({ area: area._id })).toEqual(['Share'])
  expect(await found({ store: rent._id })).toEqual(['Rent'])
  expect(await found({ store: plain._id })).toEqual([])
  expect(await found({ q: 'c-77' })).toEqual(['Rent'])
  expect(await found({ ids: [past._id, plain._id] })).toEqual(['Past'])
  const clerk = await makeStaff(app, owner, { permissions: ['bank.settle'], stores: [rent._id, plain._id] })
  expect(await found({}, clerk)).toEqual(['Rent'])

  const one = (id: string, as = owner) => asUser(app, as, (ctx) => termsOfStore(ctx, id))
  expect(await one(share._id)).toMatchObject({
    store: share._id,
    area_name: 'North',
    coo_share: 12.5,
    coo_rent: null,
    past: [],
  })
  expect(await one(plain._id)).toMatchObject({ coo_share: null, coo_rent: null })
  expect(await one(share._id, clerk)).toBeUndefined()
})
