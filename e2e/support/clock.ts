import { expect, type Page } from '@playwright/test'

/** Stops the page's clock; from now on only the test advances it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** With the clock stopped: advances it in small steps until the check passes. */
export async function stepUntil(page: Page, isSo: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(50)
    await isSo()
  }).toPass({ intervals: [10] })
}
