import type { Page } from '@playwright/test'
import { type Locale, locales } from '@slotwise/contract'

import { consoleParts, lookAtPart, publicPages } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { strangeWords } from '../support/languages.ts'
import { overflowOf } from '../support/layout.ts'
import { type Look, lookAtEach } from '../support/page-states.ts'

const widths = [1440, 1024, 390]

const lookWith =
  (page: Page, locale: Locale): Look =>
  async (name) =>
    [...(await overflowOf(page)), ...(await strangeWords(page, locale))].map((what) => `${name}: ${what}`)

for (const locale of locales) {
  test.describe(() => {
    test.use({ locale })

    test(`pages before login speak ${locale} only and fit 1440, 1024 and 390 px`, async ({ page }) => {
      test.slow()
      expect(await lookAtEach(publicPages, { page, locale, widths, look: lookWith(page, locale) })).toEqual(
        [],
      )
    })

    for (const part of consoleParts)
      test(`the console speaks ${locale} only and fits 1440, 1024 and 390 px: ${part.name}`, async ({
        page,
        newMerchant,
        machines,
        watch,
      }) => {
        test.slow()
        const look = lookWith(page, locale)
        expect(await lookAtPart(part, { page, newMerchant, machines, watch, locale, widths, look })).toEqual(
          [],
        )
      })
  })
}
