import type { Page } from '@playwright/test'

import { seriousFaults } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { strangeWords } from '../support/languages.ts'
import { overflowOf, smallTargets, smallTexts } from '../support/layout.ts'
import { wrongMarkup } from '../support/markup.ts'
import { features } from './features.ts'
import { type Look, type Walk, walkThrough } from './walk.ts'

/** A look that only `npm run test:deep` takes. */
type AnyLook = Look & { deep?: true }

/** What fingers miss, by our measure and that of WCAG with its distances, what eyes do not read, and wrong HTML. */
const wrongOnPhones = async (page: Page): Promise<string[]> => [
  ...(await smallTargets(page)),
  ...(await smallTexts(page)),
  // What has scrolled under a bar that stays can be scrolled out again.
  ...(await seriousFaults(page, ['target-size'])).filter((fault) => !fault.includes('partially obscured')),
  ...(await wrongMarkup(page)),
]

/** A wide window has parts that a phone does not. */
const wrongOnDesks = async (page: Page): Promise<string[]> => [
  ...(await seriousFaults(page)),
  ...(await wrongMarkup(page)),
]

/**
 * Each language in each width; the widest one at all widths in every run, and Chinese there where it may differ: its
 * two scripts take the same room. Every change renders the page again, so a look differs from the one before, and the
 * first from the last, in as little as possible. States are opened on a phone; the features' own journeys open them at
 * 1440 px.
 */
const allLooks: readonly [AnyLook, ...AnyLook[]] = [
  { locale: 'zh-TW', width: 390, phone: true, check: wrongOnPhones },
  { locale: 'zh-TW', width: 1024, deep: true },
  { locale: 'zh-TW', width: 1440, deep: true },
  { locale: 'en-US', width: 1440, check: wrongOnDesks },
  // The dark theme only differs in colours.
  { locale: 'zh-CN', width: 1440, dark: true, check: (page) => seriousFaults(page, ['color-contrast']) },
  { locale: 'zh-CN', width: 1024, dark: true, deep: true },
  { locale: 'en-US', width: 1024, dark: true },
  { locale: 'en-US', width: 390, dark: true },
  { locale: 'zh-CN', width: 390, dark: true },
]
const [first, ...others] = allLooks
const isDeep = process.env['SLOTWISE_DEEP'] === '1'
const looks: Walk['looks'] = [first, ...others.filter(({ deep }) => isDeep || !deep)]

for (const feature of features)
  test.describe(() => {
    test.use({ activity: feature.activity ?? false })
    test(`${feature.name}: one language in each of three, no overflow at 1440, 1024 and 390 px, targets for a finger, nothing serious for axe, contrast in the dark`, async ({
      page,
      newMerchant,
      machines,
      watch,
    }) => {
      test.slow()
      if (feature.failing) watch.expect(feature.failing)
      const faultsOf = async ({ width, locale, check }: Look): Promise<string[]> => [
        ...(await overflowOf(page, width)),
        ...(await strangeWords(page, locale)),
        ...((await check?.(page)) ?? []),
      ]
      expect(await walkThrough(feature, { page, looks, faultsOf, newMerchant, machines })).toEqual([])
    })
  })
