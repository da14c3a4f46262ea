/** A key that is edited: its name, role, places and expiry change at once, and the key itself stays. */
import {
  type ApiKey,
  contract,
  type InputOf,
  integrationCalls,
  keysAtMost,
  regionCalls,
} from '@slotwise/contract'
import { beforeAll, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeRole, makeStore, type Merchant, unlock } from '../../../test/factories.ts'
import { makeKey } from '../../../test/integration-stand.ts'
import { asOwner } from '../../../test/owner.ts'

const { editKey, getKeys, revokeKey } = integrationCalls
const { getAllStore, getArea } = regionCalls
const dayMs = 86_400_000

const app = await testApp()
let owner: Merchant
let neighbour: Merchant

beforeAll(async () => {
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
})

type Change = Partial<Omit<InputOf<typeof editKey>, 'sign'>>

/** Edits a key; what is not named stays. */
async function edit(key: ApiKey, change: Change, as = owner) {
  const { key_id, name, roleid, all_device, area, store, device } = key
  const kept = { key_id, name, roleid, all_device, area, store, device }
  const input = { ...kept, ...change, sign: await unlock(app, as) }
  return (await app.call(editKey, input, { as })).body
}

const keysOf = async (as: Merchant) =>
  (await app.call(getKeys, { pageSize: 100, condition: {} }, { as })).body.result.data
const keyOf = async (as: Merchant, id: string) => (await keysOf(as)).find((one) => one.key_id === id)

const expire = ({ key_id: id }: ApiKey) =>
  asOwner(app, 'update api_key set expires_at = $2 where key_id = $1', [id, app.clock.now])

const storesSeenBy = async (bearer: string) => {
  const { body } = await app.call(getAllStore, { pageSize: 100, condition: {} }, { bearer })
  return body.rcode === 0 ? body.result.data.map(({ _id }) => _id) : body.rcode
}

describe('a key that is edited', () => {
  test('has another role, other places and another name with its next call, and is the same key', async () => {
    const [first, second] = [await makeStore(app, owner), await makeStore(app, owner)]
    const { roleid } = await makeRole(app, owner, ['store.manage'])
    const key = await makeKey(app, owner, { name: 'Till', all_device: false, store: [first._id] })
    const sibling = await makeKey(app, owner)
    const siblingBefore = await keyOf(owner, sibling.key_id)
    expect(await storesSeenBy(key.secret)).toEqual([first._id])
    expect((await app.call(getArea, { condition: {} }, { bearer: key.secret })).body.rcode).toBe(300)

    const changed = await edit(key, { name: 'Books', roleid, store: [second._id] })
    expect(changed).toMatchObject({
      rcode: 0,
      result: { key_id: key.key_id, tail: key.tail, name: 'Books', roleid, store: [second._id] },
    })
    expect(JSON.stringify(changed)).not.toContain(key.secret)
    expect(await storesSeenBy(key.secret)).toEqual([second._id])
    expect((await app.call(getArea, { condition: {} }, { bearer: key.secret })).body.rcode).toBe(0)
    expect(await keyOf(owner, sibling.key_id)).toEqual(siblingBefore)

    const lines = await app.call(contract.audit.getAudit, { condition: { call: 'editKey' } }, { as: owner })
    expect(lines.body.result.data).toMatchObject([
      { object_id: key.key_id, before: { name: 'Till' }, after: { name: 'Books', roleid } },
    ])
    expect(JSON.stringify(lines.body.result.data)).not.toContain(key.secret)
    // What the key does later is audited under the new name.
    const renamed = { _id: second._id, store_name: 'By key' }
    const edited = await app.call(regionCalls.editStore, renamed, { bearer: key.secret })
    expect(edited.body.rcode).toBe(0)
    const done = await app.call(
      contract.audit.getAudit,
      { condition: { account: key.key_id } },
      { as: owner },
    )
    expect(done.body.result.data).toMatchObject([{ call: 'editStore', username: `Books (sk_…${key.tail})` }])
  })

  test('expires when it did before, unless it gets other days', async () => {
    const key = await makeKey(app, owner, { days: 30 })
    expect((await edit(key, { name: 'Same' })).result.expires_at).toBe(key.expires_at)
    expect((await edit(key, { days: null })).result.expires_at).toBeNull()
    const { result } = await edit(key, { days: 1 })
    expect(result.expires_at).toBe(new Date(app.clock.now.getTime() + dayMs).toISOString())
    await expire(key)
    expect(await storesSeenBy(key.secret)).toBe(604)
    expect((await edit(key, { name: 'Late' })).rcode).toBe(0)
    expect(await storesSeenBy(key.secret)).toBe(604)
    expect((await edit(key, { days: 1 })).rcode).toBe(0)
    expect(Array.isArray(await storesSeenBy(key.secret))).toBe(true)
  })

  test('does not work again where there are as many as there may be', async () => {
    const main = await makeMerchant(app)
    const key = await makeKey(app, main, { days: 1 })
    await expire(key)
    await asOwner(
      app,
      `insert into account (tenant_id, username, nickname, is_main, is_key, password_hash, role_id, created_at)
       select $1::bigint, 'key ' || n, 'K', false, true, '', $2::bigint, $3 from generate_series(1, $4::int) n`,
      [main.tenantId, key.roleid, app.clock.now, keysAtMost],
    )
    await asOwner(
      app,
      `insert into api_key (tenant_id, key_id, secret_hash, tail, created_at)
       select tenant_id, account_id, account_id::text::bytea, 'test', $2
         from account where tenant_id = $1 and is_key and account_id <> $3`,
      [main.tenantId, app.clock.now, key.key_id],
    )
    expect((await edit(key, { days: 1 }, main)).rcode).toBe(103)
    expect((await edit(key, { name: 'Old' }, main)).rcode).toBe(0)
    const one = (await keysOf(main)).find(({ name }) => name === 'K')
    if (!one) throw new Error('no key')
    await app.call(revokeKey, { key_id: one.key_id }, { as: main })
    expect((await edit(key, { days: 1 }, main)).rcode).toBe(0)
  })
})

