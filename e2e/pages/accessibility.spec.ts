import type { Page } from '@playwright/test'

import { seriousFaults } from '../support/axe.ts'
import { consoleParts, lookAtPart, publicPages } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { lookAtEach } from '../support/page-states.ts'

const locale = 'en-US'
const widths = [1440]

async function inScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-theme="${colorScheme}"]`).waitFor()
}

/** The page as it is, then in the dark, where only the colours are others. */
const lookWith = (page: Page) => async (name: string) => {
  const light = await seriousFaults(page)
  await inScheme(page, 'dark')
  const dark = await seriousFaults(page, ['color-contrast'])
  await inScheme(page, 'light')
  return [...light.map((fault) => `${name}: ${fault}`), ...dark.map((fault) => `${name}, dark: ${fault}`)]
}

test('axe finds nothing serious before login, light or dark', async ({ page }) => {
  test.slow()
  expect(await lookAtEach(publicPages, { page, locale, widths, look: lookWith(page) })).toEqual([])
})

for (const part of consoleParts)
  test(`axe finds nothing serious in the console, light or dark: ${part.name}`, async ({
    page,
    newMerchant,
    machines,
    watch,
  }) => {
    test.slow()
    const look = lookWith(page)
    expect(await lookAtPart(part, { page, newMerchant, machines, watch, locale, widths, look })).toEqual([])
  })
