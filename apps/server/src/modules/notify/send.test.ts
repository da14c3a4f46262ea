import { contract, type Delivery } from '@slotwise/contract'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, type Merchant, signIn } from '../../../test/factories.ts'
import {
  bindInbox,
  channelThat,
  dueNotices,
  happen,
  loseJobs,
  messagesOf,
  midnightQuiet,
  noticesOf,
  offlineStand,
  sendJobs,
  turnOf,
  work,
} from '../../../test/notify-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import type { SendResult } from '../../ports/chat/chat.ts'
import { sendNotice, tell } from './index.ts'

const {
  delNotify,
  editNotify,
  getInboxCount,
  getNotices,
  getNotifyList,
  readInbox,
  resendNotice,
  testNotify,
} = contract.notify

const app = await testApp()
const neighbour = await makeMerchant(app)
await bindInbox(app, neighbour)

afterEach(() => {
  delete app.deps.chat
})

/** Makes the notice of the stand. */
async function madeNotice(owner: Merchant): Promise<string> {
  await tell(app.deps, owner.tenantId)
  const [id] = await dueNotices(app, owner)
  return id ?? ''
}

async function deliveries(owner: Merchant): Promise<Delivery[]> {
  const { body } = await app.call(getNotices, {}, { as: owner })
  expect(body.rcode).toBe(0)
  return body.result.data
}

