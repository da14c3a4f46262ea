import { accountCalls, waitText } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { type CallOptions, testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, type Merchant, testPassword } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { hashPassword, md5 } from '../../kernel/passwords.ts'
import { createMerchant } from './index.ts'

const app = await testApp()
// The number of logins per address and minute is limited.
beforeEach(() => app.clock.advance(61))

const login = async (username: string, password = testPassword, options?: CallOptions) =>
  (await app.call(accountCalls.login, { username, password: md5(password) }, options)).body

const refused = { rcode: 200, msg: 'Invalid username or password', result: null }
const blocked = (seconds: number) => ({
  rcode: 201,
  msg: `Invalid username or password\nToo many attempts, try again in ${waitText('en-US', seconds)}`,
  result: { retryAfter: seconds },
})

/** Adds a Malaysian merchant whose phone has the same digits, and returns its login name. */
async function makeTwin({ username }: Merchant): Promise<string> {
  const twin = `+60${username}`
  await createMerchant(app.deps, {
    username: twin,
    mchName: 'Twin',
    country: 'MY',
    business: 'vm',
    agent: null,
    password: md5(testPassword),
    operation: null,
    origin: { requestId: 'test', address: '', userAgent: '', locale: 'en-US', now: app.clock.now },
  })
  return twin
}

async function failTimes(count: number, username: string, options?: CallOptions): Promise<void> {
  for (let i = 0; i < count; i += 1) expect(await login(username, 'wrong', options)).toEqual(refused)
}

