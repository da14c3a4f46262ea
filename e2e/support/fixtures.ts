import { type BrowserContext, type BrowserContextOptions, test as base, type Page } from '@playwright/test'

import { nextActivityPhone } from './activity.ts'
import { ContextPool } from './context-pool.ts'
import { closeDirect } from './direct.ts'
import { Machines } from './machines.ts'
import { logIn, makeMerchant, type Merchant, type NewMerchant, storeSession } from './merchant.ts'
import { PageWatch } from './page-watch.ts'
import { serverUrl } from './server.ts'

type Journey = {
  /** Uses a context that no test has used before, for behaviour that a cache or an earlier visit would hide. */
  ownContext: boolean
  /** The options of every browser context of this test. */
  browserOptions: BrowserContextOptions
  /** The client address of this test, so that it shares the server's rate limits with no other test. */
  address: string
  /** Whether the merchants of this test have the activity pages. */
  activity: boolean
  /** An unused phone number. */
  phone: string
  malaysianPhone: string
  /** Lists the problems that the test causes on purpose; any other problem on a page fails the test. */
  watch: PageWatch
  newMerchant: (wish?: Partial<NewMerchant>) => Promise<Merchant>
  merchant: Merchant
  /** Machines of this test alone, on the real gateway. */
  machines: Machines
  /** A page with the merchant's session stored; it has not opened the console yet. */
  signedIn: Page
  /** A page in a browser of its own, in which this account has just logged in. */
  consoleOf: (username: string, password: string) => Promise<Page>
}

type Worker = {
  contextPool: ContextPool
  /** Closes the database that set-up opened beside the server. */
  directClosed: void
}

let numbersTaken = 0

/** Unique in a run, because the worker's index is part of it. */
const nextNumber = (workerIndex: number): number => {
  numbersTaken += 1
  return workerIndex * 10_000 + numbersTaken
}

const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

export const test = base.extend<Journey, Worker>({
  contextPool: [
    async ({ browser }, use) => {
      const pool = new ContextPool(browser)
      await use(pool)
      await pool.close()
    },
    { scope: 'worker' },
  ],
  directClosed: [
    // oxlint-disable-next-line no-empty-pattern -- the way to say that a fixture needs no other
    async ({}, use) => {
      await use()
      await closeDirect()
    },
    { scope: 'worker', auto: true },
  ],
  ownContext: [false, { option: true }],
  activity: [false, { option: true }],

  // oxlint-disable-next-line no-empty-pattern -- the way to say that a fixture needs no other
  baseURL: async ({}, use) => use(serverUrl()),
  // oxlint-disable-next-line no-empty-pattern
  address: async ({}, use, { workerIndex }) => use(addressOf(nextNumber(workerIndex))),
  // oxlint-disable-next-line no-empty-pattern
  phone: async ({}, use, { workerIndex }) => use(`139${String(nextNumber(workerIndex)).padStart(8, '0')}`),
  // oxlint-disable-next-line no-empty-pattern
  malaysianPhone: async ({}, use, { workerIndex }) =>
    use(`012${String(nextNumber(workerIndex)).padStart(7, '0')}`),

  browserOptions: async (
    { baseURL, locale, timezoneId, userAgent, viewport, isMobile, hasTouch, colorScheme, contextOptions },
    use,
  ) =>
    use({
      ...contextOptions,
      viewport,
      isMobile,
      hasTouch,
      colorScheme,
      ...(baseURL && { baseURL }),
      ...(locale && { locale }),
      ...(timezoneId && { timezoneId }),
      ...(userAgent && { userAgent }),
    }),
  context: async ({ browser, contextPool, browserOptions, ownContext, address }, use, testInfo) => {
    const pool = ownContext ? new ContextPool(browser) : contextPool
    const context = await pool.take(browserOptions, address)
    await use(context)
    await pool.giveBack(context, !ownContext && testInfo.status === testInfo.expectedStatus)
  },
  watch: [
    async ({ context }, use) => {
      const watch = new PageWatch()
      watch.begin(context)
      await use(watch)
      watch.end(context)
      base.expect(watch.problems, 'what went wrong on the pages').toEqual([])
    },
    { auto: true },
  ],

  newMerchant: async ({ address, activity }, use, { workerIndex }) => {
    const plainPhone = (): string => `137${String(nextNumber(workerIndex)).padStart(8, '0')}`
    const nextPhone = activity ? () => nextActivityPhone(workerIndex) : plainPhone
    await use((wish = {}) => makeMerchant({ address, phone: wish.phone ?? nextPhone(), ...wish }))
  },
  merchant: async ({ newMerchant }, use) => use(await newMerchant()),
  // oxlint-disable-next-line no-empty-pattern
  machines: async ({}, use, { workerIndex }) => {
    const machines = new Machines(() => `6${String(nextNumber(workerIndex)).padStart(8, '0')}`)
    await use(machines)
    await machines.switchOff()
  },
  signedIn: async ({ page, merchant }, use) => {
    await storeSession(page, merchant.session)
    await use(page)
  },
  consoleOf: async ({ contextPool, browserOptions, address, watch }, use, testInfo) => {
    const contexts: BrowserContext[] = []
    await use(async (username, password) => {
      const context = await contextPool.take(browserOptions, address)
      contexts.push(context)
      watch.begin(context)
      const page = await context.newPage()
      await storeSession(page, await logIn(username, password, address))
      return page
    })
    for (const context of contexts) {
      watch.end(context)
      await contextPool.giveBack(context, testInfo.status === testInfo.expectedStatus)
    }
  },
})

export { expect } from '@playwright/test'
