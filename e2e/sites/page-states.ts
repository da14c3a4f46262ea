import { dayOf, dayRange, fill, regionCalls, siteFieldWords } from '@slotwise/contract'

import { sellDirectly } from '../support/direct.ts'
import { longTexts } from '../support/long-texts.ts'
import { type FeatureStates, saying, type Stand } from '../support/page-states.ts'
import { addArea, addStore } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import { visit } from '../support/visit.ts'
import { siteWords } from '../support/words.ts'

const today = (): string => dayOf(new Date(), 480)

/** A site with long texts, large amounts and terms that changed in the month, one that cooperated for a day, and one without terms. */
async function addLongSites({ merchant, machines }: Stand): Promise<{ full: string; bare: string }> {
  const area = await addArea(merchant, longTexts.area)
  const month = today().slice(0, 7)
  const { _id: full } = await addStore(merchant, longTexts.store, { coo_share: 99.99, coo_rent: 99_999_998 })
  const changed = {
    store_name: longTexts.store,
    area: area._id,
    store_address: longTexts.text,
    customer_no: '2026-0017',
    coo_share: 100,
    coo_rent: 99_999_999,
    coo_start_date: '2026-01-01',
    coo_since: `${month}-11`,
  }
  await callServer(regionCalls.editStore, { _id: full, ...changed }, merchant.caller)
  const first = `${month}-01`
  await addStore(merchant, longTexts.store.slice(0, 20), {
    coo_rent: 50_000,
    coo_start_date: first,
    coo_end_date: first,
  })
  const { _id: bare } = await addStore(merchant, longTexts.store.slice(0, 10))
  const [machine] = await machines.give(merchant, { title: longTexts.goods, storeId: full })
  await sellDirectly(merchant.session.token, machine!.sn, [
    { client: 'coin', total_price: 99_999_999 },
    { client: 'bill', total_price: 99_999_999 },
    { client: 'ezcard', total_price: 99_999_999, status: 9, refunded: 99_999_999 },
  ])
  return { full, bare }
}

export const siteStates: FeatureStates = {
  name: 'sites',
  empty: [
    saying('no site owner to pay', '/site', (locale) => {
      const month = dayRange('lastMonth', today()).from
      const format = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' })
      return fill(siteWords[locale].none, { month: format.format(new Date(month)) })
    }),
  ],
  filled: async (stand) => {
    const { full, bare } = await addLongSites(stand)
    const month = today().slice(0, 7)
    return [
      {
        name: 'sites of a month that is not over',
        open: async (page, locale) => {
          await visit(page, `/site?month=${month}`)
          await page.getByText(siteFieldWords[locale].total, { exact: true }).waitFor()
        },
      },
      {
        name: 'the statement of a site',
        open: async (page, locale) => {
          await visit(page, `/site/${full}?month=${month}`)
          await page.getByRole('heading', { name: siteWords[locale].byDay }).waitFor()
        },
      },
      {
        name: 'the statement of a store without terms',
        open: async (page, locale) => {
          await visit(page, `/site/${bare}?month=${month}`)
          await page.getByText(siteWords[locale].noTerms).waitFor()
        },
      },
      {
        name: 'the statement of a store that does not exist',
        open: async (page, locale) => {
          await visit(page, '/site/1')
          await page.getByText(siteWords[locale].missing).waitFor()
        },
      },
    ]
  },
}
