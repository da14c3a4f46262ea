/** What merchants do with their accounts at payment providers: entering, replacing keys, switching, trying. */
import { generateKeyPairSync, randomUUID } from 'node:crypto'

import { EditPayAccount, type PayAccount, payAccountCalls, payAccountsAtMost } from '@slotwise/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { expiredCertificate } from '../../../test/certificates.ts'
import { makeMerchant, makeStaff, type Merchant, unlock } from '../../../test/factories.ts'
import { makeOrder, makeSelling } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import {
  type AccountFields,
  addAccount,
  gkashFields,
  makeProviders,
  switchAccount,
  useAccount,
  wechatFields,
} from '../../../test/pay-account-stand.ts'
import type { WechatServer } from '../../ports/payments/testing/wechat-server.ts'

const app = await testApp()
const providers = await makeProviders(app, 2)
const [server, other] = providers.wechats as [WechatServer, WechatServer]
let owner: Merchant
let neighbour: Merchant

beforeAll(async () => {
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
})

/** Past the limits by the minute. */
beforeEach(() => app.clock.advance(60))

const { addPayAccount, editPayAccount, getPayAccounts, switchPayAccount, tryPayAccount } = payAccountCalls

const add = async (fields: object, as = owner) => {
  const sign = await unlock(app, as)
  return (await app.post(addPayAccount.path, { ...fields, sign }, { as })).body
}
const faultsOf = async (fields: object): Promise<Record<string, string>> => {
  const { rcode, result } = await add(fields)
  expect(rcode).toBe(100)
  const { errors } = result as { errors: { path: string; message: string }[] }
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]))
}
const listOf = async (as = owner) => (await app.call(getPayAccounts, {}, { as })).body.result
const tried = async ({ pay_account_id: id }: PayAccount, as = owner) =>
  (await app.call(tryPayAccount, { pay_account_id: id }, { as })).body

describe('an account', () => {
  test('is added out of use, with masked numbers, and replaces another when it is switched on', async () => {
    const one = await addAccount(app, owner, wechatFields(server))
    expect(one).toMatchObject({ provider: 'wechat', account_no: '19****91', enabled: false, rev: 1 })
    expect((await listOf()).ways).toEqual([
      { provider: 'wechat', collector: 'platform', mayOwn: true },
      { provider: 'alipay', collector: 'platform', mayOwn: true },
    ])
    const first = await switchAccount(app, owner, one, true)
    const second = await useAccount(app, owner, wechatFields(other))
    const { data, ways } = await listOf()
    expect(data.map(({ pay_account_id: id, enabled }) => [id, enabled])).toEqual([
      [second.pay_account_id, true],
      [first.pay_account_id, false],
    ])
    expect(ways[0]).toMatchObject({ collector: 'own' })
    expect(await listOf(neighbour)).toMatchObject({ data: [] })
    // The first was changed when it was replaced.
    const sign = await unlock(app, owner)
    const stale = { pay_account_id: first.pay_account_id, rev: first.rev, enabled: true, sign }
    expect((await app.call(switchPayAccount, stale, { as: owner })).body.rcode).toBe(103)
    await switchAccount(app, owner, second, false)
    const lines = await asOwner(
      app,
      `select object_id as id, before->'enabled' as before, after->'enabled' as after from audit
        where tenant_id = $1 and call = 'switchPayAccount' order by audit_id`,
      [owner.tenantId],
    )
    expect(lines).toEqual([
      { id: first.pay_account_id, before: false, after: true },
      // The account that is replaced goes out of use by the same call.
      { id: first.pay_account_id, before: true, after: false },
      { id: second.pay_account_id, before: false, after: true },
      { id: second.pay_account_id, before: true, after: false },
    ])
  })

  test('is the only one in use, however many are switched on at once', async () => {
    const seller = await makeMerchant(app)
    const all = [
      await addAccount(app, seller, wechatFields(server)),
      await addAccount(app, seller, wechatFields(other)),
      await addAccount(app, seller, wechatFields(server)),
    ]
    const sign = await unlock(app, seller)
    const answers = await Promise.all(
      all.map(({ pay_account_id, rev }) =>
        app.call(switchPayAccount, { pay_account_id, rev, enabled: true, sign }, { as: seller }),
      ),
    )
    for (const { status } of answers) expect(status).toBe(200)
    const { data } = await listOf(seller)
    expect(data.filter(({ enabled }) => enabled)).toHaveLength(1)
  })

  test('is for the main account alone, and changed only with the operation password', async () => {
    const staff = await makeStaff(app, owner, { permissions: ['bank.manage', 'bank.settle'] })
    const sign = await unlock(app, owner)
    expect((await app.call(getPayAccounts, {}, { as: staff })).body.rcode).toBe(303)
    expect((await app.call(addPayAccount, { ...wechatFields(server), sign }, { as: staff })).body.rcode).toBe(
      303,
    )
    const unsigned = { ...wechatFields(server), sign: 'x' }
    expect((await app.call(addPayAccount, unsigned, { as: owner })).body.rcode).toBe(301)
  })

  test('of a neighbour is not found', async () => {
    const theirs = await addAccount(app, neighbour, wechatFields(server))
    expect((await tried(theirs)).rcode).toBe(101)
    const sign = await unlock(app, owner)
    const named = { pay_account_id: theirs.pay_account_id, rev: 1, sign }
    expect((await app.call(switchPayAccount, { ...named, enabled: true }, { as: owner })).body.rcode).toBe(
      101,
    )
    const edit = { ...named, provider: 'wechat' as const, api_key: 'f'.repeat(32) }
    expect((await app.call(editPayAccount, edit, { as: owner })).body.rcode).toBe(101)
  })

  test('is one of thirty at most', async () => {
    const crowd = await makeMerchant(app)
    const fields = gkashFields(providers.gkash)
    const malaysian = await makeMerchant(app, { country: 'MY' })
    for (let count = 0; count < payAccountsAtMost; count += 1) {
      app.clock.advance(60)
      await addAccount(app, malaysian, fields)
    }
    app.clock.advance(60)
    expect(await add(fields, malaysian)).toMatchObject({ rcode: 103 })
    expect((await listOf(crowd)).data).toEqual([])
  })
})

