import type { Page } from '@playwright/test'
import { type Locale, overviewCalls } from '@slotwise/contract'

import { fillSlots } from '../support/devices.ts'
import { addGoods } from '../support/goods.ts'
import { longTexts } from '../support/long-texts.ts'
import { type FeatureStates, type PageState, saying, type Stand } from '../support/page-states.ts'
import { addStore } from '../support/regions.ts'
import { failSale, sell } from '../support/sales.ts'
import { visit } from '../support/visit.ts'
import { chartWords, checklistWords, overviewWords, uiWords } from '../support/words.ts'

/** Two stores with long names, of which one has sold; a machine that was never online, and a slot that is sold out. */
async function addLongWork({ merchant, machines }: Stand): Promise<void> {
  const { goods: title, store: name, text } = longTexts
  const store = await addStore(merchant, name, { store_address: text })
  await addStore(merchant, name.slice(0, 12))
  const goods = await addGoods(merchant, title)
  const place = { title, slots: 2, storeId: store._id }
  const [selling] = await machines.give(merchant, place, place)
  await fillSlots(merchant, selling!, goods)
  await fillSlots(merchant, selling!, goods, { quantity: 0, slots: [2] })
  const hand = await machines.playByHand(selling!)
  await sell(hand, { amount: 99_999_999 })
  await failSale(hand)
}

const dashboard = async (page: Page): Promise<void> => {
  await visit(page, '/dashboard?trend=today')
  await page.locator('.sw-rank').first().waitFor()
  await page.locator('.sw-chart-canvas canvas').waitFor()
}

const cards: PageState = {
  name: 'dashboard',
  open: dashboard,
  further: [
    {
      name: 'by payment',
      floats: true,
      act: async (page, locale) => {
        const name = overviewWords[locale].byPayment.replace('{name}', '')
        const income = page.getByRole('button', { name })
        // It opens when it gets the focus, which it has kept since the last look.
        await income.blur()
        await income.focus()
        await page.getByRole('table', { name }).waitFor()
      },
    },
    {
      name: 'as tables',
      act: async (page, locale) => {
        for (const name of ['payments', 'trend', 'storeRanking', 'goodsRanking'] as const)
          await page.getByRole('button', { name: asTable(locale, overviewWords[locale][name]) }).click()
        await page.getByRole('table').nth(3).waitFor()
      },
    },
  ],
}

const asTable = (locale: Locale, name: string): string => chartWords[locale].asTableOf.replace('{name}', name)

const failed: PageState = {
  name: 'dashboard, not loaded',
  open: async (page, locale) => {
    const path = `**${overviewCalls.overview.path}`
    await page.route(path, (route) => route.abort())
    await page.goto('/dashboard')
    await page.getByRole('button', { name: uiWords[locale].retry }).waitFor()
    await page.unroute(path)
  },
}

export const overviewStates: FeatureStates = {
  name: 'overview',
  empty: [saying('a new merchant', '/dashboard', (locale) => checklistWords[locale].begin), failed],
  filled: async (stand) => {
    await addLongWork(stand)
    return [cards]
  },
  failing: /a\/overview/,
}
