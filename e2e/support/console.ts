import type { Locator, Page } from '@playwright/test'
import type { Locale } from '@slotwise/contract'

import { type ShellWord, shellWords } from './words.ts'

/** Opens the user menu. */
export async function openUserMenu(page: Page, locale: Locale = 'en-US'): Promise<void> {
  const [before = '', after = ''] = shellWords[locale].userMenu.split('{name}')
  await page.getByRole('button', { name: new RegExp(`^${before}.+${after}$`) }).click()
}

/** Chooses an entry of the user menu. */
export async function chooseInUserMenu(page: Page, word: ShellWord, locale: Locale = 'en-US'): Promise<void> {
  await openUserMenu(page, locale)
  await page.getByRole('menuitem', { name: shellWords[locale][word] }).click()
}

/** A field by its label, within a part of the page. */
export const field = (within: Page | Locator, label: string): Locator =>
  within.getByLabel(label, { exact: true })

/** Fills in a field and leaves it by Tab. */
export async function fillAndLeave(control: Locator, value: string): Promise<void> {
  await control.fill(value)
  await control.press('Tab')
}

/** Opens a drop-down and chooses an option. A drop-down that was opened before stays in the page, hidden. */
export async function pick(page: Page, control: Locator, option: string): Promise<void> {
  await control.click()
  const options = page.locator('.ant-select-dropdown').getByTitle(option, { exact: true })
  await options.filter({ visible: true }).last().click()
}
