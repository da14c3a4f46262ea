import { regionCalls, StoreInput, type storeOrders } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeApproved } from '../../../test/bank-cards.ts'
import { makeArea, makeDevice, makeMerchant, makeStaff, makeStore } from '../../../test/factories.ts'
import { inTenant } from '../../kernel/db.ts'
import { autoRefundStores, storeNamesOf, updateStore } from './store-queries.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)

describe('stores', () => {
  const whole = {
    store_name: 'Mall',
    phone: '0755-2688 0000',
    store_address: '8 Mall Street',
    remarks: 'second floor',
    auto_refund: true,
    manager: 'Lin',
    manager_phone: '13800000001',
    customer_no: 'C-1',
    mode: 'custom',
    mode_text: 'Pop-up',
    coo_mode: 'revenue_sharing',
    coo_mode_text: '',
    coo_start_date: '2026-01-01',
    coo_end_date: '2026-12-31',
  } as const

  test('are sorted by name, area and number of machines', async () => {
    const merchant = await makeMerchant(app)
    const east = await makeArea(app, merchant, { area_name: 'East' })
    const west = await makeArea(app, merchant, { area_name: 'West' })
    const busy = await makeStore(app, merchant, { store_name: 'B', area: west._id })
    await makeStore(app, merchant, { store_name: 'A' })
    await makeStore(app, merchant, { store_name: 'C', area: east._id })
    await makeDevice(app, merchant, busy._id)
    const names = async (order?: (typeof storeOrders)[number]) => {
      const { body } = await app.call(regionCalls.getStore, { condition: { order } }, { as: merchant })
      return body.result.data.map((store) => store.store_name).join('')
    }
    expect(await names()).toBe('CAB')
    expect([await names('name'), await names('-name')]).toEqual(['ABC', 'CBA'])
    // A store in no area comes last either way.
    expect([await names('area'), await names('-area')]).toEqual(['CBA', 'BCA'])
    expect((await names('devices'))[0]).toBe('B')
  })

  test('a store keeps every field, and its area by number and by name', async () => {
    const area = await makeArea(app, owner, { area_name: 'East' })
    const { body } = await app.call(regionCalls.addStore, { ...whole, area: area._id }, { as: owner })
    expect(body.result).toMatchObject({ ...whole, area: area._id, area_name: 'East', device_count: 0 })
    const list = await app.call(
      regionCalls.getStore,
      { condition: { area: area._id, mode: 'custom', coo_mode: 'revenue_sharing', auto_refund: true } },
      { as: owner },
    )
    expect(list.body.result).toMatchObject({ count: 1, data: [{ _id: body.result._id }] })
  })

  test('stores are found by each of their properties alone', async () => {
    const merchant = await makeMerchant(app)
    const { merchant_id } = await makeApproved(app, merchant)
    const fields = { mode: 'custom', coo_mode: 'revenue_sharing', auto_refund: true, merchant_id } as const
    const { mode, coo_mode, auto_refund } = fields
    const found = async (condition: Partial<typeof fields>) =>
      (await app.call(regionCalls.getStore, { condition }, { as: merchant })).body.result.data.map(
        ({ store_name: name }) => name,
      )
    await makeStore(app, merchant, { store_name: 'Plain' })
    await makeStore(app, merchant, { store_name: 'Custom', mode, mode_text: 'Kiosk' })
    await makeStore(app, merchant, { store_name: 'Shared', coo_mode })
    await makeStore(app, merchant, { store_name: 'Refunding', auto_refund })
    await makeStore(app, merchant, { store_name: 'Paid', merchant_id })
    expect(await found({ mode })).toEqual(['Custom'])
    expect(await found({ coo_mode })).toEqual(['Shared'])
    expect(await found({ auto_refund })).toEqual(['Refunding'])
    expect(await found({ merchant_id })).toEqual(['Paid'])
  })

  test('stores in no area can be found, and those in one', async () => {
    const merchant = await makeMerchant(app)
    const area = (await makeArea(app, merchant))._id
    const placed = await makeStore(app, merchant, { store_name: 'Placed', area })
    const loose = await makeStore(app, merchant, { store_name: 'Loose' })
    const elsewhere = await makeStore(app, merchant, { area: (await makeArea(app, merchant))._id })
    const ids = async (condition: { in_area: boolean } | { area: string }) =>
      (await app.call(regionCalls.getStore, { condition }, { as: merchant })).body.result.data.map(
        ({ _id }) => _id,
      )
    expect(await ids({ in_area: true })).toEqual([elsewhere._id, placed._id])
    expect(await ids({ in_area: false })).toEqual([loose._id])
    expect(await ids({ area })).toEqual([placed._id])
  })

  test.each([
    [
      'the end before the start',
      { coo_end_date: '2025-12-31' },
      'coo_end_date',
      'The end date is before the start date',
    ],
    ['a day that does not exist', { coo_start_date: '2026-02-30' }, 'coo_start_date', 'Not a valid date'],
    ['a custom mode without words', { mode_text: '' }, 'mode_text', 'Required'],
    ['an owner phone with letters', { phone: 'x12345' }, 'phone', 'Invalid phone number'],
    ['a staff phone that is too short', { manager_phone: '12' }, 'manager_phone', 'Invalid phone number'],
    [
      'a year that the database does not know',
      { coo_start_date: '0000-01-01' },
      'coo_start_date',
      'Not a valid date',
    ],
    ['an unknown way of cooperation', { coo_mode: 'barter' }, 'coo_mode', 'Not one of the options'],
  ])('%s is refused at its field', async (_what, change, path, message) => {
    const { body } = await app.post(regionCalls.addStore.path, { ...whole, ...change }, { as: owner })
    expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path, message }] } })
  })

  test('values that cannot even be compared are refused at their fields', async () => {
    const odd = { toString: 1, valueOf: 1 }
    const { status, body } = await app.post(
      regionCalls.addStore.path,
      { store_name: 'S', coo_start_date: odd, coo_end_date: odd },
      { as: owner },
    )
    expect([status, body.rcode]).toEqual([200, 100])
  })

  test('an edit of a store with an old revision is told, and overwrites nothing', async () => {
    const { _id, rev } = await makeStore(app, owner)
    const edit = async (store_name: string) =>
      (await app.call(regionCalls.editStore, { _id, rev, store_name }, { as: owner })).body.rcode
    expect([await edit('Earlier'), await edit('Later')]).toEqual([0, 103])
    const list = await app.call(regionCalls.getStore, { condition: { ids: [_id] } }, { as: owner })
    expect(list.body.result.data).toMatchObject([{ store_name: 'Earlier', rev: 2 }])
  })

  test('an edit that a deletion has overtaken does not change the deleted store', async () => {
    const { _id } = await makeStore(app, owner)
    const late = () =>
      asUser(app, owner, (ctx) =>
        updateStore(ctx, _id, undefined, StoreInput.parse({ store_name: 'Too late' })),
      )
    await app.call(regionCalls.delStore, { _id }, { as: owner })
    expect(await late()).toBe(false)
    await app.call(regionCalls.restoreStore, { _id }, { as: owner })
    expect(await late()).toBe(true)
  })

  test("another merchant's area is unknown", async () => {
    const foreign = await makeArea(app, neighbour)
    const { body } = await app.call(
      regionCalls.addStore,
      { store_name: 'X', area: foreign._id },
      { as: owner },
    )
    expect(body).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'area', message: 'This area does not exist' }] },
    })
  })

  test('a store with machines or staff is not deleted, and the answer says what is inside', async () => {
    const store = await makeStore(app, owner)
    await makeDevice(app, owner, store._id, 'Machine 7')
    const clerk = await makeStaff(app, owner, { stores: [store._id] })
    const { body } = await app.call(regionCalls.delStore, { _id: store._id }, { as: owner })
    expect(body).toMatchObject({
      rcode: 103,
      msg: `The store is still in use: 1 device (Machine 7); 1 sub-account (${clerk.username}). Remove these first.`,
    })
    const list = await app.call(regionCalls.getStore, { condition: { q: store.store_name } }, { as: owner })
    expect(list.body.result.data).toMatchObject([{ device_count: 1 }])
    const storekeeper = await makeStaff(app, owner, { permissions: ['store.manage'] })
    const untold = await app.call(regionCalls.delStore, { _id: store._id }, { as: storekeeper })
    expect(untold.body.msg).toBe(
      'The store is still in use: 1 device (Machine 7); 1 sub-account. Remove these first.',
    )
  })

  test('a deletion can be taken back, without the area if that is gone', async () => {
    const area = await makeArea(app, owner)
    const store = await makeStore(app, owner, { area: area._id })
    expect((await app.call(regionCalls.restoreStore, { _id: store._id }, { as: owner })).body.rcode).toBe(101)
    await app.call(regionCalls.delStore, { _id: store._id }, { as: owner })
    const back = await app.call(regionCalls.restoreStore, { _id: store._id }, { as: owner })
    expect(back.body.result).toMatchObject({ _id: store._id, area: area._id })
    await app.call(regionCalls.delStore, { _id: store._id }, { as: owner })
    await app.call(regionCalls.delArea, { _id: area._id }, { as: owner })
    const alone = await app.call(regionCalls.restoreStore, { _id: store._id }, { as: owner })
    expect(alone.body.result).toMatchObject({ _id: store._id, area: null, area_name: null })
    const area2 = await app.call(regionCalls.restoreArea, { _id: area._id }, { as: owner })
    expect(area2.body.result).toMatchObject({ _id: area._id, store_count: 0 })
  })

  test('certain rows can be asked for, within the scope', async () => {
    const one = await makeStore(app, owner)
    const two = await makeStore(app, owner)
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage'], stores: [one._id] })
    const condition = { ids: [one._id, two._id] }
    expect((await app.call(regionCalls.getStore, { condition }, { as: owner })).body.result.count).toBe(2)
    expect((await app.call(regionCalls.getStore, { condition }, { as: clerk })).body.result.count).toBe(1)
    expect((await app.call(regionCalls.getStore, { condition }, { as: neighbour })).body.result.count).toBe(0)
  })

  test('names are read for the asked stores only, deleted ones included', async () => {
    const [here, gone] = [await makeStore(app, owner), await makeStore(app, owner)]
    await app.call(regionCalls.delStore, { _id: gone._id }, { as: owner })
    const { tenantId } = owner
    const names = await inTenant(app.deps.db.main, tenantId, (tx) =>
      storeNamesOf({ tx, tenantId }, [here._id, gone._id]),
    )
    expect(names).toEqual(new Map([here, gone].map((store) => [store._id, store.store_name])))
  })

  test('stores that refund automatically are found among the asked ones', async () => {
    const [refunds, keeps] = [await makeStore(app, owner, { auto_refund: true }), await makeStore(app, owner)]
    await makeStore(app, owner, { auto_refund: true })
    const { tenantId } = owner
    const found = await inTenant(app.deps.db.main, tenantId, (tx) =>
      autoRefundStores({ tx, tenantId }, [refunds._id, keeps._id]),
    )
    expect(found).toEqual(new Set([refunds._id]))
  })

  test('hostile text is stored and returned as text', async () => {
    const hostile = `'; drop table store; -- <script>alert(1)</script> =1+1 \u{1F600}`
    const { body } = await app.call(
      regionCalls.addStore,
      { store_name: hostile.slice(0, 60), remarks: hostile },
      { as: owner },
    )
    expect(body.result).toMatchObject({ store_name: hostile.slice(0, 60).trim(), remarks: hostile })
  })
})
