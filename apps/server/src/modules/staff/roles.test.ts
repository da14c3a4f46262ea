import { accountCalls, allPermissions, errorCodes, permissions, staffCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  makeMerchant,
  makeRole,
  makeStaff,
  makeStore,
  makeSubUser,
  signIn,
  testOperation,
  unlock,
} from '../../../test/factories.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)

describe('roles', () => {
  test('the tree of permissions names everything with its number, in the language of the asker', async () => {
    const { body } = await app.call(staffCalls.getPermission, {}, { as: owner, locale: 'zh-TW' })
    const items = body.result.data.flatMap((group) => group.items)
    expect(items.map(({ id }) => id).toSorted()).toEqual(
      allPermissions.map((name) => permissions[name].id).toSorted(),
    )
    expect(items.every(({ grantable }) => grantable)).toBe(true)
    expect(body.result.data[0]).toEqual({
      group: 'Home',
      title: '首頁',
      items: [{ id: 1020, name: '經營概況', grantable: true }],
    })
  })

  test('a role is added with its permissions in order and without repetition', async () => {
    const { body } = await app.call(
      staffCalls.addRole,
      { name: 'Clerk', note: 'At the counter', perm_detail: '1021, 1020,1021', goods_scope: 'own' },
      { as: owner },
    )
    expect(body).toMatchObject({
      rcode: 0,
      result: {
        name: 'Clerk',
        note: 'At the counter',
        perm_detail: '1020,1021',
        goods_scope: 'own',
        bank_scope: 'all',
        user_count: 0,
        editable: true,
      },
    })
  })

  test.each([
    [{ name: '' }, 'name', 'Required'],
    [{ note: ' ' }, 'note', 'Required'],
    [{ perm_detail: '' }, 'perm_detail', 'Choose at least one permission'],
    [{ perm_detail: '1020,9999' }, 'perm_detail', 'Contains an unknown permission'],
    [{ perm_detail: 'all' }, 'perm_detail', 'Not in the expected format'],
    [{ goods_scope: 'some' }, 'goods_scope', 'Not one of the options'],
  ])('refuses %j at its field', async (wrong, path, message) => {
    const input = { name: 'R', note: 'N', perm_detail: '1020', ...wrong }
    const { body } = await app.post(staffCalls.addRole.path, input, { as: owner })
    expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path, message }] } })
  })

  test('two roles of one merchant cannot have the same name, however many try at once; a neighbour may', async () => {
    const input = { name: 'Night shift', note: 'N', perm_detail: '1020' }
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => app.call(staffCalls.addRole, input, { as: owner })),
    )
    expect(tries.map(({ body }) => body.rcode).toSorted()).toEqual([0, 100, 100, 100, 100])
    const taken = {
      rcode: 100,
      result: { errors: [{ path: 'name', message: 'This name is already in use' }] },
    }
    const lower = { ...input, name: 'NIGHT shift' }
    expect((await app.call(staffCalls.addRole, lower, { as: owner })).body).toMatchObject(taken)
    const day = await app.call(staffCalls.addRole, { ...input, name: 'Day shift' }, { as: owner })
    const { roleid, rev } = day.body.result
    const rename = (name: string) =>
      app.call(staffCalls.editRole, { roleid, rev, ...input, name }, { as: owner })
    expect((await rename('NIGHT shift')).body).toMatchObject(taken)
    expect((await rename('DAY shift')).body.rcode).toBe(0)
    expect((await app.call(staffCalls.addRole, input, { as: neighbour })).body.rcode).toBe(0)
  })

  test('the list pages by six, newest first, searches name and note, and counts accounts', async () => {
    const merchant = await makeMerchant(app)
    for (let i = 0; i < 7; i += 1) await makeRole(app, merchant, ['home'], { name: `Role no ${i}` })
    const { body } = await app.call(staffCalls.getRole, {}, { as: merchant })
    expect(body.result.count).toBe(7)
    expect(body.result.data.map(({ name }) => name)).toEqual([6, 5, 4, 3, 2, 1].map((i) => `Role no ${i}`))
    await makeSubUser(app, merchant, { roleid: body.result.data[0]?.roleid ?? '' })
    const found = await app.call(staffCalls.getRole, { condition: { q: 'NO 6' } }, { as: merchant })
    expect(found.body.result.data).toMatchObject([{ name: 'Role no 6', user_count: 1 }])
  })

  test('deleted accounts do not count as users of a role, nor keep it from a limited manager', async () => {
    const store = (await makeStore(app, owner))._id
    const manager = await makeStaff(app, owner, { permissions: ['user.role', 'home'], stores: [store] })
    const { roleid } = await makeRole(app, owner)
    const read = async () =>
      (await app.call(staffCalls.getRole, { condition: { ids: [roleid] } }, { as: manager })).body.result.data
    await makeSubUser(app, owner, { roleid, all_device: false, store: [store] })
    const { sub_userid } = await makeSubUser(app, owner, { roleid })
    expect(await read()).toMatchObject([{ user_count: 1, editable: false }])
    await app.call(staffCalls.delSubUser, { sub_userid }, { as: owner })
    expect(await read()).toMatchObject([{ user_count: 1, editable: true }])
  })

  test('the second of two edits at one revision is refused', async () => {
    const role = await makeRole(app, owner)
    const edit = { roleid: role.roleid, note: 'x', perm_detail: '1020', rev: role.rev }
    const first = await app.call(staffCalls.editRole, { ...edit, name: 'First!' }, { as: owner })
    expect(first.body).toMatchObject({ rcode: 0, result: { name: 'First!', rev: 2 } })
    const second = await app.call(staffCalls.editRole, { ...edit, name: 'Second!' }, { as: owner })
    expect(second.body.rcode).toBe(103)
  })

  test('a role in use is not deleted, and its users are named; an unused one comes back by undo, before its users do', async () => {
    const role = await makeRole(app, owner)
    const user = await makeSubUser(app, owner, { nickname: '小林', roleid: role.roleid })
    const refused = await app.call(staffCalls.delRole, { roleid: role.roleid }, { as: owner })
    expect(refused.body).toMatchObject({
      rcode: 103,
      msg: 'The role is still assigned to 1 account: 小林. Assign them another role first.',
    })
    await app.call(staffCalls.delSubUser, { sub_userid: user.sub_userid }, { as: owner })
    expect((await app.call(staffCalls.delRole, { roleid: role.roleid }, { as: owner })).body.rcode).toBe(0)
    const gone = await app.call(staffCalls.getRole, { condition: { ids: [role.roleid] } }, { as: owner })
    expect(gone.body.result.count).toBe(0)
    const restoreUser = async () =>
      (await app.call(staffCalls.restoreSubUser, { sub_userid: user.sub_userid }, { as: owner })).body.rcode
    expect(await restoreUser()).toBe(101)
    const back = await app.call(staffCalls.restoreRole, { roleid: role.roleid }, { as: owner })
    expect(back.body).toMatchObject({ rcode: 0, result: { name: role.name } })
    expect(await restoreUser()).toBe(0)
  })

  test('a role cannot be given while it is being deleted', async () => {
    const role = await makeRole(app, owner)
    const [given, deleted] = await Promise.all([
      makeSubUser(app, owner, { roleid: role.roleid }).then(
        () => true,
        () => false,
      ),
      app.call(staffCalls.delRole, { roleid: role.roleid }, { as: owner }),
    ])
    expect(given).toBe(deleted.body.rcode !== 0)
  })

  test('a deleted role comes back only while no other role has its name', async () => {
    const role = await makeRole(app, owner, ['home'], { name: 'Cashier' })
    await app.call(staffCalls.delRole, { roleid: role.roleid }, { as: owner })
    const successor = await makeRole(app, owner, ['home'], { name: 'Cashier' })
    await makeRole(app, neighbour, ['home'], { name: 'Cashier' })
    const restore = async () =>
      (await app.call(staffCalls.restoreRole, { roleid: role.roleid }, { as: owner })).body.rcode
    expect(await restore()).toBe(errorCodes.duplicate)
    await app.call(staffCalls.delRole, { roleid: successor.roleid }, { as: owner })
    expect(await restore()).toBe(0)
  })

  test('a changed role acts on the next call and closes what was unlocked', async () => {
    const role = await makeRole(app, owner, ['home', 'user.subUser'])
    const user = await makeSubUser(app, owner, { roleid: role.roleid, oper_pwd: testOperation })
    const session = await signIn(app, user.sub_username)
    const sign = await unlock(app, session)
    const other = await makeSubUser(app, owner, { roleid: (await makeRole(app, owner)).roleid })
    const reset = { sub_userid: other.sub_userid, new_oper_pwd: '380157', sign }
    expect((await app.call(staffCalls.resetSubUserOprPwd, reset, { as: session })).body.rcode).toBe(0)

    await app.call(
      staffCalls.editRole,
      { roleid: role.roleid, name: role.name, note: 'more', perm_detail: '1020,1037,1022' },
      { as: owner },
    )
    const me = await app.call(accountCalls.me, {}, { as: session })
    expect(me.body.result.havePerms).toMatchObject({ Home: true, Store: { AreaStore: true } })
    const again = await app.call(
      staffCalls.resetSubUserOprPwd,
      { ...reset, new_oper_pwd: '380158' },
      { as: session },
    )
    expect(again.body.rcode).toBe(301)

    await app.call(
      staffCalls.editRole,
      { roleid: role.roleid, name: role.name, note: 'less', perm_detail: '1020' },
      { as: owner },
    )
    expect((await app.call(staffCalls.getSubUser, {}, { as: session })).body.rcode).toBe(300)
  })
})
