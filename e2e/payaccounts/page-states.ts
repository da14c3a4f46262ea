import { payAccountCalls } from '@slotwise/contract'

import {
  again,
  type FeatureStates,
  type PageState,
  saying,
  sentEmpty,
  type Stand,
} from '../support/page-states.ts'
import { addPayAccount } from '../support/pay-accounts.ts'
import { setOperationPassword } from '../support/staff.ts'
import { visit } from '../support/visit.ts'
import { payAccountWords } from '../support/words.ts'

const adding = (provider: 'wechat' | 'alipay'): PageState =>
  again({
    name: `adding an account at ${provider}`,
    open: async (page, locale) => {
      await visit(page, `/payAccount?open=add-${provider}`)
      await page.getByText(payAccountWords[locale].addIntro).waitFor()
    },
    further: [sentEmpty((locale) => payAccountWords[locale].save)],
  })

async function addAccounts({ merchant }: Stand): Promise<readonly PageState[]> {
  await setOperationPassword(merchant)
  const { account_no: unused } = await addPayAccount(merchant, false)
  const { pay_account_id: used } = await addPayAccount(merchant, true)
  return [
    {
      ...saying('own accounts', '/payAccount', (locale) => payAccountWords[locale]['collector.own']),
      further: [
        {
          name: 'before one is used',
          act: async (page, locale) => {
            const name = `${payAccountWords[locale].use}: ${unused}`
            await page.getByRole('button', { name, exact: true }).click()
            await page.getByRole('dialog').waitFor()
          },
        },
      ],
    },
    again({
      name: 'replacing keys',
      open: async (page, locale) => {
        await visit(page, `/payAccount?open=${used}`)
        await page.getByText(payAccountWords[locale].editIntro).waitFor()
      },
    }),
  ]
}

export const payAccountStates: FeatureStates = {
  name: 'payaccounts',
  empty: [
    saying('no own account', '/payAccount', (locale) => payAccountWords[locale].intro),
    adding('wechat'),
    adding('alipay'),
    {
      name: 'accounts that cannot be loaded',
      open: async (page, locale) => {
        await page.route(`**${payAccountCalls.getPayAccounts.path}`, (route) => route.abort())
        await page.goto('/payAccount')
        await page.getByText(payAccountWords[locale].loadFailed).waitFor()
        await page.unroute(`**${payAccountCalls.getPayAccounts.path}`)
      },
    },
  ],
  filled: addAccounts,
  failing: /getPayAccounts/,
}
