import { createHash } from 'node:crypto'

import { accountCalls, calls, Sign, waitText } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { type Signed, testApp } from '../../../test/app.ts'
import {
  makeMerchant,
  makeStaff,
  type Merchant,
  signIn,
  testOperation,
  testPassword,
} from '../../../test/factories.ts'
import { asOwner, digitsAlone, wholeDatabase } from '../../../test/owner.ts'
import { registerContract } from '../../http/register-contract.ts'
import { hashPassword, md5 } from '../../kernel/passwords.ts'
import { hashToken } from '../../kernel/tokens.ts'

/** A sensitive call that only this test registers. */
const guarded = calls({
  dispense: {
    path: '/api/v1/x/dispense',
    access: 'signedIn',
    sign: true,
    input: z.strictObject({ sign: Sign }),
    output: z.object({ done: z.boolean() }),
  },
})

let owner: Merchant

const app = await testApp()
const handlers = { guarded: { dispense: async () => ({ done: true }) } }
registerContract(app.app, app.deps, { guarded }, handlers)
beforeEach(async () => {
  // The number of logins per address and minute is limited.
  app.clock.advance(61)
  owner = await makeMerchant(app)
})

const pin = '907431'
const enter = async (as: Signed, password = testOperation, locale?: string) =>
  (
    await app.call(
      accountCalls.checkOprPwd,
      { password: md5(password) },
      { as, ...(locale ? { locale } : {}) },
    )
  ).body
const change = async (as: Signed, old: string | undefined, next: string) =>
  (
    await app.post(
      accountCalls.editOprPwd.path,
      { ...(old === undefined ? {} : { old_oper_pwd: md5(old) }), new_oper_pwd: next },
      { as },
    )
  ).body
async function signOf(as: Signed, password = testOperation): Promise<string> {
  const { rcode, msg, result } = await enter(as, password)
  expect(rcode, msg).toBe(0)
  return result.sign
}
const dispense = async (as: Signed, sign: unknown) =>
  (await app.post(guarded.dispense.path, { sign }, { as })).body.rcode

const wrong = (left: number) => ({
  rcode: 200,
  msg: `The operation password is wrong, ${left} ${left === 1 ? 'attempt' : 'attempts'} left`,
  result: null,
})
const blocked = (seconds: number) => ({
  rcode: 201,
  msg: `Too many wrong operation passwords, try again in ${waitText('en-US', seconds)}`,
  result: { retryAfter: seconds },
})
const locked = {
  rcode: 201,
  msg: 'The operation password is locked. Ask the main account to reset it.',
  result: null,
}
const atNew = (message: string) => ({ rcode: 100, result: { errors: [{ path: 'new_oper_pwd', message }] } })
async function failTimes(count: number, as: Signed): Promise<void> {
  for (let left = count - 1; left >= 0; left -= 1) expect(await enter(as, '111222')).toEqual(wrong(left))
}

describe('the first operation password', () => {
  test('a new merchant is asked to set one, and sets it without an old one', async () => {
    const fresh = await makeMerchant(app, { operation: null })
    expect(await enter(fresh)).toEqual({ rcode: 200, msg: 'Set an operation password first', result: null })
    expect((await app.call(accountCalls.me, {}, { as: fresh })).body.result.hasOperPwd).toBe(false)
    const clerk = await makeStaff(app, fresh)
    expect(await change(fresh, undefined, pin)).toMatchObject({ rcode: 0 })
    expect((await app.call(accountCalls.me, {}, { as: fresh })).body.result.hasOperPwd).toBe(true)
    expect((await app.call(accountCalls.me, {}, { as: clerk })).body.result.hasOperPwd).toBe(false)
    expect(await dispense(fresh, await signOf(fresh, pin))).toBe(0)
  })

  test('a sub-account without one is sent to the main account', async () => {
    const clerk = await makeStaff(app, owner)
    expect(await enter(clerk)).toEqual({
      rcode: 200,
      msg: 'You have no operation password yet. Ask the main account to set one.',
      result: null,
    })
    expect((await change(clerk, undefined, pin)).rcode).toBe(303)
  })
})

