import { auditCallWords } from '@slotwise/contract'

import type { FeatureStates, PageState } from '../support/page-states.ts'
import { addLongRegions } from '../support/regions.ts'
import { visit } from '../support/visit.ts'
import { auditWords, uiWords } from '../support/words.ts'

const pages: readonly PageState[] = [
  {
    name: 'audit',
    open: async (page, locale) => {
      await visit(page, '/audit')
      await page.getByRole('button', { name: auditCallWords[locale].addStore }).first().waitFor()
    },
    further: [
      {
        name: 'a day before all lines',
        act: async (page, locale) => {
          await visit(page, '/audit?day=2020-01-01')
          await page.getByText(uiWords[locale].nothingOlder).waitFor()
        },
      },
      {
        name: 'a new store',
        act: async (page, locale) => {
          await visit(page, '/audit?call=addStore')
          await page.getByRole('button', { name: auditCallWords[locale].addStore }).last().click()
          await page.getByRole('table', { name: auditWords[locale].changes }).waitFor()
        },
      },
    ],
  },
]

export const auditStates: FeatureStates = {
  name: 'audit',
  filled: async ({ merchant }) => {
    await addLongRegions(merchant)
    return pages
  },
}
