import { fill, settleStateWords } from '@slotwise/contract'

import { settleDirectly } from '../support/direct.ts'
import { expect, test } from '../support/fixtures.ts'
import { approvedCard } from '../support/funds.ts'
import { addStore } from '../support/regions.ts'
import { order, pay, rows, seller } from '../support/sales.ts'
import { billWords, fundWords, shellWords, uiWords } from '../support/words.ts'

const words = fundWords['en-US']

test('a settlement says what it adds up to, and leads to a bill inside and back', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const card = await approvedCard(merchant, { mch_name: 'Sunny Shop' })
  const store = await addStore(merchant, 'Pier 3', { merchant_id: card.merchant_id })
  const machine = await seller(merchant, machines, { storeId: store._id })
  const sale = await order(machine)
  await pay(machine, sale)
  await page.goto('/settle')
  await expect(page.getByText(words.noSettlements)).toBeVisible()

  // The page follows the morning by itself.
  await settleDirectly(merchant.session.token)
  await expect(rows(page)).toContainText(settleStateWords['en-US'].success)
  await page.getByRole('link', { name: shellWords['en-US'].fund }).click()
  await page.getByRole('link', { name: fill(words.settlementsOf, { name: 'Sunny Shop' }) }).click()
  await expect(rows(page)).toContainText(settleStateWords['en-US'].success)
  await rows(page).getByRole('button').click()
  const drawer = page.getByRole('dialog', { name: words.detail })
  await expect(drawer.locator('.sw-settle-parts')).toHaveText(/3\.50.*-0\.02.*3\.48/)
  await drawer.getByRole('link', { name: sale.orderNo }).click()
  await expect(page.getByRole('dialog', { name: billWords['en-US'].detail })).toContainText(sale.orderNo)
  await page.keyboard.press('Escape')
  await expect(drawer).toContainText('3.48')

  await drawer.getByRole('link', { name: words.inStatement }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: uiWords['en-US'].export, exact: true }).click()
  await expect(page.getByText(uiWords['en-US'].exportReady)).toBeVisible()
  await page.getByRole('link', { name: shellWords['en-US'].settle }).click()
  await expect(rows(page)).toHaveCount(1)
})
