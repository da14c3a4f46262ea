import type { Page } from '@playwright/test'
import { type Locale, locales } from '@slotwise/contract'

import {
  consolePages,
  emptyPages,
  fillConsole,
  merchantNameIn,
  type PageState,
  publicPages,
} from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { overflowOf } from '../support/layout.ts'
import { storeSession } from '../support/merchant.ts'
import { strangeWords } from '../support/languages.ts'

const widths = [1440, 1024, 390]

/** Looks at each page in one language at every width. Reports all that is wrong, not only the first. */
async function lookAt(page: Page, states: readonly PageState[], locale: Locale): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, open, floats } of states)
    await test.step(name, async () => {
      for (const [nth, width] of widths.entries()) {
        await page.setViewportSize({ width, height: 900 })
        if (nth === 0 || floats) await open(page, locale)
        const findings = [...(await overflowOf(page)), ...(await strangeWords(page, locale))]
        wrong.push(...findings.map((finding) => `${name}, ${width} px: ${finding}`))
      }
    })
  return wrong
}

for (const locale of locales) {
  test.describe(() => {
    test.use({ locale })

    test(`pages before login speak ${locale} only and fit 1440, 1024 and 390 px`, async ({ page }) => {
      test.slow()
      expect(await lookAt(page, publicPages, locale)).toEqual([])
    })

    test(`the console speaks ${locale} only and fits 1440, 1024 and 390 px`, async ({
      page,
      newMerchant,
      watch,
    }) => {
      test.slow()
      watch.expect(/getArea/)
      const merchant = await newMerchant({ mchName: merchantNameIn(locale) })
      await storeSession(page, merchant.session)
      const empty = await lookAt(page, emptyPages, locale)
      await fillConsole(merchant, locale)
      expect([...empty, ...(await lookAt(page, consolePages, locale))]).toEqual([])
    })
  })
}
