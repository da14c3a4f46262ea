import { locales } from '@slotwise/contract'

import {
  consolePages,
  emptyPages,
  fillConsole,
  lookAtEach,
  merchantNameIn,
  publicPages,
} from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { strangeWords } from '../support/languages.ts'
import { overflowOf } from '../support/layout.ts'
import { storeSession } from '../support/merchant.ts'

const widths = [1440, 1024, 390]

for (const locale of locales) {
  test.describe(() => {
    test.use({ locale })

    test(`pages before login speak ${locale} only and fit 1440, 1024 and 390 px`, async ({ page }) => {
      test.slow()
      const look = async (name: string): Promise<string[]> =>
        [...(await overflowOf(page)), ...(await strangeWords(page, locale))].map((what) => `${name}: ${what}`)
      expect(await lookAtEach(publicPages, { page, locale, widths, look })).toEqual([])
    })

    test(`the console speaks ${locale} only and fits 1440, 1024 and 390 px`, async ({
      page,
      newMerchant,
      watch,
    }) => {
      test.slow()
      watch.expect(/getArea/)
      const look = async (name: string): Promise<string[]> =>
        [...(await overflowOf(page)), ...(await strangeWords(page, locale))].map((what) => `${name}: ${what}`)
      const merchant = await newMerchant({ mchName: merchantNameIn(locale) })
      await storeSession(page, merchant.session)
      const wrong = await lookAtEach(emptyPages, { page, locale, widths, look })
      await fillConsole(merchant, locale)
      wrong.push(...(await lookAtEach(consolePages, { page, locale, widths, look })))
      expect(wrong).toEqual([])
    })
  })
}
