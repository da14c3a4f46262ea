import { accountCalls } from '@slotwise/contract'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'

import { type Signed, testApp, type TestApp } from '../../../test/app.ts'
import {
  makeMerchant,
  makeStaff,
  type Merchant,
  signIn,
  testOperation,
  testPassword,
} from '../../../test/factories.ts'
import { asTenant } from '../../../test/as-user.ts'
import { asOwner } from '../../../test/owner.ts'
import { md5 } from '../../kernel/passwords.ts'
import { BadPicture } from '../media/picture-rules.ts'
import {
  clearCustom,
  deleteAgent,
  feeRateOf,
  findTenant,
  listAgents,
  putAgent,
  resetOperation,
  resetPassword,
  setCustom,
  setFeeRate,
  unlockOperation,
} from './index.ts'

let owner: Merchant

const app = await testApp()
const logo = await sharp({ create: { width: 30, height: 10, channels: 3, background: '#0a7' } })
  .jpeg()
  .toBuffer()
beforeEach(async () => {
  // The number of logins per address and minute is limited.
  app.clock.advance(61)
  owner = await makeMerchant(app)
})

const login = async (username: string, password: string) =>
  (await app.call(accountCalls.login, { username, password: md5(password) })).body.rcode
const me = async (as: Signed) => (await app.call(accountCalls.me, {}, { as })).body
const isOpen = async (as: Signed) => (await me(as)).rcode === 0
const get = (url: string) => app.app.inject({ method: 'GET', url })
const brandOf = async (agent: string) => (await app.call(accountCalls.branding, { agent })).body.result

const lastLine = async (tenantId: string) =>
  (
    await asOwner(
      app,
      `select call, object, object_id, account_id, username, address, before, after
       from audit where tenant_id = $1 order by audit_id desc limit 1`,
      [tenantId],
    )
  )[0]
const byOperator = { account_id: null, username: 'operator', address: 'command line' }

describe('a lost login password', () => {
  test('the operator gives a new one to a Malaysian, and every session ends', async () => {
    const malaysian = await makeMerchant(app, { country: 'MY' })
    const elsewhere = await signIn(app, malaysian.username)
    const given = await resetPassword(app.deps, malaysian.username)
    expect(given).toMatch(/^[\w-]{12}$/)
    expect(await isOpen(malaysian)).toBe(false)
    expect(await isOpen(elsewhere)).toBe(false)
    expect(await login(malaysian.username, testPassword)).toBe(200)
    expect(await login(malaysian.username, given)).toBe(0)
  })

  test('the name may be written without the country code', async () => {
    const malaysian = await makeMerchant(app, { country: 'MY' })
    const given = await resetPassword(app.deps, `0${malaysian.username.slice(3)}`)
    expect(await login(malaysian.username, given)).toBe(0)
  })

  test('a sub-account is helped alone; the others keep password and session', async () => {
    const clerk = await makeStaff(app, owner)
    const neighbour = await makeMerchant(app)
    const given = await resetPassword(app.deps, clerk.username)
    expect(await isOpen(clerk)).toBe(false)
    expect(await login(clerk.username, given)).toBe(0)
    for (const other of [owner, neighbour]) {
      expect(await isOpen(other)).toBe(true)
      expect(await login(other.username, testPassword)).toBe(0)
    }
  })

  test('it is audited as the act of the operator, without the password', async () => {
    const given = await resetPassword(app.deps, owner.username)
    const line = await lastLine(owner.tenantId)
    expect(line).toEqual({
      ...byOperator,
      call: 'ops.password',
      object: 'account',
      object_id: owner.accountId,
      before: null,
      after: null,
    })
    expect(JSON.stringify(line)).not.toContain(given)
  })

  test('each time it is another', async () => {
    const first = await resetPassword(app.deps, owner.username)
    expect(await resetPassword(app.deps, owner.username)).not.toBe(first)
    expect(await login(owner.username, first)).toBe(200)
  })
})

