import { accountCalls } from '@slotwise/contract'
import { beforeEach, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  makeMerchant,
  makeStaff,
  type Merchant,
  nextAddress,
  testOperation,
  unlock,
} from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant, type Tx } from '../../kernel/db.ts'
import { deleteCodesBefore } from './code-queries.ts'
import { deleteSessionsBefore, deleteSignsBefore } from './sweep-queries.ts'
import { sweep, sweepCodes } from './index.ts'

const app = await testApp()
const minute = 60
const hour = 60 * minute
const day = 24 * hour

let owner: Merchant
beforeEach(async () => {
  owner = await makeMerchant(app)
})

/** The accounts that have rows in a table, the oldest account first. */
const accountsIn = async (table: 'operation_sign' | 'session') =>
  (
    await asOwner<{ account_id: string }>(
      app,
      `select account_id from ${table} where tenant_id = $1 order by account_id`,
      [owner.tenantId],
    )
  ).map((row) => row.account_id)

const inOwner = <T>(work: (tx: Tx) => Promise<T>) => inTenant(app.deps.db.main, owner.tenantId, work)
const sweepNow = () => sweep(app.deps, owner.tenantId, app.clock.now)

test('a sign goes after two hours; the younger sign of a colleague stays', async () => {
  await unlock(app, owner)
  app.clock.advance(minute)
  const clerk = await makeStaff(app, owner, { operation: testOperation })
  await unlock(app, clerk)
  app.clock.advance(2 * hour - minute)
  await sweepNow()
  expect(await accountsIn('operation_sign')).toEqual([owner.accountId, clerk.accountId])
  app.clock.advance(1)
  await sweepNow()
  expect(await accountsIn('operation_sign')).toEqual([clerk.accountId])
})

test('a session goes 30 days after its 24 hours; the younger session of a colleague stays', async () => {
  app.clock.advance(minute)
  const clerk = await makeStaff(app, owner)
  app.clock.advance(31 * day - minute)
  await sweepNow()
  expect(await accountsIn('session')).toEqual([owner.accountId, clerk.accountId])
  app.clock.advance(1)
  await sweepNow()
  expect(await accountsIn('session')).toEqual([clerk.accountId])
})

test('signs and sessions are deleted in portions of the given size', async () => {
  for (let i = 0; i < 2; i += 1) await unlock(app, await makeStaff(app, owner, { operation: testOperation }))
  await unlock(app, owner)
  const later = new Date(app.clock.now.getTime() + 40 * day * 1000)
  const signs = () => inOwner((tx) => deleteSignsBefore(tx, owner.tenantId, later, 2))
  expect([await signs(), await signs()]).toEqual([2, 1])
  const sessions = () => inOwner((tx) => deleteSessionsBefore(tx, owner.tenantId, later, 2))
  expect([await sessions(), await sessions()]).toEqual([2, 1])
})

test('a code goes a day after its five minutes; a younger one stays, and portions have the given size', async () => {
  const phones = ['13400000001', '13400000002', '13400000003']
  const ask = (phone: string) => app.call(accountCalls.checkAccount, { phone }, { address: nextAddress() })
  const kept = async () =>
    (await asOwner<{ phone: string }>(app, 'select phone from sms_code order by phone')).map(
      (row) => row.phone,
    )
  await ask('13400000000')
  app.clock.advance(minute)
  for (const phone of phones) await ask(phone)
  app.clock.advance(day + 4 * minute)
  await sweepCodes(app.deps, app.clock.now)
  expect(await kept()).toEqual(['13400000000', ...phones])
  app.clock.advance(1)
  await sweepCodes(app.deps, app.clock.now)
  expect(await kept()).toEqual(phones)
  app.clock.advance(day)
  const portion = () => deleteCodesBefore(app.deps.db.main, app.clock.now, 2)
  expect([await portion(), await portion()]).toEqual([2, 1])
})
