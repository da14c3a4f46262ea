/** An account that was made with a password proves its phone, and logs in by it. */
import { accountCalls, staffCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeSubUser, type Merchant, signIn, testPassword } from '../../../test/factories.ts'
import { invitationStand, newPhone } from '../../../test/invitation-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { md5 } from '../../kernel/passwords.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const { login, edited, stateOf } = invitationStand(app, owner)

/** A sub-account with a password, and a phone that the main account has typed. */
async function makeClerk(phone = newPhone(), as: Merchant = owner) {
  app.clock.advance(61)
  const user = await makeSubUser(app, as, { phone, password: md5(testPassword) })
  const session = await signIn(app, user.sub_username)
  const send = async () => (await app.call(accountCalls.sendPhoneSms, {}, { as: session })).body
  const verify = async (code: string) =>
    (await app.call(accountCalls.verifyPhone, { code }, { as: session })).body
  const me = async () => (await app.call(accountCalls.me, {}, { as: session })).body.result
  return { user, phone, session, send, verify, me }
}
const byPhone = async (phone: string) => (await login(phone, testPassword)).result

describe('the phone of an account with a password', () => {
  test('logs in once a code has proven it', async () => {
    const { user, phone, send, verify, me } = await makeClerk()
    const sibling = await makeClerk()
    expect((await me()).phone).toEqual({ number: phone, verified: false })
    expect((await send()).rcode).toBe(0)
    expect((await login(phone, testPassword)).rcode).toBe(200)
    expect((await verify(await app.lastCode(phone))).rcode).toBe(0)
    expect(await byPhone(phone)).toMatchObject({ username: user.sub_username })
    expect((await me()).phone).toEqual({ number: phone, verified: true })
    expect(await stateOf(user)).toMatchObject({ phone_verified: true })
    expect((await sibling.me()).phone).toMatchObject({ verified: false })
    const written = await asOwner<{ call: string }>(
      app,
      `select call from audit where object = 'account' and object_id = $1 and call <> 'login' order by audit_id`,
      [user.sub_userid],
    )
    expect(written.map(({ call }) => call)).toEqual(['sendPhoneSms', 'verifyPhone'])
  })

  test('is not proven by a wrong code, by one that was used, or by that of another phone', async () => {
    const [mine, other] = [await makeClerk(), await makeClerk()]
    await mine.send()
    await other.send()
    const code = await app.lastCode(mine.phone)
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await mine.verify(wrong)).rcode).toBe(202)
    expect((await other.verify(code)).rcode).toBe(202)
    expect((await mine.verify(code)).rcode).toBe(0)
    expect((await mine.verify(code)).rcode).toBe(202)
    expect((await other.me()).phone).toMatchObject({ verified: false })
  })

  test('is asked for once a minute', async () => {
    const { send } = await makeClerk()
    expect((await send()).rcode).toBe(0)
    expect((await send()).rcode).toBe(105)
    app.clock.advance(61)
    expect((await send()).rcode).toBe(0)
  })

  test('that was replaced after the code was sent is not proven by it', async () => {
    const { user, phone, send, verify, me } = await makeClerk()
    await send()
    const code = await app.lastCode(phone)
    const next = newPhone()
    await app.call(staffCalls.editSubUser, edited(user, { phone: next }), { as: owner })
    expect((await verify(code)).rcode).toBe(202)
    expect((await me()).phone).toEqual({ number: next, verified: false })
    expect((await login(phone, testPassword)).rcode).toBe(200)
  })

  test('must get text messages', async () => {
    const { send, verify, me } = await makeClerk('0755 8888')
    expect((await me()).phone).toBeNull()
    expect((await send()).rcode).toBe(202)
    expect((await verify('123456')).rcode).toBe(202)
  })

  test('of a main account is its name, and is proven already', async () => {
    const me = (await app.call(accountCalls.me, {}, { as: owner })).body.result
    expect(me.phone).toBeNull()
    expect((await app.call(accountCalls.sendPhoneSms, {}, { as: owner })).body.rcode).toBe(202)
  })
})
