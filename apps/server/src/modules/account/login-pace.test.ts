/** Failed logins of one account from many addresses, and what the log tells of failed logins. */
import { accountCalls } from '@slotwise/contract'
import { beforeEach, expect, test } from 'vitest'

import { type CallOptions, testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, type Merchant, testPassword } from '../../../test/factories.ts'
import { buildApp } from '../../http/app.ts'
import { inTenant } from '../../kernel/db.ts'
import { makeLog } from '../../kernel/log.ts'
import { md5 } from '../../kernel/passwords.ts'
import { markDemo } from './account-queries.ts'
import { resetPassword } from './operator-service.ts'

const app = await testApp()
let owner: Merchant
/** Each test has addresses of its own, because calls are also limited by address. */
let network = 0
const from = (host: number): string => `10.${network}.0.${host}`

beforeEach(async () => {
  network += 1
  app.clock.advance(2 * 3_600)
  owner = await makeMerchant(app)
})

const login = async (username: string, password: string, options: CallOptions) =>
  (await app.call(accountCalls.login, { username, password: md5(password) }, options)).body

/** Fails once from each of so many addresses. */
async function failFromEverywhere(username: string, times: number): Promise<void> {
  for (let host = 1; host <= times; host += 1)
    expect((await login(username, 'wrong', { address: from(host) })).rcode).toBe(200)
}

const wait = (seconds: number) => ({ rcode: 201, result: { retryAfter: seconds } })

test('after twenty failures from many addresses an account takes one try in 30 seconds', async () => {
  await failFromEverywhere(owner.username, 20)
  expect((await login(owner.username, 'wrong', { address: from(101) })).rcode).toBe(200)
  expect(await login(owner.username, 'wrong', { address: from(102) })).toMatchObject(wait(30))
  app.clock.advance(29)
  expect(await login(owner.username, testPassword, { address: from(103) })).toMatchObject(wait(1))
  app.clock.advance(1)
  expect((await login(owner.username, testPassword, { address: from(103) })).rcode).toBe(0)
})

test('tries that had to wait neither prolong the wait nor block their address', async () => {
  await failFromEverywhere(owner.username, 21)
  for (let i = 0; i < 10; i += 1)
    expect(await login(owner.username, testPassword, { address: from(103) })).toMatchObject(wait(30))
  app.clock.advance(30)
  expect((await login(owner.username, testPassword, { address: from(103) })).rcode).toBe(0)
})

test('a new password by the operator works at once', async () => {
  await failFromEverywhere(owner.username, 21)
  const password = await resetPassword(app.deps, owner.username)
  expect((await login(owner.username, password, { address: from(103) })).rcode).toBe(0)
})

test('an address that the account has logged in from does not wait', async () => {
  const home = { address: from(200) }
  expect((await login(owner.username, testPassword, home)).rcode).toBe(0)
  await failFromEverywhere(owner.username, 21)
  expect(await login(owner.username, testPassword, { address: from(103) })).toMatchObject(wait(30))
  expect((await login(owner.username, testPassword, home)).rcode).toBe(0)
  // Its own five failures still block it.
  for (let i = 0; i < 5; i += 1) expect((await login(owner.username, 'wrong', home)).rcode).toBe(200)
  expect(await login(owner.username, testPassword, home)).toMatchObject(wait(900))
})

test('an address that only a colleague has logged in from waits', async () => {
  const colleague = await makeStaff(app, owner)
  const home = { address: from(200) }
  expect((await login(colleague.username, testPassword, home)).rcode).toBe(0)
  await failFromEverywhere(owner.username, 21)
  expect(await login(owner.username, testPassword, home)).toMatchObject(wait(30))
})

test('one household is one address, also with IPv6', async () => {
  expect((await login(owner.username, testPassword, { address: '2001:db8:1:2::1' })).rcode).toBe(0)
  await failFromEverywhere(owner.username, 21)
  expect((await login(owner.username, testPassword, { address: '2001:db8:1:2::9' })).rcode).toBe(0)
  expect((await login(owner.username, testPassword, { address: '2001:db8:1:3::1' })).rcode).toBe(201)
})

