/** An account reads of a notice what it may see now, whatever it might see when the notice was made. */
import { contract } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeStaff, type Merchant } from '../../../test/factories.ts'
import {
  bindInbox,
  channelThat,
  happen,
  messagesOf,
  midnightQuiet,
  noticesOf,
  notifyStand,
  placedMachine,
  turnOf,
  work,
} from '../../../test/notify-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { pushStand } from '../../../test/push-stand.ts'
import { tell } from './index.ts'

const { editNotify, getInbox, getInboxCount, readInbox, resendNotice } = contract.notify

const app = await testApp()
const { deliver, newBrowser, waiting } = await pushStand(app)

/** A merchant with two stores, and a clerk of both who is a receiver; the main account is none. */
async function makeStand(options: { quiet?: boolean } = {}) {
  app.clock.now = new Date('2026-11-20T23:00:00+08:00')
  delete app.deps.chat
  const { owner, machine: inPier, notifyId: main } = await notifyStand(app)
  await app.call(editNotify, { notify_id: main, notice: false }, { as: owner })
  const inMall = await placedMachine(app, owner, 'Gate', 'Mall')
  const clerk = await makeStaff(app, owner, {
    permissions: ['device.manage'],
    stores: [inPier.store, inMall.store],
  })
  const notifyId = await bindInbox(app, owner, clerk)
  if (options.quiet) await app.call(editNotify, { notify_id: notifyId, ...midnightQuiet }, { as: owner })
  const fail = (...machines: { id: string; store: string }[]) =>
    happen(
      app,
      owner,
      machines.map((machine) => turnOf(app, machine)),
    )
  const takeMall = () =>
    asOwner(app, 'delete from account_store where account_id = $1 and store_id = $2', [
      clerk.accountId,
      inMall.store,
    ])
  return { owner, clerk, notifyId, inPier, inMall, fail, takeMall }
}

const takePermission = ({ accountId }: Merchant) =>
  asOwner(
    app,
    `update role set permission_ids = '{}' where role_id = (select role_id from account where account_id = $1)`,
    [accountId],
  )

const unreadOf = async (as: Merchant): Promise<number> =>
  (await app.call(getInboxCount, {}, { as })).body.result.unread

describe('a notice that was held for quiet hours', () => {
  test('leaves out a store that was taken away meanwhile', async () => {
    const { owner, clerk, inPier, inMall, fail, takeMall } = await makeStand({ quiet: true })
    await fail(inPier, inMall)
    await tell(app.deps, owner.tenantId)
    await takeMall()
    app.clock.now = new Date('2026-11-21T08:00:00+08:00')
    await work(app, owner)
    expect(await messagesOf(app, clerk)).toMatchObject([
      { count: 1, groups: [{ store_name: 'Pier 3' }], items: [{ title: 'Lobby' }] },
    ])
  })

  test('is dropped when nothing of it is left to tell', async () => {
    const { owner, inMall, fail, takeMall } = await makeStand({ quiet: true })
    await fail(inMall)
    await tell(app.deps, owner.tenantId)
    expect(await noticesOf(app, owner)).toMatchObject([{ state: 'held' }])
    await takeMall()
    const asked = channelThat(app, [])
    app.clock.now = new Date('2026-11-21T08:00:00+08:00')
    await work(app, owner)
    expect([asked, await noticesOf(app, owner)]).toEqual([[], []])
  })
})

test.each(['scope', 'permission'])('a notice that is tried again follows a changed %s', async (what) => {
  const { owner, clerk, inMall, fail, takeMall } = await makeStand()
  await fail(inMall)
  const asked = channelThat(app, [{ state: 'later', why: 'noAnswer' }])
  await work(app, owner)
  expect(asked).toHaveLength(1)
  await (what === 'scope' ? takeMall() : takePermission(clerk))
  app.clock.advance(3600)
  await work(app, owner)
  expect([asked.length, await noticesOf(app, owner)]).toEqual([1, []])
})

test('a notice that the merchant sends again follows a changed scope', async () => {
  const { owner, inPier, inMall, fail, takeMall } = await makeStand()
  channelThat(app, [{ state: 'refused', why: 'noAnswer' }])
  await fail(inPier, inMall)
  await work(app, owner)
  const [dead] = await asOwner<{ notice: string }>(
    app,
    `select notice_id::text as notice from notice where tenant_id = $1 and state = 'dead'`,
    [owner.tenantId],
  )
  await takeMall()
  const counts: number[] = []
  app.deps.chat = {
    inbox: {
      perMinute: 100,
      send: async (_to, { count }) => {
        counts.push(count)
        return { state: 'sent' }
      },
    },
  }
  await app.call(resendNotice, { notice: dead?.notice ?? '' }, { as: owner })
  await work(app, owner)
  expect(counts).toEqual([1])
})

describe('the inbox', () => {
  test.each(['scope', 'permission'])('hides what a changed %s takes away, and its count', async (what) => {
    const { owner, clerk, inPier, inMall, fail, takeMall } = await makeStand()
    await fail(inPier, inMall)
    await work(app, owner)
    await fail(inMall)
    await work(app, owner)
    expect([await unreadOf(clerk), (await messagesOf(app, clerk)).map(({ count }) => count)]).toEqual([
      2,
      [1, 2],
    ])
    await (what === 'scope' ? takeMall() : takePermission(clerk))
    const left = what === 'scope' ? [1] : []
    const { body } = await app.call(getInbox, {}, { as: clerk })
    expect(body.result.data.map(({ count }) => count)).toEqual(left)
    expect([body.result.count, await unreadOf(clerk)]).toEqual([left.length, left.length])
    expect(body.result.data.flatMap(({ items }) => items.map(({ title }) => title))).toEqual(
      left.map(() => 'Lobby'),
    )
    expect((await app.call(readInbox, {}, { as: clerk })).body.result).toEqual({ unread: 0 })
    // What was out of sight was not read.
    const unread = await asOwner(app, 'select from inbox_message where account_id = $1 and read_at is null', [
      clerk.accountId,
    ])
    expect(unread).toHaveLength(2 - left.length)
  })
})

test('a message to a browser is not sent of what its account may not see any more', async () => {
  const { owner, clerk, inPier, inMall, fail, takeMall } = await makeStand()
  const browser = await newBrowser(clerk)
  await fail(inMall)
  await work(app, owner)
  await fail(inPier, inMall)
  await work(app, owner)
  await takeMall()
  await deliver(owner)
  expect(await waiting(owner)).toEqual([])
  const texts = browser.received.map((message) => JSON.stringify(message))
  expect(texts).toHaveLength(1)
  expect(texts[0]).not.toContain('Gate')
})
