import type { Page } from '@playwright/test'
import type { Locale } from '@slotwise/contract'

import { seriousFaults } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { strangeWords } from '../support/languages.ts'
import { overflowOf, smallTargets } from '../support/layout.ts'
import { features } from './features.ts'
import { type Walk, walkThrough, type Window } from './walk.ts'

/** One visit to a state makes all checks. Each language is visited in another setup. */
type Setup = Pick<Walk, 'windows'> & {
  locale: Locale
  colorScheme: 'light' | 'dark'
  /** The check beside language and overflow, for the test's title. */
  also: string
  check: (page: Page, window: Window) => Promise<string[]>
}

const setups: readonly Setup[] = [
  {
    locale: 'zh-CN',
    colorScheme: 'dark',
    windows: [{ width: 1440 }, { width: 1024 }, { width: 390 }],
    also: 'contrast in the dark',
    // The dark theme only differs in colours.
    check: async (page, { width }) => (width === 1440 ? seriousFaults(page, ['color-contrast']) : []),
  },
  {
    locale: 'zh-TW',
    colorScheme: 'light',
    // Opened on a phone; the other languages look at narrow windows with a mouse.
    windows: [{ width: 390, phone: true }, { width: 1024 }, { width: 1440 }],
    also: 'targets for a finger',
    check: async (page, { phone }) => (phone ? smallTargets(page) : []),
  },
  {
    locale: 'en-US',
    colorScheme: 'light',
    windows: [{ width: 1440 }, { width: 1024 }, { width: 390 }],
    also: 'nothing serious for axe',
    check: async (page, { width }) => (width === 1440 ? seriousFaults(page) : []),
  },
]

for (const { locale, colorScheme, windows, also, check } of setups)
  for (const feature of features)
    test.describe(() => {
      test.use({ locale, colorScheme })

      test(`${feature.name} in ${locale}: one language, no overflow at 1440, 1024 and 390 px, ${also}`, async ({
        page,
        newMerchant,
        machines,
        watch,
      }) => {
        test.slow()
        if (feature.failing) watch.expect(feature.failing)
        const look = async (window: Window): Promise<string[]> => [
          ...(await overflowOf(page)),
          ...(await strangeWords(page, locale)),
          ...(await check(page, window)),
        ]
        expect(await walkThrough(feature, { page, locale, windows, look, newMerchant, machines })).toEqual([])
      })
    })
