import { type BrowserContext, test as base, type Page } from '@playwright/test'

import { Machines } from './machines.ts'
import { logIn, makeMerchant, type Merchant, type NewMerchant, storeSession } from './merchant.ts'
import { makeOlderMerchant } from './older-merchant.ts'
import { PageWatch, reportPolicyBreaches } from './page-watch.ts'
import { serverUrl } from './server.ts'

type Journey = {
  /** Where this test comes from, as the server sees it: its limits are nobody else's. */
  address: string
  /** A phone number that nobody has used. */
  phone: string
  malaysianPhone: string
  /** Says what goes wrong on purpose; anything else that goes wrong on a page fails the test. */
  watch: PageWatch
  newMerchant: (wish?: Partial<NewMerchant>) => Promise<Merchant>
  merchant: Merchant
  /** Signed up long ago: the phone may be sent a code. */
  olderMerchant: Merchant
  /** Machines of this test alone, on the real gateway. */
  machines: Machines
  /** A page that has the merchant's session stored; it is on no page of the console yet. */
  signedIn: Page
  /** A page in a browser of its own, in which this account has just logged in. */
  consoleOf: (username: string, password: string) => Promise<Page>
}

let numbersTaken = 0

/** Unique in a run: every worker process counts for itself. */
const nextNumber = (workerIndex: number): number => {
  numbersTaken += 1
  return workerIndex * 10_000 + numbersTaken
}

const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

export const test = base.extend<Journey>({
  // oxlint-disable-next-line no-empty-pattern -- the way to say that a fixture needs no other
  baseURL: async ({}, use) => use(serverUrl()),
  // oxlint-disable-next-line no-empty-pattern
  address: async ({}, use, { workerIndex }) => use(addressOf(nextNumber(workerIndex))),
  // oxlint-disable-next-line no-empty-pattern
  phone: async ({}, use, { workerIndex }) => use(`139${String(nextNumber(workerIndex)).padStart(8, '0')}`),
  // oxlint-disable-next-line no-empty-pattern
  malaysianPhone: async ({}, use, { workerIndex }) =>
    use(`012${String(nextNumber(workerIndex)).padStart(7, '0')}`),
  extraHTTPHeaders: async ({ address }, use) => use({ 'x-forwarded-for': address }),

  watch: [
    async ({ context }, use) => {
      const watch = new PageWatch(context)
      await reportPolicyBreaches(context)
      await use(watch)
      base.expect(watch.problems, 'what went wrong on the pages').toEqual([])
    },
    { auto: true },
  ],

  newMerchant: async ({ address }, use, { workerIndex }) =>
    use((wish = {}) =>
      makeMerchant({ address, phone: `137${String(nextNumber(workerIndex)).padStart(8, '0')}`, ...wish }),
    ),
  merchant: async ({ newMerchant }, use) => use(await newMerchant()),
  olderMerchant: async ({ address, phone }, use) => use(await makeOlderMerchant({ address, phone })),
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
  consoleOf: async ({ browser, baseURL, address, locale, viewport, contextOptions, watch }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (username, password) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL && { baseURL }),
        ...(locale && { locale }),
        viewport,
        extraHTTPHeaders: { 'x-forwarded-for': address },
      })
      contexts.push(context)
      watch.alsoWatch(context)
      const page = await context.newPage()
      await storeSession(page, await logIn(username, password, address))
      return page
    })
    for (const context of contexts) await context.close()
  },
})

export { expect } from '@playwright/test'