describe('changing the operation password', () => {
  test('the new one is accepted, the old one is not, and its signs end', async () => {
    const sign = await signOf(owner)
    expect(await change(owner, testOperation, pin)).toEqual({ rcode: 0, msg: '', result: {} })
    expect(await dispense(owner, sign)).toBe(301)
    expect((await enter(owner)).rcode).toBe(200)
    expect(await dispense(owner, await signOf(owner, pin))).toBe(0)
  })

  test('the signs of a colleague stay valid', async () => {
    const clerk = await makeStaff(app, owner, { operation: testOperation })
    const sign = await signOf(clerk)
    await change(owner, testOperation, pin)
    expect(await dispense(clerk, sign)).toBe(0)
  })

  test('a wrong old one costs a try, a missing one is asked for', async () => {
    expect(await change(owner, '111222', pin)).toEqual(wrong(4))
    expect(await change(owner, undefined, pin)).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'old_oper_pwd', message: 'Required' }] },
    })
    expect(await enter(owner, '111222')).toEqual(wrong(3))
    expect(await dispense(owner, await signOf(owner))).toBe(0)
  })

  test('the new one must differ from the old', async () => {
    expect(await change(owner, testOperation, testOperation)).toMatchObject(
      atNew('new and old cannot be the same'),
    )
  })

  test('the new one must differ from the login password, also when it is the first', async () => {
    const hash = await hashPassword(md5(pin), app.deps.config)
    const fresh = await makeMerchant(app, { operation: null })
    await asOwner(app, 'update account set password_hash = $1 where account_id = any($2)', [
      hash,
      [owner.accountId, fresh.accountId],
    ])
    const same = atNew('Must not be the same as the login password')
    expect(await change(owner, testOperation, pin)).toMatchObject(same)
    expect(await change(fresh, undefined, pin)).toMatchObject(same)
  })

  test('digits that are easy to guess are refused', async () => {
    for (const guess of ['000000', '123456', '654321', '121212', '123123', '111222', '112233'])
      expect(await change(owner, testOperation, guess), guess).toMatchObject(
        atNew('Too easy to guess. Choose another.'),
      )
  })

  test('a repeated change gets the answer of the first and costs no try, also while the first one runs', async () => {
    const body = { old_oper_pwd: md5(testOperation), new_oper_pwd: pin }
    const once = () => app.call(accountCalls.editOprPwd, body, { as: owner, key: 'change-of-the-pin' })
    const answers = await Promise.all([once(), once()])
    for (let again = 0; again < 6; again += 1) answers.push(await once())
    expect(new Set(answers.map(({ body }) => body.rcode))).toEqual(new Set([0]))
    expect(await enter(owner, '111222')).toEqual(wrong(4))
    expect(await enter(owner, pin)).toMatchObject({ rcode: 0 })
  })

  test('of several changes at once one is saved, and the others are told', async () => {
    const fresh = await makeMerchant(app, { operation: null })
    const first = await Promise.all(
      ['380157', '380158', '380159'].map((next) => change(fresh, undefined, next)),
    )
    expect(first.filter(({ rcode }) => rcode === 0)).toHaveLength(1)
    const next = await Promise.all(['907431', '907432'].map((pin) => change(owner, testOperation, pin)))
    expect(next.filter(({ rcode }) => rcode === 0)).toHaveLength(1)
  })

  test('anything but six digits is refused', async () => {
    for (const shape of ['', '90743', '12345', '9074311', '90743a', ' 907431', '９０７４３１', '9.7431'])
      expect(await change(owner, testOperation, shape), shape).toMatchObject(atNew('only 6 digits'))
  })

  test('neither its digits nor a hash that could be tried are kept, not even to recognise a repeated request', async () => {
    const fresh = await makeMerchant(app, { operation: null })
    const input = { new_oper_pwd: pin }
    const send = () => app.call(accountCalls.editOprPwd, input, { as: fresh, key: 'operation-0001' })
    expect((await send()).body.rcode).toBe(0)
    expect((await send()).body.rcode).toBe(0)
    const stored = await wholeDatabase(app)
    expect(stored).toContain('operation-0001')
    expect(stored).not.toMatch(digitsAlone(pin))
    const hash = (text: string) => createHash('sha256').update(text).digest('hex')
    for (const trace of [
      md5(pin),
      hash(pin),
      hash(md5(pin)),
      JSON.stringify(input),
      hash(JSON.stringify(input)),
    ])
      expect(stored).not.toContain(trace)
  })
})

