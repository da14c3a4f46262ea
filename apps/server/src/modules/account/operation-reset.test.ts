/** A main account that forgot its operation password proves itself by login password and code. */
import { accountCalls } from '@slotwise/contract'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { type Signed, testApp } from '../../../test/app.ts'
import {
  makeMerchant,
  makeStaff,
  type Merchant,
  signIn,
  testOperation,
  testPassword,
  unlock,
} from '../../../test/factories.ts'
import { asOwner, digitsAlone, wholeDatabase } from '../../../test/owner.ts'
import { hashPassword, md5 } from '../../kernel/passwords.ts'
import { chooseSms } from '../../ports/sms/choose.ts'
import { makeOperationCode } from './operator-service.ts'

const app = await testApp()
const pin = '907431'
let owner: Merchant
beforeEach(async () => {
  // The number of calls per address and minute is limited.
  app.clock.advance(61)
  owner = await makeMerchant(app)
})

const askCode = async (as: Merchant): Promise<string> => {
  const { body } = await app.call(accountCalls.sendOprPwdSms, {}, { as })
  expect(body.rcode, body.msg).toBe(0)
  return app.lastCode(as.username)
}
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')
const reset = async (as: Signed, code: string, password = testPassword, next = pin) =>
  (await app.call(accountCalls.resetOprPwd, { password: md5(password), code, new_oper_pwd: next }, { as }))
    .body
const enter = async (as: Signed, digits: string) =>
  (await app.call(accountCalls.checkOprPwd, { password: md5(digits) }, { as })).body.rcode
const isOpen = async (as: Signed) => (await app.call(accountCalls.me, {}, { as })).body.rcode === 0
const wrongPassword = {
  rcode: 200,
  result: { errors: [{ path: 'password', message: 'The login password is wrong' }] },
}
const wrongCode = { rcode: 202, result: { errors: [{ path: 'code', message: 'Invalid verification' }] } }

test('login password and code set a new one; other sessions and all signs end', async () => {
  const elsewhere = await signIn(app, owner.username)
  const clerk = await makeStaff(app, owner, { operation: testOperation })
  await unlock(app, owner)
  const neighbour = await makeMerchant(app)
  await unlock(app, neighbour)
  const code = await askCode(owner)
  expect(code).toMatch(/^\d{6}$/)
  expect(await reset(owner, code)).toEqual({ rcode: 0, msg: '', result: {} })
  expect(await isOpen(elsewhere)).toBe(false)
  for (const open of [owner, clerk, neighbour]) expect(await isOpen(open)).toBe(true)
  const signs = (tenantId: string) =>
    asOwner(app, 'select from operation_sign where tenant_id = $1', [tenantId])
  expect(await signs(owner.tenantId)).toHaveLength(0)
  expect(await signs(neighbour.tenantId)).toHaveLength(1)
  expect(await enter(owner, testOperation)).toBe(200)
  expect(await enter(owner, pin)).toBe(0)
  expect(await enter(clerk, testOperation)).toBe(0)
  const audited = await asOwner(
    app,
    `select call from audit where tenant_id = $1 and call in ('sendOprPwdSms', 'resetOprPwd') order by audit_id`,
    [owner.tenantId],
  )
  expect(audited).toEqual([{ call: 'sendOprPwdSms' }, { call: 'resetOprPwd' }])
  const stored = await wholeDatabase(app)
  expect(stored).not.toMatch(digitsAlone(pin))
  expect(stored).not.toContain(md5(pin))
})

test('it ends the wait after ten wrong operation passwords', async () => {
  for (let i = 0; i < 10; i += 1) {
    if (i === 5) app.clock.advance(901)
    await enter(owner, '111222')
  }
  expect(await enter(owner, testOperation)).toBe(201)
  expect((await reset(owner, await askCode(owner))).rcode).toBe(0)
  expect(await enter(owner, pin)).toBe(0)
})

test('a stolen session without the login password gets five tries, shared with checkPwd, and learns nothing of the code', async () => {
  const code = await askCode(owner)
  for (const one of [code, otherThan(code), code])
    expect(await reset(owner, one, 'wrong')).toMatchObject(wrongPassword)
  for (let i = 0; i < 2; i += 1)
    await app.call(accountCalls.checkPwd, { password: md5('wrong') }, { as: owner })
  expect(await reset(owner, code)).toMatchObject({ rcode: 105, result: { retryAfter: 900 } })
  expect(await enter(owner, testOperation)).toBe(0)
})

test('without the code the login password is not enough, and a code dies after five wrong tries', async () => {
  const code = await askCode(owner)
  // Not even whether it is the present one is told of a new operation password.
  expect(await reset(owner, otherThan(code), testPassword, testOperation)).toMatchObject(wrongCode)
  for (let i = 0; i < 4; i += 1) expect(await reset(owner, otherThan(code))).toMatchObject(wrongCode)
  expect(await reset(owner, code)).toMatchObject(wrongCode)
  expect(await enter(owner, testOperation)).toBe(0)
})

