import { expect, type Page } from '@playwright/test'

/** From now on the page's clock stands still, and moves only when it is told to. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** With the clock stopped: moves it on in small steps until this is so. */
export async function stepUntil(page: Page, isSo: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(50)
    await isSo()
  }).toPass({ intervals: [10] })
}
