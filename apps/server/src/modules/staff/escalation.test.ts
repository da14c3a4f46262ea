/**
 * Accounts never get more rights than they were given: not by adding a role, not by adding an account, and not by
 * changing accounts above them or themselves.
 */
import { allPermissions, permissions, staffCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  makeDevice,
  makeMerchant,
  makeRole,
  makeStaff,
  makeStore,
  makeSubUser,
  signIn,
  testOperation,
  testPassword,
  unlock,
} from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { md5 } from '../../kernel/passwords.ts'

/** May manage accounts and roles and see bills, in every store. */
/** The same rights, limited to one store. */

const held = ['home', 'order.buyBill', 'user.subUser', 'user.role'] as const
const detail = (...names: (keyof typeof permissions)[]): string =>
  names.map((name) => permissions[name].id).join()

const app = await testApp()
const owner = await makeMerchant(app)
const here = (await makeStore(app, owner, { store_name: 'Here' }))._id
const there = (await makeStore(app, owner, { store_name: 'There' }))._id
const manager = await makeStaff(app, owner, { permissions: held, operation: testOperation })
const local = await makeStaff(app, owner, { permissions: held, stores: [here], operation: testOperation })

const roleOf = async (account: string): Promise<string> => {
  const [row] = await asOwner<{ role_id: string }>(app, 'select role_id from account where account_id = $1', [
    account,
  ])
  return row?.role_id ?? ''
}
const newPerson = (roleid: string) => ({
  sub_username: `person.${Math.random().toString(36).slice(2, 10)}`,
  nickname: 'P',
  password: md5(testPassword),
  roleid,
})