test('a code is good for one reset, for this purpose, for five minutes, for its own phone', async () => {
  const neighbour = await makeMerchant(app)
  const theirs = await askCode(neighbour)
  expect((await app.call(accountCalls.sendPwdSms, { phone: owner.username })).body.rcode).toBe(0)
  const forLogin = await app.lastCode(owner.username)
  for (const code of [theirs, forLogin]) expect(await reset(owner, code)).toMatchObject(wrongCode)
  app.clock.advance(61)
  const late = await askCode(owner)
  app.clock.advance(300)
  expect(await reset(owner, late)).toMatchObject(wrongCode)
  const code = await askCode(owner)
  const both = await Promise.all([reset(owner, code, testPassword, '380157'), reset(owner, code)])
  expect(both.filter(({ rcode }) => rcode === 0)).toHaveLength(1)
  expect(await reset(owner, code, testPassword, '561902')).toMatchObject(wrongCode)
})

test('the new one is neither the old one, nor the login password, nor easy to guess', async () => {
  const code = await askCode(owner)
  const at = (message: string) => ({ rcode: 100, result: { errors: [{ path: 'new_oper_pwd', message }] } })
  expect(await reset(owner, code, testPassword, testOperation)).toMatchObject(
    at('new and old cannot be the same'),
  )
  expect(await reset(owner, code, testPassword, '123456')).toMatchObject(
    at('Too easy to guess. Choose another.'),
  )
  const digits = await hashPassword(md5('561902'), app.deps.config)
  await asOwner(app, 'update account set password_hash = $1 where account_id = $2', [digits, owner.accountId])
  expect(await reset(owner, code, '561902', '561902')).toMatchObject(
    at('Must not be the same as the login password'),
  )
  // The refusals did not use the code up.
  expect((await reset(owner, code, '561902')).rcode).toBe(0)
})

test.each([
  ['Malaysia', 'MY'],
  ['the mainland', 'CN'],
] as const)('a code is sent to a phone in %s', async (_where, country) => {
  const merchant = await makeMerchant(app, { country })
  expect(await reset(merchant, await askCode(merchant))).toMatchObject({ rcode: 0 })
  expect(await enter(merchant, pin)).toBe(0)
})

test('where no text message is sent, a code of the operator takes its place, once, for half an hour', async () => {
  const merchant = await makeMerchant(app, { country: 'MY' })
  const neighbour = await makeMerchant(app, { country: 'MY' })
  const { sms } = app.deps
  onTestFinished(() => void (app.deps.sms = sms))
  const late = await makeOperationCode(app.deps, merchant.username)
  app.clock.advance(1_800)
  expect(await reset(merchant, late)).toMatchObject(wrongCode)
  const code = await makeOperationCode(app.deps, `0${merchant.username.slice(3)}`)
  expect(code).toMatch(/^\d{6}$/)
  // A text message that could not be sent leaves the code.
  app.deps.sms = chooseSms({})
  expect((await app.call(accountCalls.sendOprPwdSms, {}, { as: merchant })).body.rcode).toBe(203)
  expect(await reset(neighbour, code)).toMatchObject(wrongCode)
  expect(await reset(merchant, code, 'wrong')).toMatchObject(wrongPassword)
  expect(await reset(merchant, otherThan(code))).toMatchObject(wrongCode)
  expect(await reset(merchant, code)).toMatchObject({ rcode: 0 })
  expect(await enter(merchant, pin)).toBe(0)
  expect(await reset(merchant, code, testPassword, '561902')).toMatchObject(wrongCode)
  const audited = await asOwner(
    app,
    `select username, call from audit where tenant_id = $1 and call in ('ops.operationCode', 'resetOprPwd')
      order by audit_id`,
    [merchant.tenantId],
  )
  expect(audited.slice(1)).toEqual([
    { username: 'operator', call: 'ops.operationCode' },
    { username: merchant.username, call: 'resetOprPwd' },
  ])
})

test('five wrong tries end a code of the operator', async () => {
  const code = await makeOperationCode(app.deps, owner.username)
  for (let i = 0; i < 5; i += 1) expect(await reset(owner, otherThan(code))).toMatchObject(wrongCode)
  expect(await reset(owner, code)).toMatchObject(wrongCode)
})

test('sub-accounts ask their main account', async () => {
  const clerk = await makeStaff(app, owner, { operation: testOperation })
  expect((await app.call(accountCalls.sendOprPwdSms, {}, { as: clerk })).body.rcode).toBe(303)
  expect((await reset(clerk, '123456')).rcode).toBe(303)
  await expect(makeOperationCode(app.deps, clerk.username)).rejects.toThrow('its main account resets it')
})
