import { contract } from '@slotwise/contract'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, type Merchant, signIn } from '../../../test/factories.ts'
import { bindInbox, placedMachine } from '../../../test/notify-stand.ts'
import { asOwner, wholeDatabase } from '../../../test/owner.ts'
import { pushStand } from '../../../test/push-stand.ts'
import type { TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { hashToken } from '../../kernel/tokens.ts'
import type { PushBrowser } from '../../ports/push/push.ts'
import type { TestBrowser } from '../../ports/push/testing/push-service.ts'
import { webPush } from '../../ports/push/web-push.ts'
import { sweep } from './index.ts'
import { type Browser, deleteBrowser, listBrowsers } from './push-queries.ts'

const { addPush, delPush, getPushKey } = contract.notify

const app = await testApp()
const { agree, browsersOf, deliver, freshBrowser, makeStand, newBrowser, tellOffline, waiting } =
  await pushStand(app)

/** The clock goes on from test to test; each begins at noon in China, when no merchant has quiet hours. */
beforeEach(() => void (app.clock.now = new Date('2026-11-20T12:00:00+08:00')))

describe('a browser ends to get messages', () => {
  const ends: [string, (owner: Merchant, clerk: Merchant, browser: TestBrowser) => Promise<unknown>][] = [
    [
      'when it is turned off',
      (_, clerk, { subscription: { endpoint } }) => app.call(delPush, { endpoint }, { as: clerk }),
    ],
    ['by logging out', (_, clerk) => app.call(contract.account.logout, {}, { as: clerk })],
    [
      'when the account is deleted',
      (owner, clerk) => app.call(contract.staff.delSubUser, { sub_userid: clerk.accountId }, { as: owner }),
    ],
    [
      'when a month has passed since its session expired',
      async (_, { tenantId }) => {
        app.clock.now = new Date(app.clock.now.getTime() + 32 * 86_400_000)
        await asOwner(app, 'delete from session where tenant_id = $1 and expires_at < $2', [
          tenantId,
          new Date(app.clock.now.getTime() - 30 * 86_400_000),
        ])
      },
    ],
  ]
  test.each(ends)('%s, at once and for messages on their way', async (_, end) => {
    const { owner, machine } = await makeStand()
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'] })
    await bindInbox(app, owner, clerk)
    const browser = await newBrowser(clerk)
    await tellOffline(owner, machine)
    await end(owner, clerk, browser)
    await deliver(owner)
    expect([browser.asked, await waiting(owner)]).toEqual([0, []])
    await sweep(app.deps, owner.tenantId, app.clock.now)
    expect((await browsersOf(owner)).map(({ account }) => account)).not.toContain(clerk.accountId)
  })

  test('but not when its session only expires', async () => {
    const { owner, machine, browser } = await makeStand()
    app.clock.advance(25 * 3_600)
    await sweep(app.deps, owner.tenantId, app.clock.now)
    await tellOffline(owner, machine)
    await deliver(owner)
    expect(browser.received).toHaveLength(1)
  })

  test('when it has taken none for 30 days', async () => {
    const { owner, machine, browser } = await makeStand()
    browser.answer = { status: 403 }
    await tellOffline(owner, machine)
    await deliver(owner)
    const days = (count: number) => new Date(app.clock.now.getTime() + count * 86_400_000)
    await sweep(app.deps, owner.tenantId, days(29))
    expect(await browsersOf(owner)).toHaveLength(1)
    await agree(owner, browser.subscription)
    await sweep(app.deps, owner.tenantId, days(31))
    expect(await browsersOf(owner), 'the console was used there since').toHaveLength(1)
    await tellOffline(owner, machine)
    await deliver(owner)
    const other = await newBrowser(owner)
    await sweep(app.deps, owner.tenantId, days(31))
    expect(await browsersOf(owner)).toHaveLength(1)
    const endpoints = await asOwner<{ digest: Buffer }>(
      app,
      'select endpoint_digest as digest from push_endpoint where tenant_id = $1',
      [owner.tenantId],
    )
    const digest = hashToken(other.subscription.endpoint)
    expect(endpoints, 'another merchant may have the browser').toEqual([{ digest }])
  })
})

describe('a browser belongs to the account that agreed last', () => {
  test('of the same merchant', async () => {
    const { owner, machine, browser } = await makeStand()
    const clerk = await makeStaff(app, owner, { permissions: ['goods.manage'] })
    await tellOffline(owner, machine)
    await agree(clerk, browser.subscription)
    await deliver(owner)
    expect([browser.asked, await waiting(owner)]).toEqual([0, []])
    expect(await browsersOf(owner)).toMatchObject([{ account: clerk.accountId }])
    const { endpoint } = browser.subscription
    await app.call(delPush, { endpoint }, { as: owner })
    expect(await browsersOf(owner), 'the owner has it no more').toHaveLength(1)
  })

  test('of another merchant', async () => {
    const { owner, machine, browser } = await makeStand()
    const neighbour = await makeStand()
    await tellOffline(owner, machine)
    await agree(neighbour.owner, browser.subscription)
    await deliver(owner)
    expect([browser.asked, await browsersOf(owner)]).toEqual([0, []])
    await tellOffline(neighbour.owner, neighbour.machine)
    await deliver(neighbour.owner)
    expect(browser.received).toHaveLength(1)
    // It comes back, and the sweep of either merchant leaves it there.
    await agree(owner, browser.subscription)
    for (const { tenantId } of [owner, neighbour.owner]) await sweep(app.deps, tenantId, app.clock.now)
    expect([await browsersOf(owner), await browsersOf(neighbour.owner)]).toMatchObject([[{}], [{}]])
    const endpoints = await asOwner(app, 'select from push_endpoint where tenant_id = any($1)', [
      [owner.tenantId, neighbour.owner.tenantId],
    ])
    expect(endpoints).toHaveLength(2)
  })

  test('also when it agrees again while the browser is being forgotten', async () => {
    const { owner, browser } = await makeStand()
    const { tenantId } = owner
    const inOwn = <T>(work: (ref: TenantRef) => Promise<T>): Promise<T> =>
      inTenant(app.deps.db.main, tenantId, (tx) => work({ tx, tenantId }))
    const [read] = await inOwn(listBrowsers)
    app.clock.advance(1)
    await agree(owner, browser.subscription)
    const forget = (one: Browser | undefined) =>
      inOwn(async (ref) => {
        if (one) await deleteBrowser(ref, one)
      })
    await forget(read)
    expect(await browsersOf(owner)).toHaveLength(1)
    await forget((await inOwn(listBrowsers))[0])
    expect(await browsersOf(owner)).toEqual([])
  })

  test('and an account has the ten that agreed last', async () => {
    const { owner, machine, browser: first } = await makeStand()
    for (let count = 1; count <= 9; count += 1) {
      app.clock.advance(1)
      await newBrowser(owner)
    }
    app.clock.advance(1)
    await agree(owner, first.subscription)
    app.clock.advance(1)
    await newBrowser(owner)
    expect(await browsersOf(owner)).toHaveLength(10)
    await tellOffline(owner, machine)
    await deliver(owner)
    expect(first.received).toHaveLength(1)
  })
})

describe('registering a browser', () => {
  const wrong: [string, string, Partial<PushBrowser>][] = [
    ['at another host', 'endpoint', { endpoint: 'https://push.example/abc' }],
    ['without https', 'endpoint', { endpoint: 'http://fcm.googleapis.com/abc' }],
    ['with a key beside the curve', 'p256dh', { p256dh: `BA${'A'.repeat(85)}` }],
    ['with a short key', 'p256dh', { p256dh: 'BA' }],
    ['with a short secret', 'auth', { auth: 'BA' }],
  ]
  test.each(wrong)('%s is refused at its field', async (_, field, part) => {
    const owner = await makeMerchant(app)
    const { subscription } = await freshBrowser()
    const { body } = await app.call(addPush, { ...subscription, ...part }, { as: owner })
    expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path: field }] } })
    expect(await browsersOf(owner)).toEqual([])
  })

  test('is refused where the server sends no messages, and no key is answered', async () => {
    const owner = await makeMerchant(app)
    const { subscription } = await freshBrowser()
    const { push } = app.deps
    app.deps.push = webPush({ ...app.deps.config.push, hosts: [] })
    try {
      expect((await app.call(getPushKey, {}, { as: owner })).body.result.key).toBe('')
      expect((await app.call(addPush, subscription, { as: owner })).body.rcode).toBe(101)
    } finally {
      app.deps.push = push
    }
  })

  test('is audited once, and neither address nor keys are stored in the clear or logged', async () => {
    const owner = await makeMerchant(app)
    const again = { ...owner, ...(await signIn(app, owner.username)) }
    const machine = await placedMachine(app, owner)
    await bindInbox(app, owner)
    const browser = await newBrowser(owner)
    await agree(again, browser.subscription)
    browser.answer = { status: 403, body: browser.subscription.endpoint }
    await tellOffline(owner, machine)
    const logged: string[] = []
    const log = vi
      .spyOn(app.deps.log, 'info')
      .mockImplementation((...line) => void logged.push(JSON.stringify(line)))
    await deliver(owner)
    log.mockRestore()
    expect(logged).toEqual([expect.stringContaining('HTTP 403')])
    const { endpoint } = browser.subscription
    for (const _time of [1, 2]) await app.call(delPush, { endpoint }, { as: owner })
    const calls = await asOwner(
      app,
      `select call from audit where tenant_id = $1 and call like '%Push' order by audit_id`,
      [owner.tenantId],
    )
    expect(calls).toEqual([{ call: 'addPush' }, { call: 'delPush' }])
    const everything = (await wholeDatabase(app)) + logged.join('\n')
    for (const secret of [endpoint, new URL(endpoint).pathname, browser.subscription.p256dh]) {
      expect(everything).not.toContain(secret)
      expect(everything).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })
})
