import { accountCalls, regionCalls, staffCalls, type SubUser } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  makeMerchant,
  makeRole,
  makeStaff,
  makeStore,
  makeSubUser,
  type Merchant,
  signIn,
  testOperation,
  unlock,
} from '../../../test/factories.ts'
import { invitationStand, newPhone } from '../../../test/invitation-stand.ts'
import { listenAs } from '../../../test/listening.ts'
import { openStream } from '../../../test/live-stream.ts'
import { asOwner, digitsAlone, wholeDatabase } from '../../../test/owner.ts'
import { md5 } from '../../kernel/passwords.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)

/** What the audit has of an edited account, after the edit. */
const auditedEdit = async ({ sub_userid: id }: SubUser) =>
  (
    await asOwner<{ after: object }>(
      app,
      `select after from audit where call = 'editSubUser' and object_id = $1`,
      [id],
    )
  )[0]?.after

describe('changing a sub-account', () => {
  test('another phone ends the login with the one before', async () => {
    const { makeInvited, accept, login, edited } = invitationStand(app, owner)
    const { user, phone, code } = await makeInvited()
    await accept(code)
    expect((await login(phone)).rcode).toBe(0)
    await app.call(staffCalls.editSubUser, edited(user, { phone: newPhone() }), { as: owner })
    expect((await login(phone)).rcode).toBe(200)
    expect((await login(user.sub_username)).rcode).toBe(0)
  })

  test('a new password needs a sign, ends the sessions and is not written down anywhere', async () => {
    const user = await makeSubUser(app, owner)
    const session = await signIn(app, user.sub_username)
    const edit = {
      sub_userid: user.sub_userid,
      sub_username: user.sub_username,
      nickname: 'Renamed',
      roleid: user.roleid,
      password: md5('another password'),
    }
    for (const sign of [undefined, 'x'.repeat(43)]) {
      const { body } = await app.call(
        staffCalls.editSubUser,
        { ...edit, ...(sign && { sign }) },
        { as: owner },
      )
      expect(body.rcode).toBe(301)
    }
    const sign = await unlock(app, owner)
    const done = await app.call(staffCalls.editSubUser, { ...edit, oper_pwd: '907415', sign }, { as: owner })
    expect(done.body).toMatchObject({ rcode: 0, result: { nickname: 'Renamed', hasOperPwd: true } })
    expect((await app.call(accountCalls.me, {}, { as: session })).body.rcode).toBe(604)
    await expect(signIn(app, user.sub_username)).rejects.toThrow(/could not sign in/)
    await signIn(app, user.sub_username, 'another password')
    const stored = await wholeDatabase(app)
    expect(stored).not.toMatch(digitsAlone('907415'))
    for (const secret of [md5('another password'), md5('907415')]) expect(stored).not.toContain(secret)
    expect(await auditedEdit(user)).toMatchObject({ password: '••••••', oper_pwd: '••••••' })
  })

  test('without a password it needs no sign, and the sessions go on with the new rights', async () => {
    const user = await makeSubUser(app, owner)
    const session = await signIn(app, user.sub_username)
    const role = await makeRole(app, owner, ['store.manage'])
    const store = await makeStore(app, owner, { store_name: 'Only this' })
    const edit = {
      sub_userid: user.sub_userid,
      sub_username: `${user.sub_username}.new`,
      nickname: 'New name',
      roleid: role.roleid,
      all_device: false,
      store: [store._id],
    }
    const person = { ...session, tenantId: owner.tenantId, accountId: user.sub_userid, username: '' }
    const hear = await listenAs(app, person)
    expect((await app.call(staffCalls.editSubUser, edit, { as: owner })).body.rcode).toBe(0)
    expect(await hear()).toContainEqual({ kind: 'me', data: { account: user.sub_userid } })
    const me = await app.call(accountCalls.me, {}, { as: session })
    expect(me.body.result).toMatchObject({ nickname: 'New name', havePerms: { Home: false } })
    const stores = await app.call(regionCalls.getStore, {}, { as: session })
    expect(stores.body.result.data.map((row) => row.store_name)).toEqual(['Only this'])
    await signIn(app, edit.sub_username)
    await expect(signIn(app, user.sub_username)).rejects.toThrow(/could not sign in/)
    const audited = await auditedEdit(user)
    expect(audited).toMatchObject({ nickname: 'New name' })
    expect(Object.keys(audited ?? {}).filter((field) => /password|pwd/.test(field))).toEqual([])
  })

  test('an event tells the open console of the account, and no other, that its rights have changed', async () => {
    const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const user = await makeSubUser(app, owner)
    const other = await makeSubUser(app, owner)
    const stream = await openStream(base, await signIn(app, user.sub_username))
    const bystander = await openStream(base, await signIn(app, other.sub_username))
    await app.call(
      staffCalls.editRole,
      { roleid: user.roleid, name: 'Changed for one', note: 'n', perm_detail: '1020,1021' },
      { as: owner },
    )
    await expect.poll(() => stream.heard.filter(({ kind }) => kind === 'me')).toHaveLength(1)
    expect(stream.heard.find(({ kind }) => kind === 'me')?.data).toEqual({ account: user.sub_userid })
    await app.call(staffCalls.delSubUser, { sub_userid: user.sub_userid }, { as: owner })
    await expect.poll(() => stream.hasEnded()).toBe(true)
    expect(bystander.heard.filter(({ kind }) => kind === 'me')).toEqual([])
    expect(bystander.hasEnded()).toBe(false)
  })

  test('the second of two edits at one revision is refused, and so is a name that is taken', async () => {
    const user = await makeSubUser(app, owner)
    const taken = [await makeSubUser(app, owner), await makeSubUser(app, neighbour)]
    const edit = {
      sub_userid: user.sub_userid,
      sub_username: user.sub_username,
      nickname: 'First',
      roleid: user.roleid,
      rev: user.rev,
    }
    expect((await app.call(staffCalls.editSubUser, edit, { as: owner })).body.rcode).toBe(0)
    expect((await app.call(staffCalls.editSubUser, edit, { as: owner })).body.rcode).toBe(103)
    for (const { sub_username } of taken) {
      const { body } = await app.call(
        staffCalls.editSubUser,
        { ...edit, rev: 2, sub_username },
        { as: owner },
      )
      expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'sub_username' }] } })
    }
    await signIn(app, user.sub_username)
  })

  test("two who want each other's names are both refused, at the field", async () => {
    const [mine, theirs] = [await makeSubUser(app, owner), await makeSubUser(app, neighbour)]
    const rename = (user: SubUser, name: string, as: Merchant) =>
      app.call(
        staffCalls.editSubUser,
        { sub_userid: user.sub_userid, sub_username: name, nickname: 'N', roleid: user.roleid },
        { as },
      )
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([
        rename(mine, theirs.sub_username, owner),
        rename(theirs, mine.sub_username, neighbour),
      ])
      expect(answers.map(({ body }) => body.rcode)).toEqual([100, 100])
    }
  })

  test('a refused edit does not reveal whether the operation password was guessed right', async () => {
    const user = await makeSubUser(app, owner, { oper_pwd: '918273' })
    const sign = await unlock(app, owner)
    const guess = {
      sub_userid: user.sub_userid,
      sub_username: user.sub_username,
      nickname: 'N',
      roleid: user.roleid,
      rev: 999,
      sign,
    }
    for (const pin of ['918273', '111214']) {
      const { body } = await app.call(staffCalls.editSubUser, { ...guess, oper_pwd: pin }, { as: owner })
      expect(body.rcode).toBe(103)
    }
  })

  test('a deleted one is logged out at once and cannot come in; undo lets it in again', async () => {
    const user = await makeSubUser(app, owner)
    const session = await signIn(app, user.sub_username)
    const id = { sub_userid: user.sub_userid }
    expect((await app.call(staffCalls.delSubUser, id, { as: owner })).body.rcode).toBe(0)
    expect((await app.call(accountCalls.me, {}, { as: session })).body.rcode).toBe(604)
    await expect(signIn(app, user.sub_username)).rejects.toThrow(/could not sign in/)
    expect((await app.call(staffCalls.delSubUser, id, { as: owner })).body.rcode).toBe(101)
    expect((await app.call(staffCalls.restoreSubUser, id, { as: owner })).body.rcode).toBe(0)
    expect((await app.call(accountCalls.me, {}, { as: session })).body.rcode).toBe(604)
    await signIn(app, user.sub_username)
  })

  test.each([
    ['in the same shop', () => owner],
    ['elsewhere', () => neighbour],
  ])('a deleted one whose name was taken meanwhile %s does not come back', async (_where, taker) => {
    const user = await makeSubUser(app, owner)
    const id = { sub_userid: user.sub_userid }
    await app.call(staffCalls.delSubUser, id, { as: owner })
    await makeSubUser(app, taker(), { sub_username: user.sub_username })
    const { body } = await app.call(staffCalls.restoreSubUser, id, { as: owner })
    expect(body).toMatchObject({ rcode: 104, msg: 'this account is existing, please write another' })
    const list = await app.call(
      staffCalls.getSubUser,
      { condition: { ids: [user.sub_userid] } },
      { as: owner },
    )
    expect(list.body.result.count).toBe(0)
  })

  test('a deleted one whose role was deleted meanwhile does not come back', async () => {
    const { roleid } = await makeRole(app, owner)
    const { sub_userid } = await makeSubUser(app, owner, { roleid })
    await app.call(staffCalls.delSubUser, { sub_userid }, { as: owner })
    expect((await app.call(staffCalls.delRole, { roleid }, { as: owner })).body.rcode).toBe(0)
    expect((await app.call(staffCalls.restoreSubUser, { sub_userid }, { as: owner })).body.rcode).toBe(101)
    const list = await app.call(staffCalls.getSubUser, { condition: { ids: [sub_userid] } }, { as: owner })
    expect(list.body.result.count).toBe(0)
  })

  test('a reset of the operation password lifts the lock and forgets the wrong tries', async () => {
    const { user, attempt } = await makeLocked()
    const manager = await makeStaff(app, owner, {
      permissions: ['home', 'user.subUser'],
      operation: testOperation,
    })
    const byManager = await app.call(
      staffCalls.resetSubUserOprPwd,
      { sub_userid: user.sub_userid, new_oper_pwd: '846213', sign: await unlock(app, manager) },
      { as: manager },
    )
    expect(byManager.body.rcode).toBe(303)
    const { sub_userid, sub_username, nickname, roleid } = user
    const byEditing = await app.call(
      staffCalls.editSubUser,
      { sub_userid, sub_username, nickname, roleid, oper_pwd: '846213', sign: await unlock(app, manager) },
      { as: manager },
    )
    expect(byEditing.body).toMatchObject({
      rcode: 303,
      result: { errors: [{ path: 'oper_pwd', message: expect.stringContaining('main account') }] },
    })
    expect(await isLocked(user)).toBe(true)

    const sign = await unlock(app, owner)
    const reset = { sub_userid: user.sub_userid, sign }
    const same = await app.call(
      staffCalls.resetSubUserOprPwd,
      { ...reset, new_oper_pwd: testOperation },
      { as: owner },
    )
    expect(same.body).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'new_oper_pwd', message: 'new and old cannot be the same' }] },
    })
    expect(
      (await app.call(staffCalls.resetSubUserOprPwd, { ...reset, new_oper_pwd: '380157' }, { as: owner }))
        .body.rcode,
    ).toBe(0)
    expect((await attempt('380157')).body.rcode).toBe(0)
    expect((await attempt(testOperation)).body.rcode).toBe(200)
  })

  test('a locked account cannot be made anew by a superior, who neither deletes nor renames it', async () => {
    const { user } = await makeLocked()
    const manager = await makeStaff(app, owner, { permissions: ['home', 'user.subUser'] })
    const { sub_userid, sub_username, nickname, roleid } = user
    expect((await app.call(staffCalls.delSubUser, { sub_userid }, { as: manager })).body).toMatchObject({
      rcode: 303,
      msg: expect.stringContaining('only the main account can delete it'),
    })
    const renamed = { sub_userid, sub_username: `${sub_username}-old`, nickname, roleid }
    expect((await app.call(staffCalls.editSubUser, renamed, { as: manager })).body).toMatchObject({
      rcode: 303,
      result: { errors: [{ path: 'sub_username' }] },
    })
    const kept = { ...renamed, sub_username, nickname: 'Ann' }
    expect((await app.call(staffCalls.editSubUser, kept, { as: manager })).body.rcode).toBe(0)
    expect((await app.call(staffCalls.delSubUser, { sub_userid }, { as: owner })).body.rcode).toBe(0)
    expect((await app.call(staffCalls.restoreSubUser, { sub_userid }, { as: manager })).body).toMatchObject({
      rcode: 0,
      result: { operLocked: true },
    })
  })

  test('an edit by the main account lifts the lock only with a new operation password', async () => {
    const { user, attempt } = await makeLocked()
    const sibling = await makeLocked()
    const edit = async (more: { oper_pwd?: string }) => {
      const { sub_userid, sub_username, nickname, roleid } = user
      const sign = await unlock(app, owner)
      return app.call(
        staffCalls.editSubUser,
        { sub_userid, sub_username, nickname, roleid, sign, ...more },
        { as: owner },
      )
    }
    expect((await edit({})).body).toMatchObject({ rcode: 0, result: { operLocked: true } })
    expect((await edit({ oper_pwd: '380157' })).body).toMatchObject({
      rcode: 0,
      result: { operLocked: false },
    })
    expect((await attempt('380157')).body.rcode).toBe(0)
    expect(await isLocked(sibling.user)).toBe(true)
  })
})

/** A sub-account whose operation password is locked after ten wrong tries. */
async function makeLocked() {
  const user = await makeSubUser(app, owner, { oper_pwd: testOperation })
  const session = await signIn(app, user.sub_username)
  const attempt = (pin: string) => app.call(accountCalls.checkOprPwd, { password: md5(pin) }, { as: session })
  for (let i = 0; i < 10; i += 1) {
    if (i === 5) app.clock.advance(901)
    await attempt('000001')
  }
  app.clock.advance(901)
  expect((await attempt(testOperation)).body.rcode).toBe(201)
  return { user, attempt }
}

async function isLocked({ sub_userid: id }: SubUser): Promise<boolean | undefined> {
  const { body } = await app.call(staffCalls.getSubUser, { condition: { ids: [id] } }, { as: owner })
  return body.result.data[0]?.operLocked
}
