import type { Locator, Page } from '@playwright/test'
import type { Locale } from '@slotwise/contract'

import { shellWords, type ShellWord } from '../../apps/web/src/app/shell/messages/messages.ts'

/** Opens the menu under the user's name. */
export async function openUserMenu(page: Page, locale: Locale = 'en-US'): Promise<void> {
  const [before = '', after = ''] = shellWords[locale].userMenu.split('{name}')
  await page.getByRole('button', { name: new RegExp(`^${before}.+${after}$`) }).click()
}

/** Chooses an entry of the menu under the user's name. */
export async function chooseInUserMenu(page: Page, word: ShellWord, locale: Locale = 'en-US'): Promise<void> {
  await openUserMenu(page, locale)
  await page.getByRole('menuitem', { name: shellWords[locale][word] }).click()
}

/** A field by its label, within a part of the page. */
export const field = (within: Page | Locator, label: string): Locator =>
  within.getByLabel(label, { exact: true })

/** Leaves a field with this in it, as somebody typing would. */
export async function fillAndLeave(control: Locator, value: string): Promise<void> {
  await control.fill(value)
  await control.press('Tab')
}
