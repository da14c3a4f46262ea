import { fill, type Locale, statisticsFieldWords } from '@slotwise/contract'

import { sellDirectly } from '../support/direct.ts'
import { addGoods } from '../support/goods.ts'
import { longTexts } from '../support/long-texts.ts'
import { type FeatureStates, type PageState, saying, type Stand } from '../support/page-states.ts'
import { addArea, addStore } from '../support/regions.ts'
import { visit } from '../support/visit.ts'
import { chartWords, statisticsWords } from '../support/words.ts'

/** Sales with long names and large amounts, of today and yesterday, by several payments and with every outcome. */
async function addLongSales({ merchant, machines }: Stand): Promise<void> {
  const area = await addArea(merchant, longTexts.area)
  const store = await addStore(merchant, longTexts.store, { area: area._id })
  const { goods_id: goodsId } = await addGoods(merchant, longTexts.goods)
  const [machine, stray] = await machines.give(
    merchant,
    { title: longTexts.goods, storeId: store._id },
    { title: '' },
  )
  const line = { channel_sn: 1, title: longTexts.goods, price: 100, quantity: 1, delivered: 1, fault: null }
  const goods = [{ ...line, goods_id: goodsId }]
  const { token } = merchant.session
  await sellDirectly(token, machine!.sn, [
    { client: 'wechat', total_price: 99_999_999, goods },
    { client: 'alipay', total_price: 99_999_999, status: 8, refunded: 99_999_999, goods },
    { client: 'remote', total_price: 0, goods },
    { client: 'bill', total_price: 12_345, status: 1, goods },
    { client: 'coin', total_price: 55_555_555, daysAgo: 1, goods },
  ])
  await sellDirectly(token, stray!.sn, [{ client: 'ezcard', total_price: 99_999 }])
}

/** A list whose rows are loaded, with its chart. */
const list = (name: string, path: string, further: PageState['further'] = []): PageState => ({
  name,
  open: async (page, locale) => {
    await visit(page, path)
    await page.getByText(statisticsFieldWords[locale].total, { exact: true }).waitFor()
    await page.locator('.sw-chart').waitFor()
  },
  further,
})

const overTime = (locale: Locale): string =>
  fill(statisticsWords[locale].overTime, { figure: statisticsFieldWords[locale].income })

export const statisticsStates: FeatureStates = {
  name: 'statistics',
  empty: [saying('no sales to count yet', '/sicArea', (locale) => statisticsWords[locale].none)],
  filled: async (stand) => {
    await addLongSales(stand)
    return [
      list('statistics by device', '/sicDevice', [
        {
          name: 'payments of a device',
          act: async (page) => {
            await page.getByRole('button', { name: longTexts.goods }).click()
            await page.getByRole('dialog').getByRole('table').waitFor()
          },
        },
      ]),
      list('statistics by goods', '/sicGoods', [
        {
          name: 'the chart as a table',
          act: async (page, locale) => {
            const name = fill(chartWords[locale].asTableOf, { name: overTime(locale) })
            await page.getByRole('button', { name }).click()
            await page.locator('.sw-chart-table').waitFor()
          },
        },
        {
          name: 'payments of goods',
          act: async (page) => {
            await page.getByRole('button', { name: longTexts.goods }).click()
            await page.getByRole('dialog').getByRole('table').waitFor()
          },
        },
      ]),
    ]
  },
}
