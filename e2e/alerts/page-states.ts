import { expect } from '@playwright/test'
import { alertCalls } from '@slotwise/contract'

import { fillSlots } from '../support/devices.ts'
import { addGoods } from '../support/goods.ts'
import { longTexts } from '../support/long-texts.ts'
import {
  again,
  type FeatureStates,
  notLoaded,
  type PageState,
  saying,
  type Stand,
} from '../support/page-states.ts'
import { addStore } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import { visit } from '../support/visit.ts'
import { alertWords, thresholdRuleWords, uiWords } from '../support/words.ts'

/** Machines with long names: one is low and faulty, and its low stock is taken and done; another one has a fault. */
async function addLongAlerts({ merchant, machines }: Stand): Promise<void> {
  const { goods: title, store: name, text } = longTexts
  const store = await addStore(merchant, name, { store_address: text })
  const goods = await addGoods(merchant, title)
  const place = { title, slots: 3, storeId: store._id }
  const [low, faulty] = await machines.give(merchant, place, { ...place, title: name })
  await fillSlots(merchant, low!, goods, { quantity: 0, slots: [1, 2, 3] })
  for (const machine of [low!, faulty!]) {
    const hand = await machines.playByHand(machine)
    await hand.say('fault', { code: 'CURTAIN_SELFTEST', ch: 1, raw: '31', active: true })
  }
  const alerts = async () => (await callServer(alertCalls.getAlerts, {}, merchant.caller)).data
  await expect.poll(async () => (await alerts()).length, { timeout: 30_000 }).toBe(3)
  const { alert = '' } = (await alerts()).find(({ kind }) => kind === 'low_stock') ?? {}
  await callServer(alertCalls.doneAlert, { alert, done: true, remarks: text }, merchant.caller)
}

const list: PageState = {
  name: 'alerts',
  open: async (page) => {
    await visit(page, '/alerts')
    await page.locator('.sw-alert-lines').first().waitFor()
  },
}

const states: readonly PageState[] = [
  {
    ...list,
    further: [
      {
        name: 'how risk is computed',
        floats: true,
        act: async (page, locale) => {
          const help = page.getByRole('button', { name: alertWords[locale].perHourHelp })
          // It opens when it gets the focus, which it has kept since the last look.
          await help.blur()
          await help.focus()
          await page.getByRole('tooltip').waitFor()
        },
      },
    ],
  },
  {
    ...again(list),
    further: [
      {
        name: 'with remarks that are too long',
        act: async (page, locale) => {
          const [name = ''] = alertWords[locale].noteOf.split('{name}')
          await page.getByRole('button', { name }).first().click()
          const drawer = page.getByRole('dialog')
          await drawer.getByRole('textbox').fill('1'.repeat(201))
          await drawer.getByRole('button', { name: alertWords[locale].saveWork }).click()
          await drawer.locator('[aria-invalid="true"]').waitFor()
        },
      },
    ],
  },
  {
    name: 'alerts, with thresholds',
    open: async (page, locale) => {
      await visit(page, '/alerts?open=thresholds')
      await page.getByRole('dialog', { name: thresholdRuleWords[locale].title }).waitFor()
    },
  },
  saying('alerts, none found', '/alerts?kind=offline', (locale) => uiWords[locale].noMatch),
  notLoaded('alerts, not loaded', '/alerts', alertCalls.getAlerts),
]

export const alertStates: FeatureStates = {
  name: 'alerts',
  empty: [
    saying('nothing needs a hand', '/alerts', (locale) => alertWords[locale].none),
    saying('no alert has ended', '/alerts?state=closed', (locale) => alertWords[locale].noneClosed),
  ],
  filled: async (stand) => {
    await addLongAlerts(stand)
    return states
  },
  failing: /getAlerts/,
}
