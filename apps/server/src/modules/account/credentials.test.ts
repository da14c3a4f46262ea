/** Passwords that one account sets for another. */
import { accountCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeMerchant, makeStaff, type Merchant, testOperation, unlock } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { hashPassword, isPassword, md5 } from '../../kernel/passwords.ts'
import { newHashes, restartOperation } from './index.ts'

const app = await testApp()
const { config } = app.deps
const owner = await makeMerchant(app)
// The number of wrong passwords is limited.
beforeEach(() => app.clock.advance(901))

const pin = '907431'
const password = md5('another horse')
const present = {
  password_hash: await hashPassword(md5('380157'), config),
  operation_hash: await hashPassword(md5('561902'), config),
}

const make = (wanted: Parameters<typeof newHashes>[1], of: Parameters<typeof newHashes>[2] = present) =>
  asUser(app, owner, (ctx) => newHashes(ctx, wanted, of, 'oper_pwd'))
const refusal = (path: string, rule: string) => ({ fields: [{ path, rule }] })

describe('the hashes of new passwords', () => {
  test('are made for the passwords that are given, and for no others', async () => {
    const both = await make({ password, pin })
    expect(await isPassword(password, config, both.password_hash)).toBe(true)
    expect(await isPassword(md5(pin), config, both.operation_hash)).toBe(true)
    expect(Object.keys(await make({ password }))).toEqual(['password_hash'])
    expect(Object.keys(await make({ pin }))).toEqual(['operation_hash'])
    expect(await make({})).toEqual({})
    expect(Object.keys(await make({ password, pin }, {})).toSorted()).toEqual([
      'operation_hash',
      'password_hash',
    ])
  })

  test.each([
    ['a common login password', { password: md5('123456') }, 'password', 'passwordCommon'],
    [
      'the present operation password as login password',
      { password: md5('561902') },
      'password',
      'sameAsOperation',
    ],
    ['the present operation password again', { pin: '561902' }, 'oper_pwd', 'sameOperation'],
    ['the present login password as operation password', { pin: '380157' }, 'oper_pwd', 'sameAsLogin'],
    ['one password for both', { password: md5(pin), pin }, 'oper_pwd', 'sameAsLogin'],
  ])('refuse %s', async (_what, wanted, path, rule) => {
    await expect(make(wanted)).rejects.toMatchObject(refusal(path, rule))
  })

  test('may repeat a password that is being replaced', async () => {
    for (const wanted of [
      { password: md5('561902'), pin },
      { password, pin: '380157' },
    ])
      expect(Object.keys(await make(wanted))).toHaveLength(2)
  })
})

test('a new operation password ends the signs and forgets the wrong tries of that account alone', async () => {
  const [clerk, colleague] = [
    await makeStaff(app, owner, { operation: testOperation }),
    await makeStaff(app, owner, { operation: testOperation }),
  ]
  const enter = async (as: Merchant) =>
    (await app.call(accountCalls.checkOprPwd, { password: md5(testOperation) }, { as })).body.rcode
  for (const as of [clerk, colleague]) {
    await unlock(app, as)
    for (let i = 0; i < 5; i += 1)
      await app.call(accountCalls.checkOprPwd, { password: md5('111222') }, { as })
    expect(await enter(as)).toBe(201)
  }
  await asUser(app, owner, (ctx) => restartOperation(ctx, clerk.accountId))
  const signs = await asOwner(app, 'select account_id from operation_sign where tenant_id = $1', [
    owner.tenantId,
  ])
  expect(signs).toEqual([{ account_id: colleague.accountId }])
  expect([await enter(clerk), await enter(colleague)]).toEqual([0, 201])
})
