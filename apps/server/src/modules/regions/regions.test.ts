import { accountCalls, regionCalls, StoreInput, type storeOrders } from '@slotwise/contract'
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

describe('areas', () => {
  test('an area is added with all its fields and found in the list', async () => {
    const fields = {
      area_name: 'North',
      phone: '400-820-1234',
      area_address: '1 North Road',
      remarks: 'busy',
    }
    const added = await app.call(regionCalls.addArea, fields, { as: owner })
    expect(added.body).toMatchObject({ rcode: 0, result: { ...fields, store_count: 0, rev: 1 } })
    const list = await app.call(regionCalls.getArea, { condition: { q: 'north road' } }, { as: owner })
    expect(list.body.result).toMatchObject({ count: 1, data: [{ ...fields, _id: added.body.result._id }] })
  })

  test('the list pages by ten, newest first, and counts the stores', async () => {
    const merchant = await makeMerchant(app)
    for (let i = 0; i < 12; i += 1) await makeArea(app, merchant, { area_name: `Page ${i}` })
    const first = await app.call(regionCalls.getArea, {}, { as: merchant })
    expect(first.body.result.count).toBe(12)
    expect(first.body.result.data.map((area) => area.area_name)).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((i) => `Page ${i}`),
    )
    const second = await app.call(regionCalls.getArea, { pageNum: 2 }, { as: merchant })
    expect(second.body.result.data.map((area) => area.area_name)).toEqual(['Page 1', 'Page 0'])
    await makeStore(app, merchant, { area: second.body.result.data[0]?._id ?? '' })
    const again = await app.call(regionCalls.getArea, { pageNum: 2 }, { as: merchant })
    expect(again.body.result.data.map((area) => area.store_count)).toEqual([1, 0])
  })

  test('a search for % finds a percent sign, not everything', async () => {
    const merchant = await makeMerchant(app)
    await makeArea(app, merchant, { area_name: 'Plain' })
    await makeArea(app, merchant, { area_name: '100%' })
    const { body } = await app.call(regionCalls.getArea, { condition: { q: '%' } }, { as: merchant })
    expect(body.result.data.map((area) => area.area_name)).toEqual(['100%'])
  })

  test('name is required and the service phone must look like one', async () => {
    const { body } = await app.post(
      regionCalls.addArea.path,
      { area_name: '  ', phone: 'call me' },
      { as: owner },
    )
    expect(body).toMatchObject({
      rcode: 100,
      result: {
        errors: [
          { path: 'area_name', message: 'Required' },
          { path: 'phone', message: 'Invalid phone number' },
        ],
      },
    })
  })

  test('an edit with an old revision is told, and overwrites nothing', async () => {
    const area = await makeArea(app, owner, { area_name: 'First' })
    const { _id, rev } = area
    await app.call(regionCalls.editArea, { _id, rev, area_name: 'Second' }, { as: owner })
    const late = await app.call(regionCalls.editArea, { _id, rev, area_name: 'Third' }, { as: owner })
    expect(late.body.rcode).toBe(103)
    const list = await app.call(regionCalls.getArea, { condition: { q: 'Second' } }, { as: owner })
    expect(list.body.result.data).toMatchObject([{ _id, area_name: 'Second', rev: 2 }])
  })

  test('without a revision the last one wins, however many save at once', async () => {
    const area = await makeArea(app, owner)
    const store = await makeStore(app, owner)
    const saves = Array.from({ length: 8 }, (_, i) => [
      app.call(regionCalls.editArea, { _id: area._id, area_name: `A ${i}` }, { as: owner }),
      app.call(regionCalls.editStore, { _id: store._id, store_name: `S ${i}` }, { as: owner }),
    ])
    for (const { body } of await Promise.all(saves.flat())) expect(body.rcode).toBe(0)
  })

  test('a revision beyond all numbers is refused', async () => {
    const { _id } = await makeArea(app, owner)
    const { status, body } = await app.post(
      regionCalls.editArea.path,
      { _id, area_name: 'X', rev: 3_000_000_000 },
      { as: owner },
    )
    expect([status, body.rcode]).toEqual([200, 100])
  })

  test.each(['\u200b', 'two\nlines', 'right-to-left \u202e'])('%j is no name', async (name) => {
    const { body } = await app.call(regionCalls.addArea, { area_name: name }, { as: owner })
    expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'area_name' }] } })
  })

  test('an area with stores inside is not deleted, and the answer names them', async () => {
    const area = await makeArea(app, owner)
    const store = await makeStore(app, owner, { area: area._id, store_name: 'Corner shop' })
    const refused = await app.call(regionCalls.delArea, { _id: area._id }, { as: owner })
    expect(refused.body).toMatchObject({
      rcode: 103,
      msg: 'The area still contains 1 store: Corner shop. Move or delete them first.',
    })
    await app.call(regionCalls.delStore, { _id: store._id }, { as: owner })
    expect((await app.call(regionCalls.delArea, { _id: area._id }, { as: owner })).body.rcode).toBe(0)
    expect((await app.call(regionCalls.delArea, { _id: area._id }, { as: owner })).body.rcode).toBe(101)
  })

  test('a store put in at the same moment keeps its area from being deleted', async () => {
    for (let round = 0; round < 10; round += 1) {
      const area = await makeArea(app, owner)
      const [added, deleted] = await Promise.all([
        app.call(regionCalls.addStore, { store_name: `Race ${round}`, area: area._id }, { as: owner }),
        app.call(regionCalls.delArea, { _id: area._id }, { as: owner }),
      ])
      expect([added.body.rcode, deleted.body.rcode].toSorted()).toEqual(
        added.body.rcode === 0 ? [0, 103] : [0, 100],
      )
    }
  })
})

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

describe('repeated requests', () => {
  test('the same key adds one area and gives the same answer', async () => {
    const merchant = await makeMerchant(app)
    const send = () =>
      app.call(regionCalls.addArea, { area_name: 'Once' }, { as: merchant, key: 'key-0000-0001' })
    const answers = await Promise.all([send(), send(), send()])
    expect(new Set(answers.map(({ body }) => body.result._id)).size).toBe(1)
    const list = await app.call(regionCalls.getArea, {}, { as: merchant })
    expect(list.body.result.count).toBe(1)
    const other = await app.call(
      regionCalls.addArea,
      { area_name: 'Twice' },
      { as: merchant, key: 'key-0000-0001' },
    )
    expect(other.body.rcode).toBe(103)
  })
})

test('every change leaves a line in the audit with what was before and after', async () => {
  const merchant = await makeMerchant(app)
  const area = await makeArea(app, merchant, { area_name: 'Before' })
  await app.call(regionCalls.editArea, { _id: area._id, area_name: 'After' }, { as: merchant })
  await app.call(regionCalls.delArea, { _id: area._id }, { as: merchant })
  await app.call(accountCalls.logout, {}, { as: merchant })
  const lines = await inTenant(app.deps.db.main, merchant.tenantId, (tx) =>
    tx
      .selectFrom('audit')
      .selectAll()
      .where('tenant_id', '=', merchant.tenantId)
      .orderBy('audit_id')
      .execute(),
  )
  expect(lines.map((line) => line.call)).toEqual([
    'signUp',
    'login',
    'addArea',
    'editArea',
    'delArea',
    'logout',
  ])
  expect(lines[3]).toMatchObject({
    username: merchant.username,
    object: 'area',
    object_id: area._id,
    before: { area_name: 'Before' },
    after: { area_name: 'After' },
  })
})
