import type { Page } from '@playwright/test'
import type { Locale } from '@slotwise/contract'

import { chooseInUserMenu } from './console.ts'
import type { Machines } from './machines.ts'
import type { Merchant } from './merchant.ts'
import { visit } from './visit.ts'
import { uiWords } from './words.ts'

/** A state of a page to check, and how to open it. */
export type PageState = {
  name: string
  open: (page: Page, locale: Locale) => Promise<void>
  /** An earlier state is the same page as it opens, so only the further states are checked. */
  seen?: true
  /** Why the state is opened again in each language instead of changing the language while it is open. */
  eachLanguage?: string
  /** Further states of the same page, one after the other. */
  further?: readonly FurtherState[]
}

export type FurtherState = {
  name: string
  act: (page: Page, locale: Locale) => Promise<void>
  /** Floats over the page until Escape, and closes when the window is resized. */
  floats?: true
}

/** The console to check: its merchant and machines. */
export type Stand = { merchant: Merchant; machines: Machines }

/**
 * The pages of a feature and their states, for the rules that hold on all of them: one language, no overflow,
 * accessible. A feature keeps them in its `page-states.ts`; `pages/features.ts` lists them all.
 */
export type FeatureStates = {
  name: string
  /** Whether its pages are for merchants to which the operator has given the activity pages. */
  activity?: true
  beforeLogin?: readonly PageState[]
  /** The states for a merchant without any data. */
  empty?: readonly PageState[]
  /** Fills a merchant's console with long texts, and returns the states to check then. */
  filled?: (stand: Stand) => Promise<readonly PageState[]>
  /** Requests that fail on purpose. */
  failing?: RegExp
}

export const at = (name: string, path: string): PageState => ({
  name,
  open: async (page) => {
    await visit(page, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
})

/** Submits an empty form, so that every required field shows its error. */
export const sentEmpty = (button: (locale: Locale) => string): FurtherState => ({
  name: 'all wrong',
  act: async (page, locale) => {
    await page
      .getByRole('button', { name: button(locale), exact: true })
      .last()
      .click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
  },
})

/** A list with its rows loaded; every row can be edited, as a table and as cards. */
export const list = (name: string, path: string, further: PageState['further'] = []): PageState => ({
  name,
  open: async (page, locale) => {
    await visit(page, path)
    await page
      .getByRole('button', { name: new RegExp(`^${uiWords[locale].edit}: `) })
      .first()
      .waitFor()
  },
  further,
})

export const adding = (button: (locale: Locale) => string): FurtherState[] => [
  {
    name: 'adding one',
    act: async (page, locale) => {
      await page
        .getByRole('button', { name: button(locale) })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  sentEmpty(button),
]

export const wordedByServer = 'The server words what the page says in the language of the call.'

/** A page that an earlier state has shown, opened again for its further states. */
export const again = (state: PageState): PageState => ({ ...state, seen: true })

/** A record that others depend on, in a list that an earlier state has shown: its deletion is confirmed and refused. */
export const refusing = (name: string, path: string, button: (locale: Locale) => string): PageState => ({
  ...again(
    list(name, path, [
      {
        name: 'refused',
        act: async (page, locale) => {
          await page
            .getByRole('button', { name: new RegExp(`^${uiWords[locale].delete}: `) })
            .first()
            .click()
          await page
            .getByRole('dialog')
            .getByRole('button', { name: button(locale) })
            .click()
          await page.getByRole('dialog').getByRole('alert').waitFor()
        },
      },
    ]),
  ),
  eachLanguage: wordedByServer,
})

/** A page whose list could not be loaded. */
export const notLoaded = (name: string, path: string, call: { path: string }): PageState => ({
  name,
  open: async (page, locale) => {
    const pattern = `**${call.path}`
    await page.route(pattern, (route) => route.abort())
    await page.goto(path)
    await page.getByText(uiWords[locale].loadFailed).waitFor()
    await page.unroute(pattern)
  },
})

export const saying = (name: string, path: string, text: (locale: Locale) => string): PageState => ({
  name,
  open: async (page, locale) => {
    await visit(page, path)
    await page.getByText(text(locale)).waitFor()
  },
})

type UserMenuEntry = 'setOperationPassword' | 'changeOperationPassword' | 'resetLoginPassword'

export const fromUserMenu = (name: string, entry: UserMenuEntry): PageState => ({
  name,
  open: async (page, locale) => {
    await visit(page, '/')
    await chooseInUserMenu(page, entry, locale)
    await page.getByRole('dialog').waitFor()
  },
})

/** Opens a dialog by a button of the page. */
export const asked = (name: string, button: (locale: Locale) => string): FurtherState => ({
  name,
  act: async (page, locale) => {
    await page.getByRole('button', { name: button(locale), exact: true }).click()
    await page.getByRole('dialog').waitFor()
  },
})
