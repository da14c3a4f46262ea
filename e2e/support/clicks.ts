import type { Page } from '@playwright/test'

/** Counts what a hand does with the mouse from now on. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset['clicks'] = '0'
    const more = (): void => {
      const { dataset } = document.documentElement
      dataset['clicks'] = String(Number(dataset['clicks']) + 1)
    }
    document.addEventListener('pointerdown', more, true)
  })
  return async () => Number(await page.locator('html').getAttribute('data-clicks'))
}
