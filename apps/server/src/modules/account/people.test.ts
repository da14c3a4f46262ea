/** The accounts of a merchant as other modules see them: the list of people, nicknames, and the rows of sub-accounts. */
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import {
  addLogin,
  findLogin,
  insertSubUser,
  listPeople,
  nicknamesOf,
  removeLogin,
  setSubUserDeleted,
  updateSubUser,
} from './index.ts'

const app = await testApp()
// A neighbour with staff of its own.
await makeStaff(app, await makeMerchant(app))
let owner: Merchant
let amy: Merchant
let ben: Merchant

beforeEach(async () => {
  owner = await makeMerchant(app)
  amy = await makeStaff(app, owner)
  ben = await makeStaff(app, owner)
})

const asMain = <T>(work: (ctx: Ctx) => Promise<T>) => asUser(app, owner, work)
const rowOf = async ({ accountId }: Merchant) =>
  (
    await asOwner<{ nickname: string; rev: number; deleted_at: Date | null }>(
      app,
      'select nickname, rev, deleted_at from account where account_id = $1',
      [accountId],
    )
  )[0]

describe('the list of people', () => {
  const people = (filter: Parameters<typeof listPeople>[2], page = { pageNum: 1, pageSize: 10 }) =>
    asMain((ctx) => listPeople(ctx, page, filter))

  test('has the main account first, then the newest, and marks deleted ones', async () => {
    await asMain((ctx) => setSubUserDeleted(ctx, amy.accountId, true))
    const { data, count } = await people({})
    expect(data).toMatchObject([
      { account: owner.accountId, username: owner.username, isMain: true, gone: false },
      { account: ben.accountId, username: ben.username, nickname: ben.username, isMain: false, gone: false },
      { account: amy.accountId, isMain: false, gone: true },
    ])
    expect(count).toBe(3)
    expect((await people({}, { pageNum: 2, pageSize: 2 })).data).toMatchObject([{ account: amy.accountId }])
  })

  test('finds by number, by nickname and by username', async () => {
    await asOwner(app, `update account set nickname = '小林' where account_id = $1`, [ben.accountId])
    for (const filter of [{ ids: [ben.accountId] }, { q: '小林' }, { q: ben.username.toUpperCase() }])
      expect(await people(filter)).toMatchObject({ data: [{ account: ben.accountId }], count: 1 })
    expect(await people({ ids: [] })).toEqual({ data: [], count: 0 })
  })

  test('nicknames are read for the asked accounts only, deleted ones included', async () => {
    await asMain((ctx) => setSubUserDeleted(ctx, amy.accountId, true))
    expect(await asMain((ctx) => nicknamesOf(ctx, [amy.accountId]))).toEqual(
      new Map([[amy.accountId, amy.username]]),
    )
  })
})

describe('the row of a sub-account', () => {
  const person = async ({ accountId }: Merchant, nickname: string) => {
    const [role] = await asOwner<{ role_id: string }>(
      app,
      'select role_id from account where account_id = $1',
      [accountId],
    )
    return {
      username: `new${accountId}`,
      nickname,
      phone: '',
      role_id: role?.role_id ?? '',
      all_device: true,
    }
  }

  test('is changed at the revision that was read, and no other row with it', async () => {
    const change = await person(amy, 'Amy')
    expect(await asMain((ctx) => updateSubUser(ctx, amy.accountId, 2, change))).toBe(false)
    expect(await asMain((ctx) => updateSubUser(ctx, amy.accountId, 1, change))).toBe(true)
    expect(await rowOf(amy)).toMatchObject({ nickname: 'Amy', rev: 2 })
    expect(await rowOf(ben)).toMatchObject({ nickname: ben.username, rev: 1 })
  })

  test('is not changed once it is deleted; deleting and restoring leaves colleagues alone', async () => {
    const change = await person(amy, 'Amy')
    await asMain((ctx) => setSubUserDeleted(ctx, amy.accountId, true))
    expect(await rowOf(ben)).toMatchObject({ deleted_at: null })
    expect(await asMain((ctx) => updateSubUser(ctx, amy.accountId, undefined, change))).toBe(false)
    await asMain((ctx) => setSubUserDeleted(ctx, ben.accountId, true))
    await asMain((ctx) => setSubUserDeleted(ctx, amy.accountId, false))
    expect(await rowOf(amy)).toMatchObject({ nickname: amy.username, deleted_at: null })
    expect(await rowOf(ben)).toMatchObject({ deleted_at: app.clock.now })
  })

  test('is added with its creator, and is no main account', async () => {
    const hashes = { password_hash: 'a', operation_hash: 'b' }
    const draft = await person(ben, 'Cat')
    const id = await asMain((ctx) => insertSubUser(ctx, { ...draft, ...hashes }))
    const columns = 'username, nickname, is_main, created_by, created_at, password_hash, operation_hash'
    expect(await asOwner(app, `select ${columns} from account where account_id = $1`, [id])).toEqual([
      {
        username: draft.username,
        nickname: 'Cat',
        is_main: false,
        created_by: owner.accountId,
        created_at: app.clock.now,
        ...hashes,
      },
    ])
  })
})

test('a login name is added once, and removed from its account alone', async () => {
  const { tenantId: tenant_id, accountId: account_id } = amy
  const username = `second.${amy.username}`
  const login = { username, tenant_id, account_id }
  expect(await asMain((ctx) => addLogin(ctx.tx, login))).toBe(true)
  expect(await asMain((ctx) => addLogin(ctx.tx, { ...login, account_id: ben.accountId }))).toBe(false)
  await asMain((ctx) => removeLogin(ctx.tx, tenant_id, ben.accountId, username))
  expect(await findLogin(app.deps.db.main, [username])).toEqual(login)
  await asMain((ctx) => removeLogin(ctx.tx, tenant_id, account_id, username))
  expect(await findLogin(app.deps.db.main, [username])).toBeUndefined()
  for (const one of [owner, amy, ben])
    expect(await findLogin(app.deps.db.main, [one.username])).toMatchObject({ account_id: one.accountId })
})
