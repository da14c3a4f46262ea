/** A suspended account keeps all that it has and can do nothing until it is resumed. */
import { accountCalls, auditCalls, regionCalls, staffCalls, type SubUserState } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  makeMerchant,
  makeStaff,
  makeStore,
  makeSubUser,
  type Merchant,
  nextAddress,
  signIn,
  testOperation,
  testPassword,
  unlock,
} from '../../../test/factories.ts'
import { holdAccount } from '../../../test/hold-table.ts'
import { openStream } from '../../../test/live-stream.ts'
import { asOwner } from '../../../test/owner.ts'
import { md5 } from '../../kernel/passwords.ts'
import { findIdentities, findIdentity } from '../account/index.ts'
import { inTenant } from '../../kernel/db.ts'

const app = await testApp()
const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)

const suspend = async (who: Merchant, as: Merchant = owner) =>
  (await app.call(staffCalls.suspendSubUser, { sub_userid: who.accountId }, { as })).body
const resume = async (who: Merchant, as: Merchant = owner) =>
  (await app.call(staffCalls.resumeSubUser, { sub_userid: who.accountId }, { as })).body
const login = async (username: string, password = testPassword, locale = 'en-US') =>
  (
    await app.call(
      accountCalls.login,
      { username, password: md5(password) },
      { address: nextAddress(), locale },
    )
  ).body