test.each([
  ['without the operation password', { sign: 'x' }, 301],
  ['to a role that is none', { roleid: '999999999' }, 100],
  ['to no place at all', { all_device: false, store: [] }, 100],
  ['to days below one', { days: 0 }, 100],
])('a change %s is refused, and the key stays as it was', async (_what, change, rcode) => {
  const key = await makeKey(app, owner)
  const before = await keyOf(owner, key.key_id)
  const { key_id, name, roleid } = key
  const input = { key_id, name, roleid, sign: await unlock(app, owner), ...change }
  const { body } = await app.call(editKey, input, { as: owner })
  expect(body.rcode).toBe(rcode)
  expect(await keyOf(owner, key.key_id)).toEqual(before)
})

test('a name that another key with the same last characters has is refused at its field', async () => {
  const [key, other] = [await makeKey(app, owner, { name: 'Twin' }), await makeKey(app, owner)]
  await asOwner(app, 'update account set username = $2 where account_id = $1', [
    other.key_id,
    `Till (sk_…${key.tail})`,
  ])
  const refused = await edit(key, { name: 'Till' })
  expect(refused).toMatchObject({ rcode: 100, result: { errors: [{ path: 'name' }] } })
  expect(await keyOf(owner, key.key_id)).toMatchObject({ name: 'Twin' })
})

test('a revoked key, one of the neighbour, a person, and a store or role of the neighbour are unknown', async () => {
  const [key, gone, others] = [
    await makeKey(app, owner),
    await makeKey(app, owner),
    await makeKey(app, neighbour),
  ]
  const theirStore = await makeStore(app, neighbour)
  const before = [await keysOf(owner), await keysOf(neighbour)]
  expect((await edit({ ...others, roleid: key.roleid }, {})).rcode).toBe(101)
  expect((await edit({ ...key, key_id: owner.accountId }, {})).rcode).toBe(101)
  expect(await edit(key, { roleid: others.roleid })).toMatchObject({
    rcode: 100,
    result: { errors: [{ path: 'roleid' }] },
  })
  expect(await edit(key, { all_device: false, store: [theirStore._id] })).toMatchObject({
    rcode: 100,
    result: { errors: [{ path: 'store' }] },
  })
  expect([await keysOf(owner), await keysOf(neighbour)]).toEqual(before)
  await app.call(revokeKey, { key_id: gone.key_id }, { as: owner })
  expect((await edit(gone, { days: 30 })).rcode).toBe(101)
  expect(await storesSeenBy(gone.secret)).toBe(604)
})
