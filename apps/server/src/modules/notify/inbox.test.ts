import { contract } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeStaff, type Merchant } from '../../../test/factories.ts'
import {
  bindInbox,
  dueNotices,
  happen,
  messagesOf,
  notifyStand,
  turnOf,
  work,
} from '../../../test/notify-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { pushStand } from '../../../test/push-stand.ts'
import { sendNotice, tell } from './index.ts'

const { getInbox, getInboxCount, readInbox } = contract.notify

const app = await testApp()
app.clock.now = new Date('2026-11-20T12:00:00+08:00')
const { newBrowser, waiting } = await pushStand(app)

/** A merchant with two receivers, a machine, and a neighbour with the same. */
async function makeStand() {
  const { owner, machine } = await notifyStand(app)
  const clerk = await makeStaff(app, owner, { permissions: ['device.manage'] })
  await bindInbox(app, owner, clerk)
  const goOffline = () => happen(app, owner, [turnOf(app, machine)])
  return { owner, clerk, goOffline }
}

/** What the bells of a merchant were told, in order. */
const bells = ({ tenantId }: Merchant) =>
  asOwner<{ account: string; unread: number }>(
    app,
    `select account_id::text as account, (data ->> 'unread')::int as unread from live_event
      where tenant_id = $1 and kind = 'inbox' order by event_id`,
    [tenantId],
  )

const unreadOf = async (as: Merchant): Promise<number> =>
  (await app.call(getInboxCount, {}, { as })).body.result.unread

test('each account counts, lists and reads its own messages, and its other consoles are told', async () => {
  const { owner, clerk, goOffline } = await makeStand()
  const neighbour = await makeStand()
  for (const one of [{ owner, goOffline }, neighbour]) {
    await one.goOffline()
    await work(app, one.owner)
  }
  expect(await bells(owner)).toEqual([
    { account: owner.accountId, unread: 1 },
    { account: clerk.accountId, unread: 1 },
  ])
  // A message of another account is not theirs to read.
  const [own] = await messagesOf(app, owner)
  const ids = [own?.notice ?? '']
  for (const as of [clerk, neighbour.owner])
    expect((await app.call(readInbox, { ids }, { as })).body.result).toEqual({ unread: 1 })
  expect(await bells(owner), 'nothing has changed').toHaveLength(2)
  expect((await app.call(readInbox, { ids }, { as: owner })).body.result).toEqual({ unread: 0 })
  expect((await bells(owner)).slice(2)).toEqual([{ account: owner.accountId, unread: 0 }])
  expect([await unreadOf(owner), await unreadOf(clerk), await unreadOf(neighbour.owner)]).toEqual([0, 1, 1])
  const listed = async (as: Merchant, unread: boolean) =>
    (await app.call(getInbox, { condition: { unread } }, { as })).body.result.data.length
  expect([await listed(owner, true), await listed(owner, false)]).toEqual([0, 1])
  expect([await listed(clerk, true), await listed(clerk, false)]).toEqual([1, 0])
})

test('a message that is delivered again rings neither the bell nor the browsers again', async () => {
  const { owner, clerk, goOffline } = await makeStand()
  await newBrowser(owner)
  await newBrowser(clerk)
  await goOffline()
  await tell(app.deps, owner.tenantId)
  for (const id of await dueNotices(app, owner)) {
    const killed = sendNotice(app.deps, owner.tenantId, id, (step) => {
      if (step === 'answered') throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
  }
  const rung = await bells(owner)
  expect(rung).toHaveLength(2)
  const pushes = await waiting(owner)
  expect(pushes).toHaveLength(2)
  // The push service has taken them meanwhile.
  await asOwner(app, 'delete from push_message where tenant_id = $1', [owner.tenantId])
  app.clock.advance(60)
  await work(app, owner)
  expect(await messagesOf(app, owner)).toHaveLength(1)
  expect([await bells(owner), await waiting(owner)]).toEqual([rung, []])
})
