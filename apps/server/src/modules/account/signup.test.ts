import { accountCalls, type InputOf } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { type CallOptions, testApp } from '../../../test/app.ts'
import { makeMerchant, testPassword } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { md5 } from '../../kernel/passwords.ts'

const app = await testApp()
// The number of calls per address and minute is limited.
beforeEach(() => app.clock.advance(61))

let serial = 0
const nextPhone = (): string => `137${String((serial += 1)).padStart(8, '0')}`
const nextMalaysian = (): string => `012${String((serial += 1)).padStart(7, '0')}`

type Form = InputOf<typeof accountCalls.signUp>
const mainland = (phone: string, code: string, sign?: string, more: Partial<Form> = {}): Form => ({
  mchName: 'New merchant',
  country: 'CN',
  business: 'vm',
  phone,
  password: md5('a good one'),
  code,
  ...(sign === undefined ? {} : { sign }),
  ...more,
})

async function askCode(phone: string, options?: CallOptions): Promise<{ sign: string; code: string }> {
  const { body } = await app.call(accountCalls.checkAccount, { phone }, options)
  expect(body.rcode, body.msg).toBe(0)
  return { sign: body.result.sign, code: await app.lastCode(phone) }
}

const signUp = async (form: Form) => (await app.call(accountCalls.signUp, form)).body
const look = async (sign: string, code: string) =>
  (await app.call(accountCalls.checkSmsCode, { sign, code })).body.result.isRight
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')
const wrongCode = { rcode: 202, result: { errors: [{ path: 'code', message: 'Invalid verification' }] } }

