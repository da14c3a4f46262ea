/** An invited person sets the first password with a code from a text message, once, and thereby proves the phone. */
import { staffCalls, type SubUser } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeSubUser, type Merchant, testPassword, unlock } from '../../../test/factories.ts'
import { holdCounter } from '../../../test/hold-table.ts'
import { invitationStand, newPhone } from '../../../test/invitation-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { md5 } from '../../kernel/passwords.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const { invite, codeOf, makeInvited, look, accept, login, stateOf, edited } = invitationStand(app, owner)

describe('an invitation', () => {
  test('tells whom it is for, sets the password once, proves the phone, and is audited', async () => {
    const { user, code } = await makeInvited()
    expect(await stateOf(user)).toMatchObject({ joined: false, phone_verified: false })
    expect((await login(user.sub_username, '')).rcode).toBe(200)
    expect((await look(code)).result).toMatchObject({ nickname: 'Wang', username: user.sub_username })
    expect((await accept(code)).result).toEqual({ username: user.sub_username })
    expect((await login(user.sub_username)).rcode).toBe(0)
    expect(await stateOf(user)).toMatchObject({ joined: true, phone_verified: true, invited_until: null })
    expect((await accept(code, 'another password')).rcode).toBe(202)
    expect((await login(user.sub_username, 'another password')).rcode).toBe(200)
    const calls = await asOwner<{ call: string }>(
      app,
      `select call from audit where tenant_id = $1 and call in ('inviteSubUser', 'acceptInvitation') order by audit_id desc limit 2`,
      [owner.tenantId],
    )
    expect(calls.map(({ call }) => call)).toEqual(['acceptInvitation', 'inviteSubUser'])
  })

  test('is stored as a hash alone', async () => {
    const { code } = await makeInvited()
    const rows = await asOwner<{ row: string }>(app, 'select row_to_json(i)::text as row from invitation i')
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) expect(row).not.toContain(code.split('-')[1])
  })

  test('is used once, also by two at the same time', async () => {
    const { code } = await makeInvited()
    const both = await Promise.all([accept(code, 'first of two'), accept(code, 'second of two')])
    expect(both.map(({ rcode }) => rcode).toSorted()).toEqual([0, 202])
  })

  test('is over after 72 hours', async () => {
    const { code } = await makeInvited()
    const before = app.clock.now
    try {
      app.clock.advance(72 * 3600 - 1)
      expect((await look(code)).rcode).toBe(0)
      app.clock.advance(1)
      expect((await look(code)).rcode).toBe(202)
      expect((await accept(code)).rcode).toBe(202)
    } finally {
      app.clock.now = before
    }
  })

  test('that is sent again replaces the one before, after a minute', async () => {
    const { user, phone, code } = await makeInvited()
    expect((await invite(user.sub_userid)).rcode).toBe(105)
    expect((await look(code)).rcode).toBe(0)
    app.clock.advance(60)
    expect((await invite(user.sub_userid)).rcode).toBe(0)
    const next = await codeOf(phone)
    expect((await look(code)).rcode).toBe(202)
    expect((await look(next)).rcode).toBe(0)
  })

  test('is not accepted when it was withdrawn, or the account was changed by others', async () => {
    const ways: [string, (user: SubUser) => Promise<unknown>][] = [
      [
        'withdrawn',
        (user) => app.call(staffCalls.withdrawInvitation, { sub_userid: user.sub_userid }, { as: owner }),
      ],
      [
        'another phone',
        (user) => app.call(staffCalls.editSubUser, edited(user, { phone: newPhone() }), { as: owner }),
      ],
      [
        'a password',
        async (user) =>
          app.call(
            staffCalls.editSubUser,
            edited(user, { password: md5(testPassword), sign: await unlock(app, owner) }),
            { as: owner },
          ),
      ],
      ['deleted', (user) => app.call(staffCalls.delSubUser, { sub_userid: user.sub_userid }, { as: owner })],
      [
        'suspended',
        (user) => app.call(staffCalls.suspendSubUser, { sub_userid: user.sub_userid }, { as: owner }),
      ],
      [
        'suspended and resumed',
        async (user) => {
          const id = { sub_userid: user.sub_userid }
          await app.call(staffCalls.suspendSubUser, id, { as: owner })
          return app.call(staffCalls.resumeSubUser, id, { as: owner })
        },
      ],
    ]
    for (const [what, change] of ways) {
      const { user, code } = await makeInvited()
      expect((await look(code)).rcode, what).toBe(0)
      expect(await change(user), what).toMatchObject({ body: { rcode: 0 } })
      expect((await accept(code)).rcode, what).toBe(202)
    }
  })

  test('of one merchant is no code of another, and nonsense is none', async () => {
    const { code } = await makeInvited()
    const other = await makeInvited(newPhone(), neighbour)
    const swapped = `${other.code.split('-')[0]}-${code.split('-')[1]}`
    for (const wrong of [swapped, 'x', `${code}A`, `0-${code.split('-')[1]}`, 'zzzzzzzzzzzz-23456789ABCD'])
      expect((await accept(wrong)).rcode, wrong).toBe(202)
    expect((await accept(code.toLowerCase())).rcode).toBe(0)
  })

  test('refuses common passwords and the operation password, and stays valid', async () => {
    const phone = newPhone()
    const user = await makeSubUser(app, owner, { password: undefined, phone, oper_pwd: '602214' })
    await invite(user.sub_userid)
    const code = await codeOf(phone)
    for (const refused of ['123456', '602214'])
      expect(await accept(code, refused)).toMatchObject({
        rcode: 100,
        result: { errors: [{ path: 'password' }] },
      })
    expect((await accept(code)).rcode).toBe(0)
  })
})