describe('signing in', () => {
  test('a main account gets token, secret and everything the console needs to know', async () => {
    const owner = await makeMerchant(app)
    const { rcode, result } = await login(owner.username)
    expect(rcode).toBe(0)
    expect(result).toMatchObject({
      username: owner.username,
      mchName: `Merchant ${owner.username}`,
      isMain: true,
      custom: null,
      country: 'CN',
      currency: 'CNY',
      utcOffsetMinutes: 480,
      hasOperPwd: true,
      exp: new Date(app.clock.now.getTime() + 24 * 3_600_000).toISOString(),
      havePerms: { isMain: true, Home: true, Order: { BuyBill: true, Refund: true }, User: { Role: true } },
    })
    expect(result.account).toBe(owner.accountId)
    expect(result.token).toMatch(/^[0-9a-z]+\.[\w-]{43}$/)
    expect(result.secret).toMatch(/^[\w-]{43}$/)
    expect(result.token).not.toContain(result.secret)
  })

  test('a sub-account gets what its role grants and nothing else', async () => {
    const owner = await makeMerchant(app)
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage', 'order.refund'] })
    const { result } = await login(clerk.username)
    expect(result).toMatchObject({
      isMain: false,
      hasOperPwd: false,
      havePerms: {
        isMain: false,
        Home: false,
        Store: { AreaStore: true },
        Order: { BuyBill: false, Refund: true },
        Device: { DeviceManage: false, Remote: false, Test: false, Init: false },
        User: { SubUser: false, Role: false },
      },
    })
  })

  test('a suspended account does not, and those alone who know its password learn why', async () => {
    const owner = await makeMerchant(app)
    const [clerk, sibling] = [await makeStaff(app, owner), await makeStaff(app, owner)]
    const text = 'update account set suspended_at = $2 where account_id = $1'
    await asOwner(app, text, [clerk.accountId, app.clock.now])
    expect(await login(clerk.username, 'wrong')).toEqual(refused)
    expect(await login(clerk.username)).toMatchObject({
      rcode: 201,
      msg: expect.stringContaining('suspended'),
    })
    expect(await login(sibling.username)).toMatchObject({ rcode: 0 })
    await asOwner(app, text, [clerk.accountId, null])
    expect(await login(clerk.username)).toMatchObject({ rcode: 0 })
  })

  test('the settings of the operator decide on activity pages and the split of payments', async () => {
    const owner = await makeMerchant(app)
    const clerk = await makeStaff(app, owner)
    const { config } = app.deps
    const features = async (who: typeof owner) => {
      const me = (await app.call(accountCalls.me, {}, { as: who })).body.result
      expect((await login(who.username)).result.features).toEqual(me.features)
      return me.features
    }
    const plain = { activity: false, paymentPie: true }
    expect([await features(owner), await features(clerk)]).toEqual([plain, plain])
    try {
      const names = ['someone', owner.username]
      app.deps.config = {
        ...config,
        activityAccounts: [...names, clerk.username],
        paymentPieBlacklist: names,
      }
      // The activity pages are the main account's; what is hidden is hidden from all.
      expect(await features(owner)).toEqual({ activity: true, paymentPie: false })
      expect(await features(clerk)).toEqual({ activity: false, paymentPie: false })
      expect(await features(await makeMerchant(app))).toEqual(plain)
    } finally {
      app.deps.config = config
    }
  })

  test('logo, title and copyright that the operator has set come with the answer', async () => {
    const owner = await makeMerchant(app)
    const custom = { title: 'Kiosk', pc_cnlogo: '/img/a.png', logo_icon: '/img/b.png', cn_copy_right: '© K' }
    await inTenant(app.deps.db.main, owner.tenantId, (tx) =>
      tx
        .updateTable('tenant')
        .set({ custom: JSON.stringify(custom) })
        .where('tenant_id', '=', owner.tenantId)
        .execute(),
    )
    expect((await login(owner.username)).result.custom).toEqual(custom)
  })

  test('a Malaysian account signs in however its number is written', async () => {
    const owner = await makeMerchant(app, { country: 'MY' })
    const national = owner.username.slice(3)
    for (const typed of [
      owner.username,
      `60${national}`,
      `0${national}`,
      national,
      ` 0${national.slice(0, 2)}-${national.slice(2)} `,
      `+60 ${national.slice(0, 2)} ${national.slice(2)}`,
    ]) {
      expect((await login(typed)).result, typed).toMatchObject({ username: owner.username, currency: 'MYR' })
    }
  })

  test('a mainland number is not mistaken for the same digits in Malaysia', async () => {
    const mainland = await makeMerchant(app)
    await makeTwin(mainland)
    expect((await login(mainland.username)).result.country).toBe('CN')
    expect((await login(`0${mainland.username}`)).result.country).toBe('MY')
  })

  test('the case of a name does not matter', async () => {
    const clerk = await makeStaff(app, await makeMerchant(app))
    expect((await login(clerk.username.toUpperCase())).result.username).toBe(clerk.username)
  })

  test('each sign-in leaves a line in the audit', async () => {
    const owner = await makeMerchant(app)
    await login(owner.username, testPassword, { address: '10.1.2.3' })
    const lines = await asOwner(
      app,
      `select username, address from audit where tenant_id = $1 and call = 'login'`,
      [owner.tenantId],
    )
    expect(lines).toContainEqual({ username: owner.username, address: '10.1.2.3' })
  })

  test('a password that is not sent as a digest is refused at its field', async () => {
    for (const password of [testPassword, md5('x').toUpperCase(), md5('x').slice(1), '']) {
      const { body } = await app.post(accountCalls.login.path, { username: 'someone', password })
      expect(body).toMatchObject({
        rcode: 100,
        result: { errors: [{ path: 'password', message: 'Must be sent as an md5 digest' }] },
      })
    }
  })
})

