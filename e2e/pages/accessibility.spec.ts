import type { Page } from '@playwright/test'

import { expectNoSeriousAxe } from '../support/axe.ts'
import {
  consolePages,
  emptyPages,
  fillConsole,
  merchantNameIn,
  type PageState,
  publicPages,
} from '../support/every-page.ts'
import { test } from '../support/fixtures.ts'
import { storeSession } from '../support/merchant.ts'

const locale = 'en-US'

/** Each page as it is, then in the dark, where only the colours are others. */
async function lookAt(page: Page, states: readonly PageState[]): Promise<void> {
  for (const { name, open } of states)
    await test.step(name, async () => {
      await page.emulateMedia({ colorScheme: 'light' })
      await open(page, locale)
      await expectNoSeriousAxe(page, name)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectNoSeriousAxe(page, `${name}, in the dark`, ['color-contrast'])
    })
}

test('axe finds nothing serious before login, light or dark', async ({ page }) => {
  test.slow()
  await lookAt(page, publicPages)
})

test('axe finds nothing serious in the console, light or dark', async ({ page, newMerchant, watch }) => {
  test.slow()
  watch.expect(/getArea/)
  const merchant = await newMerchant({ mchName: merchantNameIn(locale) })
  await storeSession(page, merchant.session)
  await lookAt(page, emptyPages)
  await fillConsole(merchant, locale)
  await lookAt(page, consolePages)
})
