import { accountCalls, regionCalls, staffCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  makeDevice,
  makeMerchant,
  makeRole,
  makeStore,
  makeSubUser,
  signIn,
  testPassword,
  unlock,
} from '../../../test/factories.ts'
import { md5 } from '../../kernel/passwords.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)

describe('adding a sub-account', () => {
  test('with all its fields, found in the list, able to log in with its rights and scope', async () => {
    const merchant = await makeMerchant(app)
    const store = await makeStore(app, merchant, { store_name: 'Quay' })
    await makeStore(app, merchant, { store_name: 'Elsewhere' })
    const { sn: device } = await makeDevice(app, merchant, null, 'Lonely machine')
    const role = await makeRole(app, merchant, ['home', 'store.manage'])
    const added = await app.call(
      staffCalls.addSubUser,
      {
        sub_username: 'Amy.Lim',
        nickname: '林小姐',
        phone: '13912345678',
        password: md5(testPassword),
        oper_pwd: '380157',
        roleid: role.roleid,
        all_device: false,
        store: [store._id],
        device: [device],
      },
      { as: merchant },
    )
    expect(added.body).toMatchObject({
      rcode: 0,
      result: {
        sub_username: 'amy.lim',
        nickname: '林小姐',
        phone: '13912345678',
        roleid: role.roleid,
        role_name: role.name,
        all_device: false,
        store: [store._id],
        store_names: ['Quay'],
        device: [device],
        device_names: ['Lonely machine'],
        hasOperPwd: true,
        operLocked: false,
        last_login_at: null,
        editable: true,
      },
    })
    const session = await signIn(app, 'AMY.LIM')
    const me = await app.call(accountCalls.me, {}, { as: session })
    expect(me.body.result).toMatchObject({ username: 'amy.lim', isMain: false, nickname: '林小姐' })
    const stores = await app.call(regionCalls.getStore, {}, { as: session })
    expect(stores.body.result.data.map((row) => row.store_name)).toEqual(['Quay'])
    await unlock(app, session, '380157')
    const list = await app.call(staffCalls.getSubUser, { condition: { q: 'amy' } }, { as: merchant })
    expect(list.body.result).toMatchObject({
      count: 1,
      data: [{ last_login_at: app.clock.now.toISOString() }],
    })
  })

  test('an account name is unique over all merchants, however many take it at once', async () => {
    const role = await makeRole(app, owner)
    const role2 = await makeRole(app, neighbour)
    const person = (roleid: string) => ({
      sub_username: 'wanted.name',
      nickname: 'N',
      password: md5(testPassword),
      roleid,
    })
    const tries = await Promise.all(
      [owner, owner, neighbour, neighbour].map((as, i) =>
        app.call(staffCalls.addSubUser, person((i < 2 ? role : role2).roleid), { as }),
      ),
    )
    const refused = tries.filter(({ body }) => body.rcode !== 0)
    expect(refused).toHaveLength(3)
    for (const { body } of refused)
      expect(body).toMatchObject({
        rcode: 100,
        result: {
          errors: [{ path: 'sub_username', message: 'this account is existing, please write another' }],
        },
      })
    for (const sub_username of ['Wanted.Name', owner.username.replace(/^/, 'x')]) {
      const { body } = await app.call(staffCalls.isExistSubUser, { sub_username }, { as: neighbour })
      expect(body.result).toEqual({ isExist: sub_username === 'Wanted.Name' })
    }
  })

  test('a name that is refused when adding counts towards the limit of name checks', async () => {
    const merchant = await makeMerchant(app)
    const { sub_username: taken } = await makeSubUser(app, neighbour)
    const { roleid } = await makeRole(app, merchant)
    // The password is refused too; the look-up must count all the same.
    const input = { sub_username: taken, nickname: 'N', password: md5('123456'), roleid }
    const answers = new Set<number>()
    for (let i = 0; i < 130; i += 1) {
      if (i % 50 === 0) app.clock.advance(61)
      answers.add((await app.call(staffCalls.addSubUser, input, { as: merchant })).body.rcode)
    }
    expect(answers).toEqual(new Set([100, 105]))
  })

  test('the checks of account names are limited, so that names cannot be collected', async () => {
    const merchant = await makeMerchant(app)
    const ask = async (i: number) =>
      (await app.call(staffCalls.isExistSubUser, { sub_username: `guess${i}` }, { as: merchant })).body
    for (let i = 0; i < 120; i += 1) expect((await ask(i)).rcode).toBe(0)
    expect(await ask(120)).toMatchObject({ rcode: 105, result: { retryAfter: 600 } })
  })

  test.each([
    [{ nickname: '' }, 'nickname', 'Required'],
    [{ sub_username: '' }, 'sub_username', 'Required'],
    [{ sub_username: '13912345678' }, 'sub_username', undefined],
    [{ sub_username: '0123456789' }, 'sub_username', undefined],
    [{ sub_username: '小林' }, 'sub_username', undefined],
    [{ sub_username: 'ab' }, 'sub_username', undefined],
    [{ sub_username: 'a b c' }, 'sub_username', undefined],
    [{ phone: '12' }, 'phone', 'Invalid phone number'],
    [{ password: 'plain text' }, 'password', undefined],
    [{ password: md5('123456') }, 'password', 'This password is too common. Choose another.'],
    [{ oper_pwd: '12345' }, 'oper_pwd', 'only 6 digits'],
    [{ oper_pwd: '123456' }, 'oper_pwd', 'Too easy to guess. Choose another.'],
    [
      { password: md5('380157'), oper_pwd: '380157' },
      'oper_pwd',
      'Must not be the same as the login password',
    ],
    [{ roleid: '999999999' }, 'roleid', 'This role does not exist'],
    [{ all_device: false }, 'store', 'Choose at least one area, store or device'],
    [{ all_device: false, store: ['999999999'] }, 'store', 'A selected store does not exist'],
    [{ all_device: false, device: ['404'] }, 'device', 'A selected device does not exist'],
    [{ all_device: false, device: ['x'] }, 'device.0', 'Digits only'],
  ])('refuses %j at its field', async (wrong, path, message) => {
    const role = await makeRole(app, owner)
    const input = {
      sub_username: 'somebody.new',
      nickname: 'N',
      password: md5(testPassword),
      roleid: role.roleid,
      ...wrong,
    }
    const { body } = await app.post(staffCalls.addSubUser.path, input, { as: owner })
    expect(body.rcode).toBe(100)
    const { errors } = body.result as { errors: { path: string; message: string }[] }
    expect(errors.map((error) => error.path)).toContain(path)
    if (message) expect(errors.map((error) => error.message)).toContain(message)
    expect(
      (await app.call(staffCalls.isExistSubUser, { sub_username: 'somebody.new' }, { as: owner })).body
        .result,
    ).toEqual({ isExist: false })
  })

  test("a neighbour's role, store and machine are unknown", async () => {
    const foreignRole = await makeRole(app, neighbour)
    const foreignStore = await makeStore(app, neighbour)
    const { sn: foreignDevice } = await makeDevice(app, neighbour, null)
    const role = await makeRole(app, owner)
    for (const [wrong, path] of [
      [{ roleid: foreignRole.roleid }, 'roleid'],
      [{ all_device: false, store: [foreignStore._id] }, 'store'],
      [{ all_device: false, device: [foreignDevice] }, 'device'],
    ] as const) {
      const { body } = await app.call(
        staffCalls.addSubUser,
        {
          sub_username: 'reaching.out',
          nickname: 'N',
          password: md5(testPassword),
          roleid: role.roleid,
          ...wrong,
          store: 'store' in wrong ? [...wrong.store] : [],
          device: 'device' in wrong ? [...wrong.device] : [],
        },
        { as: owner },
      )
      expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path }] } })
    }
  })
})