describe('wrong passwords', () => {
  let owner: Merchant
  beforeEach(async () => {
    owner = await makeMerchant(app)
  })

  test('an unknown name and a deleted account are answered like a wrong password', async () => {
    const clerk = await makeStaff(app, owner)
    await asOwner(app, 'update account set deleted_at = now() where account_id = $1', [clerk.accountId])
    expect(await login(owner.username, 'wrong')).toEqual(refused)
    expect(await login('nobody at all')).toEqual(refused)
    expect(await login(clerk.username)).toEqual(refused)
  })

  test('five block the account from that address for 15 minutes, the right password too', async () => {
    await failTimes(5, owner.username)
    expect(await login(owner.username)).toEqual(blocked(900))
    app.clock.advance(899)
    expect(await login(owner.username)).toEqual(blocked(1))
    app.clock.advance(1)
    expect((await login(owner.username)).rcode).toBe(0)
  })

  test('the 15 minutes count from the fifth failure and are not prolonged by further tries', async () => {
    await failTimes(4, owner.username)
    app.clock.advance(800)
    await failTimes(1, owner.username)
    app.clock.advance(300)
    for (let i = 0; i < 10; i += 1) expect(await login(owner.username)).toEqual(blocked(600))
    app.clock.advance(600)
    expect((await login(owner.username)).rcode).toBe(0)
  })

  test('failures more than 15 minutes old do not count', async () => {
    await failTimes(4, owner.username)
    app.clock.advance(900)
    await failTimes(4, owner.username)
    expect((await login(owner.username)).rcode).toBe(0)
  })

  test('another address and another account stay open', async () => {
    const neighbour = await makeMerchant(app)
    await failTimes(5, owner.username)
    expect((await login(owner.username, testPassword, { address: '10.0.0.2' })).rcode).toBe(0)
    expect((await login(neighbour.username)).rcode).toBe(0)
    expect((await login(owner.username)).rcode).toBe(201)
  })

  test('an unknown account is blocked in the same words', async () => {
    await failTimes(5, 'nobody')
    expect(await login('nobody')).toEqual(blocked(900))
    expect(await login('NOBODY ', testPassword)).toEqual(blocked(900))
  })

  test('writing a Malaysian number in another way gives no fresh tries', async () => {
    const malaysian = await makeMerchant(app, { country: 'MY' })
    const national = malaysian.username.slice(3)
    for (const typed of [national, `0${national}`, `60${national}`, malaysian.username, `0 ${national}`])
      await failTimes(1, typed)
    expect((await login(`0-${national}`)).rcode).toBe(201)
  })

  test('logging in with the same digits in Malaysia does not reset the failures of the mainland account', async () => {
    const twin = await makeTwin(owner)
    await failTimes(4, owner.username)
    expect((await login(twin)).rcode).toBe(0)
    await failTimes(1, owner.username)
    expect((await login(owner.username)).rcode).toBe(201)
  })

  test('a login that is refused because too many passwords are being checked does not count as a failure', async () => {
    const { config } = app.deps
    // The first four hashes run for long; a hundred wait behind them.
    const slow = { ...config, passwordCost: { memory: 65_536, passes: 12, parallelism: 1 } }
    const crowd = Array.from({ length: 104 }, (_, i) => hashPassword('x', i < 4 ? slow : config))
    // An unknown name is hashed like a known one, so it waits for its turn too.
    for (const name of [owner.username, 'nobody at all'])
      for (let i = 0; i < 6; i += 1) expect((await login(name)).rcode).toBe(105)
    await Promise.all(crowd)
    expect((await login(owner.username)).rcode).toBe(0)
    expect(await login('nobody at all')).toEqual(refused)
  })

  test('of a hundred tries at once five are judged', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => login(owner.username, 'wrong')))
    expect(answers.filter(({ rcode }) => rcode === 200)).toHaveLength(5)
    expect(answers.filter(({ rcode }) => rcode !== 201 && rcode !== 105)).toHaveLength(5)
    expect((await login(owner.username, testPassword, { address: '10.0.0.3' })).rcode).toBe(0)
  })

  test('right passwords that come at once all open, also after four failures', async () => {
    await failTimes(4, owner.username)
    const answers = await Promise.all(Array.from({ length: 10 }, () => login(owner.username)))
    expect(answers.map(({ rcode }) => rcode)).toEqual(answers.map(() => 0))
    const checks = await Promise.all(
      Array.from({ length: 10 }, () =>
        app.call(accountCalls.checkPwd, { password: md5(testPassword) }, { as: owner }),
      ),
    )
    expect(checks.map(({ body }) => body.result)).toEqual(checks.map(() => ({ isRight: true })))
  })

  test('the right password as the fifth try opens and forgets the failures', async () => {
    for (let round = 0; round < 3; round += 1) {
      await failTimes(4, owner.username)
      expect((await login(owner.username)).rcode).toBe(0)
    }
  })

  test('one address may try 60 times a minute, whatever the names', async () => {
    const address = '10.0.0.4'
    for (let i = 0; i < 60; i += 1)
      expect([200, 201]).toContain((await login('nobody', 'wrong', { address })).rcode)
    expect(await login(owner.username, testPassword, { address })).toEqual({
      rcode: 105,
      msg: 'Try again in 60 seconds',
      result: { retryAfter: 60 },
    })
    app.clock.advance(60)
    expect((await login(owner.username, testPassword, { address })).rcode).toBe(0)
  })
})

