/** The stores and machines that sub-accounts are limited to, where other modules ask for them. */
import { regionCalls, staffCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import {
  makeDevice,
  makeMerchant,
  makeRole,
  makeStaff,
  makeStore,
  makeSubUser,
} from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { addDeviceToOwnScope, addToOwnScope, passScopes, staffOf } from './scope-queries.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const [here, there] = [(await makeStore(app, owner))._id, (await makeStore(app, owner))._id]

const scopeOf = async (account: string) => {
  const { body } = await app.call(staffCalls.getSubUser, { condition: { ids: [account] } }, { as: owner })
  const { store, device } = body.result.data[0] ?? {}
  return { store, device }
}

describe('the staff of a store', () => {
  test('are counted; the first three that the caller may see are named', async () => {
    const store = (await makeStore(app, owner))._id
    const add = (nickname: string, stores: string[]) =>
      makeSubUser(app, owner, { nickname, all_device: false, store: stores })
    await add('Ann', [store, there])
    await add('Bob', [store])
    await makeSubUser(app, owner, { nickname: 'Everywhere' })
    await add('Elsewhere', [there])
    const gone = await add('Gone', [store])
    await app.call(staffCalls.delSubUser, { sub_userid: gone.sub_userid }, { as: owner })
    const read = (as = owner) => asUser(app, as, (ctx) => staffOf(ctx, store))
    expect(await read()).toEqual({ count: 2, names: ['Ann', 'Bob'] })
    const manager = await makeStaff(app, owner, { permissions: ['user.subUser'], stores: [store] })
    expect(await read(manager)).toEqual({ count: 2, names: ['Bob'] })
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage'] })
    expect(await read(clerk)).toEqual({ count: 3, names: [] })
    await add('Cat', [store])
    expect(await read()).toEqual({ count: 4, names: ['Ann', 'Bob', manager.username] })
  })

  test('are none where no account is limited to it', async () => {
    const { _id } = await makeStore(app, owner)
    expect(await asUser(app, owner, (ctx) => staffOf(ctx, _id))).toEqual({ count: 0, names: [] })
  })
})

test('a limited user gets what the user has added; a colleague and an unlimited user do not', async () => {
  const [clerk, colleague] = [
    await makeStaff(app, owner, { stores: [here] }),
    await makeStaff(app, owner, { stores: [here] }),
  ]
  const wide = await makeStaff(app, owner)
  const { id, sn } = await makeDevice(app, owner, null)
  for (const who of [clerk, wide])
    await asUser(app, who, async (ctx) => {
      await addToOwnScope(ctx, there, null)
      await addDeviceToOwnScope(ctx, id, null)
    })
  expect(await scopeOf(clerk.accountId)).toEqual({ store: [here, there], device: [sn] })
  expect(await scopeOf(colleague.accountId)).toEqual({ store: [here], device: [] })
  expect(await scopeOf(wide.accountId)).toEqual({ store: [], device: [] })
})

describe('a machine that has left the merchant, and a store that was deleted', () => {
  test('are not shown or assigned any more', async () => {
    const { id, sn } = await makeDevice(app, owner, null)
    const { sn: kept } = await makeDevice(app, owner, null)
    const person = await makeSubUser(app, owner, { all_device: false, device: [sn, kept] })
    await asOwner(app, 'update device set unbound_at = now() where device_id = $1', [id])
    expect(await scopeOf(person.sub_userid)).toEqual({ store: [], device: [kept] })
    const { _id } = await makeStore(app, owner)
    await app.call(regionCalls.delStore, { _id }, { as: owner })
    const { sub_userid, sub_username, nickname, roleid } = person
    for (const [scope, path] of [
      [{ device: [sn] }, 'device'],
      [{ store: [_id] }, 'store'],
    ] as const) {
      const edit = { sub_userid, sub_username, nickname, roleid, all_device: false }
      const { body } = await app.post(staffCalls.editSubUser.path, { ...edit, ...scope }, { as: owner })
      expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path }] } })
    }
  })
})

describe('a manager who is limited to machines', () => {
  test('sees and changes the accounts that see fewer of them, and no other', async () => {
    const [one, two, three] = [
      await makeDevice(app, owner, null),
      await makeDevice(app, owner, here),
      await makeDevice(app, owner, there),
    ]
    const manager = await makeStaff(app, owner, {
      permissions: ['home', 'user.subUser'],
      stores: [here],
      devices: [one.id],
    })
    const { roleid } = await makeRole(app, owner, ['home', 'user.subUser'])
    const add = async (device: string[], store: string[] = []) =>
      (await makeSubUser(app, owner, { roleid, all_device: false, store, device })).sub_userid
    const less = [await add([one.sn]), await add([two.sn]), await add([], [here])]
    const same = await add([one.sn], [here])
    const beyond = [await add([one.sn, three.sn]), await add([], [there])]
    const { body } = await app.call(
      staffCalls.getSubUser,
      { condition: { ids: [...less, same, ...beyond] } },
      { as: manager },
    )
    expect(body.result.data.map((user) => [user.sub_userid, user.editable])).toEqual([
      [same, false],
      ...less.toReversed().map((id) => [id, true]),
    ])
  })
})

test('who is limited to a machine sees the one that takes its place, too', async () => {
  const [old, next, sibling] = [
    await makeDevice(app, owner, here),
    await makeDevice(app, owner, here),
    await makeDevice(app, owner, here),
  ]
  const [one, both, other] = [
    await makeStaff(app, owner, { stores: [], devices: [old.id] }),
    await makeStaff(app, owner, { stores: [], devices: [old.id, next.id] }),
    await makeStaff(app, owner, { stores: [], devices: [sibling.id] }),
  ]
  await asUser(app, owner, (ctx) => passScopes(ctx, old.id, next.id))
  const devices = async (account: string) =>
    (
      await asOwner<{ id: string }>(
        app,
        'select device_id as id from account_device where account_id = $1 order by device_id',
        [account],
      )
    ).map(({ id }) => id)
  expect(await devices(one.accountId)).toEqual([old.id, next.id])
  expect(await devices(both.accountId)).toEqual([old.id, next.id])
  expect(await devices(other.accountId)).toEqual([sibling.id])
})