describe('a locked operation password', () => {
  const enter = async (as: Signed, password: string) =>
    (await app.call(accountCalls.checkOprPwd, { password: md5(password) }, { as })).body.rcode

  async function failTenTimes(as: Signed): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 5; i += 1) expect(await enter(as, '111222')).toBe(200)
      app.clock.advance(900)
    }
    expect(await enter(as, testOperation)).toBe(201)
  }

  test('the operator unlocks it, for a sub-account and for the main account', async () => {
    const clerk = await makeStaff(app, owner, { operation: testOperation })
    for (const who of [clerk, owner]) {
      await failTenTimes(who)
      await unlockOperation(app.deps, who.username)
      expect(await lastLine(owner.tenantId)).toMatchObject({
        ...byOperator,
        call: 'ops.unlock',
        object_id: who.accountId,
      })
      expect(await enter(who, '111222')).toBe(200)
      expect(await enter(who, testOperation)).toBe(0)
    }
  })
})

test('a new operation password for a main account: six digits, shown once, and its sessions end', async () => {
  const malaysian = await makeMerchant(app, { country: 'MY' })
  const pin = await resetOperation(app.deps, malaysian.username)
  expect(pin).toMatch(/^\d{6}$/)
  expect(await lastLine(malaysian.tenantId)).toMatchObject({
    username: 'operator',
    call: 'ops.operation',
    object_id: malaysian.accountId,
  })
  expect(await isOpen(malaysian)).toBe(false)
  const session = await signIn(app, malaysian.username)
  const enter = async (digits: string) =>
    (await app.call(accountCalls.checkOprPwd, { password: md5(digits) }, { as: session })).body.rcode
  expect(await enter(testOperation)).toBe(200)
  expect(await enter(pin)).toBe(0)

  const clerk = await makeStaff(app, owner, { operation: testOperation })
  await expect(resetOperation(app.deps, clerk.username)).rejects.toThrow('its main account resets it')
})

test('the fee of a merchant is audited as the percentage that was and is, or as none of its own', async () => {
  const neighbour = await makeMerchant(app)
  const rates = () =>
    asOwner(app, 'select tenant_id, fee_rate from tenant where tenant_id = any($1) order by tenant_id', [
      [owner.tenantId, neighbour.tenantId],
    ])
  const common = { ...byOperator, call: 'ops.fee', object: 'merchant', object_id: owner.tenantId }
  for (const [rate, before, after] of [
    [60, null, '0.60%'],
    [125, '0.60%', '1.25%'],
    [null, '1.25%', null],
  ] as const) {
    await setFeeRate(app.deps, owner.username, rate)
    expect(await lastLine(owner.tenantId)).toEqual({
      ...common,
      before: { fee_rate: before },
      after: { fee_rate: after },
    })
    expect(await rates()).toEqual([
      { tenant_id: owner.tenantId, fee_rate: rate },
      { tenant_id: neighbour.tenantId, fee_rate: null },
    ])
  }
})

describe("the looks of a merchant's console", () => {
  test('what is given replaces ours, what is not given stays, and clearing brings ours back', async () => {
    const neighbour = await makeMerchant(app)
    await setCustom(app.deps, owner.username, { title: 'Acme', copyright: '© Acme', logo })
    const first = (await me(owner)).result.custom
    expect(first).toEqual({
      title: 'Acme',
      cn_copy_right: '© Acme',
      pc_cnlogo: expect.stringMatching(/^\/img\/brand\/[0-9a-f]{64}\.png$/),
    })
    await setCustom(app.deps, owner.username, { title: 'Acme Vending' })
    const second = (await me(owner)).result.custom
    expect(second).toEqual({ ...first, title: 'Acme Vending' })
    expect(await lastLine(owner.tenantId)).toEqual({
      ...byOperator,
      call: 'ops.custom',
      object: 'merchant',
      object_id: owner.tenantId,
      before: first,
      after: second,
    })
    expect((await me(neighbour)).result.custom).toBeNull()
    await clearCustom(app.deps, owner.username)
    expect((await me(owner)).result.custom).toBeNull()
    expect(await lastLine(owner.tenantId)).toMatchObject({ ...byOperator, before: second, after: null })
  })

  test('a logo is stored as drawn anew and served from our own address', async () => {
    const { logo_icon: icon } = await setCustom(app.deps, owner.username, { icon: logo })
    const response = await get(icon ?? '')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('image/png')
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 30,
      height: 10,
    })
  })

  test('a file that is no picture changes nothing', async () => {
    await setCustom(app.deps, owner.username, { title: 'Acme' })
    const change = { title: 'Other', logo: Buffer.from('https://example.com/logo.png') }
    await expect(setCustom(app.deps, owner.username, change)).rejects.toBeInstanceOf(BadPicture)
    expect((await me(owner)).result.custom).toEqual({ title: 'Acme' })
  })
})