describe('what is entered is refused at its field:', () => {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const alipay: AccountFields = {
    provider: 'alipay',
    account_no: '2088000000000001',
    app_id: '2021000000000001',
    private_key: keys.privateKey,
    public_key: keys.publicKey,
  }

  test('a key that is no PEM text, and one that names a file of the server', async () => {
    for (const private_key of ['x', '/etc/passwd', keys.publicKey, keys.privateKey.slice(0, 200)])
      expect(await faultsOf({ ...wechatFields(server), private_key })).toEqual({
        private_key: 'This is not an RSA private key (PEM, at least 2048 bits)',
      })
    expect(await faultsOf({ ...wechatFields(server), public_key: keys.privateKey })).toEqual({
      public_key: 'This is not an RSA public key (PEM, at least 2048 bits)',
    })
  })

  test('half a set of fields', async () => {
    const { api_key: _missing, ...rest } = wechatFields(server)
    expect(await faultsOf(rest)).toEqual({ api_key: 'Required' })
    expect(await faultsOf({ ...wechatFields(server), public_key_id: '' })).toEqual({
      public_key_id: 'The public key and its number go together',
    })
    expect(await faultsOf({ ...wechatFields(server), public_key_id: '', public_key: '' })).toEqual({
      public_key:
        "Enter WeChat Pay's public key or its platform certificate, by which its messages are checked",
    })
    expect(await faultsOf({ ...alipay, public_key: '' })).toHaveProperty('public_key')
  })

  test('a certificate that is none, or has expired', async () => {
    const fields = { ...wechatFields(server), public_key_id: '', public_key: '' }
    expect(await faultsOf({ ...fields, certificate: 'x' })).toEqual({
      certificate: 'This is not an X.509 certificate (PEM)',
    })
    expect(await faultsOf({ ...fields, certificate: expiredCertificate })).toEqual({
      certificate: 'This certificate has expired. Enter the new one.',
    })
  })

  test('the public key of the own application where that of Alipay belongs', async () => {
    expect(await faultsOf(alipay)).toEqual({
      public_key: "This is your application's public key. Enter the one of Alipay.",
    })
  })

  test('numbers of another form, fields of another provider, and an address', async () => {
    expect(await faultsOf({ ...wechatFields(server), account_no: 'x', app_id: 'wx1' })).toEqual({
      account_no: "Not in the right format. Copy it from the provider's console.",
      app_id: "Not in the right format. Copy it from the provider's console.",
    })
    expect(await faultsOf({ ...gkashFields(providers.gkash), private_key: 'x' })).toHaveProperty(
      'private_key',
    )
    expect(await faultsOf({ ...wechatFields(server), url: 'https://evil.example' })).toHaveProperty('url')
  })

  test('a provider of another country', async () => {
    expect(await faultsOf(gkashFields(providers.gkash))).toEqual({
      provider: 'Accounts of your own are not offered for this payment method here',
    })
  })
})

