import type { Locator, Page } from '@playwright/test'

import { plainWords } from '../../apps/web/src/ui/plain/words.ts'

/** The corner where short notices appear, in whichever language. */
export const notices = (page: Page): Locator =>
  page.getByRole('region', {
    name: new RegExp(
      Object.values(plainWords)
        .map(({ notices }) => notices)
        .join('|'),
    ),
  })