describe('a sign', () => {
  test('lasts two hours and opens for its session alone', async () => {
    const { result } = await enter(owner)
    expect(result.exp).toBe(new Date(app.clock.now.getTime() + 7_200_000).toISOString())
    const again = await signIn(app, owner.username)
    const clerk = await makeStaff(app, owner, { operation: testOperation })
    const neighbour = await makeMerchant(app)
    for (const other of [again, clerk, neighbour]) expect(await dispense(other, result.sign)).toBe(301)
    app.clock.advance(7_199)
    expect(await dispense(owner, result.sign)).toBe(0)
    app.clock.advance(1)
    expect(await dispense(owner, result.sign)).toBe(301)
  })

  test('does not outlast its session', async () => {
    app.clock.advance(23 * 3_600)
    const session = (await app.call(accountCalls.me, {}, { as: owner })).body.result.exp
    expect((await enter(owner)).result.exp).toBe(session)
  })

  test('dies with logging out, and that of another session does not', async () => {
    const sign = await signOf(owner)
    const elsewhere = await signIn(app, owner.username)
    const other = await signOf(elsewhere)
    await app.call(accountCalls.logout, {}, { as: owner })
    expect(await dispense(owner, sign)).toBe(604)
    expect(await dispense(await signIn(app, owner.username), sign)).toBe(301)
    expect(
      await asOwner(app, 'select from operation_sign where tenant_id = $1', [owner.tenantId]),
    ).toHaveLength(1)
    expect(await dispense(elsewhere, other)).toBe(0)
  })

  test('is demanded in words, before the rest of the input is judged', async () => {
    const { body } = await app.post(guarded.dispense.path, { nonsense: 1 }, { as: owner })
    expect(body).toEqual({ rcode: 301, msg: 'Enter the operation password', result: null })
    for (const nothing of [undefined, null, '', 'x', 7, ['x'], { x: 1 }])
      expect(await dispense(owner, nothing)).toBe(301)
  })

  test('that checkAccount gave is not accepted', async () => {
    const { body } = await app.call(accountCalls.checkAccount, { phone: '15800000001' })
    expect(body.result.sign).toMatch(/^[\w-]{43}$/)
    expect(await dispense(owner, body.result.sign)).toBe(301)
  })

  test('does not serve as the sign of checkAccount', async () => {
    const phone = '15800000002'
    await app.call(accountCalls.checkAccount, { phone })
    const { body } = await app.call(accountCalls.checkSmsCode, {
      sign: await signOf(owner),
      code: await app.lastCode(phone),
    })
    expect(body.result.isRight).toBe(false)
  })

  test('is stored only as a hash, also when the request may be repeated', async () => {
    const { body } = await app.call(
      accountCalls.checkOprPwd,
      { password: md5(testOperation) },
      { as: owner, key: 'unlock-0001' },
    )
    const { sign } = body.result
    const stored = await wholeDatabase(app)
    expect(stored).toContain(hashToken(sign).toString('hex'))
    expect(stored).not.toContain(sign)
  })
})

