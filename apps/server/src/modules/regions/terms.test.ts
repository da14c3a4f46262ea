/** What was agreed with the owners of stores, as the statements of sites read it. */
import { regionCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeArea, makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
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

describe('terms that end', () => {
  /** A store beside one of the neighbour and a sibling, all made before it, with past terms of their own. */
  async function makeAmongOthers() {
    const neighbour = await makeMerchant(app)
    const foreign = await makeStore(app, neighbour, { coo_share: 30 })
    const sibling = await makeStore(app, owner, { coo_share: 20 })
    const store = await makeStore(app, owner, { store_name: 'Kept', coo_share: 10 })
    const others: [Merchant, string][] = [
      [neighbour, foreign._id],
      [owner, sibling._id],
    ]
    for (const [as, id] of others)
      await asOwner(
        app,
        `insert into store_past_terms (tenant_id, store_id, until, coo_share)
         values ($1, $2, '2026-10-01', 300), ($1, $2, '2026-12-31', 700)`,
        [as.tenantId, id],
      )
    const edit = async (coo_share: number | null, coo_since?: string) => {
      const { body } = await app.call(
        regionCalls.editStore,
        { _id: store._id, store_name: 'Kept', coo_share, ...(coo_since && { coo_since }) },
        { as: owner },
      )
      expect(body.rcode).toBe(0)
    }
    const pastOf = (as: Merchant, id: string) =>
      asUser(app, as, async (ctx) => (await termsOfStore(ctx, id))?.past)
    const past = async () => {
      for (const [as, id] of others)
        expect(await pastOf(as, id)).toMatchObject([
          { until: '2026-10-01', coo_share: 3 },
          { until: '2026-12-31', coo_share: 7 },
        ])
      return (await pastOf(owner, store._id))?.map(({ until, coo_share }) => [until, coo_share])
    }
    return { edit, past }
  }

  test('are kept for the days before the new ones, of this store alone', async () => {
    const { edit, past } = await makeAmongOthers()
    await edit(12)
    expect(await past()).toEqual([['2026-11-15', 10]])
    // On the next day of the merchant, the same terms change nothing.
    app.clock.advance(13 * 3_600)
    await edit(12)
    expect(await past()).toEqual([['2026-11-15', 10]])
    await edit(14, '2026-12-01')
    expect(await past()).toEqual([
      ['2026-11-15', 10],
      ['2026-12-01', 12],
    ])
  })

  test('give way to new ones of the same or an earlier day', async () => {
    const { edit, past } = await makeAmongOthers()
    await edit(12, '2026-11-01')
    await edit(13, '2026-11-20')
    await edit(14, '2026-11-20')
    expect(await past()).toEqual([
      ['2026-11-01', 10],
      ['2026-11-20', 12],
    ])
    await edit(15, '2026-11-10')
    expect(await past()).toEqual([
      ['2026-11-01', 10],
      ['2026-11-10', 12],
    ])
    await edit(15, '2026-10-20')
    expect(await past()).toEqual([['2026-10-20', 10]])
  })

  test('that were none leave nothing behind, unless a day is named', async () => {
    const plain = await makeStore(app, owner, { store_name: 'Plain' })
    const edit = (more: object) =>
      app.call(
        regionCalls.editStore,
        { _id: plain._id, store_name: 'Plain', coo_rent: 900, ...more },
        { as: owner },
      )
    const past = () => asUser(app, owner, async (ctx) => (await termsOfStore(ctx, plain._id))?.past)
    await edit({})
    expect(await past()).toEqual([])
    await edit({ coo_rent: null, coo_since: '2026-11-10' })
    expect(await past()).toMatchObject([{ until: '2026-11-10', coo_rent: 900 }])
  })
})
