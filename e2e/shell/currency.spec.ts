import type { Page } from '@playwright/test'
import { billFieldWords, fill, goodsFieldWords, type Locale } from '@slotwise/contract'

import { expect, test } from '../support/fixtures.ts'
import type { Machines } from '../support/machines.ts'
import { type Merchant, storeSession } from '../support/merchant.ts'
import { sell, seller } from '../support/sales.ts'
import { goodsWords, slotWords } from '../support/words.ts'

/** Opens bills, goods and slots of a merchant that has sold something; `named` is the currency that they name. */
async function walk(
  page: Page,
  {
    merchant,
    machines,
    locale,
    named,
  }: { merchant: Merchant; machines: Machines; locale: Locale; named?: string },
): Promise<void> {
  const note = named === undefined ? '' : ` (${named})`
  const titled = (title: string) => page.getByRole('columnheader', { name: `${title}${note}`, exact: true })
  const machine = await seller(merchant, machines)
  await sell(machine)
  await storeSession(page, merchant.session)

  await page.goto('/buyOrder')
  await expect(titled(billFieldWords[locale].total_price)).toBeVisible()
  await page.goto('/goods')
  await page.getByText(goodsWords[locale].asTable, { exact: true }).click()
  await expect(titled(goodsFieldWords[locale].price)).toBeVisible()
  await page.goto(`/device/${machine.sn}?tab=slots`)
  await expect(page.getByRole('button', { name: slotWords[locale].fillAll })).toBeVisible()
  await expect(page.getByText(fill(slotWords[locale].pricesIn, { currency: named ?? 'CNY' }))).toHaveCount(
    named === undefined ? 0 : 1,
  )
}

test('in English, titles of amounts name the currency of a merchant in China', async ({
  page,
  merchant,
  machines,
}) => {
  await walk(page, { merchant, machines, locale: 'en-US', named: 'CNY' })
})

test('in English, titles of amounts name the currency of a merchant in Malaysia', async ({
  page,
  newMerchant,
  malaysianPhone,
  machines,
}) => {
  const merchant = await newMerchant({ country: 'MY', phone: malaysianPhone })
  await walk(page, { merchant, machines, locale: 'en-US', named: 'MYR' })
})

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('amounts show a symbol, and no title names the currency', async ({ page, merchant, machines }) => {
    await walk(page, { merchant, machines, locale: 'zh-CN' })
    await expect(page.getByText('¥3.50').first()).toBeVisible()
  })
})
