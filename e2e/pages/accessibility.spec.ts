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

async function lookAt(page: Page, states: readonly PageState[]): Promise<void> {
  for (const { name, open } of states)
    await test.step(name, async () => {
      await open(page, locale)
      await expectNoSeriousAxe(page, name)
    })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(() => {
    test.use({ colorScheme })

    test(`axe finds nothing serious before login, in ${colorScheme}`, async ({ page }) => {
      test.slow()
      await lookAt(page, publicPages)
    })

    test(`axe finds nothing serious in the console, in ${colorScheme}`, async ({
      page,
      newMerchant,
      watch,
    }) => {
      test.slow()
      watch.expect(/getArea/)
      const merchant = await newMerchant({ mchName: merchantNameIn(locale) })
      await storeSession(page, merchant.session)
      await lookAt(page, emptyPages)
      await fillConsole(merchant, locale)
      await lookAt(page, consolePages)
    })
  })
}
