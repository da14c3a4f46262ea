import { accountCalls, regionCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeArea, makeMerchant, makeStore } from '../../../test/factories.ts'
import { inTenant } from '../../kernel/db.ts'

const app = await testApp()
const owner = await makeMerchant(app)

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