test('successes do not count, and give no fresh tries to an attacker', async () => {
  const home = { address: from(200) }
  await failFromEverywhere(owner.username, 19)
  for (let i = 0; i < 5; i += 1) expect((await login(owner.username, testPassword, home)).rcode).toBe(0)
  for (const host of [101, 102])
    expect((await login(owner.username, 'wrong', { address: from(host) })).rcode).toBe(200)
  expect((await login(owner.username, 'wrong', { address: from(103) })).rcode).toBe(201)
})

test('an unknown account slows down in the same way, and other accounts do not', async () => {
  const clerk = await makeStaff(app, owner)
  await failFromEverywhere('nobody here', 21)
  expect(await login('nobody here', 'wrong', { address: from(102) })).toMatchObject(wait(30))
  for (const { username } of [owner, clerk])
    expect((await login(username, testPassword, { address: from(102) })).rcode).toBe(0)
})

test('an hour after the first failure the count begins anew', async () => {
  await failFromEverywhere(owner.username, 21)
  app.clock.advance(3_600)
  for (const host of [101, 102, 103])
    expect((await login(owner.username, 'wrong', { address: from(host) })).rcode).toBe(200)
})

test('a password reset by a code ends the wait', async () => {
  await failFromEverywhere(owner.username, 21)
  const { username: phone } = owner
  await app.call(accountCalls.sendPwdSms, { phone })
  const code = await app.lastCode(phone)
  const password = md5('a new password')
  expect((await app.call(accountCalls.resetPwd, { phone, password, code })).body.rcode).toBe(0)
  expect((await login(phone, 'a new password', { address: from(103) })).rcode).toBe(0)
})

type Ask = (username: string, password: string) => Promise<unknown>

/** What a server with this setting writes to its log while logins are tried. */
async function logOf(demo: boolean, tries: (ask: Ask) => Promise<void>): Promise<string[]> {
  const written: string[] = []
  const log = makeLog('info', { write: (line) => void written.push(line) })
  const logged = await buildApp({ ...app.deps, log, config: { ...app.deps.config, demo } })
  const ask: Ask = (username, password) =>
    logged.inject({
      method: 'POST',
      url: accountCalls.login.path,
      remoteAddress: from(1),
      payload: { username, password: md5(password) },
    })
  try {
    await tries(ask)
  } finally {
    await logged.close()
  }
  return written
}

const failuresIn = (written: string[]) =>
  written
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'login failed')

test('a failed login is logged with its address, without password and full name', async () => {
  const written = await logOf(app.deps.config.demo, async (ask) => {
    await ask(owner.username, testPassword)
    for (let i = 0; i < 6; i += 1) await ask(owner.username, 'wrong')
    await ask('13899990000', 'wrong')
    await ask('x1', 'wrong')
  })
  const failures = failuresIn(written)
  const known = { level: 40, address: from(1), tenant: owner.tenantId, user: owner.accountId }
  expect(failures).toMatchObject([
    ...Array.from({ length: 5 }, () => ({ ...known, reason: 'wrong password' })),
    { ...known, reason: 'too many tries' },
    { level: 40, address: from(1), name: '…00', reason: 'unknown name' },
    { level: 40, address: from(1), name: '…', reason: 'unknown name' },
  ])
  for (const line of failures) expect(line).toMatchObject({ requestId: expect.any(String) })
  for (const secret of [owner.username, '13899990000', md5('wrong'), md5(testPassword)])
    expect(written.join('')).not.toContain(secret)
})

test('where the demo is off, the refused login of a demo merchant is logged', async () => {
  await inTenant(app.deps.db.main, owner.tenantId, (tx) => markDemo(tx, owner.tenantId))
  const tries = (ask: Ask) => ask(owner.username, testPassword).then(() => {})
  const refused = { address: from(1), tenant: owner.tenantId, user: owner.accountId, reason: 'demo is off' }
  expect(failuresIn(await logOf(false, tries))).toMatchObject([refused])
  expect(failuresIn(await logOf(true, tries))).toEqual([])
})
