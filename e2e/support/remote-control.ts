import type { Locator, Page } from '@playwright/test'
import { fill } from '@slotwise/contract'

import { field } from './console.ts'
import { agreeTo } from './devices.ts'
import { progressWords, remoteWords } from './words.ts'

const words = remoteWords['en-US']

/** The field for the number of pieces of a slot. */
export const piecesFrom = (page: Page, number: number): Locator =>
  field(page, fill(words.countOf, { number }))

export const dispense = (page: Page, count: number, read?: (question: Locator) => Promise<void>) =>
  agreeTo(page, fill(words.dispenseDo, { count }), fill(words.dispenseTitle, { count }), read)

/** The commands that were given on this page. */
export const commands = (page: Page): Locator =>
  page.getByRole('list', { name: progressWords['en-US'].commands }).locator('article')

export const station = (page: Page): Locator => commands(page).locator('[aria-current=step]')
