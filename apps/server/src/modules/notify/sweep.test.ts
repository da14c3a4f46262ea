import { contract } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import type { Merchant } from '../../../test/factories.ts'
import {
  happen,
  loseJobs,
  messagesOf,
  newScene,
  noticesOf,
  offlineStand,
  turnOf,
  work,
} from '../../../test/notify-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { sweep, tell } from './index.ts'

const { delNotify, editNotify } = contract.notify

const app = await testApp()
app.clock.now = new Date('2026-11-20T12:00:00+08:00')
const neighbour = await offlineStand(app)
await work(app, neighbour.owner)

const days = (count: number) => new Date(app.clock.now.getTime() + count * 86_400_000)

/** How many rows of each table a merchant has. */
async function rowsOf({ tenantId }: Merchant) {
  const tables = ['receiver', 'receiver_bind', 'notice_event', 'notice', 'notice_item', 'inbox_message']
  const [row] = await asOwner<Record<string, number>>(
    app,
    `select ${tables.map((table) => `(select count(*)::int from ${table} where tenant_id = $1) as ${table}`).join()}`,
    [tenantId],
  )
  return row
}

describe('the sweep', () => {
  test('queues what was lost: events that were not told, and notices that were not tried', async () => {
    const { owner, machine } = await offlineStand(app)
    await tell(app.deps, owner.tenantId)
    await happen(app, owner, [turnOf(app, machine)])
    await loseJobs(app, owner)
    const jobs = () =>
      asOwner<{ task: string }>(
        app,
        `select task_identifier as task from graphile_worker.jobs where key like '%:' || $1 || '%' order by 1`,
        [owner.tenantId],
      )
    await sweep(app.deps, owner.tenantId, new Date(app.clock.now.getTime() + 299_000))
    expect(await jobs(), 'they are only late').toEqual([])
    await sweep(app.deps, owner.tenantId, new Date(app.clock.now.getTime() + 301_000))
    expect(await jobs()).toEqual([{ task: 'notice-send' }, { task: 'notice-tell' }])
  })

  test('deletes notices, events and messages after 90 days, and not before', async () => {
    const { owner } = await offlineStand(app)
    await work(app, owner)
    const storedRows = { notice_event: 1, notice: 1, notice_item: 1, inbox_message: 1 }
    await sweep(app.deps, owner.tenantId, days(89))
    expect(await rowsOf(owner)).toMatchObject(storedRows)
    await sweep(app.deps, owner.tenantId, days(91))
    expect(await rowsOf(owner)).toMatchObject({
      receiver: 1,
      notice_event: 0,
      notice: 0,
      notice_item: 0,
      inbox_message: 0,
    })
    expect(await rowsOf(neighbour.owner), 'a neighbour keeps its own').toMatchObject(storedRows)
  })

  test('leaves the newer messages of the same inbox', async () => {
    const { owner, machine } = await offlineStand(app)
    await work(app, owner)
    await happen(app, owner, [turnOf(app, machine)])
    await work(app, owner)
    expect(await messagesOf(app, owner)).toHaveLength(2)
    await asOwner(
      app,
      `update notice set created_at = $2 where tenant_id = $1
          and notice_id = (select max(notice_id) from notice where tenant_id = $1)`,
      [owner.tenantId, days(2)],
    )
    await sweep(app.deps, owner.tenantId, days(91))
    expect(await rowsOf(owner)).toMatchObject({ notice: 1, inbox_message: 1 })
  })

  test('keeps what was not told or not sent yet, however old, and what it is about', async () => {
    const { owner, machine, notifyId } = await offlineStand(app)
    const quiet = { not_disture: true, start_notify: '11:00', end_notify: '13:00' }
    await app.call(editNotify, { notify_id: notifyId, ...quiet }, { as: owner })
    await tell(app.deps, owner.tenantId)
    await happen(app, owner, [turnOf(app, machine)])
    await sweep(app.deps, owner.tenantId, days(91))
    expect(await rowsOf(owner)).toMatchObject({ notice_event: 2, notice: 1, notice_item: 1 })
    expect(await noticesOf(app, owner)).toMatchObject([{ state: 'held' }])
    await app.call(editNotify, { notify_id: notifyId, not_disture: false }, { as: owner })
    await work(app, owner)
    expect(await messagesOf(app, owner)).toHaveLength(2)
  })

  test('forgets a deleted receiver after 90 days, when its last notice is gone, and a code after a day', async () => {
    const { owner, notifyId } = await offlineStand(app)
    await work(app, owner)
    await newScene(app, owner)
    await app.call(delNotify, { notify_id: notifyId }, { as: owner })
    await sweep(app.deps, owner.tenantId, days(1))
    expect(await rowsOf(owner)).toMatchObject({ receiver: 1, receiver_bind: 2 })
    await sweep(app.deps, owner.tenantId, days(1.1))
    expect(await rowsOf(owner)).toMatchObject({ receiver: 1, receiver_bind: 0 })
    // A notice of before is listed with the name of its receiver.
    await asOwner(app, 'update notice set created_at = $1 where tenant_id = $2', [days(2), owner.tenantId])
    await sweep(app.deps, owner.tenantId, days(91))
    expect(await rowsOf(owner)).toMatchObject({ receiver: 1, notice: 1 })
    await sweep(app.deps, owner.tenantId, days(93))
    expect(await rowsOf(owner)).toMatchObject({ receiver: 0, notice: 0 })
  })
})
