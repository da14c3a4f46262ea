/** Whatever a notice waits for, a job brings it on: nothing depends on the sweep. */
import { contract } from '@slotwise/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeStaff } from '../../../test/factories.ts'
import {
  bindInbox,
  channelThat,
  dueNotices,
  happen,
  loseJobs,
  manyDevices,
  messagesOf,
  midnightQuiet,
  noticesOf,
  notifyStand,
  sendJobs,
  turnOf,
  work,
} from '../../../test/notify-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { sendNotice, tell } from './index.ts'

const { editNotify, getNotices, resendNotice, testNotify } = contract.notify

const app = await testApp()
const noon = new Date('2026-11-20T12:00:00+08:00')
beforeEach(() => void (app.clock.now = noon))
afterEach(() => {
  delete app.deps.chat
})

const minutes = (count: number): Date => new Date(app.clock.now.getTime() + count * 60_000)

test('a new notice has a job for now, a held one for the end of the quiet hours', async () => {
  const { owner, machine, notifyId } = await notifyStand(app)
  await happen(app, owner, [turnOf(app, machine)])
  await tell(app.deps, owner.tenantId)
  expect(await sendJobs(app, owner)).toEqual([{ at: noon }])
  await work(app, owner)
  await loseJobs(app, owner)
  await app.call(editNotify, { notify_id: notifyId, ...midnightQuiet }, { as: owner })
  app.clock.now = new Date('2026-11-20T23:00:00+08:00')
  await happen(app, owner, [turnOf(app, machine)])
  await tell(app.deps, owner.tenantId)
  expect(await sendJobs(app, owner)).toEqual([{ at: new Date('2026-11-21T08:00:00+08:00') }])
  // Quiet hours that are changed have it looked at now; they still last, so it waits for their new end.
  await app.call(editNotify, { notify_id: notifyId, end_notify: '07:00' }, { as: owner })
  expect(await sendJobs(app, owner)).toEqual([{ at: app.clock.now }])
  for (const id of await dueNotices(app, owner)) await sendNotice(app.deps, owner.tenantId, id)
  expect(await sendJobs(app, owner)).toEqual([{ at: new Date('2026-11-21T07:00:00+08:00') }])
  expect(await noticesOf(app, owner)).toMatchObject([{ state: 'sent' }, { state: 'held' }])
})

test('a notice that a channel did not take has a job for its next try', async () => {
  const later = { state: 'later', why: 'busy' } as const
  channelThat(app, [later, later])
  const { owner, machine } = await notifyStand(app)
  await happen(app, owner, [turnOf(app, machine)])
  await work(app, owner)
  expect(await sendJobs(app, owner)).toEqual([{ at: minutes(1) }])
  app.clock.now = minutes(1)
  await loseJobs(app, owner)
  await work(app, owner)
  expect(await sendJobs(app, owner)).toEqual([{ at: minutes(2) }])
})

test('a test notice and one that is sent again have a job for now', async () => {
  channelThat(app, [{ state: 'refused', why: 'blocked' }])
  const { owner, notifyId } = await notifyStand(app)
  await app.call(testNotify, { notify_id: notifyId }, { as: owner })
  expect(await sendJobs(app, owner)).toEqual([{ at: noon }])
  await work(app, owner)
  await loseJobs(app, owner)
  const { body } = await app.call(getNotices, {}, { as: owner })
  expect(body.result.data).toMatchObject([{ state: 'dead' }])
  await app.call(resendNotice, { notice: body.result.data[0]?.notice ?? '' }, { as: owner })
  expect(await sendJobs(app, owner)).toEqual([{ at: noon }])
})

test('a notice that has ended is not sent again by a job that is left', async () => {
  const asked = channelThat(app, [])
  const { owner, machine } = await notifyStand(app)
  await happen(app, owner, [turnOf(app, machine)])
  await tell(app.deps, owner.tenantId)
  const [id = ''] = await dueNotices(app, owner)
  for (const _time of [1, 2]) await sendNotice(app.deps, owner.tenantId, id)
  expect(asked).toHaveLength(1)
  expect((await app.call(resendNotice, { notice: id }, { as: owner })).body.rcode).toBe(101)
})

test('a notice beyond the limit of its channel has a job, and delays no other receiver', async () => {
  const asked = channelThat(app, [], 1)
  const { owner, machine, notifyId } = await notifyStand(app)
  const clerk = await makeStaff(app, owner, { permissions: ['device.manage'] })
  await bindInbox(app, owner, clerk)
  const neighbour = await notifyStand(app)
  await app.call(testNotify, { notify_id: notifyId }, { as: owner })
  await work(app, owner)
  await loseJobs(app, owner)
  for (const one of [{ owner, machine }, neighbour]) {
    await happen(app, one.owner, [turnOf(app, one.machine)])
    await work(app, one.owner)
  }
  expect(asked.map(({ account }) => account)).toEqual([
    owner.accountId,
    clerk.accountId,
    neighbour.owner.accountId,
  ])
  // The clerk's was sent; its job for the case that the process had died finds nothing to do.
  expect(await sendJobs(app, owner)).toEqual([{ at: minutes(1) }, { at: minutes(1) }])
  expect((await noticesOf(app, owner)).map(({ state }) => state).toSorted()).toEqual([
    'sent',
    'sent',
    'waiting',
  ])
  app.clock.now = minutes(1)
  await work(app, owner)
  expect(asked).toHaveLength(4)
})

test('machines of a merchant that go offline one after the other are one job and one notice a receiver', async () => {
  const { owner, machine } = await notifyStand(app)
  await bindInbox(app, owner, await makeStaff(app, owner, { permissions: ['device.manage'] }))
  const machines = await manyDevices(app, owner, machine.store, 200)
  for (const id of machines) {
    await happen(app, owner, [turnOf(app, { id, store: machine.store })])
    app.clock.advance(0.25)
  }
  const jobs = await asOwner(
    app,
    `select task_identifier as task, run_at as at from graphile_worker.jobs where key like '%:' || $1`,
    [owner.tenantId],
  )
  expect(jobs).toEqual([{ task: 'notice-tell', at: new Date(noon.getTime() + 60_000) }])
  await work(app, owner)
  expect((await noticesOf(app, owner)).map(({ state, events }) => [state, events.length])).toEqual([
    ['sent', 200],
    ['sent', 200],
  ])
})

test('more events than one transaction takes are all told', async () => {
  const { owner, machine } = await notifyStand(app)
  await asOwner(
    app,
    `insert into notice_event (tenant_id, kind, phase, subject, device_id, store_id, at)
     select $1, 'offline', 'begin', i, $2, $3, $4 from generate_series(1, 5001) i`,
    [owner.tenantId, machine.id, machine.store, app.clock.now],
  )
  await tell(app.deps, owner.tenantId)
  expect((await noticesOf(app, owner)).map(({ events }) => events.length)).toEqual([5000, 1])
  await work(app, owner)
  expect((await messagesOf(app, owner)).map(({ count }) => count)).toEqual([1, 1])
})
