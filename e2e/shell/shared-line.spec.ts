import { existsSync } from 'node:fs'

import { type Browser, chromium, type Page, type Request } from '@playwright/test'
import { accountCalls, eventStreamPath, fill } from '@slotwise/contract'

import { ContextPool } from '../support/context-pool.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { storeSession } from '../support/merchant.ts'
import { rows, sell, seller } from '../support/sales.ts'
import { callServer } from '../support/server.ts'
import { billWords } from '../support/words.ts'

const words = billWords['en-US']
const many = 10

/** The headless shell, which other journeys prefer, has no back/forward cache. */
const chrome = [
  process.env['CHROMIUM_PATH'] ?? '',
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
    (name) => `/usr/bin/${name}`,
  ),
].find((path) => existsSync(path) && !path.endsWith('headless-shell'))

/**
 * A browser as people have it: with the back/forward cache, which Playwright switches off, and with a process for each
 * tab, so that one can be killed.
 */
const test = base.extend<{ ownBrowser: Browser; newTab: () => Promise<Page> }>({
  ownBrowser: async ({ launchOptions }, use) => {
    const browser = await chromium.launch({
      ...launchOptions,
      ...(chrome && { executablePath: chrome }),
      args: launchOptions.args?.filter((arg) => arg !== '--process-per-site') ?? [],
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    await use(browser)
    await browser.close()
  },
  newTab: async ({ ownBrowser, browserOptions, address, merchant, watch }, use) => {
    const context = await new ContextPool(ownBrowser).take(browserOptions, address)
    watch.begin(context)
    const first = await context.newPage()
    await storeSession(first, merchant.session)
    await first.close()
    await use(() => context.newPage())
    watch.end(context)
  },
})

const isStream = (request: Request): boolean => request.url().endsWith(eventStreamPath)

/** The live streams that these tabs hold open. */
function streamsOf(...tabs: Page[]): Set<Request> {
  const open = new Set<Request>()
  for (const tab of tabs) {
    tab.on('request', (request) => isStream(request) && open.add(request))
    tab.on('requestfailed', (request) => open.delete(request))
    tab.on('requestfinished', (request) => open.delete(request))
  }
  return open
}

const newSales = (tab: Page, count: number) => tab.getByRole('button', { name: fill(words.news, { count }) })

test('ten tabs show their rows and hear of a sale over one stream, which another tab goes on with when its tab is killed', async ({
  newTab,
  merchant,
  machines,
}) => {
  const machine = await seller(merchant, machines)
  await sell(machine)
  const tabs: Page[] = []
  for (let tab = 0; tab < many; tab += 1) tabs.push(await newTab())
  const streams = streamsOf(...tabs)
  for (const tab of tabs) {
    await tab.goto('/buyOrder')
    await expect(rows(tab)).toHaveCount(1)
  }
  await sell(machine)
  for (const tab of tabs) await expect(newSales(tab, 1)).toBeVisible()
  expect(streams.size).toBe(1)

  const killed = [...streams][0]!.frame().page()
  const crashed = killed.waitForEvent('crash')
  await killed.goto('chrome://crash').catch(() => undefined)
  await crashed
  const others = tabs.filter((tab) => tab !== killed)
  await expect.poll(() => [...streams].filter((one) => one.frame().page() !== killed)).toHaveLength(1)
  await sell(machine)
  for (const tab of others) await expect(newSales(tab, 2)).toBeVisible()

  await callServer(accountCalls.logout, {}, merchant.caller)
  for (const tab of others) await expect(tab).toHaveURL('/login')
})

test('a tab that loads the console ten times leaves no stream behind in the back/forward cache', async ({
  newTab,
  merchant,
  machines,
}) => {
  test.skip(chrome === undefined, 'no Chromium here that has this cache')
  const machine = await seller(merchant, machines)
  await sell(machine)
  const tab = await newTab()
  const streams = streamsOf(tab)
  for (let load = 0; load < many; load += 1) {
    await tab.goto(`/buyOrder?load=${load}`)
    await expect(rows(tab)).toHaveCount(1)
    // Only a page that comes out of the cache still has its mark.
    await tab.evaluate(() => document.documentElement.classList.add('marked'))
    await expect.poll(() => streams.size).toBe(1)
  }
  await tab.goBack({ waitUntil: 'commit' })
  await expect(tab.locator('html.marked')).toBeVisible()
  await sell(machine)
  await expect(newSales(tab, 1)).toBeVisible()
})

test('a page lets go of its stream when it enters the back/forward cache, and resumes when it leaves it', async ({
  newTab,
  merchant,
  machines,
}) => {
  const machine = await seller(merchant, machines)
  await sell(machine)
  const tab = await newTab()
  const streams = streamsOf(tab)
  await tab.goto('/buyOrder')
  await expect(rows(tab)).toHaveCount(1)
  await expect.poll(() => streams.size).toBe(1)
  // The events of a browser that has the cache, because the browser of most runs has none.
  const turn = (type: 'pagehide' | 'pageshow') =>
    tab.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)
  await turn('pagehide')
  await expect.poll(() => streams.size).toBe(0)
  await sell(machine)
  await turn('pageshow')
  await expect(newSales(tab, 1)).toBeVisible()
  expect(streams.size).toBe(1)
})
