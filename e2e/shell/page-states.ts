import type { Page } from '@playwright/test'

import { openUserMenu } from '../support/console.ts'
import { longTexts } from '../support/long-texts.ts'
import { at, type FeatureStates, type PageState } from '../support/page-states.ts'
import { addLongRegions } from '../support/regions.ts'
import { visit } from '../support/visit.ts'
import { jobListWords, searchWords, shortcutWords, uiWords } from '../support/words.ts'

const searchField = (page: Page) => page.locator('.sw-search').getByRole('combobox')

async function openSearch(page: Page): Promise<void> {
  await visit(page, '/region')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
}

const pages: readonly PageState[] = [
  {
    ...at('overview', '/'),
    further: [
      {
        name: 'user menu',
        floats: true,
        act: async (page, locale) => {
          await openUserMenu(page, locale)
          await page.getByRole('menuitem').first().waitFor()
        },
      },
      {
        name: 'exports and tasks',
        floats: true,
        act: async (page, locale) => {
          await page.getByRole('button', { name: uiWords[locale].jobs }).click()
          await page.getByText(jobListWords[locale].jobsEmpty).filter({ visible: true }).waitFor()
        },
      },
    ],
  },
  {
    name: 'search',
    open: openSearch,
    further: [
      {
        name: 'found',
        act: async (page) => {
          await searchField(page).fill(longTexts.store)
          await page.getByRole('option', { name: longTexts.store }).waitFor()
        },
      },
      {
        name: 'nothing found',
        act: async (page, locale) => {
          await searchField(page).fill('~~~~')
          await page.getByText(searchWords[locale].nothingHint).waitFor()
        },
      },
    ],
  },
  {
    name: 'shortcuts',
    open: async (page, locale) => {
      await visit(page, '/device')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: shortcutWords[locale].title }).waitFor()
    },
  },
  at('page not found in the console', '/no-such-page'),
]

export const shellStates: FeatureStates = {
  name: 'the frame',
  beforeLogin: [
    at('page not found', '/404'),
    at('device not found', '/404?kind=device'),
    at('wrong QR code', '/404?kind=qr'),
    at('chat app only', '/wechat-only'),
  ],
  filled: async ({ merchant }) => {
    await addLongRegions(merchant)
    return pages
  },
}
