import { memberCalls } from '@slotwise/contract'

import { longTexts } from '../support/long-texts.ts'
import { addCard } from '../support/members.ts'
import {
  adding,
  again,
  type FeatureStates,
  list,
  notLoaded,
  saying,
  sentEmpty,
  type Stand,
} from '../support/page-states.ts'
import { callServer } from '../support/server.ts'
import { visit } from '../support/visit.ts'
import { memberWords, uiWords } from '../support/words.ts'

/** Cards with long names: one for all machines, one for some of them, and one that was corrected. */
async function addCards({ merchant, machines }: Stand): Promise<string> {
  const bound = await machines.give(
    merchant,
    { title: longTexts.goods },
    { title: longTexts.store },
    { title: longTexts.tag },
  )
  const openid = '5'.repeat(64)
  await addCard(merchant, '1'.repeat(32), {
    nickname: longTexts.manager,
    note: longTexts.text,
    device: bound.map(({ sn }) => sn),
  })
  await addCard(merchant, '2'.repeat(32), {
    nickname: longTexts.manager,
    openid,
    device: bound.slice(0, 2).map(({ sn }) => sn),
    point: 100_000_000,
  })
  const { card_id, cardno } = await addCard(merchant, '3'.repeat(32), {
    nickname: longTexts.manager,
    openid,
    point: 100_000_000,
  })
  await callServer(memberCalls.editCard, { cardno, openid, point: 99_999_999 }, merchant.caller)
  return card_id
}

export const memberStates: FeatureStates = {
  name: 'members',
  empty: [
    {
      ...saying('no cards', '/card', (locale) => memberWords[locale].noCards),
      further: adding((locale) => memberWords[locale].addCard),
    },
    saying('no members', '/member', (locale) => memberWords[locale].noMembers),
  ],
  filled: async (stand) => {
    const card = await addCards(stand)
    return [
      list('cards', '/card'),
      {
        name: 'a card',
        open: async (page, locale) => {
          await visit(page, `/card?open=${card}`)
          await page.getByRole('dialog', { name: memberWords[locale].detail }).waitFor()
          await page.locator('.sw-detail :is(tbody tr, .sw-data-card)').first().waitFor()
        },
      },
      {
        ...again(list('cards', '/card')),
        further: [
          {
            name: 'editing one',
            act: async (page, locale) => {
              await page
                .getByRole('button', { name: new RegExp(`^${uiWords[locale].edit}: `) })
                .first()
                .click()
              const dialog = page.getByRole('dialog')
              await dialog
                .getByRole('spinbutton', { name: memberWords[locale].newBalance, exact: true })
                .fill('999999999')
            },
          },
          sentEmpty((locale) => memberWords[locale].saveCard),
        ],
      },
      saying('cards, none found', '/card?q=none', (locale) => uiWords[locale].noMatch),
      notLoaded('cards, not loaded', '/card', memberCalls.getCardList),
      {
        name: 'members',
        open: async (page) => {
          await visit(page, '/member')
          await page.getByText(longTexts.manager).first().waitFor()
        },
      },
      saying('members, none found', '/member?q=none', (locale) => uiWords[locale].noMatch),
      notLoaded('members, not loaded', '/member', memberCalls.getMemberList),
    ]
  },
  failing: /getCardList|getMemberList/,
}
