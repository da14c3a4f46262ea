import { accountCalls, deviceCalls, regionCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { type Signed, startApp, testApp } from '../../../test/app.ts'
import {
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
  signIn,
  testPassword,
} from '../../../test/factories.ts'
import { makeBoundMachine } from '../../../test/machines.ts'
import { asOwner, wholeDatabase } from '../../../test/owner.ts'
import { testSecrets } from '../../../test/vault-keys.ts'
import { readConfig } from '../../kernel/config.ts'
import { md5 } from '../../kernel/passwords.ts'
import { inTenant } from '../../kernel/db.ts'
import { hashToken } from '../../kernel/tokens.ts'
import { isOpen } from './account-queries.ts'
import { endAllSessions, findIdentity, presentRights } from './index.ts'

const app = await testApp()
// The number of logins per address and minute is limited.
beforeEach(() => app.clock.advance(61))

const me = async (as: Signed | undefined) => (await app.call(accountCalls.me, {}, { as })).body
const ended = { rcode: 604, msg: 'Login timeout, please log in again', result: null }

describe('a session', () => {
  test('lasts 24 hours from signing in, however busy it is', async () => {
    const owner = await makeMerchant(app)
    for (let hour = 0; hour < 23; hour += 1) {
      app.clock.advance(3_600)
      expect((await me(owner)).rcode).toBe(0)
    }
    app.clock.advance(3_599)
    expect((await me(owner)).rcode).toBe(0)
    app.clock.advance(1)
    expect(await me(owner)).toEqual(ended)
  })

  test('needs token and secret of the same sign-in', async () => {
    const first = await makeMerchant(app)
    const second = await signIn(app, first.username)
    for (const as of [
      { token: first.token, secret: '' },
      { token: '', secret: first.secret },
      { token: first.token, secret: second.secret },
      { token: second.token, secret: first.secret },
      { token: first.secret, secret: first.token },
      { token: first.token, secret: first.token },
      { token: first.token, secret: `${first.secret}x` },
      { token: first.token.slice(0, -1), secret: first.secret },
      undefined,
    ])
      expect(await me(as)).toEqual(ended)
    expect((await me(first)).rcode).toBe(0)
    expect((await me(second)).rcode).toBe(0)
  })

  test("a token under another merchant's number is unknown", async () => {
    const owner = await makeMerchant(app)
    const neighbour = await makeMerchant(app)
    const moved = owner.token.replace(/^[^.]+/, neighbour.token.split('.')[0] ?? '')
    expect(moved).not.toBe(owner.token)
    expect(await me({ token: moved, secret: owner.secret })).toEqual(ended)
    expect(await me({ token: moved, secret: neighbour.secret })).toEqual(ended)
  })

  test.each(['0', 'zzzzzzzzzzzz', 'zzzzzzzzzzzzz', '-1', '1;', ''])(
    'a token under the number %j is unknown',
    async (number) => {
      const owner = await makeMerchant(app)
      const token = owner.token.replace(/^[^.]+/, number)
      expect(await me({ token, secret: owner.secret })).toEqual(ended)
    },
  )

  test('logging out ends it at once, and no other', async () => {
    const first = await makeMerchant(app)
    const second = await signIn(app, first.username)
    expect((await app.call(accountCalls.logout, {}, { as: first })).body.rcode).toBe(0)
    expect(await me(first)).toEqual(ended)
    expect((await app.call(accountCalls.logout, {}, { as: first })).body).toEqual(ended)
    expect((await me(second)).rcode).toBe(0)
  })

  test('ends with the deletion of its account', async () => {
    const clerk = await makeStaff(app, await makeMerchant(app))
    expect((await me(clerk)).rcode).toBe(0)
    await asOwner(app, 'update account set deleted_at = now() where account_id = $1', [clerk.accountId])
    expect(await me(clerk)).toEqual(ended)
  })

  test('a changed role and a deleted role act on the next call', async () => {
    const clerk = await makeStaff(app, await makeMerchant(app), { permissions: ['store.manage'] })
    const stores = async () => (await me(clerk)).result.havePerms['Store']
    expect(await stores()).toEqual({ AreaStore: true })
    const role = '(select role_id from account where account_id = $1)'
    await asOwner(app, `update role set permission_ids = '{1020}' where role_id = ${role}`, [clerk.accountId])
    expect((await me(clerk)).result.havePerms).toMatchObject({ Home: true, Store: { AreaStore: false } })
    await asOwner(app, `update role set deleted_at = now() where role_id = ${role}`, [clerk.accountId])
    expect((await me(clerk)).result.havePerms).toMatchObject({ Home: false, isMain: false })
  })

  test('a changed scope acts on the next call', async () => {
    const owner = await makeMerchant(app)
    const [first, second] = [await makeStore(app, owner), await makeStore(app, owner)]
    const clerk = await makeStaff(app, owner, { stores: [first._id] })
    // A colleague with another scope changes nothing.
    await makeStaff(app, owner, { stores: [second._id] })
    const seen = async () => {
      const { body } = await app.call(regionCalls.getAllStore, {}, { as: clerk })
      return body.result.data.map((store) => store._id).toSorted()
    }
    const change = (sql: string, ...more: unknown[]) => asOwner(app, sql, [clerk.accountId, ...more])
    expect(await seen()).toEqual([first._id])
    await change('update account_store set store_id = $2 where account_id = $1', second._id)
    expect(await seen()).toEqual([second._id])
    await change('delete from account_store where account_id = $1')
    expect(await seen()).toEqual([])
    await change('update account set all_device = true where account_id = $1')
    expect(await seen()).toEqual([first._id, second._id].toSorted())
  })

  test('has the machines of its own account in its scope, not those of a colleague', async () => {
    const owner = await makeMerchant(app)
    const [first, second] = [await makeBoundMachine(app, owner), await makeBoundMachine(app, owner)]
    const permissions = ['device.manage'] as const
    const clerk = await makeStaff(app, owner, { permissions, devices: [first.id] })
    await makeStaff(app, owner, { permissions, devices: [second.id] })
    const { body } = await app.call(deviceCalls.getAllDevice, { condition: {} }, { as: clerk })
    expect(body.result.data.map(({ sn }) => sn)).toEqual([first.sn])
  })
})

describe('rights that are read without a call', () => {
  const sessionOf = async ({ token }: Signed) => {
    const text = 'select session_id from session where token_hash = $1'
    return (await asOwner<{ session_id: string }>(app, text, [hashToken(token)]))[0]?.session_id ?? ''
  }
  const usersOf = async (tenantId: string, sessions: string[]) => {
    const rights = await inTenant(app.deps.db.main, tenantId, (tx) =>
      presentRights(tx, tenantId, sessions, app.clock.now),
    )
    return new Map([...rights].map(([session, { user }]) => [session, user.id]))
  }

  test('are those of the asked sessions that are open', async () => {
    const owner = await makeMerchant(app)
    const { tenantId, accountId } = owner
    const clerk = await makeStaff(app, owner)
    const gone = await makeStaff(app, owner)
    await asOwner(app, 'update account set deleted_at = now() where account_id = $1', [gone.accountId])
    const left = await signIn(app, owner.username)
    await app.call(accountCalls.logout, {}, { as: left })
    const [own, ended, deleted] = [await sessionOf(owner), await sessionOf(left), await sessionOf(gone)]
    expect(await usersOf(tenantId, [own, ended, deleted])).toEqual(new Map([[own, accountId]]))
    const both = [own, await sessionOf(clerk)]
    expect(await usersOf(tenantId, both)).toEqual(
      new Map(both.map((id, i) => [id, i === 0 ? accountId : clerk.accountId])),
    )
    app.clock.advance(24 * 3_600)
    expect(await usersOf(tenantId, both)).toEqual(new Map())
  })

  test('are those of the asked account, until it is deleted', async () => {
    const owner = await makeMerchant(app)
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage'] })
    const identity = ({ tenantId, accountId }: Merchant) =>
      inTenant(app.deps.db.main, tenantId, (tx) => findIdentity(tx, tenantId, accountId))
    expect(await identity(owner)).toMatchObject({ user: { id: owner.accountId, isMain: true } })
    expect(await identity(clerk)).toMatchObject({
      user: { id: clerk.accountId, username: clerk.username, isMain: false },
      permissions: new Set(['store.manage']),
      scope: { all: true },
      ownOnly: { goods: false, bank: false },
    })
    const ownOnly = await Promise.all(
      [{ goods: 'own' } as const, { bank: 'own' } as const].map(async (limits) =>
        identity(await makeStaff(app, owner, limits)),
      ),
    )
    expect(ownOnly).toMatchObject([
      { ownOnly: { goods: true, bank: false } },
      { ownOnly: { goods: false, bank: true } },
    ])
    await asOwner(app, 'update account set deleted_at = now() where account_id = $1', [clerk.accountId])
    expect(await identity(clerk)).toBeUndefined()
  })

  test('a session counts as open until it is ended, whatever happens to its siblings', async () => {
    const owner = await makeMerchant(app)
    const { tenantId } = owner
    const second = await signIn(app, owner.username)
    const open = async (as: Signed) => {
      const session = await sessionOf(as)
      return inTenant(app.deps.db.main, tenantId, (tx) => isOpen(tx, tenantId, session))
    }
    await app.call(accountCalls.logout, {}, { as: second })
    expect([await open(owner), await open(second)]).toEqual([true, false])
  })
})

test('the sessions of a whole merchant can be ended; neighbours keep theirs', async () => {
  const [owner, neighbour] = [await makeMerchant(app), await makeMerchant(app)]
  const { tenantId } = owner
  const clerk = await makeStaff(app, owner)
  const early = await signIn(app, owner.username)
  await app.call(accountCalls.logout, {}, { as: early })
  const endsOf = () =>
    asOwner(app, 'select distinct ended_at from session where tenant_id = $1 order by 1', [tenantId])
  const before = app.clock.now
  app.clock.advance(60)
  await inTenant(app.deps.db.main, tenantId, (tx) => endAllSessions(tx, tenantId, app.clock.now))
  // What had ended before keeps its end.
  expect(await endsOf()).toEqual([{ ended_at: before }, { ended_at: app.clock.now }])
  for (const as of [owner, clerk]) expect(await me(as)).toEqual(ended)
  expect((await me(neighbour)).rcode).toBe(0)
})

describe('what is stored', () => {
  test('of token and secret only their hashes', async () => {
    const owner = await makeMerchant(app)
    const rows = await asOwner<{ token_hash: Buffer; secret_hash: Buffer }>(
      app,
      'select token_hash, secret_hash from session where tenant_id = $1',
      [owner.tenantId],
    )
    expect(rows).toEqual([{ token_hash: hashToken(owner.token), secret_hash: hashToken(owner.secret) }])
    const stored = await wholeDatabase(app)
    for (const secret of [owner.token, owner.token.split('.')[1] ?? '', owner.secret]) {
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
      expect(stored).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
    }
  })

  test('of a password a slow hash with salt and pepper, never its md5', async () => {
    const owner = await makeMerchant(app)
    const twin = await makeMerchant(app)
    const rows = await asOwner<{ password_hash: string; operation_hash: string }>(
      app,
      'select password_hash, operation_hash from account where tenant_id = any($1)',
      [[owner.tenantId, twin.tenantId]],
    )
    const hashes = rows.flatMap((row) => [row.password_hash, row.operation_hash])
    expect(new Set(hashes).size).toBe(4)
    for (const hash of hashes) expect(hash).toMatch(/^argon2id\$64\$1\$1\$[\w-]{22}\$[\w-]{43}$/)
    // Tests hash cheaply; the default cost must not be cheap.
    expect(readConfig(testSecrets).passwordCost).toEqual({
      memory: 19_456,
      passes: 2,
      parallelism: 1,
    })
    expect(await wholeDatabase(app)).not.toContain(md5(testPassword))

    const elsewhere = await startApp({ pepper: 'another pepper' })
    try {
      await asOwner(elsewhere, `insert into tenant values (1, 'M', 'CN', 'vm', null, null, now())`)
      await asOwner(
        elsewhere,
        `insert into account (tenant_id, username, nickname, is_main, password_hash, created_at)
         values (1, 'm', 'm', true, $1, now())`,
        [rows[0]?.password_hash],
      )
      await asOwner(elsewhere, `insert into login select username, tenant_id, account_id from account`)
      await expect(signIn(elsewhere, 'm')).rejects.toThrow('Invalid username or password')
    } finally {
      await elsewhere.close()
    }
  })
})
