import type { Locator, Page } from '@playwright/test'

import { plainWords } from './words.ts'

/** The region where notices appear, in any language. */
export const notices = (page: Page): Locator =>
  page.getByRole('region', {
    name: new RegExp(
      Object.values(plainWords)
        .map(({ notices }) => notices)
        .join('|'),
    ),
  })