describe('languages', () => {
  const wrong = { username: 'nobody', password: md5('wrong') }
  const ask = async (headers: Record<string, string>) =>
    (await app.app.inject({ method: 'POST', url: accountCalls.login.path, headers, payload: wrong })).json<{
      msg: string
    }>().msg
  const texts = {
    'zh-CN': '用户名或密码错误',
    'zh-TW': '使用者名稱或密碼錯誤',
    'en-US': 'Invalid username or password',
  }

  test.each([
    ['the language that the caller asks for', { 'accept-language': 'zh-TW' }, texts['zh-TW']],
    ['the first of several that we speak', { 'accept-language': 'ms, en;q=0.5, zh;q=0.9' }, texts['zh-CN']],
    ['Hong Kong reads traditional', { 'accept-language': 'zh-HK' }, texts['zh-TW']],
    ['the header before the cookie', { 'accept-language': 'en', cookie: 'language=zh-CN' }, texts['en-US']],
    ['the cookie where there is no header', { cookie: 'a=b; language=en-US; c=d' }, texts['en-US']],
    [
      'the cookie where no language fits',
      { 'accept-language': 'ms', cookie: 'language=zh-TW' },
      texts['zh-TW'],
    ],
    ['Simplified Chinese where nothing is known', {}, texts['zh-CN']],
    ['Simplified Chinese for a cookie that makes no sense', { cookie: 'language=../../x' }, texts['zh-CN']],
  ])('%s', async (_what, headers, text) => {
    app.clock.advance(900)
    expect(await ask(headers)).toBe(text)
  })
})

describe('branding', () => {
  const ask = async (agent: string) => (await app.post(accountCalls.branding.path, { agent })).body

  test('an agent code brings its name, logo and copyright line', async () => {
    await asOwner(app, `insert into agent values ('acme-1', 'Acme', '/img/brand/a.png', '© Acme')`)
    expect(await ask('acme-1')).toMatchObject({
      rcode: 0,
      result: { name: 'Acme', logo: '/img/brand/a.png', copyright: '© Acme' },
    })
  })

  test('an unknown agent code leaves the default branding', async () => {
    expect(await ask('nobody')).toEqual({ rcode: 0, msg: '', result: null })
  })

  test.each(['', '../etc', 'a'.repeat(33), "x' or '1", '代理'])('%j is no agent code', async (agent) => {
    expect(await ask(agent)).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'agent', message: 'Not a valid agent code' }] },
    })
  })
})

test('spelling a number otherwise tells nothing about whether it is known', async () => {
  const merchant = await makeMerchant(app, { country: 'MY' })
  const local = `0${merchant.username.slice(3)}`
  for (const [spelled, otherwise] of [
    [local, merchant.username],
    ['0129999999', '+60129999999'],
    ['+6591234567', '0065 9123 4567'],
    ['13999999999', '+86 139 9999 9999'],
  ] as const) {
    await failTimes(5, spelled)
    expect(await login(otherwise, 'wrong')).toMatchObject({ rcode: 201 })
  }
})