describe('the brand of a reseller', () => {
  test('is put, replaced as a whole, listed and deleted', async () => {
    expect(await brandOf('acme')).toBeNull()
    const put = await putAgent(app.deps, 'acme', { name: 'Acme', copyright: '© Acme', logo })
    expect(put).toEqual({
      name: 'Acme',
      copyright: '© Acme',
      logo: expect.stringMatching(/^\/img\/brand\/[0-9a-f]{64}\.png$/),
    })
    expect(await brandOf('acme')).toEqual(put)
    expect((await get(put.logo ?? '')).statusCode).toBe(200)
    await putAgent(app.deps, 'acme', { name: 'Acme Vending' })
    expect(await brandOf('acme')).toEqual({ name: 'Acme Vending', copyright: null, logo: null })
    expect(await listAgents(app.deps)).toMatchObject([{ code: 'acme', name: 'Acme Vending' }])
    await putAgent(app.deps, 'other', { name: 'Other' })
    await deleteAgent(app.deps, 'acme')
    expect(await brandOf('acme')).toBeNull()
    expect(await brandOf('other')).toMatchObject({ name: 'Other' })
    await expect(deleteAgent(app.deps, 'acme')).rejects.toThrow('no agent has the code acme')
  })
})

test.each([
  ['resetPassword', resetPassword],
  ['resetOperation', resetOperation],
  ['unlockOperation', unlockOperation],
  ['clearCustom', clearCustom],
  ['setFeeRate', (deps: TestApp['deps'], username: string) => setFeeRate(deps, username, 60)],
  ['setCustom', (deps: TestApp['deps'], username: string) => setCustom(deps, username, { title: 'Acme' })],
])('%s refuses an unknown name', async (_name, act) => {
  await expect(act(app.deps, 'nobody')).rejects.toThrow('no account is called nobody')
})

describe('what payments cost a merchant', () => {
  test('is set for it alone, until the rate of all holds again, and is in the audit', async () => {
    const sibling = await makeStaff(app, owner)
    const neighbour = await makeMerchant(app)
    const rateOf = (who: Merchant) => asTenant(app, who, feeRateOf)
    expect(await rateOf(owner)).toBeUndefined()
    await setFeeRate(app.deps, owner.username, 60)
    await setFeeRate(app.deps, neighbour.username, 125)
    expect([await rateOf(owner), await rateOf(neighbour)]).toEqual([60, 125])
    // An account of the merchant names it as well.
    await setFeeRate(app.deps, sibling.username, 0)
    expect([await rateOf(owner), await rateOf(neighbour)]).toEqual([0, 125])
    const line = { call: 'ops.fee', object: 'merchant', object_id: owner.tenantId, ...byOperator }
    expect(await lastLine(owner.tenantId)).toEqual({
      ...line,
      before: { fee_rate: '0.60%' },
      after: { fee_rate: '0.00%' },
    })
    await setFeeRate(app.deps, owner.username, null)
    expect([await rateOf(owner), await rateOf(neighbour)]).toEqual([undefined, 125])
    expect(await lastLine(owner.tenantId)).toEqual({
      ...line,
      before: { fee_rate: '0.00%' },
      after: { fee_rate: null },
    })
  })

  test('is refused for a name that no account has', async () => {
    const clerk = await makeStaff(app, owner)
    const neighbour = await makeMerchant(app)
    const found = [owner, clerk, neighbour].map(({ username }) => findTenant(app.deps, username))
    expect(await Promise.all(found)).toEqual([owner.tenantId, owner.tenantId, neighbour.tenantId])
    await expect(findTenant(app.deps, 'nobody')).rejects.toThrow('no account is called nobody')
    await expect(setFeeRate(app.deps, 'nobody', 1)).rejects.toThrow('no account is called nobody')
  })
})