describe('a notice in the inbox', () => {
  test('is there once, unread, and the bell of its account alone is told', async () => {
    const { owner, machine, notifyId } = await offlineStand(app)
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'] })
    await work(app, owner)
    expect(await messagesOf(app, owner)).toMatchObject([
      { read_at: null, count: 1, items: [{ sn: machine.sn, title: 'Lobby', store_name: 'Pier 3' }] },
    ])
    expect(await messagesOf(app, clerk)).toEqual([])
    const events = await asOwner(
      app,
      `select account_id::text as account, data from live_event where tenant_id = $1 and kind = 'inbox'`,
      [owner.tenantId],
    )
    expect(events).toEqual([{ account: owner.accountId, data: { unread: 1 } }])
    const { body } = await app.call(getNotifyList, { condition: { ids: [notifyId] } }, { as: owner })
    expect(body.result.data[0]?.last_sent_at).toBe(app.clock.now.toISOString())
  })

  test('is read alone or with all others, by its account', async () => {
    const { owner, machine } = await offlineStand(app)
    await work(app, owner)
    await happen(app, owner, [turnOf(app, machine)])
    app.clock.advance(60)
    await work(app, owner)
    const [newest] = await messagesOf(app, owner)
    const foreign = await app.call(readInbox, { ids: [newest?.notice ?? ''] }, { as: neighbour })
    expect(foreign.body.result).toEqual({ unread: 0 })
    expect((await app.call(getInboxCount, {}, { as: owner })).body.result).toEqual({ unread: 2 })
    const one = await app.call(readInbox, { ids: [newest?.notice ?? ''] }, { as: owner })
    expect(one.body.result).toEqual({ unread: 1 })
    expect((await messagesOf(app, owner)).map(({ read_at: at }) => at !== null)).toEqual([true, false])
    expect((await app.call(readInbox, {}, { as: owner })).body.result).toEqual({ unread: 0 })
  })

  test('is there once when the process dies before it records that the inbox has it', async () => {
    const { owner } = await offlineStand(app)
    const id = await madeNotice(owner)
    const killed = sendNotice(app.deps, owner.tenantId, id, (reached) => {
      if (reached === 'answered') throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    app.clock.advance(60)
    await work(app, owner)
    expect(await messagesOf(app, owner)).toHaveLength(1)
    expect(await noticesOf(app, owner)).toMatchObject([{ state: 'sent' }])
  })

  test('is there once when several processes send it at once', async () => {
    const { owner } = await offlineStand(app)
    const id = await madeNotice(owner)
    await Promise.all([1, 2, 3].map(() => sendNotice(app.deps, owner.tenantId, id)))
    expect(await messagesOf(app, owner)).toHaveLength(1)
    expect(await deliveries(owner)).toMatchObject([{ state: 'sent', tries: 1 }])
  })

  test('is asked of its channel once while another process waits for the answer', async () => {
    const { promise: answer, resolve: answered } = Promise.withResolvers<SendResult>()
    const asked = channelThat(app, [answer])
    const { owner } = await offlineStand(app)
    const id = await madeNotice(owner)
    const first = sendNotice(app.deps, owner.tenantId, id)
    await expect.poll(() => asked).toHaveLength(1)
    // The first process has it for a minute.
    app.clock.advance(59)
    for (const _process of [2, 3]) await sendNotice(app.deps, owner.tenantId, id)
    expect(asked).toHaveLength(1)
    answered({ state: 'sent' })
    await first
    expect(await deliveries(owner)).toMatchObject([{ state: 'sent', tries: 1 }])
  })

  test('stays sent when the late answer to an earlier process is a refusal', async () => {
    const { promise: answer, resolve: answered } = Promise.withResolvers<SendResult>()
    const asked = channelThat(app, [answer])
    const { owner } = await offlineStand(app)
    const id = await madeNotice(owner)
    const first = sendNotice(app.deps, owner.tenantId, id)
    await expect.poll(() => asked).toHaveLength(1)
    app.clock.advance(60)
    await sendNotice(app.deps, owner.tenantId, id)
    answered({ state: 'refused', why: 'blocked by the receiver' })
    await first
    expect(asked).toHaveLength(2)
    expect(await deliveries(owner)).toMatchObject([{ state: 'sent', tries: 2, why: '' }])
  })

  test('has a job for the time at which the process that took it must be dead', async () => {
    const { owner } = await offlineStand(app)
    const id = await madeNotice(owner)
    const killed = sendNotice(app.deps, owner.tenantId, id, (reached) => {
      if (reached === 'taken') throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    const later = new Date(app.clock.now.getTime() + 60_000)
    expect(await sendJobs(app, owner)).toEqual([{ at: later }])
    // A process that comes too early leaves a job for that time, too.
    await loseJobs(app, owner)
    await sendNotice(app.deps, owner.tenantId, id)
    expect(await sendJobs(app, owner)).toEqual([{ at: later }])
    app.clock.now = later
    await sendNotice(app.deps, owner.tenantId, id)
    expect(await messagesOf(app, owner)).toHaveLength(1)
  })

  test('is not delivered to an account that was deleted, which the merchant sees', async () => {
    const { owner, machine } = await offlineStand(app)
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'] })
    const id = await bindInbox(app, owner, clerk)
    await happen(app, owner, [turnOf(app, machine)])
    await tell(app.deps, owner.tenantId)
    await app.call(contract.staff.delSubUser, { sub_userid: clerk.accountId }, { as: owner })
    for (const notice of await dueNotices(app, owner)) await sendNotice(app.deps, owner.tenantId, notice)
    const dead = (await deliveries(owner)).find(({ notify_id: one }) => one === id)
    expect(dead).toMatchObject({ state: 'dead', why: 'The account was deleted' })
  })
})

describe('a channel that does not answer', () => {
  test('is tried again after 1, 2, 4 … minutes, eight times; then the merchant sees it and may try again', async () => {
    const later: SendResult = { state: 'later', why: 'busy' }
    const asked = channelThat(app, [new Error('no network'), ...Array.from({ length: 7 }, () => later)])
    const { owner, notifyId } = await offlineStand(app)
    const begin = app.clock.now.getTime()
    for (let next: string | null = app.clock.now.toISOString(); next !== null;) {
      app.clock.now = new Date(next)
      await work(app, owner)
      // Not before its time.
      await work(app, owner)
      next = (await deliveries(owner))[0]?.next_at ?? null
    }
    const minutes = asked.map(({ at }) => (at.getTime() - begin) / 60_000)
    expect(minutes).toEqual([0, 1, 3, 7, 15, 31, 63, 127])
    const [dead] = await deliveries(owner)
    expect(dead).toMatchObject({ state: 'dead', tries: 8, next_at: null, why: 'busy' })
    const list = await app.call(getNotifyList, { condition: { ids: [notifyId] } }, { as: owner })
    expect(list.body.result.data[0]?.dead).toBe(1)
    const foreign = await app.call(resendNotice, { notice: dead?.notice ?? '' }, { as: neighbour })
    expect(foreign.body.rcode).toBe(101)
    const again = await app.call(resendNotice, { notice: dead?.notice ?? '' }, { as: owner })
    expect(again.body.result).toMatchObject({ state: 'waiting', tries: 0 })
    await work(app, owner)
    expect(await deliveries(owner)).toMatchObject([{ state: 'sent', tries: 1, why: '' }])
    const twice = await app.call(resendNotice, { notice: dead?.notice ?? '' }, { as: owner })
    expect(twice.body.rcode).toBe(101)
  })

  test('that refuses is not asked again', async () => {
    const asked = channelThat(app, [{ state: 'refused', why: 'blocked by the receiver' }])
    const { owner } = await offlineStand(app)
    for (const _minute of [1, 2, 3]) {
      await work(app, owner)
      app.clock.advance(60)
    }
    expect(asked).toHaveLength(1)
    expect(await deliveries(owner)).toMatchObject([{ state: 'dead', why: 'blocked by the receiver' }])
  })

  test('leaves a notice that the list of receivers counts for a week', async () => {
    channelThat(app, [{ state: 'refused', why: 'blocked by the receiver' }])
    const { owner } = await offlineStand(app)
    await work(app, owner)
    const today = app.clock.now
    // The sessions of later tests would be over.
    onTestFinished(() => void (app.clock.now = today))
    const deadAfter = async (seconds: number) => {
      app.clock.advance(seconds)
      const as = await signIn(app, owner.username)
      return (await app.call(getNotifyList, {}, { as })).body.result.data[0]?.dead
    }
    expect(await deadAfter(7 * 86_400)).toBe(1)
    expect(await deadAfter(1)).toBe(0)
  })

  test('leaves a notice that can be sent again only while its receiver is active', async () => {
    channelThat(app, [{ state: 'refused', why: 'blocked by the receiver' }])
    const { owner, notifyId } = await offlineStand(app)
    await work(app, owner)
    const [dead] = await deliveries(owner)
    expect(dead).toMatchObject({ resendable: true })
    const { notice = '' } = dead ?? {}
    await app.call(editNotify, { notify_id: notifyId, notice: false }, { as: owner })
    expect(await deliveries(owner)).toMatchObject([{ notice, resendable: false }])
    expect((await app.call(resendNotice, { notice }, { as: owner })).body.rcode).toBe(101)
    // Otherwise its job would find the receiver turned off, and delete it.
    await work(app, owner)
    expect(await deliveries(owner)).toMatchObject([{ notice, state: 'dead' }])
    await app.call(delNotify, { notify_id: notifyId }, { as: owner })
    expect(await deliveries(owner)).toMatchObject([{ notice, resendable: false }])
  })

  test('leaves a notice that is found by its number, among others', async () => {
    channelThat(app, [{ state: 'refused', why: 'blocked by the receiver' }])
    const { owner, notifyId } = await offlineStand(app)
    await work(app, owner)
    await app.call(testNotify, { notify_id: notifyId }, { as: owner })
    const [, dead] = await deliveries(owner)
    const ids = [dead?.notice ?? '']
    const { body } = await app.call(getNotices, { condition: { ids } }, { as: owner })
    expect(body.result.data).toEqual([dead])
    const foreign = await app.call(getNotices, { condition: { ids } }, { as: neighbour })
    expect(foreign.body.result.data).toEqual([])
  })
})

test('a receiver gets at most so many messages a minute as its channel allows; the others wait and come', async () => {
  const asked = channelThat(app, [], 2)
  const { owner, notifyId } = await offlineStand(app)
  await tell(app.deps, owner.tenantId)
  for (const _message of [1, 2]) await app.call(testNotify, { notify_id: notifyId }, { as: owner })
  await work(app, owner)
  expect(asked).toHaveLength(2)
  const waiting = (await deliveries(owner)).filter(({ state }) => state === 'waiting')
  expect(waiting).toMatchObject([{ tries: 0, why: 'Too many messages at once; waiting to send' }])
  app.clock.advance(60)
  await work(app, owner)
  expect((await deliveries(owner)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
})

describe('a test message', () => {
  test('is sent at once, also to a receiver that is turned off, and in its quiet hours', async () => {
    app.clock.now = new Date('2026-12-01T23:00:00+08:00')
    const owner = await makeMerchant(app)
    const id = await bindInbox(app, owner)
    await app.call(editNotify, { notify_id: id, notice: false, ...midnightQuiet }, { as: owner })
    const { body } = await app.call(testNotify, { notify_id: id }, { as: owner })
    expect(body.result).toMatchObject({
      is_test: true,
      state: 'waiting',
      count: 0,
      receiver: `Merchant ${owner.username}`,
    })
    await work(app, owner)
    expect(await messagesOf(app, owner)).toMatchObject([{ is_test: true, count: 0, items: [] }])
  })
})

test('a notice that could not be sent before the quiet hours waits for their end', async () => {
  app.clock.now = new Date('2026-12-02T21:59:30+08:00')
  const asked = channelThat(app, [{ state: 'later', why: 'busy' }])
  const { owner, notifyId } = await offlineStand(app)
  await app.call(editNotify, { notify_id: notifyId, ...midnightQuiet }, { as: owner })
  await work(app, owner)
  app.clock.advance(60)
  await work(app, owner)
  expect(asked).toHaveLength(1)
  app.clock.now = new Date('2026-12-03T08:00:00+08:00')
  await work(app, owner)
  expect(await deliveries(owner)).toMatchObject([{ state: 'sent', is_summary: false }])
})

test('the summary of quiet hours is still one when the first try fails', async () => {
  app.clock.now = new Date('2026-12-03T23:00:00+08:00')
  channelThat(app, [{ state: 'later', why: 'busy' }])
  const { owner, notifyId } = await offlineStand(app)
  await app.call(editNotify, { notify_id: notifyId, ...midnightQuiet }, { as: owner })
  await work(app, owner)
  app.clock.now = new Date('2026-12-04T08:00:00+08:00')
  await work(app, owner)
  expect(await noticesOf(app, owner)).toMatchObject([{ state: 'waiting', is_summary: true }])
  app.clock.advance(60)
  await work(app, owner)
  expect(await noticesOf(app, owner)).toMatchObject([{ state: 'sent', is_summary: true }])
})

test('the worker makes and sends a notice by itself', async () => {
  const before = app.clock.now
  app.clock.now = new Date(Date.now() - 61_000)
  const { owner } = await offlineStand(app)
  app.clock.now = new Date()
  await app.work()
  await expect.poll(() => messagesOf(app, owner), { timeout: 20_000 }).toHaveLength(1)
  app.clock.now = before
})

test("an account of the operator has a limit over all merchants, which does not use up a receiver's", async () => {
  const asked = channelThat(app, [], 2, 1)
  const [first, second] = [await offlineStand(app), await offlineStand(app)]
  const begin = app.clock.now.getTime()
  for (const { owner } of [first, second]) await work(app, owner)
  expect(asked).toHaveLength(1)
  expect(await sendJobs(app, second.owner)).toEqual([{ at: new Date(begin + 1_000) }])
  expect(await deliveries(second.owner)).toMatchObject([
    { state: 'waiting', tries: 0, why: 'Too many messages at once; waiting to send' },
  ])
  // The limit of the receiver is two in a minute, and one is sent in each second.
  app.clock.advance(1)
  await work(app, second.owner)
  await happen(app, second.owner, [turnOf(app, second.machine)])
  app.clock.advance(1)
  await work(app, second.owner)
  expect(asked).toHaveLength(3)
})
