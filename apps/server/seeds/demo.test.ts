import { accountCalls, contract, regionCalls, staffCalls } from '@slotwise/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type TestApp } from '../test/app.ts'
import { signIn } from '../test/factories.ts'
import { asOwner } from '../test/owner.ts'
import { demo, seedDemo } from './demo.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  expect(await seedDemo(app.deps)).toBe(true)
})
afterAll(() => app.close())

test('the demo is made once', async () => {
  expect(await seedDemo(app.deps)).toBe(false)
  const owner = await signIn(app, demo.username, demo.password)
  const roles = await app.call(staffCalls.getRole, {}, { as: owner })
  expect(roles.body.result.data.map(({ name }) => name)).toEqual(['客服 Clerk', '店长 Store manager'])
})

test('the clerk sees the overview and the sales bills of one store, and cannot refund', async () => {
  const clerk = await signIn(app, 'clerk01', demo.password)
  const me = await app.call(accountCalls.me, {}, { as: clerk })
  expect(me.body.result.havePerms).toMatchObject({
    isMain: false,
    Home: true,
    Order: { BuyBill: true, Refund: false },
    Store: { AreaStore: false },
    User: { SubUser: false, Role: false },
  })
  const stores = await app.call(regionCalls.getAllStore, {}, { as: clerk })
  expect(stores.body.result.count).toBe(1)
})

test('the manager runs every store, without money out and roles', async () => {
  const manager = await signIn(app, 'manager01', demo.password)
  const me = await app.call(accountCalls.me, {}, { as: manager })
  expect(me.body.result).toMatchObject({
    hasOperPwd: true,
    havePerms: {
      Store: { AreaStore: true },
      Bank: { BankManage: false },
      User: { SubUser: true, Role: false },
    },
  })
  const stores = await app.call(contract.regions.getStore, {}, { as: manager })
  expect(stores.body.result.count).toBe(12)
})

test('a demo merchant of an earlier release gets its staff, and keeps what it has', async () => {
  const older = await startApp()
  try {
    await seedDemo(older.deps)
    await asOwner(older, `delete from login where username <> $1`, [demo.username])
    await asOwner(older, `update account set deleted_at = now() where not is_main`)
    await asOwner(older, `update role set deleted_at = now()`)
    expect(await seedDemo(older.deps)).toBe(true)
    const owner = await signIn(older, demo.username, demo.password)
    expect((await older.call(regionCalls.getStore, {}, { as: owner })).body.result.count).toBe(12)
    expect((await older.call(staffCalls.getSubUser, {}, { as: owner })).body.result.count).toBe(2)
  } finally {
    await older.close()
  }
})