describe('signing up', () => {
  test('a mainland merchant asks for a code, has it checked, signs up and signs in', async () => {
    const phone = nextPhone()
    const { sign, code } = await askCode(phone)
    expect(code).toMatch(/^\d{6}$/)
    expect(await look(sign, code)).toBe(true)
    expect(await signUp(mainland(phone, code, sign, { agent: 'acme', business: 'lpk' }))).toMatchObject({
      rcode: 0,
    })
    const login = await app.call(accountCalls.login, { username: phone, password: md5('a good one') })
    expect(login.body.result).toMatchObject({
      isMain: true,
      username: phone,
      mchName: 'New merchant',
      country: 'CN',
      currency: 'CNY',
      hasOperPwd: false,
    })
    expect(
      await asOwner(
        app,
        `select business, agent from tenant join login using (tenant_id) where username = $1`,
        [phone],
      ),
    ).toEqual([{ business: 'lpk', agent: 'acme' }])
  })

  test.each([
    ['with its country code', (phone: string) => `+86${phone}`],
    ['with 0086', (phone: string) => `0086${phone}`],
    [
      'with blanks and dashes',
      (phone: string) => `${phone.slice(0, 3)} ${phone.slice(3, 7)}-${phone.slice(7)}`,
    ],
  ])('a mainland number may be written %s, from the first call to the last', async (_how, write) => {
    const phone = nextPhone()
    const typed = write(phone)
    const { body } = await app.call(accountCalls.checkAccount, { phone: typed })
    expect(body.rcode, body.msg).toBe(0)
    const code = await app.lastCode(phone)
    expect(await signUp(mainland(typed, code, body.result.sign))).toMatchObject({ rcode: 0 })
    const login = await app.call(accountCalls.login, { username: typed, password: md5('a good one') })
    expect(login.body.result).toMatchObject({ username: phone })
    app.clock.advance(61)
    expect((await app.call(accountCalls.sendPwdSms, { phone: typed })).body.rcode).toBe(0)
    const reset = { phone: typed, code: await app.lastCode(phone), password: md5('another one') }
    expect((await app.call(accountCalls.resetPwd, reset)).body.rcode).toBe(0)
    for (const name of [typed, phone])
      expect(
        (await app.call(accountCalls.login, { username: name, password: md5('another one') })).body.rcode,
      ).toBe(0)
  })

  test('a Malaysian merchant needs no sign and may write his number as at home', async () => {
    const local = nextMalaysian()
    const phone = `+60${local.slice(1)}`
    const asked = await app.call(accountCalls.checkAccountMy, {
      phone: `${local.slice(0, 3)}-${local.slice(3)}`,
    })
    expect(asked.body).toEqual({ rcode: 0, msg: '', result: {} })
    const code = await app.lastCode(phone)
    const right = await app.call(accountCalls.checkSmsCodeMy, { phone: local, code })
    expect(right.body.result).toEqual({ isRight: true })
    const wrong = await app.call(accountCalls.checkSmsCodeMy, { phone: local, code: otherThan(code) })
    expect(wrong.body.result).toEqual({ isRight: false })
    expect((await signUp(mainland(local, code, undefined, { country: 'MY' }))).rcode).toBe(0)
    const login = await app.call(accountCalls.login, { username: local, password: md5('a good one') })
    expect(login.body.result).toMatchObject({ username: phone, country: 'MY', currency: 'MYR' })
  })

  test('in Malaysia, a number that names another country keeps it, and is one account', async () => {
    const ways = { country: 'MY' } as const
    const singapore = `+65 9${nextMalaysian().slice(3)}`
    await app.call(accountCalls.checkAccountMy, { phone: singapore })
    const phone = singapore.replace(' ', '')
    const code = await app.lastCode(phone)
    const right = await app.call(accountCalls.checkSmsCodeMy, { phone, code })
    expect(right.body.result).toEqual({ isRight: true })
    expect((await signUp(mainland(singapore, code, undefined, ways))).rcode).toBe(0)
    const username = phone.replace('+', '00')
    const login = await app.call(accountCalls.login, { username, password: md5('a good one') })
    expect(login.body.result).toMatchObject({ username: phone, country: 'MY' })

    const { username: taken } = await makeMerchant(app)
    const again = await app.call(accountCalls.checkAccountMy, { phone: `+86 ${taken}` })
    expect(again.body).toMatchObject({ rcode: 104 })
    const chinese = nextPhone()
    await app.call(accountCalls.checkAccountMy, { phone: `0086${chinese}` })
    const sent = await app.lastCode(chinese)
    expect((await signUp(mainland(`+86${chinese}`, sent, undefined, ways))).rcode).toBe(0)
    const back = await app.call(accountCalls.login, { username: chinese, password: md5('a good one') })
    expect(back.body.result).toMatchObject({ username: chinese, country: 'MY' })
  })

  test.each([
    ['MY', 'MYR'],
    ['CN', 'CNY'],
  ] as const)('a merchant of %s counts in %s and in days of UTC+8', async (country, currency) => {
    const { username } = await makeMerchant(app, { country })
    const login = await app.call(accountCalls.login, { username, password: md5(testPassword) })
    expect(login.body.result).toMatchObject({ country, currency, utcOffsetMinutes: 480 })
  })

  test('on the mainland, signing up needs the sign of the same request', async () => {
    const phone = nextPhone()
    const notAsked = { rcode: 202, msg: 'Click get code first' }
    expect(await signUp(mainland(phone, '123456', 'x'))).toMatchObject(notAsked)
    const { sign, code } = await askCode(phone)
    const foreign = await askCode(nextPhone())
    for (const other of [undefined, '', 'x', foreign.sign])
      expect(await signUp(mainland(phone, code, other))).toMatchObject(notAsked)
    expect((await signUp(mainland(phone, code, sign))).rcode).toBe(0)
  })

  test('a code sent to a mainland phone opens nothing in Malaysia', async () => {
    const phone = nextPhone()
    const { code } = await askCode(phone)
    expect((await app.call(accountCalls.checkSmsCodeMy, { phone, code })).body.result.isRight).toBe(false)
    expect(await signUp(mainland(phone, code, undefined, { country: 'MY' }))).toMatchObject(wrongCode)
  })

  test('a registered phone is refused when asking and when signing up', async () => {
    const owner = await makeMerchant(app)
    const malaysian = await makeMerchant(app, { country: 'MY' })
    const taken = { rcode: 104, msg: 'This phone number is already registered', result: null }
    expect((await app.call(accountCalls.checkAccount, { phone: owner.username })).body).toEqual(taken)
    const local = `0${malaysian.username.slice(3)}`
    expect((await app.call(accountCalls.checkAccountMy, { phone: local })).body).toEqual(taken)
    expect(await signUp(mainland(local, '123456', undefined, { country: 'MY' }))).toEqual(taken)
    const sent = await asOwner(app, 'select phone from sms_inbox where phone like any($1)', [
      [`%${owner.username}`, malaysian.username],
    ])
    expect(sent).toEqual([])
  })

  test('of two who sign up with the same code at once one wins', async () => {
    const phone = nextPhone()
    const { sign, code } = await askCode(phone)
    const answers = await Promise.all(
      ['First', 'Second', 'Third'].map((mchName) => signUp(mainland(phone, code, sign, { mchName }))),
    )
    expect(answers.filter(({ rcode }) => rcode === 0)).toHaveLength(1)
    for (const { rcode } of answers) expect([0, 100, 104, 202]).toContain(rcode)
    expect(await asOwner(app, 'select from account where username = $1', [phone])).toHaveLength(1)
  })

  test('a common password is refused at its field and costs no code', async () => {
    const phone = nextPhone()
    const { sign, code } = await askCode(phone)
    for (const password of ['123456', 'password', 'qwerty123', '5201314', 'a123456'])
      expect(await signUp(mainland(phone, code, sign, { password: md5(password) }))).toMatchObject({
        rcode: 100,
        result: {
          errors: [{ path: 'password', message: 'This password is too common. Choose another.' }],
        },
      })
    expect((await signUp(mainland(phone, code, sign))).rcode).toBe(0)
  })
})

