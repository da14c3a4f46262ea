import { contract } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeDevice, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { bindInbox, happen, loseJobs, messagesOf, turnOf, work } from '../../../test/notify-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { type Push, pushStand } from '../../../test/push-stand.ts'
import type { TestBrowser } from '../../ports/push/testing/push-service.ts'
import { pushNotice, sweep } from './index.ts'

const { delNotify, getPushKey, readInbox, testNotify } = contract.notify

const app = await testApp()
const { browsersOf, deliver, makeStand, newBrowser, tellOffline, waiting } = await pushStand(app)

/** The clock goes on from test to test; each begins at noon in China, when no merchant has quiet hours. */
beforeEach(() => void (app.clock.now = new Date('2026-11-20T12:00:00+08:00')))

const contentsOf = ({ received }: TestBrowser) =>
  received.map(
    ({ content }) => JSON.parse(content) as { title: string; body: string; link: string; topic: string },
  )

describe('a message to a browser', () => {
  test('says in its language what the inbox says, once, and leads to the page', async () => {
    const { owner, machine, browser } = await makeStand()
    const chinese = await newBrowser(owner, 'zh-CN')
    const { body } = await app.call(getPushKey, {}, { as: owner })
    expect(body.result.key).toBe(app.deps.config.push.key.publicKey)
    await tellOffline(owner, machine)
    expect([browser.asked, await messagesOf(app, owner)]).toMatchObject([0, [{ count: 1 }]])
    await deliver(owner)
    await deliver(owner)
    const [message] = await messagesOf(app, owner)
    const topic = `notice-${message?.notice}`
    const link = `/device/${machine.sn}`
    expect(contentsOf(browser)).toEqual([{ title: 'Pier 3: Lobby is offline', body: '', link, topic }])
    expect(contentsOf(chinese)).toEqual([{ title: 'Pier 3：Lobby 离线', body: '', link, topic }])
    expect(browser.received).toMatchObject([{ topic, ttl: 86_400, subject: app.deps.config.push.subject }])
    expect(await waiting(owner)).toEqual([])
  })

  test('goes to the account that is told, and not to others', async () => {
    const { owner, machine, browser } = await makeStand()
    const other = await makeStore(app, owner)
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [other._id] })
    const receiver = await makeStaff(app, owner, { permissions: ['device.manage'] })
    await bindInbox(app, owner, clerk)
    const browsers = [await newBrowser(clerk), await newBrowser(receiver)]
    const neighbour = await makeStand()
    await tellOffline(owner, machine)
    await deliver(owner)
    expect(browser.received).toHaveLength(1)
    for (const silent of [...browsers, neighbour.browser]) expect(silent.asked).toBe(0)
  })

  test('fits into 4 kB, however long names are', async () => {
    const { owner, browser, notifyId } = await makeStand()
    for (const name of ['甲', '乙', '丙', '丁']) {
      const store = await makeStore(app, owner, { store_name: name.repeat(40) })
      const places = [1, 2, 3].map((n) => makeDevice(app, owner, store._id, `${n}${'💡'.repeat(29)}`))
      const turns = await Promise.all(places)
      await happen(
        app,
        owner,
        turns.map(({ id }) => turnOf(app, { id, store: store._id })),
      )
    }
    await work(app, owner)
    await deliver(owner)
    expect(browser.received).toHaveLength(1)
    const [text] = contentsOf(browser)
    expect(text?.body.length).toBeGreaterThan(300)
    expect(text?.body.endsWith('…')).toBe(true)
    await app.call(testNotify, { notify_id: notifyId }, { as: owner })
    await work(app, owner)
    await deliver(owner)
    expect(contentsOf(browser)).toHaveLength(2)
  })

  test('is not sent any more when it was read, or is a day old', async () => {
    const { owner, machine, browser } = await makeStand()
    await tellOffline(owner, machine)
    await app.call(readInbox, {}, { as: owner })
    await deliver(owner)
    await tellOffline(owner, machine)
    app.clock.advance(86_400)
    await deliver(owner)
    expect([browser.asked, await waiting(owner)]).toEqual([0, []])
  })

  test('is not sent for a receiver that was deleted before', async () => {
    const { owner, machine, browser, notifyId } = await makeStand()
    await happen(app, owner, [turnOf(app, machine)])
    await app.call(delNotify, { notify_id: notifyId }, { as: owner })
    await work(app, owner)
    expect([browser.asked, await waiting(owner)]).toEqual([0, []])
  })
})

describe('a browser that is gone', () => {
  test.each([404, 410])('by the answer %i is forgotten, with its messages', async (status) => {
    const { owner, machine, browser } = await makeStand()
    const other = await newBrowser(owner)
    browser.answer = { status }
    await tellOffline(owner, machine)
    await tellOffline(owner, machine)
    await deliver(owner)
    expect([browser.asked, other.received.length]).toEqual([1, 2])
    expect(await browsersOf(owner)).toHaveLength(1)
    expect(await waiting(owner)).toEqual([])
  })
})

