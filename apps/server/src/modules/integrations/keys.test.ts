import {
  allPermissions,
  type Call,
  contract,
  integrationCalls,
  keysAtMost,
  regionCalls,
} from '@slotwise/contract'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeApproved } from '../../../test/bank-cards.ts'
import {
  makeArea,
  makeDevice,
  makeMerchant,
  makeRole,
  makeStaff,
  makeStore,
  type Merchant,
  nextAddress,
  unlock,
} from '../../../test/factories.ts'
import { makeKey } from '../../../test/integration-stand.ts'
import { openToKeys } from '../../../test/key-table.ts'
import { makeBoundMachine } from '../../../test/machines.ts'
import { asOwner, wholeDatabase } from '../../../test/owner.ts'
import { makeSamples, type Samples } from '../../../test/samples.ts'
import { buildApp } from '../../http/app.ts'
import { callsOfKey } from '../../http/key-calls.ts'
import { inTenant } from '../../kernel/db.ts'
import { markDemo } from '../account/index.ts'

const { addKey, getKeys, revokeKey } = integrationCalls
const { addArea, getAllStore, getArea } = regionCalls

const rows = Object.entries(contract).flatMap(([domain, table]) =>
  Object.entries(table).map(([name, row]) => ({ name: `${domain}.${name}`, row: row as Call })),
)
const app = await testApp()
let owner: Merchant
let neighbour: Merchant

beforeAll(async () => {
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
})

const storesOf = (bearer: string, address = nextAddress()) =>
  app.call(getAllStore, { condition: {} }, { bearer, address })

