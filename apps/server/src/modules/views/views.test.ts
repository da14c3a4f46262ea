import { permissions, viewCalls, viewsAtMost } from '@slotwise/contract'
import { beforeAll, describe, expect, test } from 'vitest'

import { type Signed, testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, makeView, type Merchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'

const app = await testApp()
let owner: Merchant
let neighbour: Merchant
/** May open the list of stores. */
let clerk: Merchant
/** May open it, and manages staff. */
let manager: Merchant

beforeAll(async () => {
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  clerk = await makeStaff(app, owner, { permissions: ['store.manage'] })
  manager = await makeStaff(app, owner, { permissions: ['store.manage', 'user.subUser'] })
})

const viewsOf = async (as: Signed, list: 'stores' | 'areas' = 'stores') => {
  const { body } = await app.call(viewCalls.getViews, { list }, { as })
  expect(body.rcode).toBe(0)
  return body.result.data
}
const namesOf = async (as: Signed): Promise<string[]> => (await viewsOf(as)).map(({ name }) => name)
const remove = async (as: Signed, id: string): Promise<number> =>
  (await app.call(viewCalls.deleteView, { view_id: id }, { as })).body.rcode

describe('views of a list', () => {
  test('are an account’s own, in one list, with the filter as it was saved', async () => {
    const main = await makeMerchant(app)
    const colleague = await makeStaff(app, main, { permissions: ['store.manage'] })
    await makeView(app, main, { name: 'Rented', filter: { coo_mode: ['rent'], q: ['tea'] } })
    await makeView(app, neighbour, { name: 'Next door', shared: true })
    expect(await viewsOf(main)).toMatchObject([
      {
        name: 'Rented',
        filter: { coo_mode: ['rent'], q: ['tea'] },
        shared: false,
        owner: null,
        mayDelete: true,
      },
    ])
    expect(await viewsOf(main, 'areas')).toEqual([])
    expect(await viewsOf(colleague)).toEqual([])
  })

  test('that are shared are seen by all staff who may open the list, with the name of their owner', async () => {
    const shared = await makeView(app, manager, { name: 'Shared', shared: true })
    expect((await viewsOf(clerk)).find(({ view_id: id }) => id === shared)).toMatchObject({
      name: 'Shared',
      owner: manager.username,
      mayDelete: false,
    })
    expect((await viewsOf(owner)).find(({ view_id: id }) => id === shared)).toMatchObject({ mayDelete: true })
    expect(await namesOf(neighbour)).not.toContain('Shared')
    const stranger = await makeStaff(app, owner, { permissions: ['goods.manage'] })
    const refused = await app.call(viewCalls.getViews, { list: 'stores' }, { as: stranger })
    expect(refused.body.rcode).toBe(300)
  })

  test('are shared only by accounts that manage staff', async () => {
    const { body } = await app.call(
      viewCalls.saveView,
      { list: 'stores', name: 'Mine', filter: {}, shared: true },
      { as: clerk },
    )
    expect(body.rcode).toBe(300)
    expect(await namesOf(clerk)).not.toContain('Mine')
    const mayShare = async (as: Signed) =>
      (await app.call(viewCalls.getViews, { list: 'stores' }, { as })).body.result.mayShare
    expect([await mayShare(owner), await mayShare(manager), await mayShare(clerk)]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('with the name of another one of the account replace it; those of others stay', async () => {
    const first = await makeView(app, clerk, { name: 'Twice', filter: { q: ['a'] } })
    const others = await makeView(app, manager, { name: 'Twice', filter: { q: ['o'] } })
    expect(await makeView(app, clerk, { name: 'Twice', filter: { q: ['b'] } })).toBe(first)
    const filterOf = async (as: Signed) => (await viewsOf(as)).find(({ name }) => name === 'Twice')?.filter
    expect([await filterOf(clerk), await filterOf(manager)]).toEqual([{ q: ['b'] }, { q: ['o'] }])
    expect(others).not.toBe(first)
  })

  test('are deleted by their owner; shared ones also by the main account', async () => {
    const own = await makeView(app, clerk, { name: 'Own' })
    const shared = await makeView(app, manager, { name: 'For all', shared: true })
    expect(await remove(neighbour, own)).toBe(101)
    expect(await remove(owner, own)).toBe(101)
    expect(await remove(clerk, shared)).toBe(300)
    const ofMain = await makeView(app, owner, { name: 'Of the main account', shared: true })
    expect(await remove(manager, ofMain)).toBe(300)
    expect((await viewsOf(manager)).find(({ view_id: id }) => id === ofMain)).toMatchObject({
      mayDelete: false,
    })
    expect(await remove(neighbour, shared)).toBe(101)
    expect(await remove(clerk, own)).toBe(0)
    expect(await remove(owner, shared)).toBe(0)
    expect(await namesOf(clerk)).not.toContain('Own')
    expect(await namesOf(manager)).not.toContain('For all')
  })

  test('of a list that the account may not open are neither saved nor deleted', async () => {
    const goods = await makeStaff(app, owner, { permissions: ['goods.manage'] })
    const view = { list: 'stores', name: 'Sneaky', filter: {} } as const
    expect((await app.call(viewCalls.saveView, view, { as: goods })).body.rcode).toBe(300)
    const own = await makeView(app, clerk, { name: 'Kept' })
    await asOwner(app, 'update role set permission_ids = $1 where name = $2', [
      [permissions['goods.manage'].id],
      clerk.username,
    ])
    expect(await remove(clerk, own)).toBe(101)
  })

  test('are at most fifty of an account', async () => {
    const many = await makeMerchant(app)
    for (let i = 0; i < viewsAtMost; i += 1) await makeView(app, many, { name: `View ${i}` })
    const add = async (name: string) =>
      (await app.call(viewCalls.saveView, { list: 'stores', name, filter: {} }, { as: many })).body
    expect(await add('One more')).toMatchObject({ rcode: 103, msg: expect.stringContaining('50') as string })
    expect((await add('View 7')).rcode).toBe(0)
    expect((await viewsOf(many)).length).toBe(viewsAtMost)
  })

  test('that hold more than an address can are refused, and stored ones that cannot be read are empty', async () => {
    const main = await makeMerchant(app)
    const save = async (filter: Record<string, string[]>) =>
      (await app.call(viewCalls.saveView, { list: 'stores', name: 'Big', filter }, { as: main })).body.rcode
    expect(await save({ q: Array.from({ length: 60 }, () => 'x'.repeat(190)) })).toBe(100)
    expect(await save({ 'not a field!': ['x'] })).toBe(100)
    expect(await save({ q: ['x'] })).toBe(0)
    await asOwner(app, `update list_view set filter = '{"q": 7}' where tenant_id = $1`, [main.tenantId])
    expect(await viewsOf(main)).toMatchObject([{ name: 'Big', filter: {} }])
  })
})