describe('wrong operation passwords', () => {
  test('five block it for 15 minutes in every session, for entering and for changing', async () => {
    const elsewhere = await signIn(app, owner.username)
    await failTimes(5, owner)
    expect(await enter(owner)).toEqual(blocked(900))
    expect(await enter(elsewhere)).toEqual(blocked(900))
    expect(await change(elsewhere, testOperation, pin)).toEqual(blocked(900))
    app.clock.advance(899)
    expect(await enter(owner)).toEqual(blocked(1))
    app.clock.advance(1)
    expect((await enter(owner)).rcode).toBe(0)
  })

  test('a sign that was given before stays good', async () => {
    const sign = await signOf(owner)
    await failTimes(5, owner)
    expect(await dispense(owner, sign)).toBe(0)
  })

  test('of twenty at once five are judged', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(owner, '111222')))
    expect(answers.filter(({ rcode }) => rcode === 200)).toHaveLength(5)
    expect(answers.filter(({ rcode }) => rcode === 201)).toHaveLength(15)
  })

  test('the right one as the fifth try opens and forgets the failures', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let left = 4; left > 0; left -= 1) expect(await enter(owner, '111222')).toEqual(wrong(left))
      expect((await enter(owner)).rcode).toBe(0)
    }
  })

  test("one merchant's failures do not block another", async () => {
    const neighbour = await makeMerchant(app)
    await failTimes(5, owner)
    expect((await enter(neighbour)).rcode).toBe(0)
  })

  test('ten in a day lock a sub-account until its main account resets it', async () => {
    const clerk = await makeStaff(app, owner, { operation: testOperation })
    await failTimes(5, clerk)
    app.clock.advance(900)
    await failTimes(5, clerk)
    app.clock.advance(900)
    expect(await enter(clerk)).toEqual(locked)
    app.clock.advance(20 * 3_600)
    expect(await enter(clerk)).toEqual(locked)
    expect(await enter(await signIn(app, clerk.username))).toEqual(locked)
    expect((await enter(await signIn(app, owner.username))).rcode).toBe(0)
  })

  test('ten in a day close it for the main account until midnight, UTC+8', async () => {
    app.clock.now = new Date('2026-12-01T13:00:00Z')
    const main = await makeMerchant(app)
    await failTimes(5, main)
    app.clock.advance(900)
    await failTimes(5, main)
    app.clock.advance(900)
    expect(await enter(main)).toEqual(blocked(2.5 * 3_600))
    app.clock.advance(2.5 * 3_600 - 1)
    expect(await enter(main)).toEqual(blocked(1))
    app.clock.advance(1)
    expect(app.clock.now.toISOString()).toBe('2026-12-01T16:00:00.000Z')
    expect((await enter(main)).rcode).toBe(0)
  })

  test('even right ones can be entered 30 times a minute only, by one account', async () => {
    const neighbour = await makeMerchant(app)
    for (let i = 0; i < 30; i += 1) expect((await enter(owner)).rcode).toBe(0)
    expect((await enter(owner)).rcode).toBe(105)
    expect((await enter(neighbour)).rcode).toBe(0)
    app.clock.advance(60)
    expect((await enter(owner)).rcode).toBe(0)
  })

  test.each([
    ['zh-CN', '操作密码错误，还可尝试 4 次'],
    ['zh-TW', '操作密碼錯誤，還可嘗試 4 次'],
    ['en-US', 'The operation password is wrong, 4 attempts left'],
  ])('are answered in %s', async (locale, msg) => {
    expect((await enter(owner, '111222', locale)).msg).toBe(msg)
  })
})

describe('checking the own login password', () => {
  const check = async (as: Signed, password: string) =>
    (await app.call(accountCalls.checkPwd, { password: md5(password) }, { as })).body

  test('says whether it is right, for main and sub-accounts', async () => {
    const clerk = await makeStaff(app, owner)
    for (const who of [owner, clerk]) {
      expect((await check(who, testPassword)).result).toEqual({ isRight: true })
      expect((await check(who, 'wrong')).result).toEqual({ isRight: false })
    }
  })

  test('five wrong ones close it for 15 minutes; the right one forgets them', async () => {
    for (let i = 0; i < 4; i += 1) expect((await check(owner, 'wrong')).result.isRight).toBe(false)
    expect((await check(owner, testPassword)).result.isRight).toBe(true)
    for (let i = 0; i < 5; i += 1) expect((await check(owner, 'wrong')).result.isRight).toBe(false)
    expect(await check(owner, testPassword)).toEqual({
      rcode: 105,
      msg: 'Try again in 15 minutes',
      result: { retryAfter: 900 },
    })
    app.clock.advance(900)
    expect((await check(owner, testPassword)).result.isRight).toBe(true)
  })
})
