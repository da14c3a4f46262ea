import { payClientWords } from '@slotwise/contract'

import { longTexts } from '../support/long-texts.ts'
import { type FeatureStates, saying } from '../support/page-states.ts'
import { failSale, seller } from '../support/sales.ts'
import { paymentWords } from '../support/words.ts'

export const paymentStates: FeatureStates = {
  name: 'payments',
  empty: [saying('no payments yet', '/payOrder', (locale) => paymentWords[locale].none)],
  filled: async ({ merchant, machines }) => {
    await failSale(await seller(merchant, machines, { title: longTexts.store }))
    return [saying('payments', '/payOrder', (language) => payClientWords[language].wechat)]
  },
}