describe('inviting', () => {
  test('is limited by phone and day, like codes', async () => {
    const { user } = await makeInvited()
    for (let i = 1; i < 10; i += 1) {
      app.clock.advance(60)
      expect((await invite(user.sub_userid)).rcode).toBe(0)
    }
    app.clock.advance(60)
    expect((await invite(user.sub_userid)).rcode).toBe(105)
  })

  test('sends a link to the configured address alone, never to one that the request names', async () => {
    const { config } = app.deps
    const sent = async (change: Partial<typeof config>): Promise<string> => {
      app.deps.config = { ...config, ...change }
      try {
        const { phone } = await makeInvited()
        return await app.lastCode(phone)
      } finally {
        app.deps.config = config
      }
    }
    expect(await sent({ publicUrl: undefined, devInbox: false })).not.toContain('/')
    expect(await sent({ publicUrl: 'https://console.example', devInbox: false })).toMatch(
      /^https:\/\/console\.example\/invite#\w+-\w{12}$/,
    )
  })

  test('that fails leaves no invitation, costs nothing, and can be repeated', async () => {
    const user = await makeSubUser(app, owner, { password: undefined, phone: newPhone() })
    const working = app.deps.sms
    app.deps.sms = { name: 'broken', send: async () => ({ ok: false, reason: 'rejected', detail: 'test' }) }
    try {
      expect((await invite(user.sub_userid)).rcode).toBe(203)
    } finally {
      app.deps.sms = working
    }
    expect(await stateOf(user)).toMatchObject({ invited_until: null })
    expect((await invite(user.sub_userid)).rcode).toBe(0)
  })

  const limitOf = async ({ tenantId }: Merchant): Promise<number> =>
    (
      await asOwner<{ count: number }>(app, 'select count from limit_counter where key = $1', [
        `invitations:${tenantId}`,
      ])
    )[0]?.count ?? 0

  test('is limited to 100 a day for a merchant, and messages that are not sent do not count', async () => {
    const merchant = await makeMerchant(app)
    const { user } = await makeInvited(newPhone(), merchant)
    expect(await limitOf(merchant)).toBe(1)
    expect((await invite(user.sub_userid, merchant)).rcode).toBe(105)
    expect(await limitOf(merchant)).toBe(1)
    const working = app.deps.sms
    app.clock.advance(60)
    app.deps.sms = { name: 'broken', send: async () => ({ ok: false, reason: 'rejected', detail: 'test' }) }
    try {
      expect((await invite(user.sub_userid, merchant)).rcode).toBe(203)
    } finally {
      app.deps.sms = working
    }
    expect(await limitOf(merchant)).toBe(1)
    const setLimit = (count: number) =>
      asOwner(app, 'update limit_counter set count = $2 where key = $1', [
        `invitations:${merchant.tenantId}`,
        count,
      ])
    await setLimit(99)
    expect((await invite(user.sub_userid, merchant)).rcode).toBe(0)
    app.clock.advance(60)
    expect((await invite(user.sub_userid, merchant)).rcode).toBe(105)
    // The refused message does not count for the phone, which gets the next one without a wait.
    await setLimit(50)
    expect((await invite(user.sub_userid, merchant)).rcode).toBe(0)
    expect(await limitOf(merchant)).toBe(51)
  })

  const auditsOf = (user: SubUser) =>
    asOwner(app, `select from audit where call = 'inviteSubUser' and object_id = $1`, [user.sub_userid])

  test('is audited, also when the account is deleted while the message is sent', async () => {
    const user = await makeSubUser(app, owner, { password: undefined, phone: newPhone() })
    const working = app.deps.sms
    const id = { sub_userid: user.sub_userid }
    app.deps.sms = {
      name: 'slow',
      send: async (message) => {
        await app.call(staffCalls.delSubUser, id, { as: owner })
        return working.send(message)
      },
    }
    try {
      expect((await invite(user.sub_userid)).rcode).toBe(101)
    } finally {
      app.deps.sms = working
    }
    expect(await auditsOf(user)).toHaveLength(1)
    await app.call(staffCalls.restoreSubUser, id, { as: owner })
    expect(await stateOf(user)).toMatchObject({ invited_until: null })
  })

  test.each([
    ['deleted', 101],
    ['suspended', 103],
  ])('an account that is %s before the message is sent invites no one', async (what, rcode) => {
    const user = await makeSubUser(app, owner, { password: undefined, phone: newPhone() })
    const id = { sub_userid: user.sub_userid }
    const counter = await holdCounter(app, `sms:${user.phone}`)
    const inviting = invite(user.sub_userid)
    await expect
      .poll(() =>
        asOwner(
          app,
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        ),
      )
      .toHaveLength(1)
    const change = what === 'deleted' ? staffCalls.delSubUser : staffCalls.suspendSubUser
    expect((await app.post(change.path, id, { as: owner })).body.rcode).toBe(0)
    await counter.letGo()
    expect((await inviting).rcode).toBe(rcode)
    expect(await auditsOf(user)).toEqual([])
    expect(await asOwner(app, 'select from invitation where account_id = $1', [id.sub_userid])).toEqual([])
    await expect(app.lastCode(user.phone)).rejects.toThrow('no result')
  })
})
