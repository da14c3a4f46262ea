/** What other modules ask of this one. */
import { beforeAll, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asTenant, asUser } from '../../../test/as-user.ts'
import { billOf, makeBills, type Seller } from '../../../test/bills.ts'
import { makeDevice, makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { hasSales, salesInSpans } from '../sums/index.ts'
import type { Bill } from './bill-model.ts'
import { salesRange, soldSince } from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const newcomer = await makeMerchant(app)
const [store, elsewhere, empty] = [
  (await makeStore(app, owner))._id,
  (await makeStore(app, owner))._id,
  (await makeStore(app, owner))._id,
]
const sellerOf = async (who: Merchant, place: string | null): Promise<Seller> => ({
  ...(await makeDevice(app, who, place)),
  store: place,
})
const machine = await sellerOf(owner, store)
const sibling = await sellerOf(owner, elsewhere)
const loose = await sellerOf(owner, null)
const idle = await sellerOf(owner, null)
const theirs = await sellerOf(neighbour, null)

/** Noon of a day of November at the merchants. */
const noon = (day: number): Date => new Date(Date.UTC(2026, 10, day, 4))
const piece = (channel_sn: number, delivered: number | null) => ({
  channel_sn,
  goods_id: null,
  title: 'Tea',
  price: 100,
  quantity: 3,
  delivered,
  fault: null,
})

let bills: Bill[]
beforeAll(async () => {
  bills = await makeBills(app, owner, [
    billOf(machine, { create_at: noon(1) }),
    billOf(machine, { create_at: noon(2), goods: [piece(1, 1), piece(1, 2), piece(2, 1)] }),
    billOf(machine, {
      create_at: noon(3),
      client: 'wechat',
      goods: [piece(2, 0), piece(1, null), piece(3, 1)],
    }),
    billOf(machine, { create_at: noon(4), total_price: 500, command_id: '77' }),
    billOf(machine, { create_at: noon(5), total_price: 200 }),
    billOf(sibling, { create_at: noon(3), total_price: 1_000 }),
    billOf(sibling, { create_at: noon(5), total_price: 4_000 }),
    billOf(loose, { create_at: new Date('2026-09-30T15:00:00Z') }),
  ])
  await makeBills(app, neighbour, [
    billOf(theirs, { create_at: noon(3) }),
    billOf(theirs, { create_at: new Date('2026-08-01T04:00:00Z') }),
  ])
})

describe('whether anything was ever sold', () => {
  test('is asked of the places that the caller sees', async () => {
    const sold = (who: Merchant) => asUser(app, who, hasSales)
    const seeing = async (scope: { stores?: string[]; devices?: string[] }) =>
      sold(await makeStaff(app, owner, scope))
    expect([await sold(owner), await sold(neighbour), await sold(newcomer)]).toEqual([true, true, false])
    expect([await seeing({ stores: [store] }), await seeing({ stores: [empty] })]).toEqual([true, false])
    expect([await seeing({ devices: [loose.id] }), await seeing({ devices: [idle.id] })]).toEqual([
      true,
      false,
    ])
  })

  test('begins with the first month of the merchant, and ends with its day', async () => {
    const { now } = app.clock
    const range = (who: Merchant) => salesRange(app.deps, who.tenantId)
    app.clock.now = new Date('2026-11-15T15:59:59Z')
    expect(await range(owner)).toEqual({ from: '2026-09-01', to: '2026-11-15' })
    app.clock.now = new Date('2026-11-15T16:00:00Z')
    expect(await range(owner)).toEqual({ from: '2026-09-01', to: '2026-11-16' })
    expect(await range(neighbour)).toMatchObject({ from: '2026-08-01' })
    expect(await range(newcomer)).toBeUndefined()
    app.clock.now = now
  })
})

describe('the pieces that left slots', () => {
  type Slots = Parameters<typeof soldSince>[1]
  const since = async (slots: Slots, of = machine) => {
    const found = await asTenant(app, owner, (ref) => soldSince({ ...ref, deviceId: of.id }, slots))
    return found
      .map(({ orderno, at, ch, n }) => {
        expect(bills.find((bill) => bill.orderno === orderno)?.create_at).toEqual(at)
        return `${at.getUTCDate()}: ${n} of ${ch}`
      })
      .toSorted()
  }

  test('are those of bills after the time of each slot, without what commands gave out', async () => {
    const before = new Date(noon(1).getTime() - 1)
    expect(await since([{ channel_sn: 1, at: before }])).toEqual(['1: 1 of 1', '2: 3 of 1', '5: 1 of 1'])
    expect(await since([{ channel_sn: 1, at: noon(1) }])).toEqual(['2: 3 of 1', '5: 1 of 1'])
    expect(
      await since([
        { channel_sn: 1, at: noon(2) },
        { channel_sn: 2, at: before },
        { channel_sn: 3, at: before },
      ]),
    ).toEqual(['2: 1 of 2', '3: 1 of 3', '5: 1 of 1'])
  })

  test('are those of the machine itself', async () => {
    expect(await since([{ channel_sn: 1, at: noon(3) }], sibling)).toEqual(['5: 1 of 1'])
    expect(await since([{ channel_sn: 1, at: noon(1) }], theirs)).toEqual([])
    expect(await since([])).toEqual([])
  })
})

test('sales of stores are added up by payment, each store within its own days', async () => {
  const sums = async (spans: Parameters<typeof salesInSpans>[1], who = owner) =>
    (await asTenant(app, who, (ref) => salesInSpans(ref, spans)))
      .map(({ store_id: id, client, count, income }) => [id, client, count, income].join(' '))
      .toSorted()
  expect(
    await sums([
      { store, from: '2026-11-02', to: '2026-11-04' },
      { store: elsewhere, from: '2026-11-04', to: '2026-11-30' },
      { store: empty, from: '2026-11-01', to: '2026-11-30' },
    ]),
  ).toEqual([`${store} coin 2 850`, `${store} wechat 1 350`, `${elsewhere} coin 1 4000`].toSorted())
  expect(await sums([{ store, from: '2026-11-05', to: '2026-11-05' }])).toEqual([`${store} coin 1 200`])
  expect(await sums([{ store, from: '2026-11-02', to: '2026-11-04' }], neighbour)).toEqual([])
  expect(await sums([])).toEqual([])
})
