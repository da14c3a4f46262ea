import { permissionWords, staffCalls, staffFieldWords } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { readExport } from '../../../test/exports.ts'
import {
  makeArea,
  makeDevice,
  makeMerchant,
  makeRole,
  makeStaff,
  makeStore,
  makeSubUser,
  testOperation,
} from '../../../test/factories.ts'

const label = staffFieldWords['en-US']

const app = await testApp()
const owner = await makeMerchant(app)

test('a sheet of roles has every field, and of each role its own people', async () => {
  const role = await makeRole(app, owner, ['home'], {
    name: 'Guard',
    note: 'nights',
    goods_scope: 'own',
    bank_scope: 'all',
  })
  await makeRole(app, owner, ['home'], { name: 'Nobody' })
  await makeSubUser(app, owner, { roleid: role.roleid })
  const rows = await readExport(app, staffCalls.exportStaff, { kind: 'role' }, owner)
  expect(rows[0]).toEqual([
    label.role_name,
    label.note,
    label.perm_detail,
    label.goods_scope,
    label.bank_scope,
    label.user_count,
  ])
  const { home } = permissionWords['en-US']
  expect(rows).toContainEqual(['Guard', 'nights', home, label.own, label.all, '1'])
  expect(rows.find(([name]) => name === 'Nobody')?.at(-1)).toBe('0')
})

test('a sheet of sub-accounts has every field, and of each person what is his', async () => {
  const area = await makeArea(app, owner, { area_name: 'North' })
  const store = await makeStore(app, owner, { store_name: 'Gate' })
  const { sn } = await makeDevice(app, owner, null, 'By the lift')
  const role = await makeRole(app, owner, ['home'], { name: 'Clerk' })
  await makeSubUser(app, owner, {
    nickname: 'Amy',
    sub_username: 'amy.gate',
    phone: '95588',
    roleid: role.roleid,
    all_device: false,
    area: [area._id],
    store: [store._id],
    device: [sn],
  })
  await makeSubUser(app, owner, { sub_username: 'ben.gate', password: undefined, phone: '13912345678' })
  const signedIn = await makeStaff(app, owner, { operation: testOperation })
  const rows = await readExport(app, staffCalls.exportStaff, { kind: 'subUser' }, owner)
  expect(rows[0]).toEqual([
    label.nickname,
    label.sub_username,
    label.phone,
    label.roleid,
    label.scope,
    label.state,
    label.oper_pwd,
    label.last_login_at,
    label.created_at,
  ])
  const lineOf = (name: string) => rows.find(([, username]) => username === name) ?? []
  const amy = lineOf('amy.gate')
  expect(amy.slice(0, 4)).toEqual(['Amy', 'amy.gate', '95588', 'Clerk'])
  expect(amy[4]).toMatch(/^North\W+Gate\W+By the lift$/)
  // Empty cells are left out of a sheet: Amy has not signed in yet, so only the time of her creation is there.
  expect(amy.slice(5)).toEqual([label.active, label.not_set, expect.stringMatching(/^\d+\.\d+$/)])
  const made = amy.at(-1)
  expect(lineOf(signedIn.username).slice(-5)).toEqual([
    label.everything,
    label.active,
    label.is_set,
    made,
    made,
  ])
  expect(lineOf('ben.gate')).toContain(label.waiting)
})