describe('a key', () => {
  test('is shown once, and stored as a hash alone', async () => {
    const key = await makeKey(app, owner, { name: 'Till' })
    expect(key.secret).toMatch(/^sk_[0-9a-z]+_[\w-]{43}$/)
    expect(key.tail).toBe(key.secret.slice(-4))
    const { body } = await app.call(getKeys, { condition: {} }, { as: owner })
    const [listed] = body.result.data
    expect(listed).toMatchObject({ key_id: key.key_id, name: 'Till', revoked_at: null, last_used_at: null })
    expect(JSON.stringify(body)).not.toContain(key.secret)
    const stored = await wholeDatabase(app)
    const random = key.secret.slice(-43)
    for (const form of ['utf8', 'hex', 'base64'] as const)
      expect(stored).not.toContain(Buffer.from(random).toString(form))
    const others = await app.call(getKeys, { condition: {} }, { as: neighbour })
    expect(others.body.result.data).toEqual([])
  })

  test('of a merchant of the demo is refused while the demo is off', async () => {
    const demo = await makeMerchant(app)
    const [its, others] = [await makeKey(app, demo), await makeKey(app, owner)]
    await inTenant(app.deps.db.main, demo.tenantId, (tx) => markDemo(tx, demo.tenantId))
    expect((await storesOf(its.secret)).body.rcode).toBe(0)
    onTestFinished(() => void (app.deps.config.demo = true))
    app.deps.config.demo = false
    const refused = await storesOf(its.secret)
    expect([refused.status, refused.body.rcode]).toEqual([401, 604])
    expect((await storesOf(others.secret)).body.rcode).toBe(0)
  })

  test('needs the operation password to be made, and is limited in number', async () => {
    const main = await makeMerchant(app)
    const { roleid } = await makeRole(app, main)
    const refused = await app.call(addKey, { name: 'A', roleid, sign: 'x' }, { as: main })
    expect(refused.body.rcode).toBe(301)
    // Each takes several statements: most are made directly.
    const first = await makeKey(app, main, { roleid })
    await asOwner(
      app,
      `insert into account (tenant_id, username, nickname, is_main, is_key, password_hash, role_id, created_at)
       select $1::bigint, 'key ' || n, 'K', false, true, '', $2::bigint, $3 from generate_series(1, $4::int) n`,
      [main.tenantId, roleid, app.clock.now, keysAtMost - 1],
    )
    await asOwner(
      app,
      `insert into api_key (tenant_id, key_id, secret_hash, tail, created_at)
       select tenant_id, account_id, account_id::text::bytea, 'test', $2
         from account where tenant_id = $1 and is_key and account_id <> $3`,
      [main.tenantId, app.clock.now, first.key_id],
    )
    const sign = await unlock(app, main)
    const { body } = await app.call(addKey, { name: 'B', roleid, sign }, { as: main })
    expect(body).toMatchObject({ rcode: 103, msg: expect.stringContaining(String(keysAtMost)) })
    const more = async () => (await app.call(addKey, { name: 'B', roleid, sign }, { as: main })).body.rcode
    await app.call(revokeKey, { key_id: first.key_id }, { as: main })
    expect([await more(), await more()]).toEqual([0, 103])
    await asOwner(
      app,
      `update api_key set expires_at = $2
        where (tenant_id, key_id) = (select tenant_id, min(key_id) from api_key where tenant_id = $1 and revoked_at is null group by 1)`,
      [main.tenantId, app.clock.now],
    )
    expect([await more(), await more()]).toEqual([0, 103])
  })

  test('with a deleted role, one of the neighbour, or none that exists is refused at that field', async () => {
    const deleted = await makeRole(app, owner)
    await app.call(contract.staff.delRole, { roleid: deleted.roleid }, { as: owner })
    const theirs = await makeRole(app, neighbour)
    const sign = await unlock(app, owner)
    for (const roleid of [deleted.roleid, theirs.roleid, '999999999']) {
      const { body } = await app.call(addKey, { name: 'Roleless', roleid, sign }, { as: owner })
      expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'roleid' }] } })
    }
    const { body } = await app.call(getKeys, { pageSize: 100, condition: {} }, { as: owner })
    expect(body.result.data.map(({ name }) => name)).not.toContain('Roleless')
  })

  test('makes calls by its permissions, and its lines of the audit have its name', async () => {
    const key = await makeKey(app, owner, { name: 'Books', permissions: ['store.manage'] })
    const { body } = await app.call(addArea, { area_name: 'By key' }, { bearer: key.secret })
    expect(body.rcode).toBe(0)
    const denied = await app.call(contract.goods.getGoods, { condition: {} }, { bearer: key.secret })
    expect(denied.body.rcode).toBe(300)
    const lines = await app.call(
      contract.audit.getAudit,
      { condition: { account: key.key_id } },
      { as: owner },
    )
    expect(lines.body.result.data).toMatchObject([
      { call: 'addArea', username: `Books (sk_…${key.tail})`, nickname: 'Books' },
    ])
    const people = await app.call(contract.staff.getSubUser, { condition: { q: 'Books' } }, { as: owner })
    expect(people.body.result.data).toEqual([])
  })

  test('repeats a call with the same idempotency key once', async () => {
    const { secret: bearer } = await makeKey(app, owner, { permissions: ['store.manage'] })
    const add = () => app.call(addArea, { area_name: 'Once' }, { bearer, key: 'the-same-request' })
    const [first, second] = [await add(), await add()]
    expect(second.body).toEqual(first.body)
  })

  test('sees its areas, stores and machines, and nothing of the neighbour', async () => {
    const area = await makeArea(app, owner)
    const inArea = await makeStore(app, owner, { area: area._id })
    const chosen = await makeStore(app, owner)
    const sibling = await makeStore(app, owner)
    const others = await makeStore(app, neighbour)
    const scoped = await makeKey(app, owner, {
      all_device: false,
      area: [area._id],
      store: [chosen._id],
    })
    const whole = await makeKey(app, owner)
    const seen = async (bearer: string): Promise<string[]> =>
      (await app.call(getAllStore, { pageSize: 100, condition: {} }, { bearer })).body.result.data.map(
        ({ _id }) => _id,
      )
    expect((await seen(scoped.secret)).toSorted()).toEqual([inArea._id, chosen._id].toSorted())
    expect(await seen(whole.secret)).toEqual(expect.arrayContaining([sibling._id]))
    expect(await seen(whole.secret)).not.toContain(others._id)
    const { sn } = await makeDevice(app, owner, sibling._id, 'Elsewhere')
    const machine = await app.call(
      contract.devices.editDev,
      { sn, title: 'Taken', store: sibling._id },
      { bearer: scoped.secret },
    )
    expect([300, 302, 101]).toContain(machine.body.rcode)
    const beyond = await app.call(
      addKey,
      {
        name: 'X',
        roleid: scoped.roleid,
        all_device: false,
        store: [others._id],
        sign: await unlock(app, owner),
      },
      { as: owner },
    )
    expect(beyond.body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'store' }] } })
  })

  test('follows its role at once, and keeps the role from being deleted', async () => {
    const { roleid, name, note } = await makeRole(app, owner, ['store.manage'])
    const { secret: bearer } = await makeKey(app, owner, { roleid, name: 'Warehouse' })
    expect((await app.call(getArea, { condition: {} }, { bearer })).body.rcode).toBe(0)
    await app.call(contract.staff.editRole, { roleid, name, note, perm_detail: '1020' }, { as: owner })
    expect((await app.call(getArea, { condition: {} }, { bearer })).body.rcode).toBe(300)
    const { body } = await app.call(contract.staff.delRole, { roleid }, { as: owner })
    expect(body).toMatchObject({ rcode: 103, msg: expect.stringContaining('Warehouse') })
  })
})

