/** A sub-account logs in with the phone that its invitation has proved. */
import { accountCalls, staffCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  makeMerchant,
  makeSubUser,
  type Merchant,
  nextAddress,
  signIn,
  testPassword,
} from '../../../test/factories.ts'
import { chosen, invitationStand, newPhone } from '../../../test/invitation-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { AppError } from '../../kernel/errors.ts'
import { md5 } from '../../kernel/passwords.ts'
import { resetPassword } from './operator-service.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const { makeInvited, accept, login, stateOf, edited } = invitationStand(app, owner)

describe('a proven phone', () => {
  const join = async (phone = newPhone(), as: Merchant = owner) => {
    const invited = await makeInvited(phone, as)
    await accept(invited.code)
    return invited
  }

  test('logs in to its account, however it is written', async () => {
    const { user, phone } = await join()
    for (const typed of [phone, `+86 ${phone}`, `86${phone}`])
      expect((await login(typed)).result, typed).toMatchObject({ username: user.sub_username })
    expect((await login(phone, 'wrong password')).rcode).toBe(200)
  })

  test('that was only typed by others does not log in', async () => {
    const phone = newPhone()
    await makeSubUser(app, owner, { phone })
    expect((await login(phone, testPassword)).rcode).toBe(200)
  })

  test('that is the name of a main account logs in to the main account alone', async () => {
    const main = await makeMerchant(app)
    const { phone } = await join(main.username)
    expect((await login(phone, testPassword)).result).toMatchObject({ isMain: true })
    expect((await login(phone)).rcode).toBe(200)
  })

  test('of two accounts logs in to neither, and the names still do', async () => {
    const phone = newPhone()
    const one = await join(phone)
    app.clock.advance(60)
    const two = await join(phone, neighbour)
    expect((await login(phone)).rcode).toBe(200)
    for (const { user } of [one, two]) expect((await login(user.sub_username)).rcode).toBe(0)
    await app.call(staffCalls.delSubUser, { sub_userid: two.user.sub_userid }, { as: neighbour })
    expect((await login(phone)).result).toMatchObject({ username: one.user.sub_username })
  })

  test('is forgotten when the account gets another one or is deleted, and comes back when it is restored', async () => {
    const { user, phone } = await join()
    await app.call(staffCalls.editSubUser, edited(user, { phone: `+86 ${phone}` }), { as: owner })
    expect((await login(phone)).rcode).toBe(0)
    const id = { sub_userid: user.sub_userid }
    await app.call(staffCalls.delSubUser, id, { as: owner })
    expect((await login(phone)).rcode).toBe(200)
    await app.call(staffCalls.restoreSubUser, id, { as: owner })
    expect((await login(phone)).rcode).toBe(0)
    await app.call(staffCalls.editSubUser, edited(user, { phone: newPhone() }), { as: owner })
    expect((await login(phone)).rcode).toBe(200)
    expect(await stateOf(user)).toMatchObject({ phone_verified: false })
    await app.call(staffCalls.editSubUser, edited(user, { phone }), { as: owner })
    expect((await login(phone)).rcode).toBe(200)
  })

  test('shares the tries of its account, and does not tell which account it belongs to', async () => {
    const { user, phone } = await join()
    const address = nextAddress()
    const from = async (username: string, password: string) =>
      (await app.call(accountCalls.login, { username, password: md5(password) }, { address })).body
    for (let i = 0; i < 5; i += 1) await from(user.sub_username, 'wrong password')
    expect((await from(user.sub_username, chosen)).rcode).toBe(201)
    // The account is blocked, so the right password does not help; the answer is that for an unknown phone.
    expect((await from(phone, chosen)).rcode).toBe(200)
    const unknown = newPhone()
    expect((await from(unknown, chosen)).rcode).toBe(200)
    for (const typed of [phone, unknown]) {
      const answers = []
      for (let i = 0; i < 5; i += 1) answers.push((await from(typed, 'wrong password')).rcode)
      expect(answers, typed).toEqual([200, 200, 200, 200, 201])
    }
    expect((await signIn(app, phone, chosen)).token).toBeDefined()
  })

  test('guesses by phone use up the tries of the account, and do not tell its name', async () => {
    const { user, phone } = await join()
    const other = await join()
    const address = nextAddress()
    const from = async (username: string, password: string) =>
      (await app.call(accountCalls.login, { username, password: md5(password) }, { address })).body.rcode
    for (let i = 0; i < 5; i += 1) await from(phone, 'wrong password')
    expect(await from(phone, chosen)).toBe(201)
    // The account has no tries left from here, so the right password does not help. It is answered as a wrong one.
    expect(await from(user.sub_username, chosen)).toBe(200)
    for (const { sub_username: name } of [user, other.user]) {
      const answers = []
      for (let i = 0; i < 5; i += 1) answers.push(await from(name, 'wrong password'))
      expect(answers, name).toEqual(
        name === user.sub_username ? [200, 200, 200, 200, 201] : [200, 200, 200, 200, 200],
      )
    }
    expect((await login(user.sub_username)).rcode).toBe(0)
  })

  test('is counted by as many statements as an unknown one, also when the account has no tries left', async () => {
    const { user, phone } = await join()
    const address = nextAddress()
    const counters = async (typed: string): Promise<number> => {
      const before = await changes()
      await app.call(accountCalls.login, { username: typed, password: md5('wrong') }, { address })
      return (await changes()) - before
    }
    const changes = async (): Promise<number> => {
      const [row] = await asOwner<{ n: number }>(
        app,
        `select sum(count)::int as n from limit_counter where key like 'login%'`,
      )
      return row?.n ?? 0
    }
    const unknown = await counters(newPhone())
    expect(await counters(phone)).toBe(unknown)
    for (let i = 0; i < 5; i += 1) await counters(user.sub_username)
    expect(await counters(phone)).toBe(unknown)
  })

  test('keeps all its tries when the server was too busy to check the password', async () => {
    const { phone } = await join()
    const address = nextAddress()
    const from = async () =>
      (await app.call(accountCalls.login, { username: phone, password: md5(chosen) }, { address })).body.rcode
    const { config } = app.deps
    app.deps.config = {
      ...config,
      get pepper(): string {
        throw new AppError('wait', { seconds: 1 })
      },
    }
    try {
      for (let i = 0; i < 6; i += 1) expect(await from()).toBe(105)
    } finally {
      app.deps.config = config
    }
    expect(await from()).toBe(0)
  })

  test('is usable at once after a new password by the operator', async () => {
    const { user, phone } = await join()
    for (let i = 0; i < 21; i += 1) await login(phone, 'wrong password')
    expect((await login(phone)).rcode).toBe(201)
    const password = await resetPassword(app.deps, user.sub_username)
    expect((await login(phone, password)).rcode).toBe(0)
  })
})
