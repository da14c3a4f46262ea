import { fill, refillCalls } from '@slotwise/contract'

import { addLongDevices } from '../support/device-pages.ts'
import { addGoods } from '../support/goods.ts'
import { fillSlots, rested } from '../support/devices.ts'
import { longTexts } from '../support/long-texts.ts'
import {
  again,
  asked,
  type FeatureStates,
  type PageState,
  saying,
  type Stand,
} from '../support/page-states.ts'
import { addArea, addStore } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import { visit } from '../support/visit.ts'
import { refillListWords, refillWords, uiWords } from '../support/words.ts'

/** Long devices in two areas, one of them in no store, and a refill that can be undone. */
async function stocked(stand: Stand): Promise<void> {
  const { merchant, machines } = stand
  await addLongDevices(stand)
  const goods = await addGoods(merchant, `${longTexts.goods.slice(0, 40)} 2`)
  for (const n of [1, 2]) {
    const area = await addArea(merchant, `${longTexts.area.slice(0, 40)} ${n}`)
    const store = await addStore(merchant, `${longTexts.store.slice(0, 40)} ${n}`, { area: area._id })
    const [machine] = await machines.give(merchant, { title: longTexts.goods, slots: 8, storeId: store._id })
    await fillSlots(merchant, machine!, goods, { slots: [1, 2, 3], quantity: n })
  }
  const [filled] = await machines.give(merchant, { title: longTexts.goods, slots: 4 })
  await fillSlots(merchant, filled!, goods, { slots: [1] })
  await callServer(refillCalls.refillDevices, { sns: [filled!.sn] }, merchant.caller)
  await rested(merchant)
  await fillSlots(merchant, filled!, goods, { slots: [2] })
}

const listed: PageState = {
  name: 'refill list',
  open: async (page, locale) => {
    await visit(page, '/refill')
    await page.getByText(refillListWords[locale].route, { exact: true }).first().waitFor()
  },
}

export const refillStates: FeatureStates = {
  name: 'refills',
  empty: [saying('no refill', '/refill', (locale) => refillListWords[locale].empty)],
  filled: async (stand) => {
    await stocked(stand)
    return [
      {
        ...listed,
        further: [
          {
            name: 'devices chosen',
            act: async (page, locale) => {
              await page.getByRole('checkbox').first().check()
              await page.getByRole('button', { name: refillWords[locale].fillChosen }).waitFor()
            },
          },
        ],
      },
      again({ ...listed, further: [asked('asked to fill all', (locale) => refillWords[locale].fillAll)] }),
      saying('refill list of nothing', '/refill?q=none-of-these', (locale) => uiWords[locale].noMatch),
      {
        name: 'devices to refill',
        seen: true,
        open: async (page, locale) => {
          await visit(page, '/device')
          const start = fill(refillWords[locale].fillNamed, { name: '' }).trim()
          await page.getByRole('button', { name: start }).first().waitFor()
        },
        further: [
          {
            name: 'asked to fill one',
            act: async (page, locale) => {
              const start = fill(refillWords[locale].fillNamed, { name: '' }).trim()
              await page.getByRole('button', { name: start }).first().click()
              await page.getByRole('dialog').waitFor()
            },
          },
        ],
      },
    ]
  },
}