describe('a key that', () => {
  test('is revoked ends with the call that revokes it, in every process', async () => {
    const key = await makeKey(app, owner)
    expect((await storesOf(key.secret)).body.rcode).toBe(0)
    const revoked = await app.call(revokeKey, { key_id: key.key_id }, { as: owner })
    expect(revoked.body.result.revoked_at).toBe(app.clock.now.toISOString())
    expect(await storesOf(key.secret)).toMatchObject({ status: 401, body: { rcode: 604 } })
    // Another process asks the same database.
    const other = await buildApp(app.deps)
    onTestFinished(() => other.close())
    const { statusCode } = await other.inject({
      method: 'POST',
      url: getAllStore.path,
      headers: { authorization: `Bearer ${key.secret}` },
      payload: {},
    })
    expect(statusCode).toBe(401)
    expect((await app.call(revokeKey, { key_id: key.key_id }, { as: owner })).body.rcode).toBe(101)
    const others = await makeKey(app, neighbour)
    expect((await app.call(revokeKey, { key_id: others.key_id }, { as: owner })).body.rcode).toBe(101)
    expect((await storesOf(others.secret)).body.rcode).toBe(0)
  })

  test('is past its days is refused', async () => {
    const key = await makeKey(app, owner, { days: 1 })
    expect((await storesOf(key.secret)).body.rcode).toBe(0)
    const before = app.clock.now
    app.clock.advance(86_400 - 1)
    expect((await storesOf(key.secret)).body.rcode).toBe(0)
    app.clock.advance(1)
    expect((await storesOf(key.secret)).status).toBe(401)
    app.clock.now = before
  })

  test('is of a merchant without a main account is refused', async () => {
    const gone = await makeMerchant(app)
    const key = await makeKey(app, gone)
    await asOwner(app, 'update account set deleted_at = $2 where account_id = $1', [
      gone.accountId,
      app.clock.now,
    ])
    expect((await storesOf(key.secret)).status).toBe(401)
  })

  test('names another merchant, or is no key at all, is refused', async () => {
    const { secret } = await makeKey(app, owner)
    const [, , random = ''] = secret.split(/^(sk_[0-9a-z]+_)/)
    const other = `sk_${BigInt(neighbour.tenantId).toString(36)}_${random}`
    for (const bearer of [
      other,
      `${secret}x`,
      `${secret} x`,
      secret.slice(0, -1),
      'sk_',
      'password',
      owner.token,
    ])
      expect(await storesOf(bearer), bearer).toMatchObject({ status: 401, body: { rcode: 604 } })
  })

  test('comes beside a session is not looked at', async () => {
    const clerk = await makeStaff(app, owner)
    const { secret: bearer } = await makeKey(app, owner, { permissions: ['store.manage'] })
    const { body } = await app.call(getArea, { condition: {} }, { as: clerk, bearer })
    expect(body.rcode).toBe(300)
  })
})

describe('the limits', () => {
  test('of a key answer 429 with the seconds to wait, and leave other keys alone', async () => {
    const key = await makeKey(app, owner)
    const other = await makeKey(app, owner)
    // At once, so that they fall into one window, or into two.
    const answers = await Promise.all(Array.from({ length: 2 * callsOfKey + 1 }, () => storesOf(key.secret)))
    const last = answers.find(({ status }) => status !== 200)
    expect(last).toMatchObject({
      status: 429,
      body: { rcode: 105, result: { retryAfter: expect.any(Number) } },
    })
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await storesOf(other.secret)).status).toBe(200)
  })

  test('of refused keys hold for their address, and leave right ones alone', async () => {
    const address = nextAddress()
    const { secret } = await makeKey(app, owner)
    // The character before the number differs from that of the secret, so that no number makes it right.
    const other = secret.at(-3) === '0' ? '1' : '0'
    const wrong = (n: number) => `${secret.slice(0, -3)}${other}${String(n).padStart(2, '0')}`
    for (let n = 0; n < 20; n += 1) expect((await storesOf(wrong(n), address)).status).toBe(401)
    expect((await storesOf(wrong(20), address)).status).toBe(429)
    expect((await storesOf(wrong(21))).status).toBe(401)
    expect((await storesOf(secret, address)).status).toBe(200)
  })

  test('of writes: the last use is noted every few minutes', async () => {
    const key = await makeKey(app, owner)
    const usedAt = async (): Promise<string | null | undefined> =>
      (await app.call(getKeys, { condition: {} }, { as: owner })).body.result.data.find(
        ({ key_id: id }) => id === key.key_id,
      )?.last_used_at
    const first = app.clock.now.toISOString()
    await storesOf(key.secret)
    expect(await usedAt()).toBe(first)
    app.clock.advance(200)
    await storesOf(key.secret)
    expect(await usedAt()).toBe(first)
    app.clock.advance(200)
    await storesOf(key.secret)
    expect(await usedAt()).toBe(app.clock.now.toISOString())
  })
})

