import { type Page, test } from '@playwright/test'
import type { Locale } from '@slotwise/contract'

import { uiWords } from '../../apps/web/src/ui/messages/messages.ts'
import { chooseInUserMenu } from './console.ts'

/** A page in a state worth looking at, and how to get there. */
export type PageState = {
  name: string
  open: (page: Page, locale: Locale) => Promise<void>
  /** Further states of the same page, one after the other. */
  further?: readonly FurtherState[]
}

export type FurtherState = {
  name: string
  act: (page: Page, locale: Locale) => Promise<void>
  /** Floats over the page until Escape, and closes when the window changes. */
  floats?: true
}

export const at = (name: string, path: string): PageState => ({
  name,
  open: async (page) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
})

/** Sends a form that is not filled in: every field complains. */
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

/** A list with its rows there; every row can be edited, as a table and as cards. */
export const list = (name: string, path: string, further: PageState['further'] = []): PageState => ({
  name,
  open: async (page, locale) => {
    await page.goto(path)
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

/** A record that others depend on: its deletion is asked for, and refused. */
export const refusing = (name: string, path: string, button: (locale: Locale) => string): PageState =>
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
  ])

export const saying = (name: string, path: string, text: (locale: Locale) => string): PageState => ({
  name,
  open: async (page, locale) => {
    await page.goto(path)
    await page.getByText(text(locale)).waitFor()
  },
})

type UserMenuEntry = 'setOperationPassword' | 'changeOperationPassword' | 'resetLoginPassword'

export const fromUserMenu = (name: string, entry: UserMenuEntry): PageState => ({
  name,
  open: async (page, locale) => {
    await page.goto('/')
    await chooseInUserMenu(page, entry, locale)
    await page.getByRole('dialog').waitFor()
  },
})

export type Look = (name: string) => Promise<string[]>
export type Visit = { page: Page; locale: Locale; widths: readonly number[]; look: Look }

/** Opens every state and looks at it at every width. Returns all that is wrong, not only the first. */
export async function lookAtEach(states: readonly PageState[], visit: Visit): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, open, further = [] } of states)
    await test.step(name, async () => {
      await resize(visit, visit.widths[0])
      await open(visit.page, visit.locale)
      wrong.push(...(await lookAtWidths(name, visit)))
      for (const state of further) wrong.push(...(await lookFurther(`${name}, ${state.name}`, state, visit)))
    })
  return wrong
}

async function lookFurther(name: string, { act, floats }: FurtherState, visit: Visit): Promise<string[]> {
  const { page, locale, widths, look } = visit
  if (!floats) {
    await resize(visit, widths[0])
    await act(page, locale)
    return lookAtWidths(name, visit)
  }
  const wrong: string[] = []
  for (const width of widths) {
    await resize(visit, width)
    await act(page, locale)
    wrong.push(...(await look(`${name}, ${width} px`)))
    await page.keyboard.press('Escape')
  }
  return wrong
}

async function lookAtWidths(name: string, visit: Visit): Promise<string[]> {
  const wrong: string[] = []
  for (const width of visit.widths) {
    await resize(visit, width)
    wrong.push(...(await visit.look(`${name}, ${width} px`)))
  }
  return wrong
}

async function resize({ page }: Visit, width: number | undefined): Promise<void> {
  const now = page.viewportSize()
  if (width !== undefined && now?.width !== width) await page.setViewportSize({ width, height: 900 })
}
