import { auditCalls, auditCallWords } from '@slotwise/contract'

import type { FeatureStates, PageState } from '../support/page-states.ts'
import { addLongRegions } from '../support/regions.ts'
import { visit } from '../support/visit.ts'
import { auditWords, uiWords } from '../support/words.ts'

const auditPath = `**${auditCalls.getAudit.path}`
const searchedTo = '2026-01-31T04:00:00.000Z'

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
        name: 'a search that is not at its end',
        act: async (page, locale) => {
          const result = { data: [], count: 0, countCapped: true, newer: null, older: 'x', searchedTo }
          await page.route(auditPath, (route) => route.fulfill({ json: { rcode: 0, msg: '', result } }))
          await visit(page, '/audit?q=nothing')
          await page.getByRole('button', { name: auditWords[locale].searchOlder }).waitFor()
          await page.unroute(auditPath)
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