describe('a push service that does not take a message', () => {
  /** The minutes at which it was asked, until the message is given up. */
  async function askedAt(answer: TestBrowser['answer']): Promise<number[]> {
    const { owner, machine, browser } = await makeStand()
    browser.answer = answer
    const begin = app.clock.now.getTime()
    const minutes: number[] = []
    browser.beforeAnswer = async () => void minutes.push((app.clock.now.getTime() - begin) / 60_000)
    await tellOffline(owner, machine)
    for (let next: Push | undefined; ([next] = await waiting(owner)), next;) {
      if (next.next_at > app.clock.now) app.clock.now = next.next_at
      await deliver(owner)
      // Not before its time.
      await deliver(owner)
    }
    expect(await browsersOf(owner)).toMatchObject([{ failing_since: new Date(begin) }])
    expect(await messagesOf(app, owner), 'the inbox has it').toHaveLength(1)
    return minutes
  }

  test('is asked again after 1, 4, 16 and 64 minutes, and not oftener', async () => {
    expect(await askedAt({ status: 503 })).toEqual([0, 1, 5, 21, 85])
  })

  test('is asked after the time that it wants, within bounds', async () => {
    expect(await askedAt({ status: 429, headers: { 'retry-after': '300' } })).toEqual([0, 5, 10, 26, 90])
    expect(await askedAt({ status: 429, headers: { 'retry-after': '86400' } })).toEqual([
      0, 60, 120, 180, 244,
    ])
  })

  test('because it refuses is not asked again', async () => {
    expect(await askedAt({ status: 403 })).toEqual([0])
  })

  test('delays no other browser, and is as good as before when it takes one', async () => {
    const { owner, machine, browser } = await makeStand()
    const other = await newBrowser(owner)
    browser.answer = 'hang up'
    await tellOffline(owner, machine)
    await deliver(owner)
    expect([browser.received.length, other.received.length]).toEqual([0, 1])
    expect(await browsersOf(owner)).toMatchObject([{ failing_since: app.clock.now }, { failing_since: null }])
    browser.answer = undefined
    app.clock.advance(60)
    await deliver(owner)
    expect(browser.received).toHaveLength(1)
    expect(await browsersOf(owner)).toMatchObject([{ failing_since: null }, { failing_since: null }])
  })
})

describe('a process', () => {
  const jobsOf = ({ tenantId }: Merchant) =>
    asOwner<{ task: string; at: Date }>(
      app,
      `select task_identifier as task, run_at as at from graphile_worker.jobs where key like 'push:' || $1 || ':%'`,
      [tenantId],
    )

  test('that dies before it notes an answer leaves the message to another, which replaces it by its topic', async () => {
    const { owner, machine, browser } = await makeStand()
    await tellOffline(owner, machine)
    const [of] = await waiting(owner)
    const killed = pushNotice(app.deps, owner.tenantId, of ?? { push: '', notice: '' }, (reached) => {
      if (reached === 'answered') throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    app.clock.advance(60)
    await deliver(owner)
    expect(browser.received).toHaveLength(2)
    expect(new Set(browser.received.map(({ topic }) => topic)).size).toBe(1)
    expect(await waiting(owner)).toEqual([])
  })

  test('that runs beside others sends a message once', async () => {
    const { owner, machine, browser } = await makeStand()
    await tellOffline(owner, machine)
    const [of] = await waiting(owner)
    const { promise: others, resolve: othersAreDone } = Promise.withResolvers<void>()
    browser.beforeAnswer = () => others
    const first = pushNotice(app.deps, owner.tenantId, of ?? { push: '', notice: '' })
    await expect.poll(() => browser.asked).toBe(1)
    await Promise.all([1, 2, 3].map(() => deliver(owner)))
    othersAreDone()
    await first
    expect([browser.asked, browser.received.length]).toEqual([1, 1])
  })

  test('that is answered after another one took over changes nothing', async () => {
    const { owner, machine, browser } = await makeStand()
    browser.answer = { status: 503 }
    await tellOffline(owner, machine)
    const [of] = await waiting(owner)
    const { promise: late, resolve: answer } = Promise.withResolvers<void>()
    browser.beforeAnswer = () => (browser.asked === 1 ? late : Promise.resolve())
    const first = pushNotice(app.deps, owner.tenantId, of ?? { push: '', notice: '' })
    await expect.poll(() => browser.asked).toBe(1)
    app.clock.advance(60)
    await deliver(owner)
    const after = await waiting(owner)
    const next = new Date(app.clock.now.getTime() + 4 * 60_000)
    expect(after).toMatchObject([{ tries: 2, next_at: next }])
    answer()
    await first
    expect(await waiting(owner)).toEqual(after)
  })

  test('that dies with a message leaves a job for the time at which it must be dead', async () => {
    const { owner, machine } = await makeStand()
    await tellOffline(owner, machine)
    const [of] = await waiting(owner)
    const killed = pushNotice(app.deps, owner.tenantId, of ?? { push: '', notice: '' }, (reached) => {
      if (reached === 'taken') throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    const later = new Date(app.clock.now.getTime() + 60_000)
    expect(await jobsOf(owner)).toEqual([{ task: 'push', at: later }])
    // A process that comes too early leaves a job for that time, too.
    await loseJobs(app, owner)
    await pushNotice(app.deps, owner.tenantId, of ?? { push: '', notice: '' })
    expect(await jobsOf(owner)).toEqual([{ task: 'push', at: later }])
  })

  test('that lost the jobs finds them again', async () => {
    const { owner, machine } = await makeStand()
    await tellOffline(owner, machine)
    await loseJobs(app, owner)
    await sweep(app.deps, owner.tenantId, new Date(app.clock.now.getTime() + 299_000))
    expect(await jobsOf(owner)).toEqual([])
    await sweep(app.deps, owner.tenantId, new Date(app.clock.now.getTime() + 301_000))
    expect(await jobsOf(owner)).toMatchObject([{ task: 'push' }])
    await sweep(app.deps, owner.tenantId, new Date(app.clock.now.getTime() + 86_401_000))
    expect(await waiting(owner)).toEqual([])
  })

  test('of the worker sends by itself', async () => {
    app.clock.now = new Date(Date.now() - 61_000)
    const { owner, machine, browser } = await makeStand()
    await happen(app, owner, [turnOf(app, machine)])
    app.clock.now = new Date()
    await app.work()
    await expect.poll(() => browser.received, { timeout: 20_000 }).toHaveLength(1)
  })
})
