/** Calls that count tries hold no connection while they wait for the counter. */
import { staffCalls } from '@slotwise/contract'
import { expect, onTestFinished, test } from 'vitest'

import { buildApp } from '../src/http/app.ts'
import { connectionsOf } from '../src/kernel/connections.ts'
import { openDb } from '../src/kernel/db.ts'
import { md5 } from '../src/kernel/passwords.ts'
import { testApp } from './app.ts'
import { makeMerchant, makeRole, makeSubUser, type Merchant } from './factories.ts'

const app = await testApp()

test('a counter that cannot be written delays no other merchant, even if all calls share one connection', async () => {
  const merchants = [await makeMerchant(app), await makeMerchant(app), await makeMerchant(app)]
  const [stuck, ...others] = merchants as [Merchant, ...Merchant[]]
  const { sub_username: taken } = await makeSubUser(app, await makeMerchant(app))
  const roles = new Map<Merchant, string>()
  for (const merchant of merchants) roles.set(merchant, (await makeRole(app, merchant)).roleid)

  // Waits for seconds, as the product does, and not as long as tests do.
  const db = openDb(app.deps.db.url, { connections: { ...connectionsOf.all, main: 1 }, oneConnection: true })
  const server = await buildApp({ ...app.deps, db })
  onTestFinished(async () => {
    await server.close()
    await db.close()
  })
  /** The refusal of a taken name counts as a look-up. */
  const add = async (as: Merchant): Promise<number> => {
    const { token, secret } = as
    const answer = await server.inject({
      method: 'POST',
      url: staffCalls.addSubUser.path,
      headers: { 'x-access-token': token, 'x-access-secret': secret },
      payload: { sub_username: taken, nickname: 'N', password: md5('a1b2c3'), roleid: roles.get(as) },
    })
    return answer.json<{ rcode: number }>().rcode
  }
  for (const merchant of merchants) expect(await add(merchant)).toBe(100)

  const client = await app.owner.connect()
  await client.query('begin')
  onTestFinished(() => client.release())
  const { rowCount } = await client.query('select from limit_counter where key like $1 for update', [
    `account-name:${stuck.tenantId}:%`,
  ])
  expect(rowCount).toBe(1)
  const eight = (as: Merchant) => Promise.all(Array.from({ length: 8 }, () => add(as)))
  const [refused, ...answers] = await Promise.all([eight(stuck), ...others.map(eight)])
  await client.query('rollback')
  expect(answers.flat()).toEqual(Array.from({ length: 16 }, () => 100))
  // Asked to try again.
  expect(new Set(refused)).toEqual(new Set([105]))
  expect(await add(stuck)).toBe(100)
})