describe('permissions', () => {
  test('the tree says what may be granted, and no other permission can be, one by one', async () => {
    const tree = await app.call(staffCalls.getPermission, {}, { as: manager })
    const grantable = tree.body.result.data.flatMap(({ items }) => items.filter((item) => item.grantable))
    expect(grantable.map(({ id }) => id).toSorted()).toEqual(
      held.map((name) => permissions[name].id).toSorted(),
    )
    for (const name of allPermissions) {
      const input = { name: `Only ${name}`, note: 'n', perm_detail: detail('home', name) }
      const { body } = await app.call(staffCalls.addRole, input, { as: manager })
      if (held.some((one) => one === name)) expect(body.rcode, name).toBe(0)
      else
        expect(body, name).toMatchObject({
          rcode: 100,
          result: {
            errors: [
              { path: 'perm_detail', message: 'You can only grant permissions that you have yourself' },
            ],
          },
        })
    }
  })

  test("a role above the caller's own can be neither edited, deleted or restored nor assigned", async () => {
    const above = await makeRole(app, owner, ['home', 'order.refund'])
    const edit = { roleid: above.roleid, name: above.name, note: 'n', perm_detail: detail('home') }
    expect((await app.call(staffCalls.editRole, edit, { as: manager })).body).toMatchObject({ rcode: 300 })
    expect((await app.call(staffCalls.delRole, { roleid: above.roleid }, { as: manager })).body.rcode).toBe(
      300,
    )
    const given = await app.call(staffCalls.addSubUser, newPerson(above.roleid), { as: manager })
    expect(given.body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'roleid' }] } })
    const shown = await app.call(staffCalls.getRole, { condition: { ids: [above.roleid] } }, { as: manager })
    expect(shown.body.result.data).toMatchObject([{ editable: false, grantable: false }])
    await app.call(staffCalls.delRole, { roleid: above.roleid }, { as: owner })
    expect(
      (await app.call(staffCalls.restoreRole, { roleid: above.roleid }, { as: manager })).body.rcode,
    ).toBe(300)
    const gone = await app.call(staffCalls.getRole, { condition: { ids: [above.roleid] } }, { as: owner })
    expect(gone.body.result.count).toBe(0)
  })

  test('a caller cannot change the own role or account', async () => {
    const own = await roleOf(manager.accountId)
    const edit = { roleid: own, name: 'Mine', note: 'n', perm_detail: detail(...held) }
    expect((await app.call(staffCalls.editRole, edit, { as: manager })).body).toMatchObject({
      rcode: 300,
      msg: 'You cannot change your own role. Ask the main account.',
    })
    expect((await app.call(staffCalls.delRole, { roleid: own }, { as: manager })).body.rcode).toBe(300)
    const me = { sub_userid: manager.accountId }
    const self = { ...me, sub_username: manager.username, nickname: 'Boss', roleid: own }
    expect((await app.call(staffCalls.editSubUser, self, { as: manager })).body.rcode).toBe(300)
    expect((await app.call(staffCalls.delSubUser, me, { as: manager })).body.rcode).toBe(300)
    const sign = await unlock(app, manager)
    const reset = { ...me, new_oper_pwd: '380157', sign }
    expect((await app.call(staffCalls.resetSubUserOprPwd, reset, { as: manager })).body.rcode).toBe(300)
  })

  test('an account that has more than the caller cannot be changed', async () => {
    const above = await makeRole(app, owner, ['home', 'order.refund'])
    const person = await makeSubUser(app, owner, { roleid: above.roleid })
    const id = { sub_userid: person.sub_userid }
    const low = await makeRole(app, owner, ['home'])
    const demote = { ...id, sub_username: person.sub_username, nickname: 'X', roleid: low.roleid }
    expect((await app.call(staffCalls.editSubUser, demote, { as: manager })).body.rcode).toBe(300)
    expect((await app.call(staffCalls.delSubUser, id, { as: manager })).body.rcode).toBe(300)
    const sign = await unlock(app, manager)
    const reset = { ...id, new_oper_pwd: '380157', sign }
    expect((await app.call(staffCalls.resetSubUserOprPwd, reset, { as: manager })).body.rcode).toBe(300)
    await app.call(staffCalls.delSubUser, id, { as: owner })
    expect((await app.call(staffCalls.restoreSubUser, id, { as: manager })).body.rcode).toBe(300)
  })

  test('the main account is no sub-account: it is not listed, edited, deleted or reset', async () => {
    const main = { sub_userid: owner.accountId }
    const list = await app.call(
      staffCalls.getSubUser,
      { condition: { ids: [owner.accountId] } },
      { as: manager },
    )
    expect(list.body.result.count).toBe(0)
    const sign = await unlock(app, manager)
    const edit = { ...main, sub_username: 'grabbed', nickname: 'G', roleid: await roleOf(manager.accountId) }
    for (const { body } of [
      await app.call(staffCalls.editSubUser, edit, { as: manager }),
      await app.call(staffCalls.delSubUser, main, { as: manager }),
      await app.call(
        staffCalls.resetSubUserOprPwd,
        { ...main, new_oper_pwd: '380157', sign },
        { as: manager },
      ),
      await app.call(staffCalls.editSubUser, edit, { as: owner }),
    ])
      expect(body.rcode).toBe(101)
  })

  test('a caller who manages only own goods or cards grants no more than that', async () => {
    const own = await makeStaff(app, owner, {
      permissions: ['user.role', 'goods.manage', 'bank.manage'],
      goods: 'own',
      bank: 'own',
    })
    const base = { note: 'n', perm_detail: detail('goods.manage', 'bank.manage') }
    const wide = [
      { goods_scope: 'all', bank_scope: 'own' },
      { goods_scope: 'own', bank_scope: 'all' },
    ] as const
    for (const scopes of wide) {
      const { body } = await app.call(staffCalls.addRole, { ...base, name: 'W', ...scopes }, { as: own })
      expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'perm_detail' }] } })
    }
    const narrow = { ...base, name: 'Own things', goods_scope: 'own', bank_scope: 'own' } as const
    expect((await app.call(staffCalls.addRole, narrow, { as: own })).body.rcode).toBe(0)
  })
})

describe('accounts with the same permissions', () => {
  test('do not change each other, nor a role like their own: a second account gives no power over the first', async () => {
    const role = await makeRole(app, manager, held)
    const puppet = await makeSubUser(app, manager, { roleid: role.roleid, oper_pwd: testOperation })
    const session = await signIn(app, puppet.sub_username)
    const sign = await unlock(app, session)
    const own = { roleid: await roleOf(manager.accountId), name: 'X', note: 'X', perm_detail: detail('home') }
    for (const answer of [
      await app.call(
        staffCalls.resetSubUserOprPwd,
        { sub_userid: manager.accountId, new_oper_pwd: '846213', sign },
        { as: session },
      ),
      await app.call(staffCalls.delSubUser, { sub_userid: manager.accountId }, { as: session }),
      await app.call(staffCalls.editRole, own, { as: session }),
      await app.call(staffCalls.delSubUser, { sub_userid: puppet.sub_userid }, { as: manager }),
    ])
      expect([answer.body.rcode, answer.body.msg]).toEqual([
        300,
        expect.stringMatching(/at least as many permissions/),
      ])
    const list = await app.call(
      staffCalls.getSubUser,
      { condition: { ids: [puppet.sub_userid, manager.accountId] } },
      { as: session },
    )
    expect(list.body.result.data.map(({ editable }) => editable)).toEqual([false, false])
  })

  test('in fewer stores have less, and are changed by those who see more', async () => {
    const roleid = await roleOf(manager.accountId)
    const narrow = await makeSubUser(app, owner, { roleid, all_device: false, store: [here] })
    const edit = {
      sub_userid: narrow.sub_userid,
      sub_username: narrow.sub_username,
      nickname: 'Renamed',
      roleid,
      all_device: false,
      store: [here],
    }
    expect((await app.call(staffCalls.editSubUser, edit, { as: manager })).body.rcode).toBe(0)
    expect((await app.call(staffCalls.editSubUser, edit, { as: local })).body.rcode).toBe(300)
  })
})

