import { accountCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { type Signed, testApp } from '../../../test/app.ts'
import {
  makeMerchant,
  makeStaff,
  type Merchant,
  signIn,
  testOperation,
  testPassword,
} from '../../../test/factories.ts'
import { holdTable } from '../../../test/hold-table.ts'
import { asOwner } from '../../../test/owner.ts'
import { md5 } from '../../kernel/passwords.ts'

let owner: Merchant

const app = await testApp()
beforeEach(async () => {
  // The number of calls per address and minute is limited.
  app.clock.advance(61)
  owner = await makeMerchant(app)
})

const next = 'another horse'
const codeWrong = { rcode: 202, msg: 'verification code wrong', result: null }
const done = { rcode: 0, msg: '', result: {} }
const tooCommon = {
  rcode: 100,
  result: { errors: [{ path: 'password', message: 'This password is too common. Choose another.' }] },
}
const sameAsOperation = {
  rcode: 100,
  result: { errors: [{ path: 'password', message: 'Must not be the same as the operation password' }] },
}
const otherThan = (code: string): string =>
  /^0+$/.test(code) ? code.replace(/.$/, '1') : code.replace(/./g, '0')

const login = async (username: string, password: string) =>
  (await app.call(accountCalls.login, { username, password: md5(password) })).body.rcode
const isOpen = async (as: Signed) => (await app.call(accountCalls.me, {}, { as })).body.rcode === 0
const messagesTo = (phone: string) =>
  asOwner<{ code: string; purpose: string }>(app, 'select code, purpose from sms_inbox where phone = $1', [
    phone.startsWith('+') ? phone : `+86${phone}`,
  ])

describe('forgot password', () => {
  const ask = async (phone: string) => (await app.post(accountCalls.sendPwdSms.path, { phone })).body
  const reset = async (phone: string, code: string, password = next) =>
    (await app.call(accountCalls.resetPwd, { phone, code, password: md5(password) })).body
  async function askCode(phone: string): Promise<string> {
    expect(await ask(phone)).toEqual(done)
    return app.lastCode(phone)
  }

  /** A sub-account whose login name is its phone. */
  async function makeStaffNamedByPhone(): Promise<Merchant> {
    const clerk = await makeStaff(app, owner)
    const phone = `150${owner.username.slice(3)}`
    await asOwner(app, 'update account set username = $1 where account_id = $2', [phone, clerk.accountId])
    await asOwner(app, 'update login set username = $1 where account_id = $2', [phone, clerk.accountId])
    return { ...clerk, username: phone }
  }

  test('a code of six digits sets a new password and ends every session', async () => {
    const elsewhere = await signIn(app, owner.username)
    const code = await askCode(owner.username)
    expect(code).toMatch(/^\d{6}$/)
    expect(await reset(owner.username, code)).toEqual(done)
    expect(await isOpen(owner)).toBe(false)
    expect(await isOpen(elsewhere)).toBe(false)
    expect(await login(owner.username, testPassword)).toBe(200)
    expect(await login(owner.username, next)).toBe(0)
  })

  test('only the sessions of that account end', async () => {
    const neighbour = await makeMerchant(app)
    const clerk = await makeStaff(app, owner)
    await reset(owner.username, await askCode(owner.username))
    expect(await isOpen(neighbour)).toBe(true)
    expect(await isOpen(clerk)).toBe(true)
  })

  test('a phone without an account is refused in words, and gets no message', async () => {
    expect(await ask('15912345678')).toEqual({
      rcode: 202,
      msg: 'The phone number is invalid or unregistered',
      result: null,
    })
    expect(await messagesTo('15912345678')).toEqual([])
  })

  test('the phone of a sub-account is not reset here', async () => {
    const clerk = await makeStaffNamedByPhone()
    expect((await ask(clerk.username)).msg).toBe('The phone number is invalid or unregistered')
    expect(await messagesTo(clerk.username)).toEqual([])
    expect(await reset(clerk.username, '123456')).toEqual(codeWrong)
    expect(await login(clerk.username, testPassword)).toBe(0)
  })

  test('a number that is no mainland mobile is refused at its field', async () => {
    const malaysian = await makeMerchant(app, { country: 'MY' })
    for (const phone of [malaysian.username, '0123456789', '1390000000']) {
      expect(await ask(phone)).toMatchObject({
        rcode: 100,
        result: { errors: [{ path: 'phone', message: 'Invalid mobile number' }] },
      })
    }
  })

  test('a wrong code, a used code and a code of another phone are wrong', async () => {
    const code = await askCode(owner.username)
    expect(await reset(owner.username, otherThan(code))).toEqual(codeWrong)
    expect(await reset('15912345678', code)).toEqual(codeWrong)
    expect(await reset(owner.username, code)).toEqual(done)
    expect(await reset(owner.username, code, 'third horse')).toEqual(codeWrong)
    expect(await login(owner.username, next)).toBe(0)
  })

  test('the code dies after five wrong tries and after five minutes', async () => {
    const code = await askCode(owner.username)
    for (let i = 0; i < 5; i += 1) expect(await reset(owner.username, otherThan(code))).toEqual(codeWrong)
    expect(await reset(owner.username, code)).toEqual(codeWrong)
    app.clock.advance(60)
    const second = await askCode(owner.username)
    app.clock.advance(300)
    expect(await reset(owner.username, second)).toEqual(codeWrong)
    expect(await isOpen(owner)).toBe(true)
  })

  test('of two who use the code at once one sets the password', async () => {
    const code = await askCode(owner.username)
    const passwords = ['first horse', 'second horse', 'third horse']
    // Holds the code until all are about to check it, so that each finds it unused.
    const barrier = await holdTable(app, 'sms_code')
    const asked = passwords.map((password) => reset(owner.username, code, password))
    const waiting = `select from pg_locks where not granted and relation = 'sms_code'::regclass`
    await expect.poll(() => asOwner(app, waiting)).toHaveLength(passwords.length)
    await barrier.letGo()
    const answers = await Promise.all(asked)
    expect(answers.filter(({ rcode }) => rcode === 0)).toHaveLength(1)
    const winner = passwords[answers.findIndex(({ rcode }) => rcode === 0)] ?? ''
    expect(await login(owner.username, winner)).toBe(0)
  })

  test.each(['12345', '1234567', '12345a', ' 23456'])('%j is no code of six digits', async (code) => {
    expect(await reset(owner.username, code)).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'code', message: 'The code has 6 digits' }] },
    })
  })

  test('a common password is refused and leaves the code alive', async () => {
    const code = await askCode(owner.username)
    expect(await reset(owner.username, code, '123456')).toMatchObject(tooCommon)
    expect(await reset(owner.username, code)).toEqual(done)
  })

  test('the operation password is refused and leaves the code alive', async () => {
    const code = await askCode(owner.username)
    expect(await reset(owner.username, code, testOperation)).toMatchObject(sameAsOperation)
    expect(await reset(owner.username, code)).toEqual(done)
  })

  test('a second code must wait a minute', async () => {
    await askCode(owner.username)
    expect(await ask(owner.username)).toMatchObject({ rcode: 105, result: { retryAfter: 60 } })
  })
})

