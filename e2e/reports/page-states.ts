import { errorText, reportCalls } from '@slotwise/contract'

import { failJobDirectly } from '../support/direct.ts'
import { expect } from '../support/fixtures.ts'
import { longTexts } from '../support/long-texts.ts'
import {
  adding,
  type FeatureStates,
  list,
  type PageState,
  saying,
  type Stand,
  wordedByServer,
} from '../support/page-states.ts'
import { addStore } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import { visit } from '../support/visit.ts'
import { reportWords } from '../support/words.ts'

/** Reports, of which one has failed, and a plan of a store with a long name. */
async function addReports({ merchant }: Stand): Promise<void> {
  const { _id: store } = await addStore(merchant, longTexts.store)
  const content = { data_scale: 'device', data_precision: 'month', locale: 'en-US' } as const
  const days = { from: '2026-01-01', to: '2026-01-31' }
  const order = { ...content, condition: { ...days, store, client: 'wechat' } } as const
  for (const data_precision of ['month', 'deal', 'day'] as const)
    await callServer(reportCalls.report, { ...order, data_precision }, merchant.caller)
  // A report that ends later would be told in the language of that moment.
  await expect
    .poll(async () => {
      const { data } = await callServer(reportCalls.getReports, {}, merchant.caller)
      return data.map(({ state }) => state)
    })
    .toEqual(['done', 'done', 'done'])
  const { data } = await callServer(reportCalls.getReports, {}, merchant.caller)
  await failJobDirectly(merchant.session.token, data[0]!.job)
  const plan = {
    ...content,
    store,
    client: 'wechat',
    name: longTexts.store.slice(0, 40),
    rhythm: 'month',
  } as const
  await callServer(reportCalls.addReportPlan, plan, merchant.caller)
}

const reports: PageState = {
  name: 'reports',
  open: async (page, locale) => {
    await visit(page, '/download')
    await page
      .getByRole('button', { name: new RegExp(`^${reportWords[locale].again}: `) })
      .nth(2)
      .waitFor()
    await page.getByText(errorText(locale, 'noPermission')).waitFor()
  },
  eachLanguage: wordedByServer,
  further: [
    {
      name: 'making one',
      act: async (page, locale) => {
        await page.getByRole('button', { name: reportWords[locale].make }).first().click()
        await page.getByRole('region', { name: reportWords[locale].preview }).waitFor()
      },
    },
  ],
}

export const reportStates: FeatureStates = {
  name: 'reports',
  empty: [
    saying('no reports yet', '/download', (locale) => reportWords[locale].noReports),
    saying('no plans yet', '/download?tab=plans', (locale) => reportWords[locale].noPlans),
  ],
  filled: async (stand) => {
    await addReports(stand)
    return [
      reports,
      list(
        'plans',
        '/download?tab=plans',
        adding((locale) => reportWords[locale].addPlan),
      ),
    ]
  },
}