test('a caller who sees only own bank cards cannot grant the bills and payouts of all', async () => {
  const permissionsOfBank = ['bank.payBill', 'bank.settle', 'user.role', 'user.subUser'] as const
  const banker = await makeStaff(app, owner, { permissions: permissionsOfBank, bank: 'own' })
  const role = { name: 'All bills', note: 'N', perm_detail: detail('bank.payBill') }
  const refused = await app.call(staffCalls.addRole, role, { as: banker })
  expect(refused.body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'perm_detail' }] } })
  const own = await app.call(staffCalls.addRole, { ...role, bank_scope: 'own' }, { as: banker })
  expect(own.body.rcode).toBe(0)
})

describe('scope', () => {
  test('a caller who is limited to a store adds accounts for that store only', async () => {
    const role = await makeRole(app, owner, ['home'])
    const { sn } = await makeDevice(app, owner, there)
    for (const [scope, path] of [
      [{ all_device: true }, 'all_device'],
      [{ all_device: false, store: [there] }, 'store'],
      [{ all_device: false, store: [here, there] }, 'store'],
      [{ all_device: false, store: [here], device: [sn] }, 'device'],
    ] as const) {
      const input = { ...newPerson(role.roleid), ...scope }
      const { body } = await app.post(staffCalls.addSubUser.path, input, { as: local })
      expect(body).toMatchObject({
        rcode: 100,
        result: {
          errors: [
            { path, message: 'You can only assign areas, stores and devices that are assigned to you' },
          ],
        },
      })
    }
    const fits = { ...newPerson(role.roleid), all_device: false, store: [here] }
    expect((await app.call(staffCalls.addSubUser, fits, { as: local })).body.rcode).toBe(0)
  })

  test('a limited caller sees the own account and those within the scope, and changes none beyond it', async () => {
    const role = await makeRole(app, owner, ['home'])
    const within = await makeSubUser(app, owner, { roleid: role.roleid, all_device: false, store: [here] })
    const beyond = await makeSubUser(app, owner, {
      roleid: role.roleid,
      all_device: false,
      store: [here, there],
    })
    const everywhere = await makeSubUser(app, owner, { roleid: role.roleid })
    const ids = [within, beyond, everywhere].map(({ sub_userid }) => sub_userid)
    const list = await app.call(
      staffCalls.getSubUser,
      { condition: { ids: [...ids, local.accountId] } },
      { as: local },
    )
    expect(list.body.result.data.map(({ sub_userid, editable }) => [sub_userid, editable])).toEqual([
      [within.sub_userid, true],
      [local.accountId, false],
    ])
    for (const { sub_userid, sub_username } of [beyond, everywhere]) {
      const edit = {
        sub_userid,
        sub_username,
        nickname: 'X',
        roleid: role.roleid,
        all_device: false,
        store: [here],
      }
      expect((await app.call(staffCalls.editSubUser, edit, { as: local })).body.rcode).toBe(101)
      expect((await app.call(staffCalls.delSubUser, { sub_userid }, { as: local })).body.rcode).toBe(101)
    }
    const widen = {
      sub_userid: within.sub_userid,
      sub_username: within.sub_username,
      nickname: 'W',
      roleid: role.roleid,
      all_device: false,
      store: [here, there],
    }
    expect((await app.call(staffCalls.editSubUser, widen, { as: local })).body.rcode).toBe(100)
  })

  test('a limited caller cannot change a role whose accounts see other stores', async () => {
    const role = await makeRole(app, owner, ['home'])
    const edit = {
      roleid: role.roleid,
      name: role.name,
      note: 'n',
      perm_detail: detail('home', 'order.buyBill'),
    }
    await makeSubUser(app, owner, { roleid: role.roleid, all_device: false, store: [here] })
    expect((await app.call(staffCalls.editRole, edit, { as: local })).body.rcode).toBe(0)
    await makeSubUser(app, owner, { roleid: role.roleid })
    expect((await app.call(staffCalls.editRole, edit, { as: local })).body.rcode).toBe(300)
  })
})
