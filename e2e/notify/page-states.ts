import {
  clockOf,
  countryFacts,
  noticeReasonText,
  notifyCalls,
  notifyChannelWords,
  notifyFieldWords,
  notifyKindWords,
  notifyScopeWords,
  staffCalls,
} from '@slotwise/contract'

import { answerWithChats } from '../support/chat-codes.ts'
import { pick } from '../support/console.ts'
import { tellDirectly } from '../support/direct.ts'
import { longTexts } from '../support/long-texts.ts'
import { logIn } from '../support/merchant.ts'
import { expect } from '../support/fixtures.ts'
import {
  again,
  type FeatureStates,
  type FurtherState,
  list,
  type PageState,
  saying,
  type Stand,
  wordedByServer,
} from '../support/page-states.ts'
import { bindInbox, newBindPath } from '../support/receivers.ts'
import { addStore } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import { accountOf, addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { visit } from '../support/visit.ts'
import { agreeWords, notifyWords, uiWords } from '../support/words.ts'

const hourMs = 3_600_000
const clockAfter = (ms: number): string =>
  clockOf(new Date(Date.now() + ms), countryFacts.CN.utcOffsetMinutes)

/** Receivers with long names, of which one is quiet now and one is gone, and a notice in each state. */
async function addReceivers({ merchant, machines }: Stand): Promise<void> {
  const { token } = merchant.session
  const { _id: storeId } = await addStore(merchant, longTexts.store)
  const bound = await machines.give(merchant, { title: longTexts.goods, storeId }, { title: longTexts.tag })
  const role = await addRole(merchant, longTexts.role, ['device.manage'])
  const sns = bound.map(({ sn }) => sn)
  /** The product's name is the one word that belongs to every language, so accounts are called by it. */
  const bindStaff = async (nickname: string, account: string): Promise<{ id: string; account: string }> => {
    const sub_username = accountOf(merchant, account)
    const user = await addSubUser(merchant, nickname, role, { sub_username })
    const { address } = merchant.caller
    const session = await logIn(user.sub_username, staffPassword, address)
    return { id: await bindInbox(merchant, { address, ...session }), account: user.sub_userid }
  }
  const own = await bindInbox(merchant)
  const quiet = await bindStaff(longTexts.manager, 'slotwise')
  await callServer(
    notifyCalls.editNotify,
    {
      notify_id: quiet.id,
      all_device: false,
      store: [storeId],
      not_disture: true,
      start_notify: clockAfter(-hourMs),
      end_notify: clockAfter(hourMs),
      remarks: longTexts.text.slice(0, 60),
    },
    merchant.caller,
  )
  await tellDirectly(
    token,
    sns.map((sn) => ({ sn, kind: 'offline' })),
  )
  const gone = await bindStaff(longTexts.tag, 'slotwise2')
  await callServer(staffCalls.delSubUser, { sub_userid: gone.account }, merchant.caller)
  await callServer(notifyCalls.testNotify, { notify_id: gone.id }, merchant.caller)
  await tellDirectly(
    token,
    sns.map((sn) => ({ sn, kind: 'abnormal', faults: ['MOTOR'] })),
  )
  await expect
    .poll(async () => {
      const { data } = await callServer(notifyCalls.getNotices, {}, merchant.caller)
      return data.map(({ state }) => state).toSorted()
    })
    .toEqual(['dead', 'held', 'sent', 'sent'])
  // So that the account can agree again.
  await callServer(notifyCalls.delNotify, { notify_id: own }, merchant.caller)
}

/** No kind, no store, and quiet hours that end when they begin. */
const allWrong: FurtherState = {
  name: 'all wrong',
  act: async (page, locale) => {
    const form = page.getByRole('dialog')
    for (const name of Object.values(notifyKindWords[locale]))
      await form.getByRole('checkbox', { name }).uncheck()
    await form.getByRole('radio', { name: notifyScopeWords[locale].part }).check()
    await form.getByRole('switch', { name: notifyFieldWords[locale].not_disture }).click()
    for (const field of ['start_notify', 'end_notify'] as const)
      await form.getByLabel(notifyFieldWords[locale][field]).fill('22:00')
    await form.getByRole('button', { name: notifyWords[locale].save }).click()
    await expect(form.locator('[aria-invalid="true"]')).not.toHaveCount(0)
  },
}

const receivers: readonly PageState[] = [
  list('receivers', '/notify', [
    {
      name: 'editing one',
      act: async (page, locale) => {
        await page
          .getByRole('button', { name: new RegExp(`^${uiWords[locale].edit}: `) })
          .first()
          .click()
        await page.getByRole('dialog').waitFor()
      },
    },
    allWrong,
  ]),
  again({
    name: 'adding a robot',
    open: async (page, locale) => {
      await visit(page, '/notify?open=add')
      await page.getByText(notifyWords[locale]['urlHint.wecom']).waitFor()
    },
    further: [
      {
        name: 'all wrong',
        act: async (page, locale) => {
          const form = page.getByRole('dialog')
          await pick(
            page,
            form.getByLabel(notifyFieldWords[locale].channel),
            notifyChannelWords[locale].webhook,
          )
          await form.getByRole('button', { name: notifyWords[locale].addRobot }).click()
          await expect(form.locator('[aria-invalid="true"]')).not.toHaveCount(0)
        },
      },
    ],
  }),
  again(
    list('deleting', '/notify', [
      {
        name: 'asked',
        act: async (page, locale) => {
          await page
            .getByRole('button', { name: new RegExp(`^${uiWords[locale].delete}: `) })
            .first()
            .click()
          await page.getByText(notifyWords[locale].deleteText).waitFor()
        },
      },
    ]),
  ),
]

const deliveries: PageState = {
  name: 'deliveries',
  open: async (page, locale) => {
    await visit(page, '/notify?tab=deliveries')
    await page.getByRole('button', { name: new RegExp(`^${notifyWords[locale].resend}: `) }).waitFor()
    // The rows of the language before stay until the new ones arrive.
    await page.getByText(noticeReasonText(locale, 'accountGone')).first().waitFor()
  },
  eachLanguage: wordedByServer,
  further: [
    {
      name: 'one of them',
      act: async (page, locale) => {
        await page.locator('th > button, .sw-data-card-name > button').first().click()
        await page.getByRole('dialog', { name: notifyWords[locale].detail }).waitFor()
      },
    },
  ],
}

export const notifyStates: FeatureStates = {
  name: 'notify',
  empty: [
    saying('no receivers yet', '/notify', (locale) => notifyWords[locale].none),
    saying('no deliveries yet', '/notify?tab=deliveries', (locale) => notifyWords[locale].noDeliveries),
    {
      name: 'a code to bind',
      open: async (page, locale) => {
        await visit(page, '/notify?open=bind')
        await page.getByRole('button', { name: notifyWords[locale].bindOwn }).waitFor()
      },
      further: [
        {
          name: 'used',
          act: async (page, locale) => {
            await page.getByRole('button', { name: notifyWords[locale].bindOwn }).click()
            await page.getByRole('button', { name: notifyWords[locale].bindAnother }).waitFor()
          },
        },
      ],
    },
    again({
      name: 'a code of a chat app',
      open: async (page, locale) => {
        await answerWithChats(page)
        await visit(page, '/notify')
        await visit(page, '/notify?open=bind')
        await page.getByText(notifyWords[locale]['howScan.wechat']).waitFor()
      },
      further: [
        {
          name: 'of another one',
          act: async (page, locale) => {
            await page.getByText(notifyChannelWords[locale].telegram, { exact: true }).click()
            await page.getByText(notifyWords[locale]['howScan.telegram']).waitFor()
          },
        },
      ],
    }),
  ],
  filled: async (stand) => {
    await addReceivers(stand)
    const path = await newBindPath(stand.merchant)
    return [
      ...receivers,
      deliveries,
      {
        ...saying('asked to agree', path, (locale) => agreeWords[locale].limits),
        further: [
          {
            name: 'agreed',
            act: async (page, locale) => {
              await page.getByRole('button', { name: agreeWords[locale].agree, exact: true }).click()
              await page.getByText(agreeWords[locale].done).waitFor()
            },
          },
        ],
      },
      saying('bound already', path, (locale) => agreeWords[locale].already),
      saying('an outdated code', `/bind?scene=${'x'.repeat(43)}`, (locale) => agreeWords[locale].expired),
    ]
  },
}
