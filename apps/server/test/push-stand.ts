/** Browsers that take messages, and a push service for them, for tests. */
import { notifyCalls } from '@slotwise/contract'
import { afterAll } from 'vitest'

import { pushNotice } from '../src/modules/notify/index.ts'
import type { PushBrowser } from '../src/ports/push/push.ts'
import { pushService, type TestBrowser } from '../src/ports/push/testing/push-service.ts'
import { webPush } from '../src/ports/push/web-push.ts'
import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'
import { happen, notifyStand, turnOf, work } from './notify-stand.ts'
import { asOwner } from './owner.ts'

export type Push = { push: string; notice: string; tries: number; next_at: Date }

/** Has the app send to a push service of the tests, until the last test of the file is over. */
export async function pushStand(app: TestApp) {
  const service = await pushService(() => app.clock.now)
  app.deps.push = webPush(app.deps.config.push, { baseUrl: service.baseUrl, now: app.deps.now })
  afterAll(() => service.close())

  /** A browser that has not agreed yet. */
  const freshBrowser = (): Promise<TestBrowser> => service.newBrowser(app.deps.config.push.key.publicKey)

  async function agree(as: Merchant, browser: PushBrowser, locale = 'en-US'): Promise<void> {
    const { body } = await app.call(notifyCalls.addPush, browser, { as, locale })
    if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  }

  /** A browser in which the account agreed to messages. */
  async function newBrowser(as: Merchant, locale?: string): Promise<TestBrowser> {
    const browser = await freshBrowser()
    await agree(as, browser.subscription, locale)
    return browser
  }

  /** A merchant whose main account is a receiver and has a browser, and a machine of the merchant. */
  async function makeStand() {
    const stand = await notifyStand(app)
    return { ...stand, browser: await newBrowser(stand.owner) }
  }

  /** The messages to browsers that are on their way. */
  const waiting = ({ tenantId }: Merchant): Promise<Push[]> =>
    asOwner<Push>(
      app,
      `select push_id::text as push, notice_id::text as notice, tries, next_at from push_message
        where tenant_id = $1 order by push_id, notice_id`,
      [tenantId],
    )

  const browsersOf = ({ tenantId }: Merchant): Promise<{ account: string; failing_since: Date | null }[]> =>
    asOwner(
      app,
      `select account_id::text as account, failing_since from push_subscription where tenant_id = $1 order by push_id`,
      [tenantId],
    )

  /** Sends the messages to browsers that are due, as the worker does. */
  async function deliver(owner: Merchant): Promise<void> {
    for (const { next_at: at, ...of } of await waiting(owner))
      if (at <= app.clock.now) await pushNotice(app.deps, owner.tenantId, of)
  }

  /** A machine goes offline, and its notice is in the inboxes; messages to browsers wait. */
  async function tellOffline(owner: Merchant, machine: { id: string; store: string }): Promise<void> {
    await happen(app, owner, [turnOf(app, machine)])
    await work(app, owner)
  }

  return { agree, browsersOf, deliver, freshBrowser, makeStand, newBrowser, tellOffline, waiting }
}
