import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures.ts'
import { plainWords } from '../support/words.ts'

const words = plainWords['en-US']

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: words.theme }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

const brightness = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] = getComputedStyle(document.body)
      .backgroundColor.match(/[\d.]+/g)!
      .map(Number)
    return (red + green + blue) / 3
  })

test('dark follows the system until one chooses, and the choice is kept', async ({ signedIn: page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect.poll(() => brightness(page)).toBeLessThan(60)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => brightness(page)).toBeGreaterThan(200)
  await choose(page, words.dark)
  await expect.poll(() => brightness(page)).toBeLessThan(60)
  await page.reload()
  await expect.poll(() => brightness(page)).toBeLessThan(60)
  await choose(page, words.system)
  await expect.poll(() => brightness(page)).toBeGreaterThan(200)
})

test('a chosen theme is there before anything else is drawn', async ({ page, watch }) => {
  watch.expect(/assets/)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/login')
  await choose(page, words.dark)
  // The page without its scripts shows what is painted first.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login', { waitUntil: 'domcontentloaded' })
  await expect.poll(() => brightness(page)).toBeLessThan(60)
})

test('the login page has the switch as well', async ({ page }) => {
  await page.goto('/login')
  await choose(page, words.dark)
  await expect.poll(() => brightness(page)).toBeLessThan(60)
  await page.goto('/signUp')
  await expect.poll(() => brightness(page)).toBeLessThan(60)
})