describe('resetting the login password from the header', () => {
  const ask = async (as: Signed) => (await app.call(accountCalls.sendHeaderSms, {}, { as })).body
  const change = async (as: Signed, code: string, password = next) =>
    (await app.call(accountCalls.changePwd, { code, password: md5(password) }, { as })).body
  async function askCode(who: Merchant): Promise<string> {
    expect(await ask(who)).toEqual(done)
    return app.lastCode(who.username)
  }

  test('a code of four digits sets a new password and ends every session, this one too', async () => {
    const elsewhere = await signIn(app, owner.username)
    const code = await askCode(owner)
    expect(await messagesTo(owner.username)).toEqual([
      { code: expect.stringMatching(/^\d{4}$/), purpose: 'header' },
    ])
    expect(await change(owner, code)).toEqual(done)
    expect(await isOpen(owner)).toBe(false)
    expect(await isOpen(elsewhere)).toBe(false)
    expect(await login(owner.username, testPassword)).toBe(200)
    expect(await login(owner.username, next)).toBe(0)
  })

  test('a wrong code changes nothing, and five of them kill it', async () => {
    const code = await askCode(owner)
    for (let i = 0; i < 5; i += 1) expect(await change(owner, otherThan(code))).toEqual(codeWrong)
    expect(await change(owner, code)).toEqual(codeWrong)
    expect(await isOpen(owner)).toBe(true)
    expect(await login(owner.username, testPassword)).toBe(0)
  })

  test("another merchant's code is wrong", async () => {
    const neighbour = await makeMerchant(app)
    await askCode(owner)
    expect(await change(neighbour, await app.lastCode(owner.username))).toEqual(codeWrong)
    expect(await isOpen(neighbour)).toBe(true)
  })

  test.each(['123', '12345', '123456', 'abcd'])('%j is no code of four digits', async (code) => {
    expect(await change(owner, code)).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'code', message: 'The code has 4 digits' }] },
    })
  })

  test('a common password is refused and leaves the code alive', async () => {
    const code = await askCode(owner)
    expect(await change(owner, code, 'password')).toMatchObject(tooCommon)
    expect(await change(owner, code)).toEqual(done)
  })

  test('the operation password is refused and leaves the code alive', async () => {
    const code = await askCode(owner)
    expect(await change(owner, code, testOperation)).toMatchObject(sameAsOperation)
    expect(await change(owner, code)).toEqual(done)
  })

  test('an account whose name is no mainland mobile is sent to the staff', async () => {
    const malaysian = await makeMerchant(app, { country: 'MY' })
    const unsupported = {
      rcode: 202,
      msg: 'Your account is not supported, please contact the staff',
      result: null,
    }
    expect(await ask(malaysian)).toEqual(unsupported)
    expect(await change(malaysian, '1234')).toEqual(unsupported)
    expect(await messagesTo(malaysian.username)).toEqual([])
  })

  test('only the main account may', async () => {
    const clerk = await makeStaff(app, owner)
    const mainOnly = { rcode: 303, msg: 'Only the main account can do this', result: null }
    expect(await ask(clerk)).toEqual(mainOnly)
    expect(await change(clerk, '1234')).toEqual(mainOnly)
  })

  test('both steps leave a line in the audit, without the code or the password', async () => {
    const code = await askCode(owner)
    await change(owner, code)
    const lines = await asOwner<{ call: string }>(
      app,
      'select call, before, after from audit where tenant_id = $1 order by audit_id desc limit 2',
      [owner.tenantId],
    )
    expect(lines).toEqual([
      { call: 'changePwd', before: null, after: null },
      { call: 'sendPwdSMS', before: null, after: null },
    ])
  })
})

