import { fill, fundCalls, payoutReasonWords } from '@slotwise/contract'

import { earnDirectly, settleDirectly } from '../support/direct.ts'
import { approvedCard } from '../support/funds.ts'
import { longTexts } from '../support/long-texts.ts'
import { asked, type FeatureStates, saying, type Stand, wordedByServer } from '../support/page-states.ts'
import { callServer } from '../support/server.ts'
import { setOperationPassword } from '../support/staff.ts'
import { fundWords } from '../support/words.ts'

type LongFunds = { account: string; paid: string; failed: string }

/** Accounts with long names and large sums, one paid out and one whose payout failed, and money without an account. */
async function addLongFunds({ merchant }: Stand): Promise<LongFunds> {
  await setOperationPassword(merchant)
  const { caller, session } = merchant
  const wish = { mch_name: longTexts.store, acct_name: longTexts.manager, bank_branch: longTexts.store }
  const { merchant_id: account } = await approvedCard(merchant, wish)
  const { merchant_id: failing } = await approvedCard(merchant, wish)
  await earnDirectly(session.token, account, [99_999_999, 350])
  await earnDirectly(session.token, failing, [99_999_999])
  await settleDirectly(session.token, [failing])
  await earnDirectly(session.token, null, [99_999_999])
  const settled = async (status: 'success' | 'fail'): Promise<string> =>
    (await callServer(fundCalls.getSettle, { condition: { status } }, caller)).data[0]?.settle ?? ''
  return { account, paid: await settled('success'), failed: await settled('fail') }
}

export const fundStates: FeatureStates = {
  name: 'funds',
  empty: [
    saying('no payout account yet', '/fund', (locale) => fundWords[locale].noAccounts),
    saying('no lines yet', '/fund?tab=statement', (locale) => fundWords[locale].noLines),
    saying('no settlements yet', '/settle', (locale) => fundWords[locale].noCardHint),
  ],
  filled: async (stand) => {
    const { account, paid, failed: settle } = await addLongFunds(stand)
    return [
      {
        ...saying('funds', '/fund', (locale) => fundWords[locale].unassignedHint),
        further: [asked('assigning', (locale) => fundWords[locale].assign)],
      },
      saying('a statement', `/fund?tab=statement&merchant_id=${account}`, (locale) =>
        fill(fundWords[locale].settlementNo, { settle: paid }),
      ),
      {
        ...saying('settlements', '/settle?status=fail', (locale) => payoutReasonWords[locale].nameMismatch),
        eachLanguage: wordedByServer,
      },
      {
        // The list beside it says why another one failed.
        ...saying('a settlement', `/settle?settle=${paid}`, (locale) => fundWords[locale].inStatement),
        eachLanguage: wordedByServer,
      },
      {
        ...saying('a settlement that failed', `/settle?settle=${settle}`, (locale) =>
          fill(fundWords[locale].failed, { why: payoutReasonWords[locale].nameMismatch }),
        ),
        eachLanguage: wordedByServer,
      },
    ]
  },
}
