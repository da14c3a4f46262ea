import { fill } from '@slotwise/contract'

import { getMessage } from '../support/inbox.ts'
import { bindInbox } from '../support/receivers.ts'
import { longTexts } from '../support/long-texts.ts'
import { again, type FeatureStates, type PageState, saying, type Stand } from '../support/page-states.ts'
import { addStore } from '../support/regions.ts'
import { visit } from '../support/visit.ts'
import { inboxWords } from '../support/words.ts'

/** Messages about one thing and about many, some of them read. */
async function fillInbox({ merchant, machines }: Stand): Promise<void> {
  await bindInbox(merchant)
  const { goods: title, store: name } = longTexts
  const store = await addStore(merchant, name)
  const [first, second] = await machines.give(merchant, { title, storeId: store._id }, { title })
  const [here, there] = [{ sn: first!.sn }, { sn: second!.sn }]
  await getMessage(merchant, { ...here, kind: 'offline' })
  await getMessage(
    merchant,
    { ...here, kind: 'low_stock', low: 3 },
    { ...there, kind: 'offline' },
    { ...there, refunded: 99_999_999 },
    { ...here, kind: 'offline', phase: 'end' },
  )
  await getMessage(merchant, { ...here, kind: 'abnormal', faults: ['MOTOR', 'NETWORK'] })
}

const page: PageState = {
  name: 'inbox',
  open: async (page, locale) => {
    await visit(page, '/inbox')
    await page.getByRole('button', { name: inboxWords[locale].markAll }).waitFor()
  },
  further: [
    {
      name: 'what a message sums up',
      act: async (page, locale) => {
        await page.getByRole('button', { name: fill(inboxWords[locale].details, { count: 4 }) }).click()
        await page.getByRole('list', { name: inboxWords[locale].detailsOf.split('{')[0] ?? '' }).waitFor()
      },
    },
  ],
}

/** The panel below the bell, which a phone does not have. */
const bell: PageState = {
  name: 'bell',
  open: async (page) => visit(page, '/region'),
  further: [
    {
      name: 'last messages',
      floats: true,
      act: async (page, locale) => {
        if (await page.evaluate(() => innerWidth < 768)) return
        await page.getByRole('button', { name: fill(inboxWords[locale].unread, { count: 3 }) }).click()
        await page.getByRole('link', { name: inboxWords[locale].allMessages }).waitFor()
      },
    },
  ],
}

export const inboxStates: FeatureStates = {
  name: 'inbox',
  empty: [
    saying('no messages yet', '/inbox', (locale) => inboxWords[locale].none),
    saying('no unread messages', '/inbox?unread=true', (locale) => inboxWords[locale].noneUnread),
  ],
  filled: async (stand) => {
    await fillInbox(stand)
    return [page, again(bell)]
  },
}