describe('a password on the wire', () => {
  const anMd5 = md5(testPassword)
  const calls: [string, keyof typeof accountCalls, string, Record<string, unknown>][] = [
    ['login', 'login', 'password', { username: '15912345678' }],
    ['resetPwd', 'resetPwd', 'password', { phone: '15912345678', code: '123456' }],
    ['changePwd', 'changePwd', 'password', { code: '1234' }],
    ['checkPwd', 'checkPwd', 'password', {}],
    ['checkOprPwd', 'checkOprPwd', 'password', {}],
    ['editOprPwd', 'editOprPwd', 'old_oper_pwd', { new_oper_pwd: '907431' }],
  ]

  test.each(calls)('%s takes it as 32 hexadecimal digits and nothing else', async (_, call, path, rest) => {
    for (const password of [
      testPassword,
      '',
      '602214',
      anMd5.slice(1),
      `${anMd5}0`,
      `${anMd5.slice(1)}g`,
      7,
    ]) {
      const { body } = await app.post(accountCalls[call].path, { ...rest, [path]: password }, { as: owner })
      expect(body, String(password)).toMatchObject({ rcode: 100, result: { errors: [{ path }] } })
    }
    const { body } = await app.post(accountCalls[call].path, { ...rest, [path]: anMd5 }, { as: owner })
    expect(body.rcode).not.toBe(100)
  })
})
