import type { Page } from '@playwright/test'

import { withCola } from '../support/devices.ts'
import { sellDirectly } from '../support/direct.ts'
import { expect, test } from '../support/fixtures.ts'
import { storeSession } from '../support/merchant.ts'
import { addStore } from '../support/regions.ts'

/** Nothing is in the browser's cache, so that every part of a page comes late. */
test.use({ ownContext: true })

/** Of the layout shift that browsers report, at which a page is felt to jump (0.1 is what the web calls good). */
const most = 0.05

type Shift = { value: number; moved: string[] }
declare global {
  interface Window {
    shifts: Shift[]
  }
}

/** Notes each shift, with what moved. */
function noteShifts(): void {
  window.shifts = []
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
  type Entry = PerformanceEntry & { value: number; sources: Source[] }
  const at = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].map(Math.round).join(' ')
  const nameOf = (node: Node | null): string =>
    node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.nodeName)
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Entry[])
      window.shifts.push({
        value,
        moved: sources.map(
          ({ node, previousRect: was, currentRect: is }) => `${nameOf(node)}: ${at(was)} -> ${at(is)}`,
        ),
      })
  }).observe({ type: 'layout-shift', buffered: true })
}

/** A telephone line as in a shop's cellar: an eighth of a second for each answer, 200 kB a second. */
async function slowLine(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 125,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  })
}

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`at ${width} px no page jumps while it loads on a slow line`, async ({
    page,
    context,
    merchant,
    newMerchant,
    machines,
  }) => {
    test.slow()
    const store = await addStore(merchant, 'Harbour')
    const { sn } = await withCola(merchant, machines, { title: 'Lobby', slots: 2, storeId: store._id })
    await sellDirectly(
      merchant.session.token,
      sn,
      Array.from({ length: 30 }, (_, index) => ({ daysAgo: index % 3 })),
    )
    const beginner = await newMerchant()
    await context.addInitScript(noteShifts)
    await page.setViewportSize({ width, height })
    await slowLine(page)
    const jumps: Record<string, Shift[]> = {}
    for (const { path, as, ready } of [
      { path: '/login', as: undefined, ready: 'button[type=submit]' },
      { path: '/dashboard', as: beginner, ready: '.sw-checklist' },
      { path: '/dashboard', as: merchant, ready: '.sw-rank' },
      { path: '/device', as: merchant, ready: '.sw-data-table tbody tr, .sw-data-card' },
      { path: '/buyOrder', as: merchant, ready: '.sw-data-table tbody tr, .sw-data-card' },
    ]) {
      if (as) await storeSession(page, as.session)
      await page.goto(path)
      await expect(page.locator(ready).first()).toBeVisible()
      await expect(page.locator('.sw-bone')).toHaveCount(0)
      // What is drawn then comes with the next frames.
      await page.waitForTimeout(500)
      const shifts = await page.evaluate(() => window.shifts)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      if (sum > most) jumps[`${path} by ${sum}`] = shifts
    }
    expect(jumps).toEqual({})
  })