test('the list is filtered by role, by store and by telephone number', async () => {
  const merchant = await makeMerchant(app)
  const [here, there] = [await makeStore(app, merchant), await makeStore(app, merchant)]
  const add = async (nickname: string, fields: Parameters<typeof makeSubUser>[2]) =>
    (await makeSubUser(app, merchant, { nickname, ...fields })).roleid
  const role = await add('Here', { all_device: false, store: [here._id], phone: '13912340001' })
  await add('There', { all_device: false, store: [there._id], phone: '13912340002' })
  await add('Everywhere', { roleid: role })
  const names = async (condition: object) => {
    const { body } = await app.call(staffCalls.getSubUser, { condition }, { as: merchant })
    expect(body.result.count).toBe(body.result.data.length)
    return body.result.data.map(({ nickname }) => nickname)
  }
  expect(await names({ roleid: role })).toEqual(['Everywhere', 'Here'])
  expect(await names({ store: here._id })).toEqual(['Everywhere', 'Here'])
  expect(await names({ store: there._id })).toEqual(['Everywhere', 'There'])
  expect(await names({ q: '0002' })).toEqual(['There'])
  expect(await names({ order: 'name' })).toEqual(['Everywhere', 'Here', 'There'])
  expect(await names({ order: '-name' })).toEqual(['There', 'Here', 'Everywhere'])
  // Those of one role stay together.
  expect([(await names({ order: 'role' }))[2], (await names({ order: '-role' }))[0]]).toEqual([
    'There',
    'There',
  ])
})