describe('suspending', () => {
  test('ends the sessions and signs of the account at once, and those of no other', async () => {
    const clerk = await makeStaff(app, owner, { operation: testOperation })
    const other = await makeStaff(app, owner)
    const again = await signIn(app, clerk.username)
    await unlock(app, clerk)
    expect((await suspend(clerk)).result).toMatchObject({ suspended: true })
    for (const as of [clerk, again])
      expect((await app.call(regionCalls.getAllStore, {}, { as })).body.rcode).toBe(604)
    expect((await app.call(regionCalls.getAllStore, {}, { as: other })).body.rcode).toBe(0)
    expect(await asOwner(app, 'select from operation_sign where account_id = $1', [clerk.accountId])).toEqual(
      [],
    )
  })

  test('is answered at the login in the own words, to those who know the password alone', async () => {
    const clerk = await makeStaff(app, owner)
    await suspend(clerk)
    expect(await login(clerk.username)).toMatchObject({
      rcode: 201,
      msg: 'This account is suspended. Ask your manager.',
    })
    expect((await login(clerk.username, testPassword, 'zh-CN')).msg).toBe('该账号已停用，请联系您的管理员')
    expect((await login(clerk.username, testPassword, 'zh-TW')).msg).toBe('該帳號已停用，請聯絡您的管理員')
    expect(await login(clerk.username, 'wrong password')).toMatchObject({
      rcode: 200,
      msg: 'Invalid username or password',
    })
  })

  test('leaves the account no rights for work in the background: notices, reports, exports', async () => {
    const clerk = await makeStaff(app, owner)
    await suspend(clerk)
    await inTenant(app.deps.db.main, owner.tenantId, async (tx) => {
      expect(await findIdentity(tx, owner.tenantId, clerk.accountId)).toBeUndefined()
      const all = await findIdentities({ tx, tenantId: owner.tenantId }, [clerk.accountId, owner.accountId])
      expect([...all.keys()]).toEqual([owner.accountId])
    })
  })

  test('leaves no session to a login at the same time', async () => {
    const clerk = await makeStaff(app, owner)
    const row = await holdAccount(app, clerk.accountId)
    const suspending = suspend(clerk)
    const waiting = () =>
      asOwner(
        app,
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    await expect.poll(waiting).toHaveLength(1)
    const loggingIn = login(clerk.username)
    await expect.poll(waiting).toHaveLength(2)
    await row.letGo()
    expect((await suspending).rcode).toBe(0)
    await loggingIn
    expect(
      await asOwner(app, 'select from session where account_id = $1 and ended_at is null', [clerk.accountId]),
    ).toEqual([])
  })

  test('twice is told as a conflict, and so is resuming an active account', async () => {
    const clerk = await makeStaff(app, owner)
    expect((await resume(clerk)).rcode).toBe(103)
    await suspend(clerk)
    expect((await suspend(clerk)).rcode).toBe(103)
  })
})

describe('resuming', () => {
  test('lets the account log in again, with its role and scope; ended sessions stay ended', async () => {
    const store = (await makeStore(app, owner))._id
    await makeStore(app, owner)
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage'], stores: [store] })
    await suspend(clerk)
    expect((await resume(clerk)).result).toMatchObject({ suspended: false })
    expect((await app.call(regionCalls.getStore, {}, { as: clerk })).body.rcode).toBe(604)
    const { body } = await app.call(regionCalls.getStore, {}, { as: await signIn(app, clerk.username) })
    expect(body.result.data.map(({ _id }) => _id)).toEqual([store])
  })
})

describe('an account is not suspended', () => {
  test('by itself, by an equal, by an account of less, or by another merchant; nor is the main account', async () => {
    const held = ['user.subUser', 'home'] as const
    const manager = await makeStaff(app, owner, { permissions: held })
    const equal = await makeStaff(app, owner, { permissions: held })
    const above = await makeStaff(app, owner, { permissions: [...held, 'user.role'] })
    expect((await suspend(manager, manager)).rcode).toBe(300)
    expect((await suspend(equal, manager)).rcode).toBe(300)
    expect((await suspend(above, manager)).rcode).toBe(300)
    expect((await suspend(manager, neighbour)).rcode).toBe(101)
    expect((await suspend(owner, manager)).rcode).toBe(101)
    expect((await suspend(owner)).rcode).toBe(101)
    for (const as of [manager, equal, above, owner])
      expect((await app.call(regionCalls.getAllStore, {}, { as })).body.rcode).toBe(0)
    await suspend(equal)
    expect((await resume(equal, manager)).rcode).toBe(300)
  })

  test('in the database either, if it is the main account', async () => {
    await expect(
      asOwner(app, 'update account set suspended_at = now() where account_id = $1', [owner.accountId]),
    ).rejects.toThrow(/account_main_active/)
  })
})

test('the list shows who is suspended and filters by it, and the audit names both changes', async () => {
  const merchant = await makeMerchant(app)
  const [a, b] = [await makeSubUser(app, merchant), await makeSubUser(app, merchant)]
  const invited = { password: undefined, phone: '13700000001' }
  const c = await makeSubUser(app, merchant, invited)
  const d = await makeSubUser(app, merchant, { ...invited, phone: '13700000002' })
  await app.call(staffCalls.suspendSubUser, { sub_userid: d.sub_userid }, { as: merchant })
  await app.call(staffCalls.suspendSubUser, { sub_userid: a.sub_userid }, { as: merchant })
  const list = async (state: SubUserState) =>
    (await app.call(staffCalls.getSubUser, { condition: { state } }, { as: merchant })).body.result.data
      .map(({ sub_userid }) => sub_userid)
      .toSorted()
  expect(await list('suspended')).toEqual([a.sub_userid, d.sub_userid].toSorted())
  expect(await list('active')).toEqual([b.sub_userid])
  expect(await list('waiting')).toEqual([c.sub_userid])
  await app.call(staffCalls.resumeSubUser, { sub_userid: a.sub_userid }, { as: merchant })
  const { body } = await app.call(auditCalls.getAudit, {}, { as: merchant })
  expect(body.result.data.slice(0, 2).map(({ call }) => call)).toEqual(['resumeSubUser', 'suspendSubUser'])
})

test('a live stream of the account ends', async () => {
  const clerk = await makeStaff(app, owner)
  const stream = await openStream(base, clerk)
  const staying = await openStream(base, owner)
  await suspend(clerk)
  await expect.poll(() => stream.hasEnded()).toBe(true)
  expect(staying.hasEnded()).toBe(false)
})