describe('the form', () => {
  test.each<[string, Record<string, unknown>, string, string]>([
    ['a mainland number with 12 digits', { phone: '138001380001' }, 'phone', 'Invalid mobile number'],
    ['a mainland number that is no mobile', { phone: '12800138000' }, 'phone', 'Invalid mobile number'],
    ['5 digits in Malaysia', { country: 'MY', phone: '12345' }, 'phone', 'Invalid phone number'],
    ['16 digits in Malaysia', { country: 'MY', phone: '1'.repeat(16) }, 'phone', 'Invalid phone number'],
    ['letters in Malaysia', { country: 'MY', phone: 'call me' }, 'phone', 'Invalid phone number'],
    ['no phone', { phone: '' }, 'phone', 'Required'],
    ['another country', { country: 'SG' }, 'country', 'Not one of the options'],
    ['no merchant name', { mchName: '  ' }, 'mchName', 'Required'],
    ['a merchant name that is too long', { mchName: 'x'.repeat(61) }, 'mchName', 'At most 60 characters'],
    ['no business', { business: undefined }, 'business', 'Required'],
    ['a code of 3 digits', { code: '123' }, 'code', 'SMS code wrong'],
    ['a code of 9 digits', { code: '123456789' }, 'code', 'SMS code wrong'],
    ['a password in clear', { password: 'a good one' }, 'password', 'Must be sent as an md5 digest'],
    ['a strange agent', { agent: '../x' }, 'agent', 'Not a valid agent code'],
    ['an unknown field', { isMain: true }, 'isMain', 'Unknown field'],
  ])('%s is refused at its field', async (_what, change, path, message) => {
    const form = { ...mainland('13800138000', '123456', 'x'), ...change }
    const { body } = await app.post(accountCalls.signUp.path, form)
    expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path, message }] } })
  })

  test('no code is sent to a number that the country does not have', async () => {
    const { body: mainlandOnly } = await app.post(accountCalls.checkAccount.path, { phone: '0123456789' })
    expect(mainlandOnly).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'phone', message: 'Invalid mobile number' }] },
    })
    const { body: malaysian } = await app.post(accountCalls.checkAccountMy.path, { phone: '12' })
    expect(malaysian).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'phone', message: 'Invalid phone number' }] },
    })
  })
})
