/** What stays of the views of a deleted account. */
import { staffCalls, viewCalls, viewsAtMost } from '@slotwise/contract'
import { beforeEach, expect, test } from 'vitest'

import { type Signed, testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, makeView, type Merchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { sweep } from './index.ts'

const app = await testApp()
let owner: Merchant
let clerk: Merchant
let leaver: Merchant
let neighbour: Merchant

beforeEach(async () => {
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  clerk = await makeStaff(app, owner, { permissions: ['store.manage'] })
  leaver = await makeStaff(app, owner, { permissions: ['store.manage', 'user.subUser'] })
})

const viewsOf = async (as: Signed): Promise<string[]> =>
  (await app.call(viewCalls.getViews, { list: 'stores' }, { as })).body.result.data.map(
    ({ name, owner: of, shared }) => `${name}${shared ? ' shared' : ''}${of === null ? '' : ` by ${of}`}`,
  )
const daysLater = (days: number): Date => new Date(app.clock.now.getTime() + days * 86_400_000)
const deleteLeaver = () => app.call(staffCalls.delSubUser, { sub_userid: leaver.accountId }, { as: owner })

test('shared views of a deleted account become those of the main account after a month', async () => {
  await makeView(app, owner, { name: 'Busy' })
  await makeView(app, clerk, { name: 'Quiet' })
  for (const name of ['Busy', 'Rented']) await makeView(app, leaver, { name, shared: true })
  await makeView(app, leaver, { name: 'Private' })
  await makeView(app, neighbour, { name: 'Busy', shared: true })
  await deleteLeaver()
  await sweep(app.deps, owner.tenantId, daysLater(29))
  expect(await viewsOf(clerk)).toEqual([
    `Busy shared by ${leaver.username}`,
    'Quiet',
    `Rented shared by ${leaver.username}`,
  ])
  await sweep(app.deps, owner.tenantId, daysLater(31))
  expect(await viewsOf(owner)).toEqual(['Busy', 'Busy 2 shared', 'Rented shared'])
  const nickname = (await viewsOf(clerk))[0]?.split(' by ')[1]
  expect(await viewsOf(clerk)).toEqual([
    `Busy 2 shared by ${nickname}`,
    'Quiet',
    `Rented shared by ${nickname}`,
  ])
  expect(await viewsOf(neighbour)).toEqual(['Busy shared'])
  const left = await asOwner(app, 'select 1 from list_view where account_id = $1', [leaver.accountId])
  expect(left).toEqual([])
})

test('an account that is restored within the month has its views again', async () => {
  await makeView(app, leaver, { name: 'Private' })
  await deleteLeaver()
  await sweep(app.deps, owner.tenantId, daysLater(29))
  await app.call(staffCalls.restoreSubUser, { sub_userid: leaver.accountId }, { as: owner })
  await sweep(app.deps, owner.tenantId, daysLater(31))
  const left = await asOwner(app, 'select name from list_view where account_id = $1', [leaver.accountId])
  expect(left).toEqual([{ name: 'Private' }])
})

test('64 views that are saved at once stay within the limit, and fill it', async () => {
  await makeView(app, clerk, { name: 'Of a colleague' })
  const rcodes = await Promise.all(
    Array.from({ length: 64 }, async (_, i) => {
      const view = { list: 'stores', name: `View ${i}`, filter: {} } as const
      return (await app.call(viewCalls.saveView, view, { as: owner })).body.rcode
    }),
  )
  expect(rcodes.filter((rcode) => rcode === 0)).toHaveLength(viewsAtMost)
  expect(rcodes.filter((rcode) => rcode === 103)).toHaveLength(64 - viewsAtMost)
  expect(await viewsOf(owner)).toHaveLength(viewsAtMost)
})