describe('what is reserved to people', () => {
  let samples: Samples
  let merchant: Merchant
  /** Several, because a key makes a hundred calls in ten seconds. */
  const bearers: string[] = []
  let made = 0
  const nextBearer = (): string => bearers[(made += 1) % bearers.length] ?? ''

  beforeAll(async () => {
    merchant = await makeMerchant(app)
    samples = await makeSamples(app, merchant)
    for (let i = 0; i < 5; i += 1)
      bearers.push((await makeKey(app, merchant, { permissions: allPermissions })).secret)
  })

  /** The sample without a payout account, which is reserved to people wherever it is sent. */
  function sampleOf(name: string): unknown {
    const sample = samples.of(name)
    if (sample instanceof Uint8Array) return sample
    const { merchant_id: _, ...rest } = sample as Record<string, unknown>
    return rest
  }

  test('is written by hand, and names calls that exist', () => {
    const names = new Set(rows.map(({ name }) => name))
    expect([...openToKeys].filter((name) => !names.has(name))).toEqual([])
    for (const { name, row } of rows.filter(({ name }) => openToKeys.has(name))) {
      expect(row.sign, name).toBeUndefined()
      expect(['public', 'main', 'activity'], name).not.toContain(row.access)
    }
  })

  test.each(rows.filter(({ row }) => row.access !== 'public').map(({ name, row }) => [name, row] as const))(
    '%s is open to keys or not, as the table says',
    async (name, row) => {
      const { body } = await app.post(row.path, sampleOf(name), {
        bearer: nextBearer(),
        address: nextAddress(),
      })
      const isOpen = body.msg !== 'This call is not open to API keys'
      expect(isOpen, JSON.stringify(body).slice(0, 200)).toBe(openToKeys.has(name))
      expect(body.rcode).not.toBe(604)
    },
  )

  test('is the payout account of a store, too', async () => {
    const store = await makeStore(app, merchant)
    const input = samples.of('regions.addStore') as { merchant_id: string }
    const { body } = await app.call(
      regionCalls.editStore,
      { _id: store._id, store_name: 'Mine', merchant_id: input.merchant_id },
      { bearer: nextBearer() },
    )
    expect(body).toMatchObject({ rcode: 300 })
  })

  test('is to which account the sales of a machine are paid out, also by moving it to another store', async () => {
    const { merchant_id } = await makeApproved(app, merchant)
    const from = await makeStore(app, merchant, { merchant_id })
    const same = await makeStore(app, merchant, { merchant_id })
    const other = await makeStore(app, merchant)
    const machine = await makeBoundMachine(app, merchant, { store: from._id })
    const sibling = await makeBoundMachine(app, merchant, { store: from._id })
    const { editDev, editDevs } = contract.devices
    const move = async (store: string | null, who: { bearer: string } | { as: Merchant }) =>
      (await app.call(editDev, { sn: machine.sn, store }, who)).body
    const refused = { rcode: 100, result: { errors: [{ path: 'store' }] } }
    expect(await move(other._id, { bearer: nextBearer() })).toMatchObject(refused)
    expect(await move(null, { bearer: nextBearer() })).toMatchObject(refused)
    const many = { sns: [sibling.sn, machine.sn], store: other._id }
    expect((await app.call(editDevs, many, { bearer: nextBearer() })).body).toMatchObject(refused)
    expect((await move(same._id, { bearer: nextBearer() })).rcode).toBe(0)
    // A person who manages machines may: the account belongs to the store.
    const clerk = await makeStaff(app, merchant, { permissions: ['device.manage'] })
    expect((await move(other._id, { as: clerk })).rcode).toBe(0)
  })
})
