import type { Locator, Page } from '@playwright/test'
import { fill } from '@slotwise/contract'

import { progressWords } from '../../apps/web/src/features/devices/commands/command-progress-words.ts'
import { remoteWords } from '../../apps/web/src/features/devices/remote/remote-words.ts'
import { field } from './console.ts'
import { agreeTo } from './devices.ts'

const words = remoteWords['en-US']

/** How many pieces of a slot. */
export const piecesFrom = (page: Page, number: number): Locator =>
  field(page, fill(words.countOf, { number }))

export const dispense = (page: Page, count: number, read?: (question: Locator) => Promise<void>) =>
  agreeTo(page, fill(words.dispenseDo, { count }), fill(words.dispenseTitle, { count }), read)

/** What became of the commands that were given here. */
export const commands = (page: Page): Locator =>
  page.getByRole('list', { name: progressWords['en-US'].commands }).locator('article')

export const station = (page: Page): Locator => commands(page).locator('[aria-current=step]')