describe('keys', () => {
  test('are replaced one by one, and orders made before use the new ones', async () => {
    const seller = await makeMerchant(app)
    const wrong = { ...wechatFields(server), serial: 'AAAAAAAA' }
    const account = await useAccount(app, seller, wrong)
    expect((await tried(account, seller)).result).toEqual({
      works: false,
      signed: false,
      why: 'refused',
      said: 'HTTP 401, SIGN_ERROR',
    })
    const sign = await unlock(app, seller)
    const { serial } = wechatFields(server)
    const input = { pay_account_id: account.pay_account_id, rev: account.rev, provider: 'wechat' as const }
    const edited = await app.call(editPayAccount, { ...input, serial, sign }, { as: seller })
    expect(edited.body.result).toMatchObject({ rev: account.rev + 1, enabled: true })
    expect((await tried(account, seller)).result).toEqual({ works: true, signed: true, why: null, said: '' })
    const again = await app.call(editPayAccount, { ...input, serial, sign }, { as: seller })
    expect(again.body.rcode).toBe(103)
    const nothing = await app.call(editPayAccount, { ...input, rev: 3, sign }, { as: seller })
    expect(nothing.body.rcode).toBe(100)
    expect(await makeOrder(app, await makeSelling(app, seller))).toMatchObject({ state: 'pending' })
  })

  test('a provider that does not answer, and one whose answers are signed by another key', async () => {
    const silent = await addAccount(app, owner, { ...wechatFields(server), api_key: 'f'.repeat(32) })
    expect((await tried(silent)).result).toMatchObject({ works: false, why: 'silent' })
    const { public_key } = wechatFields(other)
    const strange = await addAccount(app, owner, { ...wechatFields(server), public_key })
    expect((await tried(strange)).result).toMatchObject({ works: false, why: 'unsigned' })
  })

  test('an answer without a signature proves nothing about the keys', async () => {
    const account = await addAccount(app, owner, wechatFields(server))
    const misbehaved = server.misbehave('query', 'no signature')
    expect((await tried(account)).result).toEqual({ works: false, signed: false, why: 'unsigned', said: '' })
    await misbehaved
    expect((await tried(account)).result).toMatchObject({ works: true, signed: true })
  })

  test('that are all left empty are refused at the first field of their form', async () => {
    const malaysian = await makeMerchant(app, { country: 'MY' })
    const accounts = [
      [owner, await addAccount(app, owner, wechatFields(server)), 'serial'],
      [malaysian, await addAccount(app, malaysian, gkashFields(providers.gkash)), 'api_key'],
    ] as const
    for (const [as, { pay_account_id, rev, provider }, path] of accounts) {
      const sign = await unlock(app, as)
      const { body } = await app.call(editPayAccount, { pay_account_id, rev, provider, sign }, { as })
      expect(body).toMatchObject({
        rcode: 100,
        result: { errors: [{ path, message: 'Enter at least one key to replace' }] },
      })
    }
    const nothing = { pay_account_id: '1', rev: 1, provider: 'alipay', sign: 'x' }
    const { error } = EditPayAccount.safeParse(nothing)
    expect(error?.issues.map((issue) => issue.path)).toEqual([['private_key']])
  })

  test('are made into an adapter once for each revision', async () => {
    const seller = await makeMerchant(app)
    const account = await useAccount(app, seller, wechatFields(server))
    const before = providers.built.length
    for (const _time of [1, 2, 3]) await tried(account, seller)
    expect(providers.built.length).toBe(before + 1)
  })

  test('are readable nowhere: not in rows, audit, answers or stored calls', async () => {
    const seller = await makeMerchant(app)
    const fields = wechatFields(server)
    const account = await useAccount(app, seller, fields)
    const sign = await unlock(app, seller)
    const edit = { pay_account_id: account.pay_account_id, rev: account.rev, provider: 'wechat' as const }
    const { body } = await app.call(
      editPayAccount,
      { ...edit, api_key: fields.api_key ?? '', sign },
      { as: seller, key: randomUUID() },
    )
    const tables = await asOwner<{ name: string }>(
      app,
      `select c.oid::regclass::text as name from pg_class c
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    const secrets = [fields.api_key, fields.private_key?.split('\n')[3], fields.serial, fields.account_no]
    for (const { name } of tables) {
      const [{ dump } = { dump: '' }] = await asOwner<{ dump: string | null }>(
        app,
        `select string_agg(t::text, ' ') as dump from ${name} t`,
      )
      const found = secrets.filter((secret) => dump?.includes(secret ?? ''))
      expect(found, name).toEqual(name === 'pay_account' ? [fields.account_no] : [])
    }
    const shown = JSON.stringify([body, await listOf(seller)])
    for (const secret of secrets) expect(shown).not.toContain(secret)
    const audited = await asOwner(
      app,
      `select call, before -> 'keys' as before, after -> 'keys' as after from audit
        where tenant_id = $1 and object = 'pay_account' order by audit_id`,
      [seller.tenantId],
    )
    expect(audited).toHaveLength(3)
    expect(audited.at(-1)).toEqual({ call: 'editPayAccount', before: false, after: true })
  })
})
