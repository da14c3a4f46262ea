/** What other modules ask of this one. */
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asTenant, asUser } from '../../../test/as-user.ts'
import { makeMerchant, makeStaff, makeStore, type Merchant, signIn } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { md5 } from '../../kernel/passwords.ts'
import {
  countryOf,
  createMerchant,
  endOneSession,
  findIdentities,
  findIdentity,
  isLogin,
  merchantOf,
  unendedSessions,
} from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app, { country: 'MY' })
const store = (await makeStore(app, owner))._id
const clerk = await makeStaff(app, owner, { permissions: ['store.manage'], stores: [store] })
const sibling = await makeStaff(app, owner, { permissions: ['home'] })

test('the rights of accounts are each their own, and deleted and foreign accounts have none', async () => {
  const gone = await makeStaff(app, owner)
  await asOwner(app, 'update account set deleted_at = $2 where account_id = $1', [
    gone.accountId,
    app.clock.now,
  ])
  const ids = [clerk, sibling, gone, neighbour].map(({ accountId }) => accountId)
  const found = await asTenant(app, owner, (ref) => findIdentities(ref, ids))
  expect([...found.keys()].toSorted()).toEqual([clerk.accountId, sibling.accountId].toSorted())
  expect(found.get(clerk.accountId)).toMatchObject({
    tenant: { id: owner.tenantId, country: 'CN' },
    user: { id: clerk.accountId, username: clerk.username, isMain: false },
    permissions: new Set(['store.manage']),
    scope: { all: false, stores: [store], devices: [] },
  })
  for (const { accountId } of [clerk, sibling])
    expect(found.get(accountId)).toEqual(
      await asTenant(app, owner, ({ tx, tenantId }) => findIdentity(tx, tenantId, accountId)),
    )
})

test('a session counts until it was ended, also after its time, and not at a neighbour', async () => {
  const idOf = (who: Merchant) => asUser(app, who, async ({ session }) => session.id)
  const second = { ...owner, ...(await signIn(app, owner.username)) }
  const [first, ended, others, theirs] = [
    await idOf(owner),
    await idOf(second),
    await idOf(sibling),
    await idOf(neighbour),
  ]
  await asUser(app, owner, (ctx) => endOneSession(ctx, ended))
  const of = (ids: string[]) => asTenant(app, owner, (ref) => unendedSessions(ref, ids))
  expect(await of([first, ended, theirs])).toEqual(new Set([first]))
  app.clock.advance(25 * 3_600)
  expect(await of([first, others, ended])).toEqual(new Set([first, others]))
  expect(await of([])).toEqual(new Set())
})

test('a merchant is known by its name and its country, and another number is no merchant', async () => {
  const { tenantId, username } = neighbour
  expect(await asTenant(app, neighbour, merchantOf)).toEqual({ name: `Merchant ${username}`, country: 'MY' })
  expect(await asTenant(app, owner, merchantOf)).toEqual({
    name: `Merchant ${owner.username}`,
    country: 'CN',
  })
  expect([await asTenant(app, owner, countryOf), await asTenant(app, neighbour, countryOf)]).toEqual([
    'CN',
    'MY',
  ])
  const none = { tenantId: String(Number(tenantId) + 1_000) }
  expect(await asTenant(app, none, merchantOf)).toBeUndefined()
  await expect(asTenant(app, none, countryOf)).rejects.toThrow('no result')
})

test('a login name is taken or free, exactly as it is written', async () => {
  const isTaken = (name: string) => isLogin(app.deps.db.main, name)
  for (const { username } of [owner, neighbour, clerk]) expect(await isTaken(username)).toBe(true)
  for (const name of [clerk.username.toUpperCase(), clerk.username.slice(0, -1), ''])
    expect(await isTaken(name)).toBe(false)
})

test('a taken name makes no second merchant', async () => {
  const count = async () => (await asOwner(app, 'select tenant_id from tenant')).length
  const before = await count()
  const again = createMerchant(app.deps, {
    username: neighbour.username,
    mchName: 'Again',
    country: 'MY',
    business: 'vm',
    agent: null,
    password: md5('correct horse'),
    operation: null,
    origin: { requestId: '', address: '', userAgent: '', locale: 'en-US', now: app.clock.now },
  })
  await expect(again).rejects.toMatchObject({ name: 'AppError', code: 'phoneRegistered' })
  expect(await count()).toBe(before)
})
