/** Who may be invited to set a first password, and what the audit has of it. */
import { staffCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  makeMerchant,
  makeRole,
  makeStaff,
  makeSubUser,
  testPassword,
  unlock,
} from '../../../test/factories.ts'
import { holdCounter, waitingForLocks } from '../../../test/hold-table.ts'
import { invitationStand, newPhone } from '../../../test/invitation-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { md5 } from '../../kernel/passwords.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const { invite, makeInvited, look, stateOf, edited } = invitationStand(app, owner)

const invitationsOf = (id: string) => asOwner(app, 'select from invitation where account_id = $1', [id])

describe('inviting', () => {
  test('takes a mobile phone and an account without a password', async () => {
    const roleid = (await makeRole(app, owner)).roleid
    const add = async (phone: string) => {
      const input = { sub_username: `invited-${newPhone()}`, nickname: 'N', roleid, phone }
      return (await app.post(staffCalls.addSubUser.path, input, { as: owner })).body
    }
    for (const phone of ['', '0755-25123456'])
      expect(await add(phone)).toMatchObject({ rcode: 100, result: { errors: [{ path: 'phone' }] } })
    const joined = await makeSubUser(app, owner, { phone: newPhone() })
    expect((await invite(joined.sub_userid)).rcode).toBe(103)
  })

  test('stays possible: an account without a password keeps a mobile phone', async () => {
    const user = await makeSubUser(app, owner, { password: undefined, phone: newPhone() })
    const edit = async (change: object) =>
      (await app.post(staffCalls.editSubUser.path, edited(user, change), { as: owner })).body
    for (const phone of ['', '0755-25123456'])
      expect(await edit({ phone })).toMatchObject({ rcode: 100, result: { errors: [{ path: 'phone' }] } })
    expect((await edit({ phone: newPhone() })).rcode).toBe(0)
    const given = { phone: '', password: md5(testPassword), sign: await unlock(app, owner) }
    expect((await edit(given)).rcode).toBe(0)
  })

  test('is for those who may change the account', async () => {
    const roleid = (await makeRole(app, owner, ['home', 'order.refund'])).roleid
    const user = await makeSubUser(app, owner, { roleid, password: undefined, phone: newPhone() })
    const clerk = await makeStaff(app, owner, { permissions: ['user.subUser', 'home'] })
    expect((await invite(user.sub_userid, clerk)).rcode).toBe(300)
    expect((await invite(user.sub_userid, neighbour)).rcode).toBe(101)
    expect(await asOwner(app, 'select from invitation where account_id = $1', [user.sub_userid])).toEqual([])
  })

  test('takes an account that is not suspended', async () => {
    const user = await makeSubUser(app, owner, { password: undefined, phone: newPhone() })
    const id = { sub_userid: user.sub_userid }
    expect((await app.call(staffCalls.suspendSubUser, id, { as: owner })).body.rcode).toBe(0)
    expect((await invite(user.sub_userid)).rcode).toBe(103)
    expect(await invitationsOf(user.sub_userid)).toEqual([])
    expect((await app.call(staffCalls.resumeSubUser, id, { as: owner })).body.rcode).toBe(0)
    expect((await invite(user.sub_userid)).rcode).toBe(0)
  })

  test('sends nothing to a phone that is replaced before the message is sent', async () => {
    const user = await makeSubUser(app, owner, { password: undefined, phone: newPhone() })
    const counter = await holdCounter(app, `sms:${user.phone}`)
    const inviting = invite(user.sub_userid)
    await expect.poll(() => asOwner(app, waitingForLocks)).toHaveLength(1)
    const change = edited(user, { phone: newPhone() })
    expect((await app.call(staffCalls.editSubUser, change, { as: owner })).body.rcode).toBe(0)
    await counter.letGo()
    expect((await inviting).rcode).toBe(103)
    expect(await invitationsOf(user.sub_userid)).toEqual([])
    await expect(app.lastCode(user.phone)).rejects.toThrow('no result')
  })

  test('and withdrawing are audited with name and phone, and leave the invitations of others', async () => {
    const { user, phone, code } = await makeInvited()
    const sibling = await makeInvited()
    const id = { sub_userid: user.sub_userid }
    const withdraw = async () => (await app.call(staffCalls.withdrawInvitation, id, { as: owner })).body.rcode
    expect((await stateOf(user))?.invited_until).not.toBeNull()
    expect(await withdraw()).toBe(0)
    expect(await withdraw()).toBe(101)
    expect((await look(code)).rcode).toBe(202)
    expect((await look(sibling.code)).rcode).toBe(0)
    const facts = { sub_username: user.sub_username, nickname: 'Wang', phone }
    expect(
      await asOwner(
        app,
        `select call, object, before, after from audit
          where call in ('inviteSubUser', 'withdrawInvitation') and object_id = $1 order by audit_id`,
        [user.sub_userid],
      ),
    ).toEqual([
      { call: 'inviteSubUser', object: 'subUser', before: null, after: facts },
      { call: 'withdrawInvitation', object: 'subUser', before: facts, after: null },
    ])
  })
})
