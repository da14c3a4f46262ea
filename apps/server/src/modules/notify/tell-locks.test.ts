/** Processes and calls that meet a process which is making notices. */
import { notifyCalls } from '@slotwise/contract'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeDevice, makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { waitingForLocks } from '../../../test/hold-table.ts'
import { bindInbox, happen, noticesOf, turnOf, work } from '../../../test/notify-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { tell } from './index.ts'

const { delNotify, editNotify } = notifyCalls

const app = await testApp()
let owner: Merchant
let notifyId: string
let sibling: string

beforeEach(async () => {
  app.clock.advance(61)
  owner = await makeMerchant(app)
  notifyId = await bindInbox(app, owner)
  const clerk = await makeStaff(app, owner, { permissions: ['device.manage'] })
  sibling = await bindInbox(app, owner, clerk)
  await happen(app, owner, [turnOf(app, await makeDevice(app, owner, null))])
})

const waitingCount = async (): Promise<number> => (await asOwner(app, waitingForLocks)).length

/** Begins to make notices, and then `other`, while a third transaction keeps notices from being stored. */
async function tellAgainst(other: () => Promise<unknown>): Promise<void> {
  const holder = new pg.Client({ connectionString: app.deps.db.url })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin; lock table notice in share mode')
  const telling = tell(app.deps, owner.tenantId)
  await expect.poll(waitingCount).toBe(1)
  let isOver = false
  const meeting = other().finally(() => (isOver = true))
  await expect.poll(async () => isOver || (await waitingCount()) === 2).toBe(true)
  await holder.query('commit')
  await Promise.all([telling, meeting])
}

test('a second process makes no empty notice of the same events', async () => {
  await tellAgainst(() => tell(app.deps, owner.tenantId))
  expect((await noticesOf(app, owner)).map(({ notify_id: id, events }) => [id, events.length])).toEqual([
    [notifyId, 1],
    [sibling, 1],
  ])
})

test.each([
  ['deleted', () => app.call(delNotify, { notify_id: notifyId }, { as: owner })],
  ['turned off', () => app.call(editNotify, { notify_id: notifyId, notice: false }, { as: owner })],
])('a receiver that is %s meanwhile keeps no notice that waits', async (_, change) => {
  await tellAgainst(change)
  expect((await noticesOf(app, owner)).map(({ notify_id: id }) => id)).toEqual([sibling])
  await work(app, owner)
  expect(await noticesOf(app, owner)).toMatchObject([{ notify_id: sibling, state: 'sent' }])
})
