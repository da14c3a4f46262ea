import { contract } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeStaff, type Merchant } from '../../../test/factories.ts'
import {
  bindInbox,
  dueNotices,
  messagesOf,
  newScene,
  noticesOf,
  offlineStand,
} from '../../../test/notify-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { sendNotice, tell } from './index.ts'

const { bindNotify, delNotify, getNotices, getNotifyBind, getNotifyList, resendNotice, testNotify } =
  contract.notify

const app = await testApp()
app.clock.now = new Date('2026-11-20T12:00:00+08:00')

/** A merchant with a machine that went offline, and two receivers. */
async function makeStand() {
  const { owner, notifyId: sibling } = await offlineStand(app)
  const clerk = await makeStaff(app, owner, { permissions: ['device.manage'] })
  return { owner, clerk, sibling, notifyId: await bindInbox(app, owner, clerk) }
}

const turnOff = ({ tenantId }: Merchant, notifyId: string, change: string) =>
  asOwner(app, `update receiver set ${change} where tenant_id = $1 and notify_id = $2`, [tenantId, notifyId])

test('the code of a binding that was revoked does not bind the same account again', async () => {
  const { owner, clerk } = await makeStand()
  const other = await makeStaff(app, owner)
  const scene = await newScene(app, owner)
  const bound = await app.call(bindNotify, { scene }, { as: other })
  await app.call(delNotify, { notify_id: bound.body.result.notify_id }, { as: owner })
  for (const who of [other, clerk]) {
    expect((await app.call(getNotifyBind, { scene }, { as: who })).body.rcode).toBe(103)
    expect((await app.call(bindNotify, { scene }, { as: who })).body.rcode).toBe(103)
  }
  const { body } = await app.call(getNotifyList, { condition: {} }, { as: owner })
  expect(body.result.data.map(({ account }) => account)).toEqual([clerk.accountId, owner.accountId])
})

describe('a receiver whose account is suspended', () => {
  test('gets no notice, loses those that wait, and none of them is given up or sent again', async () => {
    const { owner, clerk, sibling, notifyId } = await makeStand()
    await tell(app.deps, owner.tenantId)
    const id = { sub_userid: clerk.accountId }
    await app.call(contract.staff.suspendSubUser, id, { as: owner })
    for (const notice of await dueNotices(app, owner)) await sendNotice(app.deps, owner.tenantId, notice)
    expect(await noticesOf(app, owner)).toMatchObject([{ notify_id: sibling, state: 'sent' }])
    const { body } = await app.call(getNotifyList, { condition: {} }, { as: owner })
    expect(body.result.data.map(({ suspended, gone }) => [suspended, gone])).toEqual([
      [true, false],
      [false, false],
    ])
    const test = await app.call(testNotify, { notify_id: notifyId }, { as: owner })
    expect(test.body).toMatchObject({ rcode: 103, msg: 'This account is suspended. Resume it first.' })
    await app.call(contract.staff.resumeSubUser, id, { as: owner })
    expect((await app.call(testNotify, { notify_id: notifyId }, { as: owner })).body.rcode).toBe(0)
  })

  test('is not offered a notice again that was given up before', async () => {
    const { owner, clerk, notifyId } = await makeStand()
    await tell(app.deps, owner.tenantId)
    await asOwner(app, `update notice set state = 'dead', next_at = null where notify_id = $1`, [notifyId])
    const id = { sub_userid: clerk.accountId }
    await app.call(contract.staff.suspendSubUser, id, { as: owner })
    const given = async () =>
      (await app.call(getNotices, { condition: { notify_id: notifyId } }, { as: owner })).body.result.data[0]
    const notice = await given()
    expect(notice).toMatchObject({ state: 'dead', resendable: false })
    const input = { notice: notice?.notice ?? '' }
    expect((await app.call(resendNotice, input, { as: owner })).body.rcode).toBe(101)
    await app.call(contract.staff.resumeSubUser, id, { as: owner })
    expect((await given())?.resendable).toBe(true)
  })
})

describe('a receiver that is deleted or turned off', () => {
  test('while notices are made leaves none behind', async () => {
    const { owner, sibling, notifyId } = await makeStand()
    // The notices are made, but not committed, until the deletion waits for them or has gone ahead.
    const entered = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const telling = tell(app.deps, owner.tenantId, () => {
      entered.resolve()
      return gate.promise
    })
    await entered.promise
    let isOver = false
    const deleting = app
      .call(delNotify, { notify_id: notifyId }, { as: owner })
      .finally(() => (isOver = true))
    const waiting = () => asOwner(app, 'select from pg_locks where not granted')
    await expect.poll(async () => isOver || (await waiting()).length > 0).toBe(true)
    gate.resolve()
    await telling
    expect((await deleting).body.rcode).toBe(0)
    expect((await noticesOf(app, owner)).map(({ notify_id: id }) => id)).toEqual([sibling])
  })

  test.each(['deleted_at = now()', 'notice = false'])(
    'before its notice is made gets none (%s)',
    async (change) => {
      const { owner, sibling, notifyId } = await makeStand()
      await turnOff(owner, notifyId, change)
      await tell(app.deps, owner.tenantId)
      expect((await noticesOf(app, owner)).map(({ notify_id: id }) => id)).toEqual([sibling])
    },
  )

  test.each(['deleted_at = now()', 'notice = false'])(
    'after its notice was made is not sent it (%s)',
    async (change) => {
      const { owner, clerk, sibling, notifyId } = await makeStand()
      await tell(app.deps, owner.tenantId)
      // As when both happen at once: the call deletes the notices that it sees.
      await turnOff(owner, notifyId, change)
      for (const id of await dueNotices(app, owner)) await sendNotice(app.deps, owner.tenantId, id)
      expect(await messagesOf(app, clerk)).toEqual([])
      expect((await noticesOf(app, owner)).map(({ notify_id: id }) => id)).toEqual([sibling])
    },
  )
})
